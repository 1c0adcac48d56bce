"""Servers that are taken out of their file and come back as they were."""

from pathlib import Path

import pytest

from patchbay.core.editing import operations
from patchbay.core.editing.splice import Splice
from patchbay.core.errors import AppError
from tests.core.drafts.conftest import CONFIG, opened

YAML = """\
mcpServers:
  # the first
  weather:
    command: uvx
    args: [weather-mcp]
  files:
    command: npx
    env:
      LEVEL: debug  # loud
"""


async def test_a_parked_server_leaves_the_file_and_stays_known(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.park("files")
        await draft.save()

        assert '"files"' not in config.read_text()
        entry = draft.file.entry("files")
        assert entry.parked
        assert entry.disabled
        assert entry.env == {"LEVEL": "debug"}


async def test_it_is_known_still_after_the_next_start(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.park("files")
        await draft.save()

    async with opened(home, config) as draft:
        assert draft.file.entry("files").parked
        await draft.unpark("files")
        await draft.save()
        assert not draft.file.entry("files").parked

    assert config.read_text() == CONFIG


async def test_parking_that_was_not_saved_is_forgotten_with_the_draft(
    home: Path, config: Path
) -> None:
    async with opened(home, config) as draft:
        await draft.park("files")

    async with opened(home, config) as draft:
        assert not draft.file.entry("files").parked
        assert config.read_text() == CONFIG


async def test_a_yaml_server_comes_back_with_its_comments(home: Path, tmp_path: Path) -> None:
    config = tmp_path / "mcp.yaml"
    config.write_text(YAML)
    async with opened(home, config) as draft:
        await draft.park("files")
        await draft.save()
        assert "files" not in config.read_text()

        await draft.unpark("files")
        await draft.save()

    assert "LEVEL: debug  # loud" in config.read_text()


async def test_undo_brings_a_parked_server_back(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.park("files")
        draft.undo()
        await draft.settled()

        assert not draft.file.entry("files").parked
        assert not draft.is_changed


async def test_a_parked_server_does_not_come_back_over_another_of_its_name(
    home: Path, config: Path
) -> None:
    async with opened(home, config) as draft:
        await draft.park("files")
        written = '"files": {"command": "docker"}, '
        draft.type((Splice(draft.text.index('"weather"'), "", written),))

        with pytest.raises(AppError, match="the file has a server of that name"):
            await draft.unpark("files")


async def test_a_parked_server_cannot_be_edited_by_form(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.park("files")

        with pytest.raises(AppError):
            await draft.edit(operations.remove_server("files"))

        assert '"weather"' in draft.text


async def test_a_server_that_stands_in_the_file_again_is_parked_no_more(
    home: Path, config: Path
) -> None:
    async with opened(home, config) as draft:
        await draft.park("files")
        await draft.save()
        draft.replace(CONFIG, "restoring a version")
        await draft.save()

        await draft.edit(operations.remove_server("files"))

        assert [entry.name for entry in draft.file.entries] == ["weather"]
