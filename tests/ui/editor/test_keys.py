"""What the keys of the editor do to the text."""

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.editing.splice import Splice
from patchbay.ui.controls import column
from patchbay.ui.editor import CodeEditor, ShownText, TextPane, shown_text
from patchbay.ui.editor.slicing import slice_around
from tests.ui.editor.editors import Written, an_editor, chosen, held, place
from tests.ui.waiting import until

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
CRLF = "\r\n"
HIDDEN = "sk-0123456789"
MASKED = f'{{"KEY": "{HIDDEN}", "b": 1}}'


def masked(qtbot: QtBot) -> CodeEditor:
    start = MASKED.index(HIDDEN)
    return an_editor(qtbot, MASKED, masks=[(start, start + len(HIDDEN))])


def paste(editor: CodeEditor, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    editor.paste()


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ('{\n  "a": {\n    "b": 1\n  }\n}', "  "),
        ('{\n    "a": {\n        "b": 1\n    }\n}', "    "),
        ('{\n\t"a": {\n\t\t"b": 1\n\t}\n}', "\t"),
        ("{}", "  "),
    ],
)
def test_the_unit_of_indentation_is_the_file_s_own(text: str, unit: str, qtbot: QtBot) -> None:
    assert an_editor(qtbot, text).unit == unit


def test_tab_inserts_up_to_the_next_stop(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{\n    "a": 1\n}')
    place(editor, '"a"')
    QTest.keyClick(editor, Key.Key_Tab)
    place(editor, " 1")
    QTest.keyClick(editor, Key.Key_Tab)

    assert editor.shown.text == '{\n        "a":    ' + " 1\n}"


def test_tab_indents_the_selected_lines_as_one_step_and_shift_tab_takes_it_back(
    qtbot: QtBot,
) -> None:
    text = '{\r\n  "a": 1,\r\n\r\n  "b": 2\r\n}'
    editor = an_editor(qtbot, text)
    owner = Written(editor)
    chosen(editor, '"a": 1,\r\n\r\n  "b"')

    QTest.keyClick(editor, Key.Key_Tab)
    assert owner.text == '{\r\n    "a": 1,\r\n\r\n    "b": 2\r\n}'
    assert len(owner.steps) == 1
    assert editor.shown.text[slice(*editor.selection)] == '"a": 1,\r\n\r\n    "b"'

    QTest.keyClick(editor, Key.Key_Backtab, SHIFT)
    assert owner.text == text
    assert len(owner.steps) == 2


@pytest.mark.parametrize(
    ("before", "after", "yaml"),
    [
        ('  "a": {|', '  "a": {\n    |', False),
        ('  "a": {|}', '  "a": {\n    |\n  }', False),
        ('  "a": [ // why|', '  "a": [ // why\n    |', False),
        ('  "a": "{"|', '  "a": "{"\n  |', False),
        ('  "a": 1,|', '  "a": 1,\n  |', False),
        ('  "a":|', '  "a":\n  |', False),
        ("  a:|", "  a:\n    |", True),
        ("\t|x", "\t\n\t|x", False),
    ],
)
def test_enter_keeps_the_indentation_and_goes_deeper_behind_an_opener(
    before: str, after: str, yaml: bool, qtbot: QtBot
) -> None:
    editor = an_editor(qtbot, before.replace("|", ""), yaml=yaml)
    editor.unit = "  "
    at = before.index("|")
    editor.select((at, at))

    QTest.keyClick(editor, Key.Key_Return)

    assert editor.shown.text == after.replace("|", "")
    assert editor.selection[0] == after.index("|")


def test_a_line_break_ends_as_the_lines_around_it(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "a\r\nb\rc\nd")
    for words in ("b", "c", "d"):
        place(editor, words, after=True)
        QTest.keyClick(editor, Key.Key_Return, SHIFT)

    assert editor.shown.text == "a\r\nb\r\n\rc\n\nd\n"
    assert held(editor) == "a\nb\n\nc\n\nd\n"


def test_a_closing_bracket_comes_out_to_the_line_that_opened_it(qtbot: QtBot) -> None:
    text = '{\n  "a": [\n    "]",\n    '
    editor = an_editor(qtbot, text)
    editor.select((len(text), len(text)))

    QTest.keyClicks(editor, "]")
    QTest.keyClick(editor, Key.Key_Return)
    QTest.keyClicks(editor, "}")

    assert editor.shown.text == '{\n  "a": [\n    "]",\n  ]\n}'


def test_home_goes_to_the_first_letter_and_then_to_the_edge(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "{\n    abc\n}")
    place(editor, "c")
    stops: list[int] = []
    for _ in range(3):
        QTest.keyClick(editor, Key.Key_Home)
        stops.append(editor.selection[0])
    QTest.keyClick(editor, Key.Key_End, SHIFT)

    assert stops == [6, 2, 6]
    assert editor.selection == (6, 9)


def test_undo_and_redo_are_only_asked_for(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "abc")
    wanted: list[str] = []
    editor.undo_wanted.connect(lambda: wanted.append("undo"))
    editor.redo_wanted.connect(lambda: wanted.append("redo"))
    QTest.keyClicks(editor, "x")

    QTest.keyClick(editor, Key.Key_Z, CTRL)
    QTest.keyClick(editor, Key.Key_Y, CTRL)
    QTest.keyClick(editor, Key.Key_Z, CTRL | SHIFT)

    assert wanted == ["undo", "redo", "redo"]
    assert editor.shown.text == "xabc"


def test_the_menu_offers_what_can_be_done(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "abc")
    chosen(editor, "b")
    editor.set_history(undo=True, redo=False)

    def offered() -> dict[str, bool]:
        acts = editor.menu().actions()
        return {act.text(): act.isEnabled() for act in acts if not act.isSeparator()}

    QGuiApplication.clipboard().setText("x")
    assert offered() == {
        "Undo": True,
        "Redo": False,
        "Cut": True,
        "Copy": True,
        "Paste": True,
        "Select all": True,
    }
    editor.set_read_only("It is being saved.")
    assert [words for words, enabled in offered().items() if enabled] == ["Copy", "Select all"]


async def test_escape_and_tab_leave_the_editor(qtbot: QtBot) -> None:
    page, field = QWidget(), QLineEdit()
    qtbot.addWidget(page)
    editor = CodeEditor()
    editor.show_text(shown_text("abc"))
    page.setLayout(column(editor, field))
    page.show()
    page.activateWindow()
    editor.setFocus()
    await until(lambda: page.isActiveWindow() and editor.hasFocus())
    assert "Escape" in editor.accessibleDescription()

    QTest.keyClick(editor, Key.Key_Escape)
    QTest.keyClick(editor, Key.Key_Right)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.hasFocus()
    assert editor.shown.text == "a bc"

    QTest.keyClick(editor, Key.Key_Escape)
    QTest.keyClick(editor, Key.Key_Tab)
    await until(field.hasFocus)
    assert editor.shown.text == "a bc"


def test_pasted_line_ends_become_the_file_s(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "a\r\nb\r\n")
    owner = Written(editor)
    chosen(editor, "b")

    paste(editor, "x\ny\rz\r\n\u00a0\u2028")

    assert owner.text == "a\r\nx\r\ny\r\nz\r\n\u00a0\u2028\r\n"
    assert len(owner.steps) == 1


def test_copying_a_masked_secret_copies_dots(qtbot: QtBot) -> None:
    editor = masked(qtbot)
    editor.selectAll()
    editor.copy()
    assert QGuiApplication.clipboard().text() == MASKED.replace(HIDDEN, "•" * len(HIDDEN))

    editor.reveal(secrets=True)
    editor.copy()
    assert QGuiApplication.clipboard().text() == MASKED


def test_a_masked_secret_that_was_cut_is_pasted_as_it_was_and_still_masked(qtbot: QtBot) -> None:
    editor = masked(qtbot)
    chosen(editor, f'"KEY": "{HIDDEN}", ')
    editor.cut()
    assert HIDDEN not in editor.shown.text
    place(editor, "}")
    editor.paste()

    assert editor.shown.text == f'{{"b": 1"KEY": "{HIDDEN}", }}'
    assert HIDDEN not in held(editor)


def test_a_masked_secret_is_pasted_into_another_config_as_it_is(qtbot: QtBot) -> None:
    other = an_editor(qtbot, "{}\r\n")
    editor = an_editor(qtbot, MASKED.replace(", ", ",\n"), masks=masked(qtbot).shown.masks)
    editor.selectAll()
    editor.copy()

    other.select((1, 1))
    other.paste()

    assert other.shown.text == f"{{{MASKED.replace(', ', f',{CRLF}')}}}{CRLF}"
    assert HIDDEN not in held(other)


def test_dots_that_stand_for_a_secret_nobody_knows_are_refused_in_words(qtbot: QtBot) -> None:
    pane = TextPane("JSON")
    qtbot.addWidget(pane)
    pane.show()
    pane.show_text(shown_text("{}"))
    told: list[str] = []
    pane.editor.refused.connect(told.append)

    paste(pane.editor, '"KEY": "•••••••"')
    assert pane.editor.shown.text == "{}"
    assert told == ["This was copied with its secrets masked; press the eye while copying."]
    assert any(told[0] == label.text() for label in pane.findChildren(QLabel) if label.isVisible())

    paste(pane.editor, '"KEY"')
    assert pane.editor.shown.text == '"KEY"{}'
    assert not any(told[0] == each.text() for each in pane.findChildren(QLabel) if each.isVisible())


def test_dots_of_the_text_itself_are_copied_and_pasted(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "••••••\n")
    editor.selectAll()
    editor.copy()
    place(editor, "\n", after=True)
    editor.paste()

    assert editor.shown.text == "••••••\n••••••\n"


def test_typing_inside_a_masked_secret_changes_the_true_text(qtbot: QtBot) -> None:
    editor = masked(qtbot)
    owner = Written(editor)
    start = MASKED.index(HIDDEN)
    editor.select((start + 3, start + 3))

    QTest.keyClick(editor, Key.Key_Backspace)
    QTest.keyClicks(editor, "x")
    QTest.keyClick(editor, Key.Key_Delete)

    assert owner.text == MASKED.replace("sk-0", "skx")
    assert owner.steps[0] == (Splice(start + 2, "-", ""),)
    assert held(editor) == MASKED.replace(HIDDEN, "•" * (len(HIDDEN) - 1))


def test_typing_beside_a_masked_secret_is_seen(qtbot: QtBot) -> None:
    editor = masked(qtbot)
    place(editor, HIDDEN)
    QTest.keyClicks(editor, "<")
    place(editor, HIDDEN, after=True)
    QTest.keyClicks(editor, ">")

    assert editor.shown.text == MASKED.replace(HIDDEN, f"<{HIDDEN}>")
    assert held(editor) == MASKED.replace(HIDDEN, f"<{'•' * len(HIDDEN)}>")


def test_dropped_text_is_written_where_it_falls(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "ab\r\ncd")
    owner = Written(editor)
    data = QMimeData()
    data.setText("x\ny")
    point = QPointF(editor.cursorRect().bottomRight())
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    drop = QDropEvent(point, copy, data, left, Qt.KeyboardModifier.NoModifier)

    editor.dropEvent(drop)

    assert drop.isAccepted()
    assert owner.text == "x\r\nyab\r\ncd"


@pytest.mark.parametrize(
    ("to", "after"),
    [("{", f'"KEY": "{HIDDEN}", {{"b": 1}}'), ("}", f'{{"b": 1"KEY": "{HIDDEN}", }}')],
)
def test_a_selection_that_is_dragged_moves_with_its_secrets_in_one_step(
    to: str, after: str, qtbot: QtBot
) -> None:
    editor = masked(qtbot)
    owner = Written(editor)
    chosen(editor, f'"KEY": "{HIDDEN}", ')

    editor.drop(QMimeData(), MASKED.index(to), moving=True)

    assert owner.text == after
    assert len(owner.steps) == 1
    assert held(editor) == after.replace(HIDDEN, "•" * len(HIDDEN))


def test_what_becomes_a_secret_while_it_is_typed_is_masked_at_once(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{"KEY": ""}')

    def mask(_splice: Splice) -> None:
        text = editor.shown.text
        start, end = text.index(': "') + 3, text.index('"}')
        masks = [(start, end)] if end - start >= 6 else []
        editor.show_text(ShownText(text, slice_around(text), masks))

    editor.edited.connect(mask)
    owner = Written(editor)
    place(editor, '"}')
    QTest.keyClicks(editor, "abc def")
    QTest.keyClick(editor, Key.Key_Backspace)
    QTest.keyClicks(editor, "g")

    assert owner.text == '{"KEY": "abc deg"}'
    assert held(editor) == '{"KEY": "•••••••"}'


def test_nothing_is_written_into_a_text_that_can_only_be_read(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "abc")
    editor.set_read_only("It is being saved.")
    owner = Written(editor)
    for key in (Key.Key_X, Key.Key_Return, Key.Key_Backspace, Key.Key_Delete):
        QTest.keyClick(editor, key)
    paste(editor, "x")
    assert owner.steps == []
    assert held(editor) == "abc"

    editor.set_read_only("")
    QTest.keyClicks(editor, "x")
    assert owner.text == "xabc"
