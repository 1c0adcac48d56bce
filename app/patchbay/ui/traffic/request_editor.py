"""A request as text: its method and its params, changed and then sent."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from patchbay.core.calls.schema import form
from patchbay.core.sessions.recorded import Recorded
from patchbay.core.sessions.redaction import MASK
from patchbay.ui.controls import Button, IconButton, Label, column, frame, row
from patchbay.ui.form.json_view import JsonView

_FILL_IN = f"{MASK} stands for a masked value: write the real one"


class RequestEditor(QWidget):
    """Sends nothing that is no JSON object, that has no method, or in which dots stand for values.

    `send_wanted` carries the request as a `Recorded`.
    """

    send_wanted = Signal(object)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._given: Recorded | None = None
        self.method = QLineEdit()
        self.method.setAccessibleName("Method")
        self.params = JsonView(form({"type": "object"}))
        self._fault = Label("", "error", wrap=True)
        close = IconButton("x", "Close without sending", small=True, keys="Esc")
        send = Button("Send", "primary", icon="play", keys="Ctrl+Enter")
        head = row(Label("Edit and send", "h2"), None, close)
        method = column(Label("Method", "label"), self.method, Label("Params", "label"), gap=4)
        foot = frame("bar", row(send, (self._fault, 1), margins=(16, 0, 12, 0)), height=48)
        top = column(head, method, margins=(16, 10, 16, 4), gap=8)
        self.setLayout(column(top, (self.params, 1), foot, gap=0))
        self.params.edited.connect(self.params.check)
        self.method.textChanged.connect(lambda: self._fault.setText(""))
        send.clicked.connect(self.send)
        close.clicked.connect(self.closed)

    def edit(self, request: Recorded) -> None:
        """Begin with this request; what was made of the same one before is still there."""
        if request != self._given:
            self._given = request
            self.method.setText(request.method)
            self.params.show_arguments(request.params)
        self.params.focus()

    def send(self) -> None:
        """Send what is written; else the focus goes to what is wrong."""
        method, params = self.method.text().strip(), self.params.arguments()
        if not method:
            self._fault.setText("Needs a method")
            self.method.setFocus()
        elif params is None or self.params.fault:
            self.params.focus()
        elif Recorded(method, params).is_masked:
            self.params.say(_FILL_IN)
            self.params.focus()
        else:
            self.send_wanted.emit(Recorded(method, params))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.send()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
