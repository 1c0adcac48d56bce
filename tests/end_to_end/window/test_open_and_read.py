"""Opening files: what is in them, what is wrong with them, and that they stay as they are."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit

from patchbay.core.config.reader import LARGE_BYTES
from patchbay.core.sessions.states import Ready, Stopped
from patchbay.ui.configuration import ConfigurationPage, FileProblemsPage
from patchbay.ui.controls import Button
from patchbay.ui.editor import CodeEditor
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until

COMMENTED = """{
  // the ones of the harbour
  "servers": {
    "tides": {"command": "npx", "args": ["-y", "tides"],}, /* with a comma too many */
    "charts": {"url": "https://example.org/mcp", "type": "http"},
  },
}
"""
YAML_TOOLS = """\
name: agent
tools:
  - type: function
    name: not-a-server
  - type: mcp
    name: files
    description: all of them
    command: npx
    args: [x]
"""
YAML_MAP = "mcpServers:\n  notes:\n    command: uvx\n    args: [mcp-notes]\n"
BROKEN = '{\n  "mcpServers": {\n    "a": {"command": "npx" "args": []}\n  }\n}\n'


def spoken(person: Person) -> str:
    """The sidebar, as a screen reader says it."""
    return person.reads(person.window.sidebar.list)


async def test_a_dropped_file_with_comments_shows_its_servers_and_starts_none(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(COMMENTED)

    person.drop(path)

    assert person.rows() == ["mcp.json", "tides", "charts"]
    assert "tides, stopped, stdio" in spoken(person)
    assert "charts, stopped, http" in spoken(person)
    assert not any(session.is_live for session in person.workspace.pool.sessions)
    assert "npx -y tides" in person.reads(person.page.header)
    assert "Never started" in person.reads(person.page.header)


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [(YAML_TOOLS, "files", "npx x"), (YAML_MAP, "notes", "uvx mcp-notes")],
    ids=["tools list", "map"],
)
async def test_yaml_files_are_read_too(
    person: Person, tmp_path: Path, text: str, name: str, said: str
) -> None:
    path = tmp_path / "agent.yaml"
    path.write_text(text)

    person.drop(path)

    assert person.rows()[1:] == [name]
    assert said in person.reads(person.page.header)


async def test_ctrl_o_asks_for_a_file_and_opens_it(person: Person, file: Files) -> None:
    path = file(one=entry("workshop.py"))

    await person.press("Ctrl+O")
    dialog = await person.dialog(QFileDialog)
    person.find(QLineEdit, within=dialog).setFocus()
    await person.write(str(path))
    await person.press("Return")

    await until(lambda: person.rows() == ["mcp.json", "one"])


async def test_servers_are_grouped_under_their_files_and_can_be_filtered_and_folded(
    person: Person, file: Files, tmp_path: Path
) -> None:
    other = tmp_path / "agent.yaml"
    other.write_text(YAML_MAP)

    person.drop(file(one=entry("workshop.py"), two=entry("workshop.py")), other)
    assert person.rows() == ["mcp.json", "one", "two", "agent.yaml", "notes"]

    await person.press("Ctrl+L")
    await person.write("no")
    assert person.rows() == ["agent.yaml", "notes"]
    await person.press("Return", "Ctrl+L", "Backspace", "Backspace", "Backspace")
    assert person.window.session is person.session("notes")
    assert len(person.rows()) == 5

    person.click_row("mcp.json")
    assert person.rows() == ["mcp.json", "agent.yaml", "notes"]


async def test_a_file_that_does_not_parse_shows_where_and_why_and_stays_as_it_is(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(BROKEN)
    before = path.read_bytes(), path.stat().st_mtime_ns

    person.drop(path)

    page = person.find(FileProblemsPage)
    words = person.reads(page)
    assert "3:28" in words
    assert "comma" in words
    assert "could not understand this file" in words
    await until(lambda: '"command": "npx" "args"' in person.reads(page), what="the text")
    code = person.find(CodeEditor, within=page)
    person.press_button("3:28", page)
    cursor = code.textCursor()
    assert (cursor.blockNumber(), cursor.positionInBlock()) == (2, 27)
    assert "broken.json, 0 of 0 running" in spoken(person)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


async def test_a_broken_file_that_is_mended_in_the_text_has_its_servers_at_once(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(BROKEN)
    person.drop(path)
    page = person.find(FileProblemsPage)

    person.press_button("3:28", page)
    await person.write(",")
    await until(lambda: person.rows() == ["broken.json", "a"], what="the server")

    assert "could not understand this file" not in person.reads(page)
    assert "1 edit not saved" in person.reads(page)
    assert path.read_text() == BROKEN
    person.choose_server("a")
    assert "npx" in person.reads(person.page.header)


async def test_a_file_dropped_on_a_text_is_opened_and_not_written_into_it(
    person: Person, file: Files, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(BROKEN)
    person.drop(path)
    editor = person.find(CodeEditor)
    assert editor.rect().contains(editor.mapFrom(person.window, person.window.rect().center()))

    person.drop(file(one=entry("workshop.py")))

    assert person.rows() == ["broken.json", "mcp.json", "one"]
    assert editor.shown.text == BROKEN


async def test_problems_of_an_entry_stand_on_its_configuration_page_with_what_to_do(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{"mcpServers": {\n  "bad": {"args": ["x"]},\n  "good": {"command": "npx"}\n}}')
    before = path.read_bytes()
    person.drop(path)

    person.choose_server("bad")
    page = person.choose_page("Configuration")

    assert isinstance(page, ConfigurationPage)
    await until(lambda: "2:3" in person.reads(page), what="the problem")
    assert "command" in person.reads(page)
    await person.press("F5")
    state = await person.session("bad").settled()
    assert not isinstance(state, Ready)
    assert path.read_bytes() == before


async def test_a_file_that_is_not_there_is_told_and_the_window_stays(
    person: Person, tmp_path: Path
) -> None:
    person.drop(tmp_path / "nowhere.json")

    words = person.reads()
    assert "nowhere.json" in words
    assert "Open your servers" in words
    person.press_button("Close this message")
    assert "nowhere.json" not in person.reads()


async def test_a_file_can_be_opened_again_after_it_was_corrected(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(BROKEN)
    person.drop(path)
    path.write_text(BROKEN.replace('"npx" ', '"npx", '))

    person.drop(path)

    assert person.rows() == ["mcp.json", "a"]
    assert "npx" in person.reads(person.page.header)


async def test_the_configuration_page_is_complete_as_soon_as_the_window_is_settled(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(COMMENTED)
    person.drop(path)
    page = person.choose_page("Configuration")
    assert not person.window.settled

    await person.settled()

    words = person.reads(page)
    assert "stdio" in words
    assert "// the ones of the harbour" in words


async def test_a_large_file_is_read_while_the_window_goes_on(person: Person, file: Files) -> None:
    path = file(
        **{f"server-{number}": {"command": "npx", "args": ["x"]} for number in range(4_000)}
    )
    assert path.stat().st_size > LARGE_BYTES

    person.drop(path)

    await until(lambda: "Reading mcp.json…" in person.reads(), what="the beginning")
    assert person.rows() == []
    await until(lambda: len(person.workspace.pool.sessions) == 4_000, what="the servers")
    await until(lambda: "Reading" not in person.reads(), what="the end of the reading")
    assert person.window.session is person.session("server-0")


async def test_the_window_can_be_closed_while_a_file_is_read(person: Person, file: Files) -> None:
    person.drop(file(**{f"server-{number}": {"command": "npx"} for number in range(8_000)}))

    await until(lambda: "Reading mcp.json…" in person.reads(), what="the beginning")


async def test_an_entry_that_cannot_start_shows_it_before_anybody_tries(
    person: Person, file: Files
) -> None:
    person.drop(
        file(
            bad={"args": ["x"]},
            unset={"command": "npx", "args": ["${PATCHBAY_NO_SUCH}"]},
            good={"command": "npx"},
        )
    )

    said = spoken(person)
    assert "mcp.json, 0 of 3 running, 2 problems" in said
    assert "bad, stopped, There is neither a command nor a url" in said
    assert "PATCHBAY_NO_SUCH is not set anywhere, so unset cannot start" in said
    assert person.reads(person.window.sidebar).count("0 of 3 running") > 0
    rows = person.window.sidebar.list.model()
    tips = [rows.index(place, 0).data(Qt.ItemDataRole.ToolTipRole) for place in range(4)]
    assert "Add a command" in tips[1]
    assert "${PATCHBAY_NO_SUCH:-value}" in tips[2]
    assert tips[3] == ""

    person.choose_server("unset")
    assert "PATCHBAY_NO_SUCH not set" in person.reads(person.page.header)
    start = person.find(Button, "Start", within=person.page.header)
    assert start.isEnabled()
    person.choose_server("bad")
    start = person.find(Button, "Start", within=person.page.header)
    assert not start.isEnabled()
    assert "There is neither a command nor a url" in start.toolTip()
    await person.press("F5")
    assert person.session("bad").state == Stopped()
