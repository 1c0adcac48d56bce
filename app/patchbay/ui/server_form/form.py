"""The editable form of one server: every field of its definition, in rows."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken
from typing_extensions import override

from patchbay.core.config.model import Entry
from patchbay.core.errors import AppError
from patchbay.core.sessions.inspection import Inspection
from patchbay.core.values import JsonPath
from patchbay.ui import theme
from patchbay.ui.controls import Button, IconLabel, Label, column, frame, row
from patchbay.ui.form.tab_order import TabOrder
from patchbay.ui.server_form.argument_rows import ArgumentRows
from patchbay.ui.server_form.command_row import CommandRow
from patchbay.ui.server_form.echo import Rest
from patchbay.ui.server_form.form_row import FormRow, scroll_to
from patchbay.ui.server_form.more_group import MoreGroup
from patchbay.ui.server_form.more_rows import ProtocolRow
from patchbay.ui.server_form.pair_rows import PairRows
from patchbay.ui.server_form.state_row import StateRow
from patchbay.ui.server_form.taken_line import take_command_line
from patchbay.ui.server_form.text_rows import (
    AddressRow,
    DescriptionRow,
    EnvFileRow,
    FolderRow,
)
from patchbay.ui.server_form.timeout_rows import TimeoutRows
from patchbay.ui.server_form.transport_row import TransportRow

_BESIDE_FROM = 430
"""Narrower than this, the names stand above their fields."""
_LEAST = 220


class ServerForm(QWidget):
    """Shows an entry and asks for changes of it; only `show_entry` changes what it shows.

    `operation_wanted` carries an `Operation` and the field it is about. `place_wanted` carries a
    field by its canonical path inside the entry, as in `Entry.places`, or an empty path for the
    entry as a whole.
    """

    operation_wanted = Signal(object, object)
    place_wanted = Signal(object)
    allow_wanted = Signal()
    command_line_wanted = Signal()
    park_wanted = Signal()
    move_secrets_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entry: Entry | None = None
        self._why = Label("", wrap=True)
        self._notice = self._make_notice()
        self._more = MoreGroup()
        self._rows = self._make_rows()
        self._body = QWidget()
        self._body.setLayout(column(*self._rows, self._more, gap=12))
        self.setLayout(column(self._notice, self._body, None, margins=(16, 12, 16, 12), gap=12))
        self._order = Rest(self, TabOrder(self).follow, 0)
        self._more.unfolded.connect(self._order.begin)
        for each in self._all_rows:
            each.asked.connect(self.operation_wanted)
            each.place_wanted.connect(self.place_wanted)
            each.reshaped.connect(self._order.begin)
        _application().focusChanged.connect(self._keep_in_sight)

    @property
    def is_read_only(self) -> bool:
        return not self._notice.isHidden()

    def show_entry(self, entry: Entry) -> None:
        """What the file says now; what somebody is typing just now stays."""
        self._entry = entry
        for each in self._all_rows:
            each.show_entry(entry)
            if each.isHidden() == each.fits(entry):
                each.setVisible(each.isHidden())
                self._order.begin()
        self._more.show_summary(entry)

    def show_inspection(self, inspection: Inspection) -> None:
        """What the entry comes to on this computer; of fields changed since, nothing."""
        for each in self._all_rows:
            each.show_inspection(inspection)

    def show_refusal(self, error: AppError, field: JsonPath) -> None:
        """Say under its field why a change is not made.

        What was typed stays until it is changed again.
        """
        for each in self._rows_about(field):
            each.show_refusal(error, field)

    def ask_again(self, field: JsonPath) -> None:
        """Ask once more for what was refused in a field: what was in its way is gone."""
        for each in self._rows_about(field):
            each.ask_again()

    def focus_on(self, field: str) -> None:
        """Put the focus where a field can be changed, and unfold what hides it."""
        for each in self._rows_about((field,)):
            if each in self._more.rows:
                self._more.head.setChecked(True)
            parts = (part for part in each.findChildren(QWidget) if _takes_focus(part))
            if (part := next(parts, None)) is not None:
                part.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def set_read_only(self, reason: str) -> None:
        """Show everything and let nothing be changed, for a reason; an empty one ends that."""
        self._why.setText(reason)
        self._notice.setVisible(bool(reason))
        for each in self._all_rows:  # what is folded can still be looked at
            each.setEnabled(not reason)

    def take_command_line(self, command: str, args: Sequence[str], env: Mapping[str, str]) -> None:
        """Ask for a command line that was pasted, as one change."""
        if self._entry is not None:
            self.finish()
            name = self._entry.name
            operation = take_command_line(name, command, args, env)
            self.operation_wanted.emit(operation, ("command",))

    def finish(self) -> None:
        """Ask now for everything that was typed; to be called before saving."""
        for each in self._all_rows:
            each.finish()

    @override
    def minimumSizeHint(self) -> QSize:
        # Less than its parts need beside their names: then the names go above them.
        return QSize(theme.px(_LEAST), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stack()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._stack()

    @property
    def _all_rows(self) -> Sequence[FormRow]:
        return (*self._rows, *self._more.rows)

    def _make_rows(self) -> Sequence[FormRow]:
        state, arguments, command = StateRow(), ArgumentRows(), CommandRow()
        state.park_wanted.connect(self.park_wanted)
        arguments.command_line_wanted.connect(self.command_line_wanted)
        command.allow_wanted.connect(self.allow_wanted)
        headers = PairRows("Headers", "headers", "header")
        variables = PairRows("Environment", "env", "variable")
        for each in (headers, variables):
            each.move_wanted.connect(self.move_secrets_wanted)
        return (
            state,
            TransportRow(),
            command,
            arguments,
            AddressRow(),
            headers,
            variables,
            EnvFileRow(),
            FolderRow(),
            TimeoutRows(),
            ProtocolRow(),
            DescriptionRow(),
        )

    def _make_notice(self) -> QWidget:
        edit = Button("Edit the text", "link")
        edit.clicked.connect(lambda: self.place_wanted.emit(()))
        parts = row(IconLabel("lock", "text2", 14), (self._why, 1), edit, margins=(10, 6, 10, 6))
        notice = frame("inset", parts)
        notice.hide()
        return notice

    def _rows_about(self, field: JsonPath) -> Sequence[FormRow]:
        return [each for each in self._all_rows if field and field[0] in each.heads]

    def _stack(self) -> None:
        for each in self._all_rows:
            each.set_stacked(stacked=self.width() < theme.px(_BESIDE_FROM))

    def _keep_in_sight(self, _before: QWidget | None, focused: QWidget | None) -> None:
        """Rows that are added or moved take the focus with them; Qt scrolls for Tab only."""
        if focused is not None and Shiboken.isValid(self) and self.isAncestorOf(focused):
            QTimer.singleShot(0, focused, lambda: scroll_to(focused))


def _takes_focus(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return takes and widget.isEnabled() and widget.isVisible()


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)  # there is no widget without one
    return app
