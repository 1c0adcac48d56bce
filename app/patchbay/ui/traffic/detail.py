"""The chosen exchange: the request above the response."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QStackedLayout, QWidget

from patchbay.core.sessions.recorded import Recorded
from patchbay.core.sessions.traffic import Direction, Exchange, Outcome
from patchbay.ui.controls import Badge, Button, ElidedLabel, Label, clear, column, row, scroll
from patchbay.ui.figures import duration
from patchbay.ui.traffic.acts import ExchangeActs
from patchbay.ui.traffic.exchanges import clock, failed, waits
from patchbay.ui.traffic.message import MessageBlock
from patchbay.ui.traffic.request_editor import RequestEditor

_NOTHING, _EXCHANGE, _EDITOR = range(3)

_ENDS = {
    Outcome.OK: "",
    Outcome.TOOL_ERROR: "protocol OK, the tool reported the error",
    Outcome.ERROR: "the server refused the request",
    Outcome.WAITING: "not answered yet",
    Outcome.TIMED_OUT: "Patchbay stopped waiting and told the server",
    Outcome.CANCELLED: "you cancelled it",
}


class ExchangeDetail(QFrame):
    """Shows one exchange, or says how to choose one, or lets a request be edited.

    `send_wanted` carries a `Recorded`.
    """

    send_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "surface")
        self.setAccessibleName("Chosen message")
        self._title, self._outcome = ElidedLabel("", "h2"), Badge("")
        self._about = Label("", "hint", wrap=True, selectable=True)
        self._copy_both = Button("Copy both", "ghost", icon="copy")
        self._copy_both.clicked.connect(self.copy)
        self.acts, self.editor = ExchangeActs(), RequestEditor()
        self._blocks: list[MessageBlock] = []
        self._room = column(margins=(16, 4, 16, 16), gap=12)
        content = QWidget()
        content.setLayout(self._room)
        head = column(
            row((self._title, 1), self._outcome, self._copy_both),
            self._about,
            2,
            self.acts,
            margins=(16, 10, 12, 8),
            gap=4,
        )
        page = QWidget()
        page.setLayout(column(head, (scroll(content), 1), gap=0))
        self._stack = QStackedLayout(self)
        for part in (_nothing(), page, self.editor):
            self._stack.addWidget(part)
        self.acts.send_wanted.connect(self.send_wanted)
        self.acts.edit_wanted.connect(self.edit)
        self.editor.send_wanted.connect(self.send_wanted)
        self.editor.closed.connect(lambda: self._stack.setCurrentIndex(_EXCHANGE))

    @property
    def text(self) -> str:
        """Both messages, as Copy both gives them."""
        return "\n\n".join(block.text for block in self._blocks)

    def show_nothing(self) -> None:
        self._clear()
        self._stack.setCurrentIndex(_NOTHING)

    def edit(self, request: Recorded) -> None:
        """Let somebody change a request before it is sent."""
        self._stack.setCurrentIndex(_EDITOR)
        self.editor.edit(request)

    def say(self, words: str) -> None:
        """Why what was wanted did not happen."""
        if self._blocks:
            self._stack.setCurrentIndex(_EXCHANGE)
        self.acts.say(words)

    def show_exchange(self, exchange: Exchange, *, is_ours: bool = False) -> None:
        """`is_ours`: it was sent from this page."""
        self.refresh(exchange, is_ours=is_ours)
        self._stack.setCurrentIndex(_EXCHANGE)

    def refresh(self, exchange: Exchange, *, is_ours: bool) -> None:
        """The shown exchange has changed; what is being edited stays in sight."""
        self._clear()
        self.acts.show_exchange(exchange, is_ours=is_ours)
        self._title.setText(f"{exchange.method} {exchange.target}".strip())
        self._outcome.setVisible(bool(exchange.outcome))
        self._outcome.set(exchange.outcome.value, _tone(exchange))
        self._about.setText("  ·  ".join(_about(exchange)))
        one_way = exchange.outcome is Outcome.NONE
        self._copy_both.setVisible(bool(exchange.response))
        number = "" if exchange.request_id is None else f"id {exchange.request_id}"
        title = "Message" if one_way else "Request"
        request, response = exchange.request, exchange.response
        cut = exchange.request_cut
        self._add(MessageBlock(title, number, request, exchange.request_size, cut=cut))
        if response:
            size, cut = exchange.response_size, exchange.response_cut
            self._add(MessageBlock("Response", "", response, size, cut=cut))
        self._room.addStretch(1)

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
    elif exchange.outcome in (Outcome.TIMED_OUT, Outcome.CANCELLED):
        parts.append(f"no answer after {duration(exchange.took or 0)}")
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
