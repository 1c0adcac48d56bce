"""How the editor shows a text: its place, its notes, a part of a large one."""

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from patchbay.core.config.model import Place, Problem, Severity
from patchbay.ui import theme
from patchbay.ui.editor import LARGE, CodeEditor, ShownText, TextPane, shown_text
from patchbay.ui.editor.gutter import GutterLine
from patchbay.ui.editor.slicing import slice_around
from tests.ui.editor.editors import an_editor, held, place, silent
from tests.ui.waiting import until

CTRL = Qt.KeyboardModifier.ControlModifier
LINES = "".join(f'  "name-{number}": "value", // {number}\n' for number in range(400))
HUGE = "".join(f'  "name-{number}": "value", // {number}\n' for number in range(20_000))
PROBLEM = Problem(Severity.ERROR, "This is <b>wrong</b>", "Write it right.", Place(2, 3))


def laid(editor: CodeEditor, colour: str) -> list[str]:
    """The words with a ground or an underline of this colour."""
    wanted = theme.colour(colour)
    found: list[str] = []
    for each in editor.extraSelections():
        look = each.format
        if wanted in (look.background().color(), look.underlineColor()):
            found.append(each.cursor.selectedText())
    return found


def gutter(editor: CodeEditor) -> dict[int, GutterLine]:
    return {line.number: line for line in editor.lines_in_sight()}


def answered(editor: CodeEditor) -> list[int]:
    """Give the editor every slice it asks for; tells which were."""
    asked: list[int] = []

    def answer(line: int) -> None:
        asked.append(line)
        editor.show_text(shown_text(editor.shown.text, line))

    editor.slice_wanted.connect(answer)
    return asked


def test_cursor_and_lines_stay_when_the_text_changes_above_them(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, LINES)
    editor.go_to(Place(200, 5))
    top = editor.first_shown_line
    where = editor.shown.text[editor.cursor_offset :][:20]

    with silent(editor):
        editor.show_text(editor.shown.follow("// one\n// two\n" + LINES))

    assert editor.first_shown_line == top + 2
    assert editor.shown.text[editor.cursor_offset :][:20] == where


def test_revealing_secrets_moves_nothing_and_lasts_through_changes(qtbot: QtBot) -> None:
    start = LINES.index("value", 9_000)
    editor = an_editor(qtbot, LINES, masks=[(start, start + 5)])
    editor.select((start, start + 5))
    top = editor.first_shown_line
    assert held(editor).count("•") == 5

    with silent(editor):
        editor.reveal(secrets=True)
        assert held(editor) == LINES
        editor.show_text(ShownText(LINES + "\n", slice_around(LINES + "\n"), [(start, start + 5)]))
        assert "•" not in held(editor)
        editor.reveal(secrets=False)

    assert held(editor).count("•") == 5
    assert (editor.first_shown_line, editor.selection) == (top, (start, start + 5))


def test_a_problem_is_underlined_and_its_number_tells_it(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{\n  "a": 1\n}')
    editor.set_problems([PROBLEM])

    assert laid(editor, "danger") == ['"a"']
    assert gutter(editor)[2].colour == "danger"
    assert gutter(editor)[2].tip == "This is <b>wrong</b>\nWrite it right."
    assert gutter(editor)[1].tip == ""


def test_a_problem_goes_along_with_what_is_typed_before_it(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{\n  "a": 1\n}')
    editor.set_problems([PROBLEM])
    editor.select((1, 1))
    QTest.keyClick(editor, Qt.Key.Key_Return)

    assert laid(editor, "danger") == ['"a"']
    assert gutter(editor)[3].colour == "danger"


async def test_hovering_a_problem_shows_its_words_and_no_markup(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{\n  "a": 1\n}')
    editor.set_problems([PROBLEM])
    place(editor, "a")
    point = editor.cursorRect().center()

    QApplication.sendEvent(
        editor.viewport(),
        QHelpEvent(QEvent.Type.ToolTip, point, editor.viewport().mapToGlobal(point)),
    )

    await until(QToolTip.isVisible)
    assert "This is &lt;b&gt;wrong&lt;/b&gt;<br>Write it right." in QToolTip.text()
    QToolTip.hideText()
    await until(lambda: not QToolTip.isVisible())


def test_the_edited_span_is_marked_in_text_and_gutter(qtbot: QtBot) -> None:
    text = '{\n  "a": 1\n}'
    editor = an_editor(qtbot, text)
    editor.clearFocus()
    start = text.index('"a"')
    editor.mark((start, start + 3))

    assert laid(editor, "accent") == ['"a"']
    assert [line.number for line in gutter(editor).values() if line.ground] == [2]

    editor.mark(None)
    assert laid(editor, "accent") == []


def test_the_lines_of_the_entry_have_a_bar_and_follow_edits(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "a\nb\nc\nd\n")
    editor.set_entry_lines((2, 3))
    assert [line.number for line in gutter(editor).values() if line.has_bar] == [2, 3]

    place(editor, "b", after=True)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    place(editor, "a", after=True)
    QTest.keyClick(editor, Qt.Key.Key_Return)

    assert [line.number for line in gutter(editor).values() if line.has_bar] == [3, 4, 5]


async def test_the_bracket_beside_the_cursor_and_its_other_one_are_marked(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{"a": "}", /* } */ "b": [1]} // }')
    editor.activateWindow()
    await until(editor.hasFocus)
    editor.select((0, 0))
    QTest.keyClick(editor, Qt.Key.Key_Right)

    marked = [each for each in editor.extraSelections() if each.format.fontUnderline()]
    assert [each.cursor.selectionStart() for each in marked] == [0, 27]


def test_lines_keep_their_colours_when_they_are_edited(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{\n"key": "\U0001f600 text"\n}')
    place(editor, '"key"')
    QTest.keyClicks(editor, " ")

    formats = editor.document().findBlockByNumber(1).layout().formats()
    ink = {(each.start, each.length): each.format.foreground().color() for each in formats}  # pyright: ignore[reportAttributeAccessIssue] - the stubs lack them
    assert ink[1, 5] == theme.colour("syn_key")
    assert ink[8, 9] == theme.colour("syn_str")


def test_what_a_new_comment_swallows_changes_its_colour(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{\n"key": 1\n}')
    editor.select((1, 1))
    QTest.keyClicks(editor, "/*")

    formats = editor.document().findBlockByNumber(1).layout().formats()
    assert [each.format.foreground().color() for each in formats] == [theme.colour("syn_com")]  # pyright: ignore[reportAttributeAccessIssue] - the stubs lack it


def test_of_a_large_text_the_lines_around_a_line_are_shown_with_their_own_numbers(
    qtbot: QtBot,
) -> None:
    editor = an_editor(qtbot, "x")
    editor.show_text(shown_text(HUGE, 15_000))
    asked = answered(editor)
    editor.go_to(Place(15_001, 3))

    assert asked == []
    assert len(held(editor)) <= LARGE
    assert editor.textCursor().block().text() == '  "name-15000": "value", // 15000'
    assert gutter(editor)[15_001].number == 15_001


def test_going_to_a_line_outside_asks_for_its_slice_and_arrives(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, HUGE)
    asked = answered(editor)

    with silent(editor):
        editor.go_to(Place(18_001, 3))

    assert asked == [18_001]
    assert editor.textCursor().block().text() == '  "name-18000": "value", // 18000'
    assert editor.textCursor().positionInBlock() == 2


def test_scrolling_to_the_edge_of_a_slice_shows_what_comes_next(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, HUGE)
    asked = answered(editor)
    last = editor.shown.last_line
    bar = editor.verticalScrollBar()

    bar.setValue(bar.maximum())

    assert asked == [last]
    assert editor.shown.last_line > last
    assert editor.first_shown_line < last < editor.first_shown_line + 40


def test_the_cursor_that_reaches_the_edge_of_a_slice_can_go_on(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, HUGE)
    answered(editor)
    last = editor.shown.last_line
    editor.go_to(Place(last - 2, 1))

    for _ in range(6):
        QTest.keyClick(editor, Qt.Key.Key_Down)

    assert editor.shown.line_at(editor.cursor_offset) == last + 4


def test_the_ends_of_a_large_text_are_one_key_away(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, HUGE)
    answered(editor)

    QTest.keyClick(editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert editor.cursor_offset == len(HUGE)
    QTest.keyClick(editor, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert editor.cursor_offset == 0


def test_a_slice_stays_while_several_of_its_lines_are_selected(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, HUGE)
    asked = answered(editor)
    place(editor, '"name-10"')

    QTest.keyClick(editor, Qt.Key.Key_End, CTRL | Qt.KeyboardModifier.ShiftModifier)
    editor.verticalScrollBar().setValue(0)
    editor.verticalScrollBar().setValue(editor.verticalScrollBar().maximum())

    assert asked == []
    assert editor.selection == (HUGE.index('"name-10"'), editor.shown.stop)
    QTest.keyClick(editor, Qt.Key.Key_Right)
    assert editor.shown.first_line > 1


def test_selecting_all_of_a_slice_says_which_lines_that_are(qtbot: QtBot) -> None:
    pane = TextPane("JSON")
    qtbot.addWidget(pane)
    pane.show_text(shown_text(HUGE))
    pane.show()
    asked = answered(pane.editor)

    QTest.keyClick(pane.editor, Qt.Key.Key_A, CTRL)
    shown = pane.editor.shown
    assert asked == []
    assert pane.about.text().startswith(f"lines 1 to {shown.last_line:,} of 20,001 selected")
    pane.editor.copy()
    assert QApplication.clipboard().text() == shown.display

    QTest.keyClick(pane.editor, Qt.Key.Key_Home, CTRL)
    assert "selected" not in pane.about.text()


def test_an_edit_in_a_slice_is_told_by_the_offsets_of_the_whole_text(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "x")
    editor.show_text(shown_text(HUGE, 15_000))
    told: list[object] = []
    editor.edited.connect(told.append)
    start = place(editor, '"name-15000"')
    QTest.keyClicks(editor, "x")

    assert editor.shown.text == HUGE[:start] + "x" + HUGE[start:]
    assert editor.shown.total_lines == 20_001
    assert len(told) == 1


def test_a_line_that_is_too_long_makes_the_text_one_to_read(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, '{\n"a": "' + "x" * 10_000 + '"\n}')

    assert editor.isReadOnly()
    assert editor.read_only_reason.startswith("Line 2 is longer than 10,000 characters")

    editor.show_text(shown_text("{}"))
    assert not editor.isReadOnly()


def test_tips_of_lines_do_not_reach_below_the_text(qtbot: QtBot) -> None:
    editor = an_editor(qtbot, "a")
    editor.set_problems([Problem(Severity.NOTE, "Short", "", Place(1, 1))])
    point = QPoint(300, 200)
    event = QHelpEvent(QEvent.Type.ToolTip, point, editor.viewport().mapToGlobal(point))

    QApplication.sendEvent(editor.viewport(), event)

    assert not QToolTip.isVisible()
