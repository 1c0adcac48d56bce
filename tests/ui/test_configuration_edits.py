"""The page on which form and text are changed, each following the other."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from patchbay.core.drafts.draft import Draft
from patchbay.ui.configuration import ConfigurationPage
from tests.ui.config_stories import (
    BROKEN,
    CONFIG,
    broken_file,
    change,
    drafted,
    large_text,
    page_of,
)
from tests.ui.configuration_reading import (
    barred_lines,
    button,
    child,
    field,
    looked,
    marked_lines,
    press,
    show,
    type_in_text,
    type_over,
    words,
)
from tests.ui.waiting import until

LEVEL = "Value of LOG_LEVEL"
TOKEN = "sk-live-abcdef0123456789abcdef"  # noqa: S105 - that of the example
TWICE = '{"mcpServers": {"a": {"command": "uvx", "cwd": "/a", "cwd": "/b"}}}'


async def opened(
    qtbot: QtBot, folder: Path, text: str = CONFIG, name: str = "weather"
) -> tuple[ConfigurationPage, Draft]:
    draft = drafted(folder, text)
    return await looked(page_of(folder, draft, name), qtbot), draft


async def test_typing_in_the_form_changes_the_text_beside_it_and_marks_it(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page, draft = await opened(qtbot, tmp_path)

    type_over(field(page, LEVEL), "error")
    await until(lambda: page.settled and draft.is_changed)

    assert draft.text == CONFIG.replace('"debug"', '"error"')
    editor = page.text.pane.editor
    assert editor.shown.text == draft.text
    assert marked_lines(editor) == [17]
    assert "1 edit not saved" in words(page.head)
    assert draft.path.read_text() == CONFIG


async def test_what_the_form_has_written_is_brought_into_sight(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page, _ = await opened(qtbot, tmp_path)
    page.resize(690, 500)
    editor = page.text.pane.editor
    editor.verticalScrollBar().setValue(editor.verticalScrollBar().maximum())
    assert 17 not in {line.number for line in editor.lines_in_sight()}

    type_over(field(page, LEVEL), "error")

    await until(lambda: 17 in {line.number for line in editor.lines_in_sight()})


async def test_slow_typing_in_one_field_is_one_edit(qtbot: QtBot, tmp_path: Path) -> None:
    page, draft = await opened(qtbot, tmp_path)

    for text in ("error", "warning"):
        type_over(field(page, LEVEL), text)
        await until(lambda text=text: f'"{text}", //' in draft.text)

    assert draft.unsaved == 1
    draft.undo()
    assert draft.text == CONFIG


async def test_what_the_server_gets_follows_the_form(qtbot: QtBot, tmp_path: Path) -> None:
    page, _ = await opened(qtbot, tmp_path)

    type_over(field(page, LEVEL), "error")

    await until(lambda: child(page)["LOG_LEVEL"] == ("error", "this entry"))


async def test_typing_in_the_text_changes_the_form_once_the_person_pauses(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page, draft = await opened(qtbot, tmp_path)
    line = field(page, LEVEL)

    type_in_text(page, "debug", "warning")

    assert draft.text == CONFIG.replace('"debug"', '"warning"')
    assert line.text() == "debug"
    await until(lambda: line.text() == "warning")
    assert "1 edit not saved" in words(page.head)


async def test_lines_typed_above_an_entry_move_its_bar_along(qtbot: QtBot, tmp_path: Path) -> None:
    page, draft = await opened(qtbot, tmp_path)
    editor = page.text.pane.editor

    editor.setFocus()
    editor.select((2, 2))
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert barred_lines(editor) == list(range(12, 26))
    await until(lambda: draft.is_settled and page.settled)

    assert barred_lines(editor) == list(range(12, 26))


async def test_the_undo_button_takes_back_an_edit_of_the_form(qtbot: QtBot, tmp_path: Path) -> None:
    page, draft = await opened(qtbot, tmp_path)
    assert not button(page.text, "Undo").isEnabled()
    type_over(field(page, LEVEL), "error")
    await until(lambda: draft.is_changed)

    press(page.text, "Undo")

    assert draft.text == CONFIG
    await until(lambda: field(page, LEVEL).text() == "debug")
    assert "not saved" not in words(page.head)
    press(page.text, "Redo")
    await until(lambda: field(page, LEVEL).text() == "error")


async def test_ctrl_z_in_the_text_takes_back_an_edit_of_the_form(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page, draft = await opened(qtbot, tmp_path)
    type_over(field(page, LEVEL), "error")
    await until(lambda: draft.is_changed)
    editor = page.text.pane.editor

    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert draft.text == CONFIG
    await until(lambda: field(page, LEVEL).text() == "debug")


async def test_a_refused_edit_is_said_in_the_form_and_changes_nothing(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page, draft = await opened(qtbot, tmp_path, TWICE, "a")

    type_over(field(page, "Folder"), "/c")
    await until(lambda: "its name is written twice" in words(page.form))

    assert draft.text == TWICE
    assert field(page, "Folder").text() == "/c"
    assert not draft.is_changed


async def test_an_edit_of_the_form_meets_what_was_typed_meanwhile(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page, draft = await opened(qtbot, tmp_path)

    type_over(field(page, LEVEL), "error")
    type_in_text(page, "metric", "imperial")
    await until(lambda: '"error"' in draft.text)

    assert draft.text == CONFIG.replace("metric", "imperial").replace('"debug"', '"error"')
    assert page.text.pane.editor.shown.text == draft.text


async def test_text_that_is_broken_locks_the_form_until_it_is_mended(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page, draft = await opened(qtbot, tmp_path)

    type_in_text(page, '"env": {', '"env" ')
    await until(lambda: page.form.is_read_only and page.settled)
    assert page.problems == draft.file.problems
    assert "The text is broken" in words(page.form)
    assert TOKEN not in words(page)
    press(page.text, "Undo")
    await until(lambda: not page.form.is_read_only and page.settled)

    assert draft.text == CONFIG
    assert [problem.place.line for problem in page.problems if problem.place] == [23]
    assert "The text is broken" not in words(page.form)


async def test_secrets_stay_hidden_whatever_is_typed(qtbot: QtBot, tmp_path: Path) -> None:
    page, draft = await opened(qtbot, tmp_path)

    def check() -> bool:
        assert TOKEN not in words(page)
        return page.settled

    type_in_text(page, '"env"', '"env')
    await until(check)
    draft.undo()
    check()
    type_in_text(page, f'        "SENTRY_TOKEN": "{TOKEN}"', " ")
    await until(check)
    draft.undo()
    check()
    await until(check)


async def test_a_secret_written_in_the_form_is_hidden_in_the_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page, draft = await opened(qtbot, tmp_path)
    line = field(page, "Value of SENTRY_TOKEN")

    type_over(line, "sk-other-0123456789")
    await until(lambda: "sk-other-0123456789" in draft.text and page.settled)

    assert "sk-other" not in page.text.pane.editor.toPlainText()
    assert line.echoMode() is QLineEdit.EchoMode.Password


async def test_a_secret_in_a_large_file_is_hidden_while_it_is_typed_into(
    qtbot: QtBot, tmp_path: Path
) -> None:
    draft = drafted(tmp_path, large_text())
    page = await looked(page_of(tmp_path, draft, "weather"), qtbot)

    change(draft, "// 0 ", "// 00 ")
    page.text.go_to(draft.file.entry("filesystem").place)
    page.text.pane.editor.slice_wanted.emit(1)
    page.text.pane.editor.slice_wanted.emit(4_015)
    assert TOKEN not in words(page)
    await until(lambda: page.settled)

    assert TOKEN not in words(page)
    assert page.text.pane.editor.shown.text == draft.text


async def test_a_page_made_while_the_text_is_read_hides_secrets_too(
    qtbot: QtBot, tmp_path: Path
) -> None:
    draft = drafted(tmp_path)
    change(draft, "metric", "imperial")
    page = page_of(tmp_path, draft, "weather")
    show(page, qtbot)
    assert TOKEN not in words(page)

    await until(lambda: page.settled)

    assert TOKEN not in words(page)
    assert "imperial" in page.text.pane.editor.toPlainText()


async def test_the_page_of_a_broken_file_becomes_whole_when_its_text_is_mended(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = broken_file(tmp_path)
    show(page, qtbot)
    await until(lambda: page.settled)
    assert "Patchbay could not understand this file" in words(page)
    place = BROKEN.index("}\n ")

    editor = page.text.pane.editor
    editor.setFocus()
    editor.select((place, place + len("}\n ")))
    QTest.keyClicks(editor, '], "env')
    await until(lambda: page.draft.file.parsed)

    assert [entry.name for entry in page.draft.file.entries][1] == "weather"
    assert "could not understand" not in words(page)
    assert page.text.problems.problems == page.draft.file.problems
    assert TOKEN not in words(page)


async def test_a_file_that_others_changed_is_shown_anew(qtbot: QtBot, tmp_path: Path) -> None:
    page, draft = await opened(qtbot, tmp_path)

    draft.path.write_text(CONFIG.replace('"debug"', '"error"'))
    await draft.look()
    await until(lambda: page.settled)

    assert '"error"' in page.text.pane.editor.toPlainText()
    assert field(page, LEVEL).text() == "error"
    assert not draft.is_changed


async def test_saving_and_reviewing_are_asked_of_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    wanted: list[str] = []
    draft = drafted(tmp_path)
    page = await looked(page_of(tmp_path, draft, "weather", wanted=wanted), qtbot)
    type_over(field(page, LEVEL), "error")
    await until(lambda: draft.is_changed)

    for name in ("Review diff", "Save", "Versions of this file", "Paste a command line"):
        press(page, name)
    await until(lambda: len(wanted) == 4)

    assert wanted == ["review", "save", "versions", "command line"]


async def test_allowing_a_blocked_program_is_asked_of_the_window(
    qtbot: QtBot, tmp_path: Path
) -> None:
    wanted: list[str] = []
    page = await looked(page_of(tmp_path, drafted(tmp_path), "scripts", wanted=wanted), qtbot)

    press(page.form, "Allow…")
    await until(lambda: wanted == ["allow"])


async def test_what_was_saved_is_not_told_as_unsaved(qtbot: QtBot, tmp_path: Path) -> None:
    page, draft = await opened(qtbot, tmp_path)
    type_over(field(page, LEVEL), "error")
    await until(lambda: draft.is_changed)

    await draft.save()

    assert draft.path.read_text() == CONFIG.replace('"debug"', '"error"')
    assert "not saved" not in words(page.head)
    assert not button(page.head, "Save").isEnabled()


async def test_moving_secrets_is_the_business_of_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    wanted: list[str] = []
    page = page_of(tmp_path, drafted(tmp_path), "weather", wanted=wanted)
    await looked(page, qtbot)

    press(page, "Move secrets…")

    assert wanted == ["move secrets"]
