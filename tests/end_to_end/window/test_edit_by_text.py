"""Changing a config by its text: the form follows, secrets stay masked, nothing else changes."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.end_to_end.window.person import LEFT, Person, until

HIDDEN = "sk-7f3a9c1e5b2d8f60"
TEXT = f"""\
{{
  // the ones of the harbour
  "mcpServers": {{
    "tides": {{
      "command": "npx",
      "args": ["-y", "tides"],
      "env": {{
        "API_KEY": "{HIDDEN}",
        "LEVEL": "debug"
      }}
    }},
    "charts": {{
      "command": "npx"
    }}
  }}
}}
"""
READ_ONLY = "The text is broken; correct it there, then the form goes on."


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "mcp.json"
    path.write_text(TEXT)
    return path


async def test_the_form_follows_what_is_typed_into_the_text(person: Person, config: Path) -> None:
    person.drop(config)
    await person.configure("tides")

    person.put_cursor_behind('"-y", "tides')
    await person.write("-mcp")
    await person.reads_back("Argument 2", "tides-mcp")
    await person.save()

    assert config.read_text() == TEXT.replace('"-y", "tides', '"-y", "tides-mcp')


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
async def test_enter_and_tab_indent_as_the_file_does(
    person: Person, config: Path, line_end: str
) -> None:
    mark = b"\xef\xbb\xbf" if line_end == "\r\n" else b""
    before = mark + TEXT.replace("\n", line_end).encode()
    config.write_bytes(before)
    person.drop(config)
    await person.configure("charts")

    person.put_cursor_behind('"charts": {')
    await person.press("Return")
    await person.write('"cwd": "/",')
    person.put_cursor_behind('"LEVEL": "debug"')
    await person.write(",")
    await person.press("Return")
    await person.write('"DEEP":')
    await person.press("Tab")
    await person.write("1")
    await person.save()

    written = config.read_bytes().decode("utf-8-sig").replace(line_end, "\n")
    assert '    "charts": {\n      "cwd": "/",\n      "command"' in written
    assert '"LEVEL": "debug",\n        "DEEP": 1\n      }' in written
    assert config.read_bytes().count(b"\r") == before.count(b"\r") + 2 * (line_end == "\r\n")
    assert config.read_bytes().startswith(mark)


async def test_replacing_all_is_one_step_back(person: Person, config: Path) -> None:
    person.drop(config)
    draft = await person.configure("tides")

    person.click(person.text)
    await person.press("Ctrl+H")
    await person.fill("Find", "npx")
    await person.fill("Replace with", "bunx")
    assert "2 hits" in person.reads(person.page) or "of 2" in person.reads(person.page)
    person.press_button("Replace all")

    await person.reads_back("Command", "bunx")
    assert draft.text == TEXT.replace("npx", "bunx")
    await person.press("Escape", "Ctrl+Z")
    await person.becomes(TEXT)
    await person.reads_back("Command", "npx")


async def test_ctrl_g_goes_to_a_line(person: Person, config: Path) -> None:
    person.drop(config)
    await person.configure("tides")

    person.click(person.text)
    await person.press("Ctrl+G")
    await person.write("13")
    await person.press("Return", "End")
    await person.write(", ")
    await person.press("Backspace", "Backspace")
    await person.write(" // slow")
    await person.save()

    assert config.read_text() == TEXT.replace(
        '"charts": {\n      "command": "npx"\n', '"charts": {\n      "command": "npx" // slow\n'
    )


async def test_a_broken_text_is_said_everywhere_and_mended_by_typing(
    person: Person, config: Path
) -> None:
    person.drop(config)
    draft = await person.configure("tides")

    person.put_cursor_behind('"command": "npx",')
    await person.press("Backspace", "Backspace")
    await until(lambda: READ_ONLY in person.reads(person.page), what="the notice")
    await person.settled()

    assert person.text.isVisible()
    assert person.window.text_side is not None
    assert person.window.text_side.problems.problems
    assert person.window.text_side.problems.isVisible()
    assert not person.find(QLineEdit, "Command").isEnabled()
    assert person.rows() == ["mcp.json", "tides", "charts"]

    await person.press("Ctrl+S")
    await until(lambda: "mcp.json was not saved: its text is broken" in person.reads())
    assert config.read_text() == TEXT

    await person.write('",')
    await until(lambda: READ_ONLY not in person.reads(person.page), what="the form")
    await person.settled()
    assert person.find(QLineEdit, "Command").isEnabled()
    assert not person.window.text_side.problems.isVisible()
    assert draft.text == TEXT


async def test_secrets_show_only_while_the_eye_is_held(person: Person, config: Path) -> None:
    person.drop(config)
    await person.configure("tides")
    value = person.line("Value of API_KEY")
    assert isinstance(value, QLineEdit)
    eyes = (
        person.button("Show value of API_KEY while held"),
        person.button("Show secrets while pressed", person.window.text_side),
    )

    def seen() -> str:
        return person.text.toPlainText() + value.displayText()

    assert HIDDEN not in seen()
    assert value.echoMode() is QLineEdit.EchoMode.Password
    for eye in eyes:
        QTest.mousePress(eye, LEFT)
        assert HIDDEN in seen()
        QTest.mouseRelease(eye, LEFT)
        assert HIDDEN not in seen()


async def test_editing_around_a_masked_secret_keeps_it(person: Person, config: Path) -> None:
    person.drop(config)
    await person.configure("tides")

    person.put_cursor_behind('"API_KEY')
    await person.write("_2")
    person.put_cursor_behind('"LEVEL": "debug')
    await person.press("Backspace")
    await person.save()

    assert HIDDEN not in person.text.toPlainText()
    wanted = TEXT.replace("API_KEY", "API_KEY_2").replace("debug", "debu")
    assert config.read_text() == wanted


async def test_a_cut_and_pasted_secret_comes_back_as_it_was(person: Person, config: Path) -> None:
    person.drop(config)
    draft = await person.configure("tides")

    person.put_cursor_behind('"API_KEY": ')
    await person.press("Shift+End", "Ctrl+X")
    assert HIDDEN not in draft.text
    await person.press("Ctrl+V")

    assert draft.text == TEXT
    assert HIDDEN not in person.text.toPlainText()


async def test_form_and_text_share_one_way_back(person: Person, config: Path) -> None:
    person.drop(config)
    draft = await person.configure("tides")

    await person.fill("Command", "uvx")
    await until(lambda: '"uvx"' in person.text.toPlainText(), what="the text")
    person.put_cursor_behind('"LEVEL": "debug')
    await person.write("ged")
    await person.reads_back("Value of LEVEL", "debugged")
    await person.fill("Argument 1", "--yes")
    await until(lambda: '"--yes"' in person.text.toPlainText(), what="the text")
    person.put_cursor_behind('"mcpServers": {')
    await person.write(" // all")
    await until(lambda: draft.is_settled)
    last = draft.text
    assert draft.unsaved == 4

    await person.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    await person.becomes(TEXT)
    assert not draft.undo_label
    await person.reads_back("Command", "npx")
    await person.press("Ctrl+Y", "Ctrl+Y", "Ctrl+Y", "Ctrl+Y")
    await person.becomes(last)
    await person.reads_back("Argument 1", "--yes")


async def test_by_keyboard_alone_from_the_list_to_a_saved_file(
    person: Person, config: Path
) -> None:
    person.drop(config)
    await person.press("Ctrl+6")
    await person.settled()

    for _ in range(60):
        if person.find(QLineEdit, "Command").hasFocus():
            break
        await person.press("Tab")
    assert person.find(QLineEdit, "Command").hasFocus()
    await person.press("Ctrl+A")
    await person.write("uvx")
    await person.save()

    assert config.read_text() == TEXT.replace('"npx",', '"uvx",')


async def test_escape_and_tab_leave_the_text(person: Person, config: Path) -> None:
    person.drop(config)
    draft = await person.configure("tides")
    for _ in range(80):
        if person.text.hasFocus():
            break
        await person.press("Tab")
    assert person.text.hasFocus()

    await person.press("Tab")
    assert person.text.hasFocus()
    assert draft.is_changed
    await person.press("Ctrl+Z", "Escape", "Tab")

    assert not person.text.hasFocus()
    await person.becomes(TEXT)


async def test_yaml_is_indented_and_saved_as_typed(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "agent.yaml"
    text = "mcpServers:\n  tides:  # quick\n    command: npx\n    args: [-y, tides]\n"
    path.write_text(text)
    person.drop(path)
    await person.configure("tides")

    person.put_cursor_behind("command: npx")
    await person.press("Return")
    await person.write("env:")
    await person.press("Return")
    await person.write("LEVEL: debug")
    await person.reads_back("Value of LEVEL", "debug")
    await person.save()

    wanted = "command: npx\n    env:\n      LEVEL: debug\n"
    assert path.read_text() == text.replace("command: npx\n", wanted)


async def test_a_broken_file_is_mended_on_its_own_page(person: Person, config: Path) -> None:
    config.write_text(TEXT.replace('"npx",', '"npx"', 1))
    person.drop(config)
    assert "Patchbay could not understand this file" in person.reads()
    assert person.rows() == ["mcp.json"]

    person.put_cursor_behind('"command": "npx"')
    await person.write(",")
    await until(lambda: person.rows()[1:] == ["tides", "charts"], what="the servers")
    await person.save()

    assert config.read_text() == TEXT
    assert "Patchbay could not understand this file" not in person.reads()


async def test_typing_goes_on_while_the_servers_are_out_of_the_text(
    person: Person, config: Path
) -> None:
    person.drop(config)
    await person.configure("charts")

    person.put_cursor_behind('"mcpServers')
    await person.press("Backspace")
    await until(lambda: person.rows() == ["mcp.json"], what="a file without servers")
    await person.write("s")

    await until(lambda: person.rows()[1:] == ["tides", "charts"], what="the servers")
    assert person.text.hasFocus()
    await person.becomes(TEXT)


async def test_typing_goes_on_when_the_server_in_sight_is_cut(person: Person, config: Path) -> None:
    person.drop(config)
    await person.configure("charts")

    person.put_cursor_behind('"charts": {')
    await person.press("Home", "Home", "Shift+Down", "Shift+Down", "Shift+Down", "Ctrl+X")
    await until(lambda: person.rows()[1:] == ["tides"], what="the row less")
    assert person.page.session.entry.name == "tides"
    await person.press("Ctrl+V")

    await until(lambda: person.rows()[1:] == ["tides", "charts"], what="the row again")
    assert person.text.hasFocus()
    await person.becomes(TEXT)
