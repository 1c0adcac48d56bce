"""One question of a server, with all that is needed to answer it."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.calls.ask import Ask
from patchbay.core.trust.visible import visible
from patchbay.ui import theme
from patchbay.ui.asks.bodies import AddressBody, Body, FormBody
from patchbay.ui.controls import (
    Button,
    ElidedLabel,
    IconLabel,
    Label,
    TickingFrame,
    column,
    frame,
    row,
)
from patchbay.ui.figures import duration
from patchbay.ui.form.descriptions import Words

_KEYS = "Ctrl+Enter"
_LEAST, _BESIDE, _GAP = 240, 26, 8
"""Pixels: the narrowest card, its margins, and the gap between two buttons."""
_NEAR = 120.0
"""Seconds before the end of a call from which on the card tells of it."""


class AskCard(TickingFrame):
    """Says who asks what, and settles the question as the person wants; not modal.

    Ctrl+Enter sends the answer while the focus is in the card.
    """

    def __init__(self, ask: Ask) -> None:
        super().__init__()
        self.setProperty("ground", "ask")
        self.ask = ask
        self._server = visible(ask.server)
        self.body: Body = AddressBody(ask.question) if ask.question.url else FormBody(ask.question)
        self._waits = Label("", "small")
        self._late = Label("", "warn", wrap=True)
        self._said = ElidedLabel("", "error")
        self.send = Button(self.body.verb, "primary", icon=self.body.icon, keys=_KEYS)
        self.decline = Button("Decline", tip="Tell the server that you do not answer this")
        self.cancel = Button("Cancel the call" if ask.run else "Cancel", "ghost")
        self.setLayout(column(self._head(), self._words(), self.body, self._foot(), gap=0))
        self.setAccessibleName(f"Question of {self._server}")
        self.setAccessibleDescription(ask.question.message)
        self.body.answered.connect(ask.accept)
        self.body.said.connect(self._say)
        self.body.changed.connect(self._fit)
        self.send.clicked.connect(self.body.submit)
        self.decline.clicked.connect(ask.decline)
        self.cancel.clicked.connect(ask.cancel_all)
        self.tick()

    def focus_first(self) -> None:
        """Let the person answer."""
        if not self.body.focus_first():
            self.send.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def event(self, event: QEvent) -> bool:
        # Else the window would run the call that the form beside it is about.
        if event.type() is QEvent.Type.ShortcutOverride and _sends(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _sends(event):
            self.body.submit()
        else:
            super().keyPressEvent(event)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(_LEAST), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _head(self) -> QWidget:
        title = f"{self._server} asks before it goes on" if self.ask.run else f"{self._server} asks"
        icon = IconLabel("message-circle-question-mark", "violet")
        words = row(icon, (ElidedLabel(title, "strong"), 1), self._waits, margins=(12, 0, 12, 0))
        return frame("askhead", words, height=36)

    def _words(self) -> QWidget:
        """What is asked, and what should make one think."""
        question = self.ask.question
        message = Words(question.message or "It does not say what for.", "strong")
        message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        promise = Words(f"Your answer goes to the server {self._server} and nowhere else.", "hint")
        promise.setVisible(not question.url)
        doubts = [
            row(IconLabel("triangle-alert", "warn", 14), (Words(doubt, "warn"), 1), gap=6)
            for doubt in question.doubts
        ]
        return frame(
            "", column(message, promise, *doubts, self._late, margins=(16, 10, 16, 4), gap=4)
        )

    def _foot(self) -> QWidget:
        self._said.hide()
        self._answers = row(self.send, *self.body.extras(), self.decline, None)
        self._ends = row(self.cancel, None, gap=0)
        self._buttons = row((self._answers, 1), self._ends, gap=8)
        return frame("askfoot", column(self._said, self._buttons, margins=(16, 9, 8, 9), gap=6))

    def _say(self, words: str) -> None:
        self._said.setText(words)
        self._said.setVisible(bool(words))

    def _fit(self) -> None:
        """Where one line has no room for all, the keys go first; then there are two lines."""
        room = self.width() - theme.px(_BESIDE)
        cancel = self.cancel.sizeHint().width() + _GAP
        with_keys, without = self._wide(_KEYS), self._wide("")
        one_line = without + cancel <= room
        keys_fit = with_keys + (cancel if one_line else 0) <= room
        self.send.set_keys(_KEYS if keys_fit else "")
        self.send.setToolTip("" if keys_fit else f"{self.body.verb} ({_KEYS})")
        self._buttons.setDirection(
            QBoxLayout.Direction.LeftToRight if one_line else QBoxLayout.Direction.TopToBottom
        )

    def _wide(self, keys: str) -> int:
        """The room that the buttons for an answer need in one line."""
        self.send.set_keys(keys)
        extras = [each for each in self.body.extras() if not each.isHidden()]
        widths = [each.sizeHint().width() for each in (self.send, *extras, self.decline)]
        return sum(widths) + _GAP * (len(widths) - 1)

    @override
    def tick(self) -> None:
        self._waits.setText(f"waiting {_seconds(self.ask.waited)}")
        left = self.ask.run.left if self.ask.run else None
        is_near = left is not None and left < _NEAR
        self._late.setVisible(is_near)
        if left is not None and is_near:
            self._late.setText(f"The call is given up in {_seconds(left)}, answered or not.")


def _sends(event: QEvent) -> bool:
    if not isinstance(event, QKeyEvent):
        return False
    control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    return control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 60 else duration(seconds)
