"""A save that is killed or overtaken at any step leaves a whole file and loses nothing."""

import json
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from patchbay.core.errors import AppError
from patchbay.core.store.disk import load
from patchbay.core.store.failures import Changed
from patchbay.core.store.saving import STEPS, Saver
from patchbay.core.store.versions import Versions
from tests.core.store.contents import NEW, OLD

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")

SAVE_AND_DIE = """
import os, signal, sys
from pathlib import Path
from patchbay.core.store.saving import Saver
from patchbay.core.store.versions import Versions

config, data, new, expected, last, overtaken = sys.argv[1:]

def at(step):
    if step == "whole" and overtaken:
        other = Path(config + ".other")
        other.write_text(overtaken)
        other.replace(config)
    if step == last:
        os.kill(os.getpid(), signal.SIGKILL)

saver = Saver(Versions(Path(data, "versions")), Path(data, "locks"), at)
saver.save(Path(config), new.encode(), expected)
"""

APPEND = """
import json, sys
from pathlib import Path
from patchbay.core.store.disk import load
from patchbay.core.store.failures import Changed
from patchbay.core.store.saving import Saver
from patchbay.core.store.versions import Versions

config, data, name, count = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
saver = Saver(Versions(data / "versions"), data / "locks")
for number in range(count):
    while True:
        before = load(config)
        entries = [*json.loads(before.data), f"{name}-{number}"]
        try:
            saver.save(config, json.dumps(entries).encode(), before.digest)
            break
        except Changed:
            pass
"""


BEFORE_IT_IS_REPLACED = STEPS[: STEPS.index("replaced")]


def only(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


@pytest.mark.parametrize("step", STEPS)
def test_an_interrupt_at_any_step_leaves_nothing_beside_the_file(
    config: Path, versions: Versions, data: Path, step: str
) -> None:
    def interrupt(done: str) -> None:
        if done == step:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Saver(versions, data / "locks", interrupt).save(config, NEW, load(config).digest)

    assert only(config.parent) == [config.name]
    assert config.read_bytes() in {OLD, NEW}


@pytest.mark.parametrize("step", ["temporary", "synced", "kept", "whole"])
def test_nothing_is_left_in_a_folder_that_was_moved_meanwhile(
    config: Path, versions: Versions, data: Path, step: str
) -> None:
    moved = config.parent.with_name("moved")

    def move(done: str) -> None:
        if done == step:
            config.parent.rename(moved)

    with pytest.raises(AppError):
        Saver(versions, data / "locks", move).save(config, NEW, load(config).digest)

    assert only(moved) == [config.name]
    assert (moved / config.name).read_bytes() == OLD


def run(script: str, *arguments: object) -> int:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, check=False, timeout=60).returncode


def killed_save(config: Path, data: Path, step: str, overtaken: str = "") -> None:
    expected = load(config).digest
    code = run(SAVE_AND_DIE, config, data, NEW.decode(), expected, step, overtaken)
    assert code == -signal.SIGKILL


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_leaves_the_old_or_the_new_file_whole(
    config: Path, data: Path, saver: Saver, versions: Versions, step: str
) -> None:
    killed_save(config, data, step)

    is_new = STEPS.index(step) >= STEPS.index("replaced")
    assert config.read_bytes() == (NEW if is_new else OLD)
    assert stat.S_IMODE(config.stat().st_mode) == 0o640

    saver.save(config, b"{}", load(config).digest)
    assert only(config.parent) == [".mcp.json"]
    assert OLD in map(versions.read, versions.list(config))


@pytest.mark.parametrize("step", [step for step in STEPS if step not in {"kept", "whole"}])
def test_a_kill_while_a_file_is_made_leaves_none_or_the_whole_one(
    folder: Path, data: Path, saver: Saver, step: str
) -> None:
    path = folder / "new.json"

    killed_save(path, data, step)

    is_new = STEPS.index(step) >= STEPS.index("replaced")
    assert load(path).data == (NEW if is_new else None)
    assert not is_new or stat.S_IMODE(path.stat().st_mode) == 0o600

    saver.save(path, b"{}", load(path).digest)
    assert only(folder) == ["new.json"]


def test_a_kill_just_after_overtaking_another_program_keeps_what_that_wrote(
    config: Path, data: Path, saver: Saver, versions: Versions
) -> None:
    killed_save(config, data, "replaced", overtaken="theirs")

    saver.save(config, b"{}", load(config).digest)

    assert b"theirs" in map(versions.read, versions.list(config))


@pytest.fixture(params=["exchanging", "renaming"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace files both as Linux can and as the other systems have to."""
    if request.param == "renaming":
        monkeypatch.setattr("patchbay.core.store.saving.exchange", cannot_exchange)


def cannot_exchange(one: Path, other: Path) -> bool:
    del one, other
    return False


@pytest.mark.usefixtures("way")
def test_files_are_saved_on_every_system(config: Path, saver: Saver) -> None:
    saver.save(config, NEW, load(config).digest)

    assert config.read_bytes() == NEW
    assert stat.S_IMODE(config.stat().st_mode) == 0o640
    assert only(config.parent) == [".mcp.json"]


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("step", BEFORE_IT_IS_REPLACED)
@pytest.mark.parametrize("in_place", [True, False])
def test_another_program_that_writes_at_any_step_before_the_end_is_noticed(
    config: Path, data: Path, versions: Versions, step: str, in_place: bool
) -> None:
    def overtake(told: str) -> None:
        if told != step:
            return
        other = config if in_place else config.with_name("other")
        other.write_bytes(b"theirs")
        other.replace(config)

    with pytest.raises(Changed) as told:
        Saver(versions, data / "locks", overtake).save(config, NEW, load(config).digest)

    assert told.value.found.data == config.read_bytes() == b"theirs"
    assert only(config.parent) == [".mcp.json"]


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("step", BEFORE_IT_IS_REPLACED)
def test_a_file_deleted_at_any_step_before_the_end_is_not_made_again(
    config: Path, data: Path, versions: Versions, step: str
) -> None:
    def delete(told: str) -> None:
        if told == step:
            config.unlink()

    with pytest.raises(Changed):
        Saver(versions, data / "locks", delete).save(config, NEW, load(config).digest)

    assert only(config.parent) == []


def test_a_folder_that_another_program_put_in_the_place_of_the_file_stays(
    config: Path, data: Path, versions: Versions
) -> None:
    def overtake(told: str) -> None:
        if told == "whole":
            config.unlink()
            config.mkdir()

    with pytest.raises(AppError, match="It is not a file"):
        Saver(versions, data / "locks", overtake).save(config, NEW, load(config).digest)

    assert config.is_dir()
    assert only(config.parent) == [".mcp.json"]


@pytest.mark.parametrize("step", STEPS[: STEPS.index("compared") + 1])
def test_a_file_that_appears_at_any_step_is_not_written_over(
    folder: Path, data: Path, versions: Versions, step: str
) -> None:
    path = folder / "new.json"

    def appear(told: str) -> None:
        if told == step:
            path.write_bytes(b"theirs")

    with pytest.raises(Changed):
        Saver(versions, data / "locks", appear).save(path, NEW, "")

    assert path.read_bytes() == b"theirs"
    assert only(folder) == ["new.json"]


def test_what_a_third_program_writes_while_the_second_is_put_back_is_kept(
    config: Path, data: Path, versions: Versions
) -> None:
    def overtake(told: str) -> None:
        if told in {"whole", "replaced"}:
            config.write_bytes(told.encode())

    with pytest.raises(Changed):
        Saver(versions, data / "locks", overtake).save(config, NEW, load(config).digest)

    kept = {config.read_bytes(), *map(versions.read, versions.list(config))}
    assert {b"whole", b"replaced", OLD} <= kept


def test_two_patchbays_on_one_file_lose_nobodys_entry(config: Path, data: Path) -> None:
    config.write_text("[]")
    count = 40
    writers = [
        subprocess.Popen([sys.executable, "-c", APPEND, str(config), str(data), name, str(count)])
        for name in ("one", "two")
    ]

    assert [writer.wait(60) for writer in writers] == [0, 0]

    expected = {f"{name}-{number}" for name in ("one", "two") for number in range(count)}
    entries = json.loads(config.read_bytes())
    assert (len(entries), set(entries)) == (2 * count, expected)
    assert only(config.parent) == [".mcp.json"]
