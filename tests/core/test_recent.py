"""The configs that were opened last."""

import asyncio
from pathlib import Path

import pytest

from patchbay.core.sitting.recent import MOST, RecentFiles


@pytest.fixture
def recent(tmp_path: Path) -> RecentFiles:
    return RecentFiles(tmp_path / "data" / "recent.json")


def written(folder: Path, *names: str) -> list[Path]:
    paths = [folder / name for name in names]
    for path in paths:
        path.write_text("{}")
    return paths


async def test_the_latest_is_first_and_each_is_there_once(
    recent: RecentFiles, tmp_path: Path
) -> None:
    one, two = written(tmp_path, "one.json", "two.json")

    for path in (one, two, one):
        await recent.add(path)

    assert recent.paths() == (one, two)


async def test_files_opened_at_once_are_kept_in_their_order(
    recent: RecentFiles, tmp_path: Path
) -> None:
    paths = written(tmp_path, *(f"{place}.json" for place in range(6)))

    await asyncio.gather(*map(recent.add, paths))

    assert recent.paths() == tuple(reversed(paths))


async def test_at_most_twenty_are_kept(recent: RecentFiles, tmp_path: Path) -> None:
    paths = written(tmp_path, *(f"{place}.json" for place in range(MOST + 3)))

    for path in paths:
        await recent.add(path)

    assert recent.paths() == tuple(reversed(paths[3:]))


async def test_one_that_is_gone_is_not_told_and_comes_back_with_its_file(
    recent: RecentFiles, tmp_path: Path
) -> None:
    one, two = written(tmp_path, "one.json", "two.json")
    await recent.add(one)
    await recent.add(two)

    one.unlink()
    assert recent.paths() == (two,)

    written(tmp_path, "one.json")
    assert recent.paths() == (two, one)


async def test_another_patchbay_knows_them_too_until_they_are_cleared(tmp_path: Path) -> None:
    (one,) = written(tmp_path, "one.json")
    mine, other = (RecentFiles(tmp_path / "recent.json") for _ in range(2))
    told: list[None] = []
    mine.changed.connect(told.append)

    await mine.add(one)
    assert other.paths() == (one,)

    await mine.clear()
    assert other.paths() == ()
    assert len(told) == 2


async def test_a_broken_file_is_an_empty_one(tmp_path: Path) -> None:
    (one,) = written(tmp_path, "one.json")
    path = tmp_path / "recent.json"
    path.write_text('{"files": [3, null, {"a"')
    recent = RecentFiles(path)
    assert recent.paths() == ()

    await recent.add(one)

    assert recent.paths() == (one,)
