"""The program of a local server: what it is, where it is, and whether it may run."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry, Transport
from patchbay.core.sessions.inspection import Inspection, Program
from patchbay.ui.controls import Badge, Button, IconButton, frame, row
from patchbay.ui.server_form.hints import command_hint
from patchbay.ui.server_form.inputs import ValueField
from patchbay.ui.server_form.remarks import Remark
from patchbay.ui.server_form.text_rows import TextRow, choose


class CommandRow(TextRow):
    """The command, with its state on the allow-list."""

    allow_wanted = Signal()
    needed = True

    def __init__(self) -> None:
        super().__init__("Command", "command", ValueField())

    @override
    def fits(self, entry: Entry) -> bool:
        return entry.transport in (None, Transport.STDIO)

    @override
    def beside(self) -> tuple[QWidget, ...]:
        self._badge = Badge("")
        self._allow = Button("Allow…", "link")
        self._allow.clicked.connect(self.allow_wanted)
        button = IconButton("folder-open", "Choose a program", small=True)
        button.clicked.connect(lambda: choose(self, "Choose a program"))
        state = row(self._badge, self._allow, margins=(6, 0, 6, 0), gap=6)
        self._state = frame("", state)
        self._state.hide()
        return self._state, button

    @override
    def show_inspection(self, inspection: Inspection) -> None:
        super().show_inspection(inspection)
        if (inspection.entry.command or "") == self._echo.seen:
            self._show_program(inspection.program)

    @override
    def hint(self, inspection: Inspection) -> Remark | None:
        return command_hint(inspection)

    def _show_program(self, program: Program | None) -> None:
        self._state.setVisible(program is not None)
        if program is None:
            return
        if program.refusal is None:
            self._badge.set("✓ allowed", "ok")
        else:
            self._badge.set("blocked" if program.is_blocked else "not found", "danger")
        self._badge.setToolTip(f"By the rule {program.rule}" if program.rule else "")
        self._allow.setVisible(program.is_blocked)
