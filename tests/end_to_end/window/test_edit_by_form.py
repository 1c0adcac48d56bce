"""Changing a server by its form: the text follows, and the file gets exactly that."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox

from patchbay.ui.dialogs.command_line_paste import CommandLineDialog
from patchbay.ui.servers.words import tail
from tests.end_to_end.window.person import LEFT, Person, until

COMMENTED = """\
{
  // the ones of the harbour
  "mcpServers": {
    "tides": {
      "command": "npx", // quick
      "args": ["-y", "tides", "--sea"],
      "env": {
        "LEVEL": "debug", /* loud */
        "PLACE": "harbour"
      },
      "request_timeout": 20
    },
    "charts": {"url": "https://example.org/mcp", "type": "http"}
  }
}
"""
YAML = """\
# the ones of the harbour
mcpServers:
  tides:
    command: npx  # quick
    args:
      - -y
      - tides
      - --sea
    env:
      LEVEL: debug  # loud
      PLACE: 'harbour'
    request_timeout: 20
"""
FORMS = {
    "commented": ("mcp.json", COMMENTED.encode()),
    "windows": ("mcp.json", b"\xef\xbb\xbf" + COMMENTED.replace("\n", "\r\n").encode()),
    "yaml": ("agent.yaml", YAML.encode()),
}
TABLES = {
    ".json": [('"tides", ', '"tide-tables", '), ('"harbour"', '"open sea"')],
    ".yaml": [("- tides\n", "- tide-tables\n"), ("'harbour'", "'open sea'")],
}
JSON_FORMS = ["commented", "windows"]


@pytest.fixture(params=FORMS.keys())
def any_config(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The same server in each way a config may be written."""
    name, data = FORMS[request.param]
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "mcp.json"
    path.write_text(COMMENTED)
    return path


def after(before: bytes, *changes: tuple[str, str]) -> bytes:
    """The same bytes but for these words, each of which is there once."""
    for old, new in changes:
        assert before.count(old.encode()) == 1, old
        before = before.replace(old.encode(), new.encode())
    return before


async def test_typing_into_the_fields_changes_exactly_their_bytes(
    person: Person, any_config: Path
) -> None:
    before = any_config.read_bytes()
    person.drop(any_config)
    await person.configure("tides")

    await person.fill("Command", "uvx")
    await person.fill("Argument 2", "tide-tables")
    await person.fill("Value of PLACE", "open sea")
    await person.fill("Call time-out", "45")
    assert any_config.read_bytes() == before
    await person.save()

    assert any_config.read_bytes() == after(
        before,
        ("npx", "uvx"),
        *TABLES[any_config.suffix],
        (": 20", ": 45"),
    )
    assert "not saved" not in person.reads(person.page)


async def test_what_is_typed_is_marked_in_the_text_beside_the_form(
    person: Person, config: Path
) -> None:
    person.drop(config)
    draft = await person.configure("tides")

    await person.fill("Value of LEVEL", "info")
    await until(lambda: '"LEVEL": "info"' in person.text.toPlainText(), what="the text")

    assert draft.marked is not None
    start, end = draft.marked
    assert draft.text[start:end] in '"info"'
    assert person.text.shown.line_at(start) == 8
    assert "1 edit not saved" in person.reads(person.page)


@pytest.mark.parametrize("any_config", JSON_FORMS, indirect=True)
async def test_arguments_are_added_by_mouse_and_by_enter(person: Person, any_config: Path) -> None:
    before = any_config.read_bytes()
    person.drop(any_config)
    await person.configure("tides")

    person.press_scrolled("Add argument")
    await person.write("--by-mouse")
    await person.press("Return")
    await person.write("--by-enter")
    await person.save()

    assert any_config.read_bytes() == after(
        before, ('"--sea"]', '"--sea", "--by-mouse", "--by-enter"]')
    )


async def test_arguments_are_moved_by_alt_down_and_by_dragging(
    person: Person, config: Path
) -> None:
    before = config.read_bytes()
    person.drop(config)
    await person.configure("tides")

    person.click(person.line("Argument 1"))
    await person.press("Alt+Down")
    await person.save()
    assert config.read_bytes() == after(before, ('"-y", "tides"', '"tides", "-y"'))

    grip, below = person.button("Move argument 1"), person.line("Argument 3")
    middle = grip.rect().center()
    QTest.mousePress(grip, LEFT, pos=middle)
    goal = grip.mapFromGlobal(below.mapToGlobal(below.rect().bottomLeft())) + QPoint(0, 4)
    QTest.mouseMove(grip, goal)
    QTest.mouseRelease(grip, LEFT, pos=goal)
    await person.save()

    assert config.read_bytes() == after(
        before, ('"-y", "tides", "--sea"', '"-y", "--sea", "tides"')
    )


@pytest.mark.parametrize("any_config", JSON_FORMS, indirect=True)
async def test_variables_are_removed_and_added(person: Person, any_config: Path) -> None:
    before = any_config.read_bytes()
    person.drop(any_config)
    await person.configure("tides")

    person.press_scrolled("Remove PLACE")
    person.press_scrolled("Add variable")
    await person.write("COLOUR")
    await person.press("Tab")
    await person.write("blue")
    await person.save()

    assert any_config.read_bytes() == after(before, ('"PLACE": "harbour"', '"COLOUR": "blue"'))


async def test_another_transport_is_chosen_and_a_server_disabled(
    person: Person, config: Path
) -> None:
    before = config.read_bytes()
    person.drop(config)
    await person.configure("charts")

    person.click(person.button("sse"))
    person.click(person.find(QCheckBox, "Disabled"))
    await person.save()

    assert config.read_bytes() == after(
        before, ('"type": "http"}', '"type": "sse", "disabled": true}')
    )
    assert tail(person.session("charts")) == "disabled"


async def test_undo_goes_back_step_by_step_to_the_first_bytes_and_redo_forth(
    person: Person, any_config: Path
) -> None:
    before = any_config.read_bytes()
    person.drop(any_config)
    draft = await person.configure("tides")
    states = [draft.text]
    for field, words in (("Command", "uvx"), ("Value of LEVEL", "info"), ("Call time-out", "9")):
        await person.fill(field, words)
        await until(lambda: draft.text != states[-1], what="the step")
        states.append(draft.text)
    person.window.sidebar.list.setFocus()

    for state in reversed(states[:-1]):
        await person.press("Ctrl+Z")
        await person.becomes(state)
    await person.reads_back("Command", "npx")
    await person.reads_back("Call time-out", "20 s")
    assert not draft.is_changed

    await person.press("Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+Y")
    await person.becomes(states[-1])
    await person.reads_back("Command", "uvx")
    await person.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    await person.becomes(states[0])
    assert any_config.read_bytes() == before


async def test_ctrl_z_in_a_field_takes_its_typing_back_first(person: Person, config: Path) -> None:
    before = config.read_bytes()
    person.drop(config)
    draft = await person.configure("tides")

    await person.fill("Command", "uvx")
    await until(lambda: draft.is_changed)
    await person.press("Ctrl+Z", "Ctrl+Z")

    await person.reads_back("Command", "npx")
    await until(lambda: not draft.is_changed, what="the way back")
    assert draft.text.encode() == before


async def test_the_last_letters_before_saving_are_saved_too(person: Person, config: Path) -> None:
    before = config.read_bytes()
    person.drop(config)
    draft = await person.configure("tides")

    await person.fill("Command", "uv")
    await person.save()
    assert config.read_bytes() == after(before, ("npx", "uv"))

    await person.write("x")
    await until(lambda: draft.is_changed, what="the edit")
    await person.write("y")
    person.press_button("Save")
    await until(lambda: not draft.is_changed, what="the save")

    assert config.read_bytes() == after(before, ("npx", "uvxy"))


async def test_ctrl_s_without_an_edit_leaves_the_file_alone(person: Person, config: Path) -> None:
    stat = config.stat()
    person.drop(config)
    await person.configure("tides")

    await person.press("Ctrl+S")
    await person.fill("Command", "npx")
    await person.press("Ctrl+S")
    await person.settled()

    assert config.stat() == stat


async def test_what_cannot_be_written_is_said_under_its_field(person: Person, config: Path) -> None:
    before = config.read_bytes()
    person.drop(config)
    draft = await person.configure("tides")

    await person.fill("Call time-out", "soon")
    await person.fill("Name of variable LEVEL", "PLACE")
    await person.press("Tab")

    await until(lambda: "Needs a number of seconds" in person.reads(person.page))
    assert "There is another variable called PLACE" in person.reads(person.page)
    assert not draft.is_changed
    assert config.read_bytes() == before


async def test_arguments_are_added_and_removed_by_keys(person: Person, config: Path) -> None:
    before = config.read_bytes()
    person.drop(config)
    await person.configure("tides")

    person.click(person.line("Argument 1"))
    await person.press("Alt+Insert")
    await person.write("--new")
    person.click(person.line("Argument 3"))
    await person.press("Alt+Delete")
    await person.save()

    assert config.read_bytes() == after(before, ('"-y", "tides"', '"-y", "--new"'))


async def test_a_variable_is_renamed_in_its_place(person: Person, any_config: Path) -> None:
    before = any_config.read_bytes()
    person.drop(any_config)
    await person.configure("tides")

    await person.fill("Name of variable LEVEL", "DEPTH")
    await person.press("Tab")
    await person.save()

    assert any_config.read_bytes() == after(before, ("LEVEL", "DEPTH"))


async def test_a_pasted_command_line_replaces_the_old_one_in_one_step(
    person: Person, config: Path
) -> None:
    person.drop(config)
    draft = await person.configure("tides")

    person.press_scrolled("Paste a command line")
    dialog = await person.dialog(CommandLineDialog)
    await person.write("COLOUR=blue uvx 'deep sea'")
    person.click(dialog.main)
    await person.reads_back("Command", "uvx")
    await person.reads_back("Value of COLOUR", "blue")

    assert person.session("tides").entry.args == ("deep sea",)
    assert draft.unsaved == 1
    person.click_row("tides")
    await person.press("Ctrl+Z")
    await person.becomes(COMMENTED)


async def test_a_time_out_that_is_emptied_goes_from_the_file(person: Person, config: Path) -> None:
    before = config.read_bytes()
    person.drop(config)
    await person.configure("tides")

    person.click(person.line("Call time-out"))
    await person.press("Ctrl+A", "Delete", "Tab")
    await person.save()

    assert config.read_bytes() == after(before, ('},\n      "request_timeout": 20', "}"))
