"""Opening files: what is in them, what is wrong with them, and that they stay as they are."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from patchbay.core.sessions.states import Ready
from patchbay.ui.configuration import ConfigurationPage, FileProblemsPage
from patchbay.ui.configuration.code_view import CodeView
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.desk import Desk, entry, until

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


def spoken(desk: Desk) -> str:
    """The sidebar, as a screen reader says it."""
    return desk.reads(desk.window.sidebar.list)


async def test_a_dropped_file_with_comments_shows_its_servers_and_starts_none(
    desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(COMMENTED)

    desk.drop(path)

    assert desk.rows() == ["mcp.json", "tides", "charts"]
    assert "tides, stopped, stdio" in spoken(desk)
    assert "charts, stopped, http" in spoken(desk)
    assert not any(session.is_live for session in desk.workspace.pool.sessions)
    assert "npx -y tides" in desk.reads(desk.page.header)
    assert "Never started" in desk.reads(desk.page.header)


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [(YAML_TOOLS, "files", "npx x"), (YAML_MAP, "notes", "uvx mcp-notes")],
    ids=["tools list", "map"],
)
async def test_yaml_files_are_read_too(
    desk: Desk, tmp_path: Path, text: str, name: str, said: str
) -> None:
    path = tmp_path / "agent.yaml"
    path.write_text(text)

    desk.drop(path)

    assert desk.rows()[1:] == [name]
    assert said in desk.reads(desk.page.header)


async def test_ctrl_o_asks_for_a_file_and_opens_it(desk: Desk, file: Files) -> None:
    path = file(one=entry("workshop.py"))

    await desk.press("Ctrl+O")
    dialog = await desk.dialog(QFileDialog)
    desk.find(QLineEdit, within=dialog).setFocus()
    await desk.write(str(path))
    await desk.press("Return")

    await until(lambda: desk.rows() == ["mcp.json", "one"])


async def test_servers_are_grouped_under_their_files_and_can_be_filtered_and_folded(
    desk: Desk, file: Files, tmp_path: Path
) -> None:
    other = tmp_path / "agent.yaml"
    other.write_text(YAML_MAP)

    desk.drop(file(one=entry("workshop.py"), two=entry("workshop.py")), other)
    assert desk.rows() == ["mcp.json", "one", "two", "agent.yaml", "notes"]

    await desk.press("Ctrl+L")
    await desk.write("no")
    assert desk.rows() == ["agent.yaml", "notes"]
    await desk.press("Return", "Ctrl+L", "Backspace", "Backspace", "Backspace")
    assert desk.window.session is desk.session("notes")
    assert len(desk.rows()) == 5

    desk.click_row("mcp.json")
    assert desk.rows() == ["mcp.json", "agent.yaml", "notes"]


async def test_a_file_that_does_not_parse_shows_where_and_why_and_stays_as_it_is(
    desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(BROKEN)
    before = path.read_bytes(), path.stat().st_mtime_ns

    desk.drop(path)

    page = desk.find(FileProblemsPage)
    words = desk.reads(page)
    assert "3:28" in words
    assert "comma" in words
    assert "could not read this file" in words
    await until(lambda: '"command": "npx" "args"' in desk.reads(page), what="the text")
    code = desk.find(CodeView, within=page)
    desk.press_button("3:28", page)
    cursor = code.textCursor()
    assert (cursor.blockNumber(), cursor.positionInBlock()) == (2, 27)
    assert "broken.json, 0 of 0 running" in spoken(desk)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


async def test_problems_of_an_entry_stand_on_its_configuration_page_with_what_to_do(
    desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{"mcpServers": {\n  "bad": {"args": ["x"]},\n  "good": {"command": "npx"}\n}}')
    before = path.read_bytes()
    desk.drop(path)

    desk.choose_server("bad")
    page = desk.choose_page("Configuration")

    assert isinstance(page, ConfigurationPage)
    await until(lambda: "2:3" in desk.reads(page), what="the problem")
    assert "command" in desk.reads(page)
    await desk.press("F5")
    state = await desk.session("bad").settled()
    assert not isinstance(state, Ready)
    assert path.read_bytes() == before


async def test_a_file_that_is_not_there_is_told_and_the_window_stays(
    desk: Desk, tmp_path: Path
) -> None:
    desk.drop(tmp_path / "nowhere.json")

    words = desk.reads()
    assert "nowhere.json" in words
    assert "Open your servers" in words
    desk.press_button("Close this message")
    assert "nowhere.json" not in desk.reads()


async def test_a_file_can_be_opened_again_after_it_was_corrected(
    desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(BROKEN)
    desk.drop(path)
    path.write_text(BROKEN.replace('"npx" ', '"npx", '))

    desk.drop(path)

    assert desk.rows() == ["mcp.json", "a"]
    assert "npx" in desk.reads(desk.page.header)
