"""Whatever is typed into whatever text, the splices say exactly that."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from patchbay.core.config.document import Span
from patchbay.ui.editor import CodeEditor, shown_text
from tests.ui.editor.editors import Written, an_editor, commit, held

PIECES = (
    *("a", "b", "{", "}", '"', " ", ":", "\t"),
    *("\n", "\n", "\r\n", "\r\n", "\r"),
    *("\u00a0", "\U0001f600", "\U0001f468\u200d\U0001f469", "e\u0301", "ß", "中"),
    *("\u2028", "\u2029", "\x85", "\x00", "\x0b", "\x1b", "\ufffc", "\u202e", "\ufeff", "\u2400"),
)
WRITTEN = ("x", "xy", "\n", "x\n\ny", "\U0001f600", "\u00a0", "e\u0301", "\t")
ROUNDS = 60


def a_text(chance: random.Random) -> str:
    return "".join(chance.choices(PIECES, k=chance.randrange(60)))


def a_place(chance: random.Random, editor: CodeEditor) -> int:
    """A place where a cursor can stand."""
    cursor = QTextCursor(editor.document())
    cursor.setPosition(chance.randint(0, editor.shown.length))
    if not cursor.atEnd():
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter)
    return editor.shown.offset(cursor.position())


def select(chance: random.Random, editor: CodeEditor) -> Span:
    start, end = sorted((a_place(chance, editor), a_place(chance, editor)))
    if chance.random() < 0.5:
        end = start
    editor.select((start, end))
    return start, end


def write(chance: random.Random, editor: CodeEditor) -> tuple[Span, str]:
    """Do one thing by one of the ways there are; tells what was meant."""
    start, end = select(chance, editor)
    words = chance.choice(WRITTEN)
    line_end = editor.shown.line_end_at(start)
    way = chance.randrange(5)
    if way == 0:
        editor.textCursor().insertText(words)
    elif way == 1:
        words = words.replace("\n", "").replace("\t", "")
        commit(editor, words or "z")
        words = words or "z"
    elif way == 2:
        words = "q"
        QTest.keyClicks(editor, words)
    elif way == 3:
        words = ""
        if start == end:
            cursor = editor.textCursor()
            cursor.movePosition(
                QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor
            )
            end = editor.shown.offset(cursor.position())
        QTest.keyClick(editor, Qt.Key.Key_Delete)
    else:
        words = ""
        if start == end and start:
            before = editor.shown.text[:start]
            start -= 2 if before.endswith("\r\n") else 1
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
    return (start, end), words.replace("\n", line_end)


@pytest.mark.parametrize("seed", range(12))
def test_splices_of_random_edits_are_what_was_meant(seed: int, qtbot: QtBot) -> None:
    chance = random.Random(seed)
    text = a_text(chance)
    editor = an_editor(qtbot, text)
    owner = Written(editor)

    for _ in range(ROUNDS):
        (start, end), words = write(chance, editor)
        text = text[:start] + words + text[end:]
        assert owner.text == text == editor.shown.text
        assert held(editor) == shown_text(text).display
        assert editor.shown.line_ends == shown_text(text).line_ends
        editor.show_text(shown_text(text))
        assert held(editor) == editor.shown.display


@pytest.mark.parametrize("seed", range(8))
def test_masks_do_not_blur_what_is_edited(seed: int, qtbot: QtBot) -> None:
    chance = random.Random(seed)
    text = a_text(chance) + "secret-\U0001f600-\u0301value" + a_text(chance)
    start = text.index("secret")
    editor = an_editor(qtbot, text, masks=[(start, start + 15)])
    owner = Written(editor)

    for _ in range(ROUNDS):
        (start, end), words = write(chance, editor)
        text = text[:start] + words + text[end:]
        assert owner.text == text
        assert held(editor) == editor.shown.display


@pytest.mark.parametrize("seed", range(8))
def test_a_text_changed_from_outside_shows_as_one_opened_anew(seed: int, qtbot: QtBot) -> None:
    chance = random.Random(seed)
    editor = an_editor(qtbot, a_text(chance))
    owner = Written(editor)

    for _ in range(ROUNDS):
        text = editor.shown.text
        start, end = sorted((a_place(chance, editor), a_place(chance, editor)))
        changed = text[:start] + a_text(chance)[:10] + text[end:]
        editor.show_text(editor.shown.follow(changed))
        assert editor.shown.text == changed
        assert held(editor) == shown_text(changed).display

    assert owner.steps == []


@pytest.mark.parametrize("seed", range(8))
def test_every_place_of_a_text_has_one_position_and_back(seed: int) -> None:
    text = a_text(random.Random(seed)) * 3
    shown = shown_text(text)

    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n":
            assert shown.offset(shown.position(offset)) == offset
    assert shown.length == len(shown.display.encode("utf-16-le")) // 2
