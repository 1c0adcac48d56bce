"""Several things done in one breath: typing in form and text, starting, taking back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until

TEXT = """\
{
  "mcpServers": {
    "tides": {"command": "npx", "args": ["-y", "tides", "--token=sk-abcdef"]}
  }
}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "mcp.json"
    path.write_text(TEXT)
    return path


async def test_a_field_is_written_although_its_server_is_renamed_meanwhile(
    person: Person, config: Path
) -> None:
    person.drop(config)
    draft = await person.configure("tides")

    person.line("Command").setFocus()
    await person.press("Ctrl+A")
    await person.write("uvx")
    start = draft.text.index("tides")
    person.text.select((start, start + 5))
    person.text.setFocus()
    await person.write("currents")

    wanted = TEXT.replace("tides", "currents", 1).replace("npx", "uvx")
    await until(lambda: draft.is_settled and draft.text == wanted, what="both changes")
    assert "There is no server" not in person.reads(person.page)
    assert "currents - Patchbay" in person.window.windowTitle()
    await person.reads_back("Command", "uvx")


async def test_undo_and_redo_work_beside_a_text_that_was_refused(
    person: Person, config: Path
) -> None:
    config.write_text(TEXT.replace('"npx"', '"npx", "cwd": "/a", "cwd": "/b"'))
    person.drop(config)
    draft = await person.configure("tides")
    before = draft.text
    await person.fill("Command", "uvx")
    await until(lambda: '"uvx"' in draft.text, what="the change")
    changed = draft.text
    await person.fill("Folder", "/c")
    await until(lambda: "written twice" in person.reads(person.page), what="the refusal")

    person.window.sidebar.list.setFocus()
    await person.press("Ctrl+Z")
    await until(lambda: draft.text == before, what="undo")
    await person.press("Ctrl+Y")

    await until(lambda: draft.text == changed, what="redo")


async def test_restart_in_the_header_runs_what_was_just_typed(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py", "old")))
    session = await person.start("one")
    await person.configure("one")

    person.line("Argument 2").setFocus()
    await person.press("Ctrl+A")
    await person.write("anew")
    person.press_button("Restart", person.page.header)
    person.click((await person.consent()).once)

    await until(lambda: session.details.command_line.endswith("anew"), what="the restart")
    await person.ready(session)


async def test_a_secret_on_the_command_line_is_dots_above_the_pages_and_when_copied(
    person: Person, config: Path
) -> None:
    person.drop(config)
    person.choose_server("tides")

    assert "npx -y tides --token=" in person.reads(person.page.header)
    assert "sk-abcdef" not in person.reads(person.page.header)
    person.press_button("Copy command line", person.page.header)
    assert "sk-abcdef" not in QGuiApplication.clipboard().text()
    assert "--token=•" in QGuiApplication.clipboard().text()


async def test_a_secret_in_an_address_is_dots_above_the_pages_and_in_its_field(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    url = "https://ann:pw-of-ann@example.org/mcp?token=TOK-secret"
    path.write_text(f'{{"mcpServers": {{"far": {{"type": "http", "url": "{url}"}}}}}}')
    person.drop(path)
    await person.configure("far")

    assert "example.org/mcp" in person.reads(person.page.header)
    address = person.line("Address")
    assert isinstance(address, QLineEdit)
    for secret in ("pw-of-ann", "TOK-secret"):
        assert secret not in person.reads(person.page.header)
        assert secret not in address.displayText()


async def test_a_name_cannot_hide_letters_and_a_disabled_server_is_called_so(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{"mcpServers": {"a\\u202eb\\nc": {"command": "npx", "disabled": true}}}')
    person.drop(path)
    name = "a\\u202eb\\nc"

    assert person.window.windowTitle() == f"{name} - Patchbay"
    assert person.rows()[1:] == [name]
    assert name in person.reads(person.page.header)
    model = person.window.sidebar.list.model()
    spoken = model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith(f"{name}, disabled, stdio")


async def test_undo_works_right_after_the_window_opened(person: Person, config: Path) -> None:
    person.drop(config)
    draft = await person.configure("tides")
    await person.fill("Command", "uvx")
    await until(lambda: '"uvx"' in draft.text, what="the change")

    search = person.find(QLineEdit, "Filter servers")
    search.setFocus()
    await person.press("Ctrl+Z")

    await until(lambda: draft.text == TEXT, what="undo")
