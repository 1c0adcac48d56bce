"""A file that is changed by form and by text, saved, and looked at again."""

import asyncio
from pathlib import Path

import pytest

from patchbay.core.drafts.strictness import TooStrict
from patchbay.core.editing import operations
from patchbay.core.editing.splice import Splice
from patchbay.core.errors import AppError
from patchbay.core.store.failures import Changed
from tests.core.drafts.conftest import CONFIG, drafts_in, opened


async def test_form_and_text_share_one_way_back_to_the_exact_bytes(
    home: Path, tmp_path: Path
) -> None:
    config = tmp_path / "mcp.json"
    original = b"\xef\xbb\xbf" + CONFIG.replace("\n", "\r\n").encode().rstrip()
    config.write_bytes(original)
    async with opened(home, config) as draft:
        await draft.edit(operations.set_field("files", ("env", "LEVEL"), "info"))
        draft.type((Splice(draft.text.index("shared"), "shared", "owned"),))
        await draft.edit(operations.rename_server("weather", "sky"))
        await draft.edit(operations.remove_server("files"))
        await draft.save()
        assert config.read_bytes() != original

        while draft.undo_label:
            draft.undo()
        await draft.save()

    assert config.read_bytes() == original


async def test_what_is_typed_is_read_once_the_person_pauses(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        draft.type((Splice(draft.text.index("weather-mcp"), "weather-mcp", "sky-mcp"),))
        assert not draft.is_settled

        await draft.settled()

        assert draft.file.entry("weather").args == ("sky-mcp",)


async def test_an_edit_by_form_is_made_in_the_text_as_it_was_typed(
    home: Path, config: Path
) -> None:
    async with opened(home, config) as draft:
        draft.type((Splice(draft.text.index("weather-mcp"), "weather-mcp", "sky-mcp"),))

        await draft.edit(operations.set_field("files", ("env", "LEVEL"), "info"))

        assert '"sky-mcp"' in draft.text
        assert '{"LEVEL": "info"}' in draft.text


async def test_letters_of_one_field_are_one_step(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        for text in ("i", "in", "info"):
            await draft.edit(operations.set_field("files", ("env", "LEVEL"), text))
        assert draft.unsaved == 1

        draft.undo()

        assert draft.text == CONFIG
        assert not draft.is_changed


async def test_a_refused_edit_leaves_everything_as_it_was(home: Path, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text('{"mcpServers": {"a": {"env": {"K": "1", "K": "2"}}}}')
    async with opened(home, config) as draft:
        with pytest.raises(AppError, match="written twice"):
            await draft.edit(operations.set_field("a", ("env", "K"), "3"))

        assert not draft.is_changed
        assert not draft.undo_label


async def test_a_broken_text_is_not_saved_and_stays_in_the_draft(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        draft.type((Splice(0, "{", ""),))

        with pytest.raises(AppError, match="was not saved: its text is broken"):
            await draft.save()

        assert draft.is_changed
    assert config.read_text() == CONFIG


async def test_a_broken_file_is_written_only_once_its_text_was_mended(
    home: Path, tmp_path: Path
) -> None:
    config = tmp_path / "mcp.json"
    config.write_text('{"mcpServers": {"a": {"command": "npx"}}')
    async with opened(home, config) as draft:
        with pytest.raises(AppError, match="cannot be read as a config"):
            await draft.edit(operations.remove_server("a"))

        draft.type((Splice(len(draft.text), "", "}"),))
        await draft.save()

    assert config.read_text() == '{"mcpServers": {"a": {"command": "npx"}}}'


async def test_an_empty_file_gets_its_first_server(home: Path, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text("")
    async with opened(home, config) as draft:
        await draft.edit(operations.add_server("a", {"command": "npx"}))
        await draft.save()

        assert draft.file.entry("a").command == "npx"
    assert '"mcpServers"' in config.read_text()


async def test_a_file_changed_outside_is_not_written_over(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.edit(operations.remove_server("weather"))
        config.write_text('{"mcpServers": {}}')

        with pytest.raises(Changed):
            await draft.save()

        assert draft.outside is not None
        assert draft.outside.data == b'{"mcpServers": {}}'
        assert config.read_text() == '{"mcpServers": {}}'

        assert draft.outside is not None
        draft.keep_mine(draft.outside)
        await draft.save()
        assert config.read_text() == draft.text


async def test_an_unchanged_draft_follows_the_disk(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        config.write_text('{"mcpServers": {"new": {"command": "npx"}}}')

        await draft.look()

        assert [entry.name for entry in draft.file.entries] == ["new"]
        assert draft.outside is None
        assert not draft.is_changed


async def test_a_changed_draft_only_notes_what_happened_outside(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.edit(operations.remove_server("weather"))
        config.write_text('{"mcpServers": {}}')
        await draft.look()
        assert draft.outside is not None

        config.write_text(CONFIG)
        await draft.look()

        assert draft.outside is None
        assert draft.is_changed


async def test_reloading_can_be_taken_back(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.edit(operations.remove_server("weather"))
        mine = draft.text
        config.write_text('{"mcpServers": {}}')

        await draft.reload()
        assert not draft.is_changed
        assert draft.text == '{"mcpServers": {}}'

        draft.undo()
        assert draft.text == mine
        assert draft.is_changed


async def test_a_file_deleted_meanwhile_is_made_anew_only_when_wanted(
    home: Path, config: Path
) -> None:
    async with opened(home, config) as draft:
        await draft.edit(operations.remove_server("weather"))
        config.unlink()
        with pytest.raises(Changed, match="deleted"):
            await draft.save()
        assert not config.exists()

        assert draft.outside is not None
        draft.keep_mine(draft.outside)
        await draft.save()

    assert "files" in config.read_text()


async def test_a_folder_that_is_gone_is_said_and_made_when_wanted(
    home: Path, tmp_path: Path
) -> None:
    config = tmp_path / "folder" / "mcp.json"
    config.parent.mkdir()
    config.write_text(CONFIG)
    async with opened(home, config) as draft:
        await draft.edit(operations.remove_server("weather"))
        config.unlink()
        config.parent.rmdir()
        with pytest.raises(AppError):
            await draft.save()
        assert draft.is_changed

        await draft.look()
        assert draft.outside is not None
        draft.keep_mine(draft.outside)
        await draft.save(make_folder=True)

    assert "files" in config.read_text()


async def test_comments_come_into_a_strict_file_only_when_wanted(
    home: Path, tmp_path: Path
) -> None:
    config = tmp_path / "claude_desktop_config.json"
    config.write_text('{"mcpServers": {}}')
    async with opened(home, config) as draft:
        draft.type((Splice(1, "", "/* note */"),))
        with pytest.raises(TooStrict, match="does not accept comments"):
            await draft.save()
        assert config.read_text() == '{"mcpServers": {}}'

        await draft.save(although_strict=True)

    assert config.read_text() == '{/* note */"mcpServers": {}}'


async def test_the_mode_and_the_link_of_a_file_stay(home: Path, tmp_path: Path) -> None:
    target, link = tmp_path / "dotfiles.json", tmp_path / "mcp.json"
    target.write_text(CONFIG)
    target.chmod(0o640)
    link.symlink_to(target)
    async with opened(home, link) as draft:
        await draft.edit(operations.remove_server("weather"))
        await draft.save()

    assert link.is_symlink()
    assert "weather" not in target.read_text()
    assert target.stat().st_mode & 0o777 == 0o640


async def test_what_stood_there_before_is_kept_as_a_version(home: Path, config: Path) -> None:
    drafts = drafts_in(home)
    draft = drafts.open(config)
    await draft.edit(operations.remove_server("weather"))

    await draft.save()

    (version,) = drafts.shelf.versions.list(config)
    assert drafts.shelf.versions.read(version) == CONFIG.encode()
    await drafts.close_all()


async def test_edits_made_at_once_all_arrive(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        adds = [operations.add_server(f"s{number}", {"command": "npx"}) for number in range(10)]

        await asyncio.gather(*map(draft.edit, adds))

        assert len(draft.file.entries) == 12


async def test_a_large_text_is_read_in_a_thread_and_edited_all_the_same(
    home: Path, tmp_path: Path
) -> None:
    config = tmp_path / "mcp.json"
    servers = ",\n".join(f'"s{number}": {{"command": "npx"}}' for number in range(3_000))
    config.write_text(f'{{"mcpServers": {{\n{servers}\n}}}}')
    async with opened(home, config) as draft:
        await draft.edit(operations.set_field("s2999", ("command",), "uvx"))

        assert draft.file.entry("s2999").command == "uvx"
        assert len(draft.file.entries) == 3_000


async def test_binary_rubbish_is_shown_and_never_written(home: Path, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    rubbish = b"\x01" + bytes(range(256)) + b"\xff\xfe\x00"
    config.write_bytes(rubbish)
    async with opened(home, config) as draft:
        assert not draft.is_editable
        with pytest.raises(AppError, match="cannot be changed here"):
            await draft.edit(operations.add_server("a", {"command": "npx"}))
        with pytest.raises(AppError):
            await draft.save()

    assert config.read_bytes() == rubbish


async def test_only_what_was_looked_at_is_written_over(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.edit(operations.remove_server("weather"))
        config.write_text('{"mcpServers": {}}')
        await draft.look()
        looked_at = draft.outside
        assert looked_at is not None
        config.write_text('{"mcpServers": {"third": {"command": "npx"}}}')
        await draft.look()

        draft.keep_mine(looked_at)
        with pytest.raises(Changed):
            await draft.save()

        assert "third" in config.read_text()


async def test_a_file_that_became_binary_can_be_written_over(home: Path, config: Path) -> None:
    async with opened(home, config) as draft:
        await draft.edit(operations.remove_server("weather"))
        config.write_bytes(b"\x00\xff" * 100)
        await draft.look()
        assert draft.outside is not None

        draft.keep_mine(draft.outside)
        assert draft.is_editable
        await draft.save()

    assert "files" in config.read_text()


async def test_fields_inside_of_a_transport_are_for_the_text(home: Path, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    inner = '{"type": "sse", "url": "https://a.example/sse"}'
    config.write_text(
        f'{{"mcpServers": {{"a": {{"transport": {inner}}},'
        ' "b": {"transport": {"type": "stdio"}, "command": "npx"}}}'
    )
    async with opened(home, config) as draft:
        assert "inside of its transport" in draft.why_not_by_form(draft.file.entry("a"))
        assert draft.why_not_by_form(draft.file.entry("b")) == ""
