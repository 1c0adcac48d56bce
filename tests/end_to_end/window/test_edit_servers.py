"""Adding, copying, naming, ordering and removing servers, in the list and by the menu."""

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit

from patchbay.core.sessions.states import Ready
from patchbay.ui.dialogs.add_server import AddServerDialog
from patchbay.ui.dialogs.naming import NamingDialog
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until

TEXT = """\
{
  // the ones of the harbour
  "mcpServers": {
    // when it is high
    "tides": {"command": "npx", "args": ["-y", "tides"]}, // quick
    "charts": {"command": "uvx"},
    "boats": {"command": "bunx"}
  }
}
"""
CHARTS = '    "charts": {"command": "uvx"},\n'
BOATS = '    "boats": {"command": "bunx"}\n'
TIDES = '    "tides": {"command": "npx", "args": ["-y", "tides"]}, // quick\n'
CLIENT = """\
{
  "theme": "dark",
  "mcpServers": {
    "tides": {
      "command": "npx",
      "args": ["-y", "tides"]
    },
    "charts": {
      "command": "uvx"
    }
  }
}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "mcp.json"
    path.write_text(TEXT)
    return path


async def shows(person: Person, *names: str) -> None:
    await until(lambda: person.rows()[1:] == list(names), what=f"the rows {names}")


async def focus_row(person: Person, name: str) -> None:
    person.click_row(name)
    person.window.sidebar.list.setFocus()


async def test_ctrl_n_adds_a_server_by_form(person: Person, config: Path) -> None:
    person.drop(config)

    await person.press("Ctrl+N")
    dialog = await person.dialog(AddServerDialog)
    await person.fill("Command line", "npx -y weather-mcp --units 'deep sea'", dialog)
    await person.fill("Name", "weather", dialog)
    person.click(dialog.main)
    await shows(person, "tides", "charts", "boats", "weather")

    assert person.page.session.entry.name == "weather"
    assert config.read_text() == TEXT
    await person.save()
    added = '{"command": "npx", "args": ["-y", "weather-mcp", "--units", "deep sea"]}'
    assert config.read_text() == TEXT.replace(BOATS, f'{BOATS[:-1]},\n    "weather": {added}\n')


async def test_pasted_json_keeps_its_comments(person: Person, config: Path) -> None:
    person.drop(config)
    QGuiApplication.clipboard().setText(
        '{"mcpServers": {"one": {"command": "uvx" /* new */}, "charts": {"command": "b"}}}'
    )

    await person.press("Ctrl+Shift+V")
    dialog = await person.dialog(AddServerDialog)
    await until(lambda: dialog.main.text() == "Add 2 servers", what="the servers")
    person.click(dialog.main)
    await shows(person, "tides", "charts", "boats", "one", "charts-2")
    await person.save()

    assert config.read_text() == TEXT.replace(
        BOATS,
        f'{BOATS[:-1]},\n    "one": {{"command": "uvx" /* new */}},\n'
        '    "charts-2": {"command": "b"}\n',
    )
    person.click_row("one")
    await person.press("Ctrl+Z")
    await shows(person, "tides", "charts", "boats")
    await person.becomes(TEXT)


async def test_a_pasted_command_line_becomes_a_server(person: Person, config: Path) -> None:
    person.drop(config)
    QGuiApplication.clipboard().setText("LEVEL=debug npx -y @acme/weather-mcp --data ./data")

    await person.press("Ctrl+Shift+V")
    dialog = await person.dialog(AddServerDialog)
    await until(lambda: len(dialog.paste.chosen()) == 1, what="the server")
    await person.press("Tab")
    person.click(dialog.main)
    await until(lambda: len(person.rows()) == 5, what="the row")
    await person.save()

    added = person.page.session.entry
    assert (added.command, added.env) == ("npx", {"LEVEL": "debug"})
    assert added.args == ("-y", "@acme/weather-mcp", "--data", "./data")
    assert config.read_text().startswith(TEXT[: TEXT.index(BOATS) + len(BOATS) - 1])


async def test_the_first_server_of_an_empty_file(person: Person, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_bytes(b"")
    person.drop(config)

    await person.press("Ctrl+N")
    dialog = await person.dialog(AddServerDialog)
    await person.fill("Command line", "npx tides", dialog)
    person.click(dialog.main)
    await shows(person, "tides")
    await person.save()

    written = json.loads(config.read_text())
    assert written == {"mcpServers": {"tides": {"command": "npx", "args": ["tides"]}}}


async def test_a_server_for_a_new_file(person: Person, config: Path) -> None:
    person.drop(config)
    new = config.with_name("new.json")

    await person.press("Ctrl+N")
    dialog = await person.dialog(AddServerDialog)
    await person.fill("Command line", "npx tides", dialog)
    person.find(QComboBox, "File", dialog).setFocus()
    await person.press("End")
    chooser = await person.dialog(QFileDialog)
    person.find(QLineEdit, within=chooser).setFocus()
    await person.press("Ctrl+A")
    await person.write(str(new))
    await person.press("Return")
    await until(lambda: dialog.target.target and dialog.target.target.path == new)
    person.click(dialog.main)
    await until(lambda: "new.json" in person.rows(), what="the file")

    assert not new.exists()
    await person.save()
    assert json.loads(new.read_text())["mcpServers"]["tides"]["args"] == ["tides"]
    assert config.read_text() == TEXT


async def test_a_server_is_duplicated_by_the_menu(person: Person, config: Path) -> None:
    person.drop(config)
    person.choose_server("charts")

    await person.choose_in_menu("Duplicate…")
    dialog = await person.dialog(NamingDialog)
    assert dialog.field.text() == "charts-2"
    await person.press("Return")
    await shows(person, "tides", "charts", "charts-2", "boats")
    await person.save()

    copy = '    "charts-2": {"command": "uvx"},\n'
    assert config.read_text() == TEXT.replace(CHARTS, CHARTS + copy)


async def test_a_running_server_that_is_renamed_runs_on_with_its_log(
    person: Person, file: Files
) -> None:
    path = file(one=entry("workshop.py"), two={"command": "npx"})
    before = path.read_text()
    person.drop(path)
    session = await person.start("one")
    logged = session.log.total
    assert logged

    await person.press("F2")
    await person.dialog(NamingDialog)
    await person.press("Ctrl+A")
    await person.write("first")
    await person.press("Return")
    await shows(person, "first", "two")

    assert person.session("first") is session
    assert isinstance(session.state, Ready)
    assert session.log.total >= logged
    await person.save()
    assert path.read_text() == before.replace('"one"', '"first"')


async def test_a_name_that_is_taken_is_refused(person: Person, config: Path) -> None:
    person.drop(config)
    person.choose_server("charts")

    await person.press("F2")
    dialog = await person.dialog(NamingDialog)
    await person.press("Ctrl+A")
    await person.write("boats")
    await person.press("Return")
    assert "There is a server “boats” already." in person.reads(dialog)
    await person.press("Escape")

    await shows(person, "tides", "charts", "boats")
    assert not person.draft.is_changed


async def test_servers_are_ordered_by_alt_up_and_by_the_menu(person: Person, config: Path) -> None:
    person.drop(config)
    await focus_row(person, "boats")

    await person.press("Alt+Up")
    await shows(person, "tides", "boats", "charts")
    await person.save()
    assert config.read_text() == TEXT.replace(
        CHARTS + BOATS, f"{BOATS[:-1]},\n{CHARTS.replace('},', '}')}"
    )

    await person.choose_in_menu("Move down")
    await shows(person, "tides", "charts", "boats")
    await person.save()
    assert config.read_text() == TEXT


async def test_delete_takes_a_server_out_and_undo_brings_it_back(
    person: Person, config: Path
) -> None:
    person.drop(config)
    await focus_row(person, "tides")

    await person.press("Delete")
    await shows(person, "charts", "boats")
    await person.save()
    assert config.read_text() == TEXT.replace(f"    // when it is high\n{TIDES}", "")

    await person.press("Ctrl+Z")
    await shows(person, "tides", "charts", "boats")
    await person.save()
    assert config.read_text() == TEXT


async def test_a_server_of_a_client_that_knows_no_disabling_is_parked_and_put_back(
    person: Person, tmp_path: Path
) -> None:
    config = tmp_path / "claude_desktop_config.json"
    config.write_text(CLIENT)
    person.drop(config)
    await person.configure("tides")

    person.press_scrolled("Park this server")
    await until(lambda: person.all(QLineEdit) and "is parked" in person.reads(person.page))
    await person.save()
    assert "tides" not in config.read_text()
    assert json.loads(config.read_text()) == {
        "theme": "dark",
        "mcpServers": {"charts": {"command": "uvx"}},
    }
    assert "tides" in person.rows()

    person.press_button("Put it back")
    await until(lambda: not person.session("tides").entry.parked, what="the way back")
    await person.save()
    assert json.loads(config.read_text()) == json.loads(CLIENT)


async def test_a_server_is_copied_as_json(person: Person, config: Path) -> None:
    person.drop(config)
    person.choose_server("tides")

    await person.press("Ctrl+Shift+K")

    copied = json.loads(QGuiApplication.clipboard().text())
    assert copied == {"tides": {"command": "npx", "args": ["-y", "tides"]}}
    assert config.read_text() == TEXT


async def test_a_key_that_is_pressed_twice_asks_once(person: Person, config: Path) -> None:
    person.drop(config)
    person.choose_server("charts")
    QGuiApplication.clipboard().setText("npx tides")

    for keys, kind in (
        ("Ctrl+N", AddServerDialog),
        ("Ctrl+Shift+V", AddServerDialog),
        ("F2", NamingDialog),
    ):
        await person.press(keys, keys)
        await person.dialog(kind)
        assert len(person.all(kind)) == 1, keys
        await person.press("Escape")
        await until(lambda kind=kind: not person.all(kind), what="the end of the dialog")


async def test_delete_that_is_pressed_twice_takes_one_server_out(
    person: Person, config: Path
) -> None:
    person.drop(config)
    session = person.choose_server("charts")

    person.window.remove(session)
    person.window.remove(session)
    await shows(person, "tides", "boats")
    await person.save()

    assert config.read_text() == TEXT.replace(CHARTS, "")
    assert person.window.notices.notices == ()


async def test_a_server_of_a_broken_text_is_not_asked_about(person: Person, config: Path) -> None:
    person.drop(config)
    await person.configure("charts")
    person.put_cursor_behind('"mcpServers": {')
    await person.write("{")
    await until(lambda: not person.draft.file.parsed, what="the reading")

    await person.press("F2")
    await until(lambda: person.window.notices.notices, what="the notice")

    assert "while its text is broken" in person.reads()
    assert person.all(NamingDialog) == []


async def test_the_last_server_that_is_removed_comes_back_by_undo(
    person: Person, tmp_path: Path
) -> None:
    config = tmp_path / "mcp.json"
    config.write_text('{"mcpServers": {"tides": {"command": "npx"}}} // all\n')
    person.drop(config)
    await focus_row(person, "tides")

    await person.press("Delete")
    await shows(person)
    await person.save()
    assert config.read_text() == '{"mcpServers": {}} // all\n'

    person.click_row("mcp.json")
    await person.press("Ctrl+Z")
    await shows(person, "tides")
    await person.save()
    assert config.read_text() == '{"mcpServers": {"tides": {"command": "npx"}}} // all\n'


async def test_a_running_server_that_is_removed_stays_in_sight_and_undo_keeps_it_running(
    person: Person, file: Files
) -> None:
    path = file(one=entry("workshop.py"), two={"command": "npx"})
    before = path.read_text()
    person.drop(path)
    session = await person.start("one")
    await focus_row(person, "one")

    await person.press("Delete")
    await person.save()
    assert '"one"' not in path.read_text()
    await shows(person, "two", "one")
    assert isinstance(session.state, Ready)

    await person.press("Ctrl+Z")
    await shows(person, "one", "two")
    await person.save()
    assert person.session("one") is session
    assert isinstance(session.state, Ready)
    assert path.read_text() == before
