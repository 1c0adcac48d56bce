"""Whether the server is disabled, where its file can say so."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox
from typing_extensions import override

from patchbay.core.config.model import Entry
from patchbay.core.editing.operations import can_disable, disable_server
from patchbay.core.values import JsonPath
from patchbay.ui.controls import Button, column, row
from patchbay.ui.server_form.echo import Echo
from patchbay.ui.server_form.form_row import FormRow
from patchbay.ui.server_form.remarks import Remark, Remarks

_DISABLED = "It stays in the file and is not started."
_PARK = "Takes it out of the file; Patchbay keeps it until it is put back."


class StateRow(FormRow):
    """A check box, or the way to park a server whose client knows no such thing."""

    park_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("State", "disabled", "enabled")
        self._echo = Echo(value=False)
        self.box = QCheckBox("Disabled")
        self._park = Button("Park this server…", "link")
        self._remarks = Remarks()
        self.box.clicked.connect(self._toggle)
        self._park.clicked.connect(self.park_wanted)
        self._remarks.said.connect(self.box.setAccessibleDescription)
        self._remarks.said.connect(self._park.setAccessibleDescription)
        self._remarks.place_wanted.connect(lambda: self.place_wanted.emit(("disabled",)))
        self.set_body(column(row(self.box, self._park, None), self._remarks, gap=0))

    @override
    def fits(self, entry: Entry) -> bool:
        return not entry.parked  # the page says so, and offers to put it back

    @override
    def show_values(self, entry: Entry) -> None:
        can = can_disable(entry)
        self.box.setVisible(can)
        self._park.setVisible(not can)
        self._remarks.say_hint(Remark(_DISABLED if can else _PARK))
        if self._echo.hear(entry.disabled):
            self.box.setChecked(entry.disabled)

    @override
    def take_back(self) -> None:
        self._echo.refuse()
        self.box.setChecked(self._echo.seen)

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        return {("disabled",): self._remarks}

    def _toggle(self) -> None:
        disabled = self.box.isChecked()
        self._remarks.say_fault("")
        if self._echo.ask(disabled):
            self.ask(disable_server(self.server, disabled=disabled), ("disabled",))
