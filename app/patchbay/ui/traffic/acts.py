"""What can be done with the chosen exchange: open it in its form, send it again, edit it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from patchbay.core.sessions.recorded import Recorded, recorded
from patchbay.core.sessions.traffic import Exchange
from patchbay.ui.controls import Button, Label, column, row
from patchbay.ui.traffic.exchanges import waits

FORMS = ("tools/call", "prompts/get", "resources/read")
"""The methods of which the window has forms."""
_MASKED = (
    "Secret values are masked here. Open in form leaves them out;"
    " in Edit and send, write them yourself."
)
_MASKED_BARE = "Secret values are masked here. In Edit and send, write them yourself."
_CUT = "Only the beginning of this request was kept, so it cannot be sent again."


class ExchangeActs(QWidget):
    """Offers for each exchange what is possible with it, and says why the rest is not."""

    open_wanted = Signal(object)
    send_wanted = Signal(object)
    edit_wanted = Signal(object)
    cancel_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._request: Recorded | None = None
        self._open = Button("Open in form", icon="square-pen")
        self._again = Button("Send again", icon="rotate-cw")
        self._edit = Button("Edit and send…", "ghost")
        self._cancel = Button("Cancel", "ghost", icon="x", tip="Tell the server to stop")
        self._hint = Label("", "hint", wrap=True)
        buttons = row(self._open, self._again, self._edit, self._cancel, None, gap=6)
        self.setLayout(column(buttons, self._hint, gap=6))
        self._open.clicked.connect(self._ask_to_open)
        self._again.clicked.connect(lambda: self.send_wanted.emit(self._request))
        self._edit.clicked.connect(lambda: self.edit_wanted.emit(self._request))
        self._cancel.clicked.connect(self.cancel_wanted)

    def show_exchange(self, exchange: Exchange, *, is_ours: bool) -> None:
        """`is_ours`: it was sent from this page."""
        request = self._request = recorded(exchange)
        masked = request is not None and request.is_masked
        has_form = request is not None and request.method in FORMS
        can_cancel = is_ours and waits(exchange)
        self._open.setVisible(has_form)
        self._again.setVisible(request is not None and not masked and not can_cancel)
        self._edit.setVisible(request is not None)
        self._cancel.setVisible(can_cancel)
        cut = exchange.request_cut and exchange.request_id is not None
        self._say(_CUT if cut else (_MASKED if has_form else _MASKED_BARE) if masked else "")
        self.setVisible(request is not None or cut)

    def say(self, words: str) -> None:
        """Why what was wanted did not happen."""
        self._say(words, "error")
        self.show()

    def _say(self, words: str, role: str = "hint") -> None:
        self._hint.set_role(role)
        self._hint.setText(words)
        self._hint.setVisible(bool(words))

    def _ask_to_open(self) -> None:
        if self._request is not None:
            self.open_wanted.emit(self._request.without_masked())
