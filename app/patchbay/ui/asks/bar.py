"""What tells of questions whose card is not in sight, and has those that belong to no call."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.calls.ask import Ask
from patchbay.core.calls.run import RunKind
from patchbay.core.sessions.asks import Asks
from patchbay.ui import theme
from patchbay.ui.asks.cards import AskCards
from patchbay.ui.controls import (
    Button,
    ElidedLabel,
    IconLabel,
    Label,
    column,
    frame,
    hline,
    row,
    scroll,
)
from patchbay.ui.tasks import listen

_LOOK_MS = 250
_HEIGHT = 36
_MOST_OF_WINDOW = 0.5
_LEAST = 120


class AsksBar(QWidget):
    """One row about the oldest question that the page does not show, and where its card is.

    `is_in_sight` tells whether the page shows a question's card. A question of no call opens
    below the row; for any other `show_wanted` asks to bring its call into sight.
    """

    show_wanted = Signal(object)

    def __init__(self, asks: Asks, is_in_sight: Callable[[Ask], bool]) -> None:
        super().__init__()
        self._asks, self._is_in_sight = asks, is_in_sight
        self._ask: Ask | None = None
        self._message = ElidedLabel("", "label")
        self._more = Label("", "small")
        self.show_button = Button("Show", "link")
        icon = IconLabel("message-circle-question-mark", "violet")
        words = row(icon, (self._message, 1), self._more, self.show_button, margins=(16, 0, 12, 0))
        self._row = frame("askbar", words, height=_HEIGHT)
        self.cards = AskCards()
        self._panel = _Panel(self.cards)
        self.setLayout(column(self._row, self._panel, gap=0))
        self.show_button.clicked.connect(self._show)
        # Which card is in sight changes with every click in the page, and nobody tells.
        self._look = QTimer(self)
        self._look.setInterval(_LOOK_MS)
        self._look.timeout.connect(self.follow)
        listen(self, asks.changed, lambda _: self.follow())
        self._panel.hide()
        self.follow()

    def follow(self) -> None:
        """Look again at what is asked, and what of it is in sight."""
        self.show_these([ask for ask in self._asks.open if not self._is_in_sight(ask)])
        self._look.start() if self._asks.open else self._look.stop()

    def show_these(self, hidden: Sequence[Ask]) -> None:
        """These are not in sight; oldest first."""
        loose = [ask for ask in hidden if is_loose(ask)]
        self.cards.show_asks(loose)
        if not loose:
            self._panel.hide()
        self._ask = hidden[0] if hidden else None
        if self._ask is not None:
            self._tell(self._ask, len(hidden) - 1)
        self.setVisible(bool(hidden))

    def open(self, ask: Ask) -> None:
        """Show the card of a question of no call, and let the person answer."""
        self.follow()
        self._panel.show()
        self._panel.fit()
        self._rename_button()
        if (card := self.cards.card_of(ask)) is not None:
            card.focus_first()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self._asks.open:
            self._look.stop()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._panel.fit()

    def _tell(self, ask: Ask, more: int) -> None:
        self._message.setText(f"The server asks: {ask.question.message or 'something'}")
        self._more.setText(f"and {more} more" if more else "")
        self._rename_button()

    def _rename_button(self) -> None:
        opened = self._ask is not None and is_loose(self._ask) and not self._panel.isHidden()
        words = "Hide" if opened else "Show"
        if self.show_button.text() != words:
            self.show_button.setText(words)
            self.show_button.updateGeometry()
        self.show_button.setToolTip(f"{words} the question (Ctrl+Shift+I)" if not opened else "")

    def _show(self) -> None:
        ask = self._ask
        if ask is None:
            return
        if not is_loose(ask):
            self.show_wanted.emit(ask)
        elif self._panel.isHidden():
            self.open(ask)
        else:
            self._panel.hide()
            self._rename_button()


def is_loose(ask: Ask) -> bool:
    """Whether no page shows the call that it belongs to."""
    return ask.run is None or ask.run.kind is RunKind.REQUEST


class _Panel(QWidget):
    """As tall as its cards, up to a share of the window; then it scrolls."""

    def __init__(self, cards: QWidget) -> None:
        super().__init__()
        self._content = QWidget()
        self._content.setLayout(column(cards, margins=(16, 12, 16, 12)))
        self.setLayout(column(scroll(self._content), hline(), gap=0))
        self._content.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._content and event.type() is QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        layout = self._content.layout()
        if layout is None or self.isHidden():
            return
        tall = layout.totalHeightForWidth(self.width())
        tall = layout.totalSizeHint().height() if tall < 0 else tall
        most = max(round(self.window().height() * _MOST_OF_WINDOW), theme.px(_LEAST))
        self.setFixedHeight(min(tall + 1, most))
