"""The middle of a question's card: a form to fill, or an address to open."""

import re

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QFont, QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.calls.ask import Question
from patchbay.ui import theme
from patchbay.ui.asks.fitted import FittedForm, focused_in, reveal_focus
from patchbay.ui.controls import Button, IconButton, Label, column
from patchbay.ui.figures import counted
from patchbay.ui.wrapped_code import WrappedCode


class Body(QWidget):
    """What the person fills or opens. `answered` carries the content to send, if there is any.

    `verb` and `icon` are those of the button that sends; `said` tells what stands in the way.
    """

    answered = Signal(object)
    said = Signal(str)
    changed = Signal()
    """Its extra buttons came."""
    verb = ""
    icon = ""

    def submit(self) -> None:
        """Send the answer, or say what it still needs."""
        raise NotImplementedError

    def focus_first(self) -> bool:
        """Put the focus where the answer begins; whether there is such a place."""
        return False

    def extras(self) -> tuple[Button, ...]:
        """Buttons beside the one that sends."""
        return ()


class FormBody(Body):
    """The form that the server asked for."""

    verb = "Send answer"

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.form = FittedForm(question.schema)
        self.setLayout(column(self.form, gap=0))
        self.form.faults_changed.connect(self._count)

    @override
    def submit(self) -> None:
        content = self.form.arguments()
        if content is None:
            reveal_focus(self)
        else:
            self.answered.emit(content)

    @override
    def focus_first(self) -> bool:
        self.form.focus_first()
        reveal_focus(self)
        return focused_in(self) is not None

    def _count(self, faults: int) -> None:
        words = f"{counted(faults, 'field needs', 'fields need')} attention" if faults else ""
        self.said.emit(words)


class AddressBody(Body):
    """An address of the web that the person is to open; it is never opened by itself."""

    verb = "Open the page"
    icon = "external-link"

    def __init__(self, question: Question) -> None:
        super().__init__()
        self._url = question.url
        copy = IconButton("copy", "Copy the address", small=True)
        self._address = AddressBox(question, copy)
        self._opened = Button("I have opened it", tip="Tell the server so")
        self._opened.hide()
        hint = "It opens in your browser. The server is told that you opened it, and no more."
        self.setLayout(
            column(self._address, Label(hint, "hint", wrap=True), margins=(16, 8, 16, 12), gap=6)
        )
        copy.clicked.connect(self._copy)
        self._opened.clicked.connect(lambda: self.answered.emit(None))

    @override
    def submit(self) -> None:
        if QDesktopServices.openUrl(QUrl(self._url)):
            self.answered.emit(None)
        else:
            self.said.emit("No program here opens it. Copy the address.")
            self._offer()

    @override
    def focus_first(self) -> bool:
        # Not the button: what leads somewhere else is to be read before it is pressed.
        self._address.setFocus(Qt.FocusReason.ShortcutFocusReason)
        reveal_focus(self)
        return True

    @override
    def extras(self) -> tuple[Button, ...]:
        return (self._opened,)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._url)
        self._offer()

    def _offer(self) -> None:
        """Whoever opens it elsewhere has to be able to say so."""
        self._opened.show()
        self.changed.emit()


class AddressBox(WrappedCode):
    """The whole address; its host stands out, for that is where it leads."""

    _host = ""

    def __init__(self, question: Question, copy: IconButton) -> None:
        super().__init__(question.url, "Address", most_lines=8, buttons=(copy,))
        self._host = question.host
        self.dress()

    @override
    def dress(self) -> None:
        super().dress()
        if not self._host:  # not made yet
            return
        look = QTextCharFormat()
        look.setFontWeight(QFont.Weight.Bold)
        look.setFontUnderline(True)  # the font for code has no bold letters
        look.setForeground(theme.colour("text"))
        start = _start_of_host(self.toPlainText())
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(start + len(self._host), QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(look)


def _start_of_host(url: str) -> int:
    start = url.index("://") + 3
    authority = re.split("[/?#]", url[start:], maxsplit=1)[0]
    return start + authority.rfind("@") + 1
