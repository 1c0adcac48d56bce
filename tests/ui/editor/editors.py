"""Making editors to type in, and reading what they hold."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from patchbay.core.config.document import Span
from patchbay.core.editing.splice import Splice, apply_all
from patchbay.ui.editor import CodeEditor, ShownText
from patchbay.ui.editor.slicing import slice_around


class Written:
    """Follows an editor's splices as the owner of its text does."""

    def __init__(self, editor: CodeEditor) -> None:
        self.text = editor.shown.text
        self.steps: list[tuple[Splice, ...]] = []
        editor.edited.connect(self._take_one)
        editor.edited_many.connect(self._take)

    def _take_one(self, splice: Splice) -> None:
        self._take((splice,))

    def _take(self, splices: tuple[Splice, ...]) -> None:
        assert list(splices) == sorted(splices, key=lambda splice: splice.start)
        self.text = apply_all(self.text, splices)
        self.steps.append(splices)


def an_editor(
    qtbot: QtBot, text: str, *, masks: Sequence[Span] = (), yaml: bool = False
) -> CodeEditor:
    editor = CodeEditor(yaml=yaml)
    qtbot.addWidget(editor)
    editor.resize(520, 400)
    editor.show()
    editor.show_text(ShownText(text, slice_around(text), masks))
    editor.setFocus()
    return editor


def held(editor: CodeEditor) -> str:
    """What stands in the document, character by character."""
    block = editor.document().firstBlock()
    lines: list[str] = []
    while block.isValid():
        lines.append(block.text())
        block = block.next()
    return "\n".join(lines)


def place(editor: CodeEditor, words: str, *, after: bool = False) -> int:
    """Put the cursor before some words of the text, or after them."""
    offset = editor.shown.text.index(words) + (len(words) if after else 0)
    editor.select((offset, offset))
    return offset


def chosen(editor: CodeEditor, words: str) -> Span:
    start = editor.shown.text.index(words)
    editor.select((start, start + len(words)))
    return start, start + len(words)


def commit(editor: CodeEditor, words: str) -> None:
    """Write as an input method does."""
    event = QInputMethodEvent()
    event.setCommitString(words)
    QApplication.sendEvent(editor, event)


@contextmanager
def silent(editor: CodeEditor) -> Generator[None]:
    """Fails when the editor tells an edit meanwhile."""
    told = Written(editor)
    yield
    assert told.steps == []
