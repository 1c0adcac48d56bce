"""Finding, replacing and going to a line in the editor's pane."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from patchbay.ui.editor import ShownText, TextPane, shown_text
from patchbay.ui.editor.search import Query
from patchbay.ui.editor.slicing import slice_around
from tests.ui.editor.editor_stories import CONFIG
from tests.ui.editor.editor_stories import pane as opened
from tests.ui.editor.editors import Written, chosen
from tests.ui.waiting import until

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HUGE = "".join(f'  "name-{number}": "value", // {number}\n' for number in range(20_000))


@pytest.fixture
async def pane(qtbot: QtBot, tmp_path: Path) -> TextPane:
    made = opened(tmp_path)
    qtbot.addWidget(made)
    made.resize(520, 560)
    made.show()
    made.activateWindow()
    made.editor.setFocus()
    await until(made.editor.hasFocus)
    return made


def find(pane: TextPane, words: str) -> None:
    QTest.keyClick(pane.editor, Key.Key_F, CTRL)
    pane.find_bar.words.selectAll()
    QTest.keyClicks(pane.find_bar.words, words)


def found(pane: TextPane) -> tuple[int, int]:
    return pane.editor.selection


def press(pane: TextPane, name: str) -> None:
    buttons = pane.find_bar.findChildren(QAbstractButton)
    next(each for each in buttons if name in (each.accessibleName(), each.text())).click()


async def test_typing_in_the_find_bar_goes_to_the_first_hit_and_counts(pane: TextPane) -> None:
    find(pane, "COMMAND")

    start = CONFIG.index("command")
    assert found(pane) == (start, start + 7)
    assert pane.find_bar.count.text() == "1 of 3"
    laid = [each.cursor.selectedText() for each in pane.editor.extraSelections()]
    assert laid.count("command") == 3


async def test_next_and_previous_go_round(pane: TextPane) -> None:
    find(pane, "command")
    first = found(pane)
    seen: list[str] = []
    for key in (Key.Key_Return, Key.Key_F3):
        QTest.keyClick(pane.find_bar.words, key)
        seen.append(pane.find_bar.count.text())
    QTest.keyClick(pane.find_bar.words, Key.Key_F3)
    assert found(pane) == first
    QTest.keyClick(pane.find_bar.words, Key.Key_Return, SHIFT)
    seen.append(pane.find_bar.count.text())
    QTest.keyClick(pane.editor, Key.Key_F3, SHIFT)
    seen.append(pane.find_bar.count.text())

    assert seen == ["2 of 3", "3 of 3", "3 of 3", "2 of 3"]


async def test_case_and_whole_words_narrow_what_is_found(pane: TextPane) -> None:
    find(pane, "weather")
    assert pane.find_bar.count.text() == "1 of 4"
    press(pane, "Match case")
    narrowed = pane.find_bar.count.text()
    press(pane, "Match case")
    press(pane, "Whole words only")

    assert narrowed == "1 of 2"
    assert pane.find_bar.count.text() == "1 of 2"

    find(pane, "nowhere")
    assert pane.find_bar.count.text() == "No hits"


async def test_the_find_bar_opens_with_what_is_selected_and_escape_closes_it(
    pane: TextPane,
) -> None:
    span = chosen(pane.editor, "metric")
    QTest.keyClick(pane.editor, Key.Key_F, CTRL)
    assert pane.find_bar.words.text() == "metric"
    assert pane.find_bar.words.hasFocus()

    QTest.keyClick(pane.find_bar.words, Key.Key_Escape)
    assert not pane.find_bar.isVisible()
    assert pane.editor.hasFocus()
    assert found(pane) == span


async def test_a_masked_secret_is_neither_found_nor_replaced(pane: TextPane) -> None:
    find(pane, "abcdef")
    assert pane.find_bar.count.text() == "No hits"
    press(pane, "Replace all")
    assert pane.editor.shown.text == CONFIG

    pane.editor.reveal(secrets=True)
    assert pane.find_bar.count.text() == "2 hits"


async def test_replacing_one_goes_on_to_the_next(pane: TextPane) -> None:
    owner = Written(pane.editor)
    find(pane, "command")
    QTest.keyClick(pane.find_bar.words, Key.Key_H, CTRL)
    QTest.keyClicks(pane.find_bar.replacement, "program")
    QTest.keyClick(pane.find_bar.replacement, Key.Key_Return)
    press(pane, "Replace")

    assert owner.text == CONFIG.replace("command", "program", 2)
    assert len(owner.steps) == 2
    assert owner.text[slice(*found(pane))] == "command"


async def test_replacing_all_is_one_step(pane: TextPane) -> None:
    owner = Written(pane.editor)
    pane.open_replace()
    pane.find_bar.words.setText("command")
    pane.find_bar.replacement.setText("c")
    press(pane, "Replace all")

    assert owner.text == CONFIG.replace("command", "c")
    assert [len(step) for step in owner.steps] == [3]
    assert pane.find_bar.count.text() == "3 replaced"


async def test_hits_follow_what_is_typed(pane: TextPane) -> None:
    find(pane, "command")
    pane.editor.select((1, 1))
    QTest.keyClicks(pane.editor, "command")

    assert pane.find_bar.count.text() == "4 hits"


async def test_going_to_a_line(pane: TextPane) -> None:
    QTest.keyClick(pane.editor, Key.Key_G, CTRL)
    assert pane.line_bar.said.text() == "of 30"

    QTest.keyClicks(pane.line_bar.field, "31")
    QTest.keyClick(pane.line_bar.field, Key.Key_Return)
    assert pane.line_bar.said.text() == "needs a number from 1 to 30"

    pane.line_bar.field.clear()
    QTest.keyClicks(pane.line_bar.field, "12:8")
    QTest.keyClick(pane.line_bar.field, Key.Key_Return)
    assert not pane.line_bar.isVisible()
    assert pane.editor.hasFocus()
    assert CONFIG[pane.editor.cursor_offset :].startswith('command": "uvx"')


async def test_a_hit_outside_the_slice_is_reached_in_both_directions(pane: TextPane) -> None:
    pane.show_text(shown_text(HUGE))

    def answer(line: int) -> None:
        pane.show_text(shown_text(HUGE, line))

    pane.editor.slice_wanted.connect(answer)
    find(pane, "name-19000")
    assert pane.find_bar.count.text() == "0 in these lines"

    QTest.keyClick(pane.find_bar.words, Key.Key_Return)
    assert HUGE[slice(*found(pane))] == "name-19000"
    assert pane.find_bar.count.text() == "1 in these lines"

    find(pane, "name-12")
    QTest.keyClick(pane.find_bar.words, Key.Key_Return, SHIFT)
    assert HUGE[found(pane)[0] :].startswith('name-12999"')


@pytest.mark.parametrize(("words", "text"), [("É", "aéb"), ("k", "Ka"), ("ß", "a ß"), ("B", "éb")])
def test_case_is_ignored_in_any_letters(words: str, text: str) -> None:
    assert len(list(Query(words).hits(text))) == 1
    assert len(list(Query(words, case=True).hits(text))) == text.count(words)


@pytest.mark.parametrize("whole", [False, True])
def test_searching_backwards_finds_what_searching_all_finds_last(whole: bool) -> None:
    text = "one two onetwo one\n" * 40_000
    query = Query("one", whole=whole)
    hits = list(query.hits(text))

    for offset in (0, 18, 262_144, 262_146, 400_001, len(text)):
        before = [hit for hit in hits if hit[1] <= offset]
        assert query.previous(text, offset, lambda _: False) == (before or hits)[-1]


async def test_the_head_says_what_the_text_is(pane: TextPane) -> None:
    assert pane.about.text() == "JSON with comments  ·  UTF-8  ·  2 spaces  ·  LF"

    pane.show_text(shown_text("a\r\n\tb\n"))
    assert pane.about.text() == "JSON with comments  ·  UTF-8  ·  tabs  ·  CRLF and LF"

    pane.show_text(shown_text(HUGE, 10_000))
    assert pane.about.text().startswith("lines 8,")
    assert " of 20,001  ·  " in pane.about.text()


async def test_the_eye_is_there_for_secrets_and_shows_them_while_pressed(pane: TextPane) -> None:
    eye = next(
        each for each in pane.findChildren(QAbstractButton) if "secrets" in each.accessibleName()
    )
    assert eye.isVisible()
    assert "sk-live" not in pane.editor.toPlainText()

    QTest.mousePress(eye, Qt.MouseButton.LeftButton)
    assert "sk-live" in pane.editor.toPlainText()
    QTest.mouseRelease(eye, Qt.MouseButton.LeftButton)
    assert "sk-live" not in pane.editor.toPlainText()

    pane.show_text(shown_text("{}"))
    assert not eye.isVisible()


async def test_undo_and_redo_of_the_head_ask_and_can_be_off(pane: TextPane) -> None:
    wanted: list[str] = []
    pane.editor.undo_wanted.connect(lambda: wanted.append("undo"))
    pane.editor.redo_wanted.connect(lambda: wanted.append("redo"))
    pane.set_history(undo=True, redo=False)

    for button in pane.findChildren(QAbstractButton):
        if button.accessibleName() in ("Undo", "Redo"):
            button.click()

    assert wanted == ["undo"]


async def test_a_text_that_cannot_be_edited_says_why(pane: TextPane) -> None:
    text = '{"a": "' + "x" * 10_001 + '"}'
    pane.show_text(ShownText(text, slice_around(text)))
    labels = [label.text() for label in pane.findChildren(QLabel) if label.isVisible()]

    assert any("Line 1 is longer than 10,000 characters" in words for words in labels)
