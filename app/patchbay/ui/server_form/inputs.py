"""The fields that somebody types into: one line, several lines, secrets."""

import re

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import IconButton, column
from patchbay.ui.controls.undo_keys import way_back
from patchbay.ui.form.lines import Line
from patchbay.ui.form.paragraphs import Paragraph

_LONGEST = 2**24
_EYE = 24
_NOT_FOR_PAGES = re.compile("[\r\u2028\u2029\ufdd0\ufdd1\ufffc]")
"""What a text document makes something else of."""


class FormLine(Line):
    """One line; undo and redo go on to the window when there is no typing to take back."""

    def __init__(self, *, code: bool = False, steps: bool = False) -> None:
        super().__init__(steps=steps)
        self.setMaxLength(_LONGEST)
        if code:
            self.setProperty("mono", "true")

    @override
    def event(self, event: QEvent) -> bool:
        way = way_back(event)
        if not way:
            return super().event(event)
        has_more = self.isUndoAvailable() if way == "undo" else self.isRedoAvailable()
        if has_more and event.type() is QEvent.Type.KeyPress:
            self.undo() if way == "undo" else self.redo()
        event.setAccepted(has_more)
        return has_more

    def show_text(self, text: str) -> None:
        """Show another text; the cursor of somebody who is there stays where it is."""
        if text == self.text():
            return
        place = self.cursorPosition() if self.hasFocus() else 0
        self.setText(text)
        self.setCursorPosition(min(place, len(text)))


class SecretLine(FormLine):
    """One line of dots when it is a secret; itself while its eye is held."""

    def __init__(self) -> None:
        super().__init__(code=True)
        self._secret = False
        self._eye: IconButton | None = None

    @property
    def is_secret(self) -> bool:
        return self._secret

    def set_secret(self, *, secret: bool) -> None:
        self._secret = secret
        if secret and self._eye is None:
            self._eye = self._new_eye()
        if self._eye is not None:
            self._eye.setVisible(secret)
        self._make_room()
        mode = QLineEdit.EchoMode.Password if secret else QLineEdit.EchoMode.Normal
        if mode != self.echoMode():
            self.setEchoMode(mode)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._make_room()

    def name_eye(self, name: str) -> None:
        """Say whose eye it is."""
        if self._eye is not None:
            self._eye.set_name(f"Show {name[0].lower()}{name[1:]} while held")

    def _new_eye(self) -> IconButton:
        eye = IconButton("eye", "Show while held", small=True)
        eye.setCursor(Qt.CursorShape.ArrowCursor)
        self.put_inside(eye, 0)
        eye.pressed.connect(lambda: self.setEchoMode(QLineEdit.EchoMode.Normal))
        eye.released.connect(lambda: self.set_secret(secret=self._secret))
        return eye

    def _make_room(self) -> None:
        self.setTextMargins(0, 0, theme.px(_EYE) if self._secret else 0, 0)


class PageField(Paragraph):
    """Several lines, as tall as they are; undo and redo as in one line."""

    edited = Signal()

    def __init__(self, most_lines: int, *, code: bool = False, json: bool = False) -> None:
        self._in_code = code
        super().__init__(most_lines, code=json)
        if code:
            self.setProperty("mono", "true")
        self._shown = ""
        self.textChanged.connect(self._changed)

    @override
    def event(self, event: QEvent) -> bool:
        way = way_back(event)
        if not way:
            return super().event(event)
        document = self.document()
        has_more = document.isUndoAvailable() if way == "undo" else document.isRedoAvailable()
        if has_more and event.type() is QEvent.Type.KeyPress:
            self.undo() if way == "undo" else self.redo()
        event.setAccepted(has_more)
        return has_more

    def show_text(self, text: str) -> None:
        """Show another text; the cursor of somebody who is there stays where it is."""
        if text == self.text():
            return
        cursor = self.textCursor()
        place = cursor.position() if self.hasFocus() else 0
        with QSignalBlocker(self):
            self.setPlainText(text)
        self._shown = self.text()
        cursor = self.textCursor()
        cursor.setPosition(min(place, max(self.document().characterCount() - 1, 0)))
        self.setTextCursor(cursor)

    @override
    def _take_font(self) -> None:
        if self._in_code:
            self.setFont(theme.font(12, mono=True))
        else:
            super()._take_font()

    def _changed(self) -> None:
        """Qt also tells of new colours; only another text is an edit."""
        text = self.text()
        if text != self._shown:
            self._shown = text
            self.edited.emit()


class ValueField(QWidget):
    """A text that a machine reads: one line, or several where it has line breaks.

    A secret stays one line of dots, line breaks and all. `reshaped` tells that there is another
    stop for Tab than before.
    """

    edited = Signal()
    left = Signal()
    entered = Signal()
    reshaped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.line = SecretLine()
        self._page: PageField | None = None
        self._name = self._description = ""
        self._column = column(self.line, gap=0)
        self.setLayout(self._column)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._typed)
        self.line.left.connect(self.left)
        self.line.returnPressed.connect(self.entered)

    @property
    def target(self) -> SecretLine | PageField:
        """Where somebody types."""
        return self._page or self.line

    @property
    def is_secret(self) -> bool:
        return self.line.is_secret

    def text(self) -> str:
        return self.target.text()

    def show_text(self, text: str) -> None:
        if text != self.text():
            self._turn(text)
            self.target.show_text(text)

    def set_secret(self, *, secret: bool) -> None:
        if secret != self.line.is_secret:
            text = self.text()
            self.line.set_secret(secret=secret)
            self.line.name_eye(self._name)
            self._turn(text)
            self.target.show_text(text)
            self.reshaped.emit()

    def set_placeholder(self, words: str) -> None:
        self.line.setPlaceholderText(words)

    def speak(self, name: str, description: str) -> None:
        self._name, self._description = name, description
        self.target.setAccessibleName(name)
        self.target.setAccessibleDescription(description)
        self.line.name_eye(name)

    def _typed(self, text: str) -> None:
        if "\n" in text and not self.is_secret:  # pasted
            had_focus = self.line.hasFocus()
            self._turn(text)
            self.target.show_text(text)
            if had_focus and self._page:
                self._page.moveCursor(self._page.textCursor().MoveOperation.End)
        self.edited.emit()

    def _turn(self, text: str) -> None:
        """Have the kind of field that this text needs, with the focus if the other had it."""
        many = "\n" in text and not self.is_secret and not _NOT_FOR_PAGES.search(text)
        if many == (self._page is not None):
            return
        had_focus = self.target.hasFocus()
        if many:
            self._page = self._new_page()
        elif self._page is not None:
            self._column.removeWidget(self._page)
            self._page.hide()
            self._page.deleteLater()
            self._page = None
        self.line.setVisible(not many)
        self.setFocusProxy(self.target)
        self.speak(self._name, self._description)
        self.reshaped.emit()
        if had_focus:
            self.target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _new_page(self) -> PageField:
        page = PageField(6, code=True)
        self._column.addWidget(page)
        page.show()
        page.edited.connect(self.edited)
        page.left.connect(self.left)
        return page
