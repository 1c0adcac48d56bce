"""The chosen exchange: the request above the response."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QStackedLayout, QWidget

from patchbay.core.sessions.traffic import Direction, Exchange, Outcome
from patchbay.ui.controls import Badge, Button, ElidedLabel, Label, clear, column, row, scroll
from patchbay.ui.figures import duration
from patchbay.ui.traffic.exchanges import clock, failed, waits
from patchbay.ui.traffic.message import MessageBlock

_ENDS = {
    Outcome.OK: "",
    Outcome.TOOL_ERROR: "protocol OK, the tool reported the error",
    Outcome.ERROR: "the server refused the request",
    Outcome.WAITING: "not answered yet",
}


class ExchangeDetail(QFrame):
    """Shows one exchange, or says how to choose one."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "surface")
        self.setAccessibleName("Chosen message")
        self._title, self._outcome = ElidedLabel("", "h2"), Badge("")
        self._about = Label("", "hint", wrap=True, selectable=True)
        self._copy_both = Button("Copy both", "ghost", icon="copy")
        self._copy_both.clicked.connect(self.copy)
        self._blocks: list[MessageBlock] = []
        self._room = column(margins=(16, 4, 16, 16), gap=12)
        content = QWidget()
        content.setLayout(self._room)
        head = column(
            row((self._title, 1), self._outcome, self._copy_both),
            self._about,
            margins=(16, 10, 12, 8),
            gap=4,
        )
        page = QWidget()
        page.setLayout(column(head, (scroll(content), 1), gap=0))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(_nothing())
        self._stack.addWidget(page)

    @property
    def text(self) -> str:
        """Both messages, as Copy both gives them."""
        return "\n\n".join(block.text for block in self._blocks)

    def show_nothing(self) -> None:
        self._clear()
        self._stack.setCurrentIndex(0)

    def show_exchange(self, exchange: Exchange) -> None:
        self._clear()
        self._title.setText(f"{exchange.method} {exchange.target}".strip())
        self._outcome.setVisible(bool(exchange.outcome))
        self._outcome.set(exchange.outcome.value, _tone(exchange))
        self._about.setText("  ·  ".join(_about(exchange)))
        one_way = exchange.outcome is Outcome.NONE
        self._copy_both.setVisible(bool(exchange.response))
        number = "" if exchange.request_id is None else f"id {exchange.request_id}"
        title = "Message" if one_way else "Request"
        self._add(MessageBlock(title, number, exchange.request, exchange.request_size))
        if exchange.response:
            self._add(MessageBlock("Response", "", exchange.response, exchange.response_size))
        self._room.addStretch(1)
        self._stack.setCurrentIndex(1)

    def copy(self) -> None:
        """Put the messages on the clipboard."""
        if self._blocks:
            QGuiApplication.clipboard().setText(self.text)

    def _add(self, block: MessageBlock) -> None:
        self._blocks.append(block)
        self._room.addWidget(block)

    def _clear(self) -> None:
        self._blocks = []
        clear(self._room)


def _about(exchange: Exchange) -> list[str]:
    sent = exchange.direction is Direction.SENT
    parts = [f"{'Sent' if sent else 'Received'} {clock(exchange)}"]
    if exchange.outcome is Outcome.UNANSWERED:
        lasted = f" for {duration(exchange.took)}" if exchange.took is not None else ""
        parts.append(f"waited{lasted}, no answer came before the connection ended")
    elif exchange.took is not None:
        parts.append(f"answered after {duration(exchange.took)}")
    if end := _ENDS.get(exchange.outcome):
        parts.append(end)
    return parts


def _tone(exchange: Exchange) -> str:
    if failed(exchange):
        return "danger"
    return "accent" if waits(exchange) else "ok"


def _nothing() -> QWidget:
    title, hint = Label("No message chosen", "strong"), Label("", "hint", wrap=True)
    hint.setText("Choose one in the list to read what was sent and what came back.")
    for label in (title, hint):
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    widget = QWidget()
    widget.setLayout(column(None, title, hint, None, margins=(16, 16, 16, 16), gap=4))
    return widget
