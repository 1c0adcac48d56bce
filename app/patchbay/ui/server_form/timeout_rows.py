"""Time-outs in seconds; an empty one is the default."""

import re
from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry, Transport
from patchbay.core.config.variables import SSE_READ_TIMEOUT
from patchbay.core.editing.operations import remove_field, set_field
from patchbay.core.options import Waits
from patchbay.core.sessions.inspection import Inspection
from patchbay.core.values import JsonPath
from patchbay.ui import theme
from patchbay.ui.controls import Label, Steppers, column, row
from patchbay.ui.form.lines import mark
from patchbay.ui.server_form.echo import Echo, Rest
from patchbay.ui.server_form.form_row import FormRow
from patchbay.ui.server_form.inputs import FormLine
from patchbay.ui.server_form.remarks import Remarks

_SECONDS = re.compile(r"\s*(\d+(?:[.,]\d*)?|[.,]\d+)\s*s?\s*", re.ASCII)
_MOST = 1e9
_TWO_FROM = 320
"""Narrower than this, the time-outs stand one under another."""
_FAULT = "Needs a number of seconds above 0 and below 1,000,000,000"


class SecondsField(FormLine):
    """A number of seconds, or nothing for the default; Up and Down change it by one."""

    rested = Signal()

    def __init__(self, name: str, default: float) -> None:
        super().__init__(steps=True)
        self.setAccessibleName(name)
        self.set_default(default)
        self.put_inside(Steppers(self._step), 18)
        self.rest = Rest(self, self.rested.emit)
        self.stepped.connect(self._step)
        self.textEdited.connect(self.rest.begin)
        self.returnPressed.connect(self.rest.end)
        self.left.connect(self._tidy)

    def set_default(self, seconds: float) -> None:
        """Say what holds while nothing is written."""
        self._default = seconds
        self.setPlaceholderText(f"{spelled(seconds)} (default)")

    def seconds(self) -> float | None:
        """What is written; `None` for nothing.

        Raises:
            ValueError: it is not a number, or not one that a time-out can be.
        """
        if not self.text().strip():
            return None
        found = _SECONDS.fullmatch(self.text())
        seconds = float(found[1].replace(",", ".")) if found else 0.0
        if not 0 < seconds < _MOST:
            raise ValueError(_FAULT)
        return seconds

    def show_seconds(self, seconds: float | None) -> None:
        self.rest.forget()
        self.show_text("" if seconds is None else spelled(seconds))

    def _step(self, turn: int) -> None:
        try:
            seconds = self.seconds()
        except ValueError:
            return
        self.setText(spelled(max((seconds or self._default) + turn, 1.0)))
        self.rest.begin()

    def _tidy(self) -> None:
        self.rest.end()
        try:
            seconds = self.seconds()
        except ValueError:
            return
        self.show_text("" if seconds is None else spelled(seconds))


class _Timeout(QWidget):
    """One time-out with its name in front of it."""

    changed = Signal()

    def __init__(self, field: str, name: str, default: float) -> None:
        super().__init__()
        self.at: JsonPath = (field,)
        self.echo: Echo[float | None] = Echo(None)
        self.line = SecondsField(f"{name[0].upper()}{name[1:]} time-out", default)
        self.line.rested.connect(self.changed)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setLayout(row(Label(name, "hint"), (self.line, 1), gap=6))


class TimeoutRows(FormRow):
    """How long a start, a silence in a call, a whole call and a silence of a stream may last."""

    def __init__(self) -> None:
        fields = ("connect_timeout", "request_timeout", "total_timeout", "sse_read_timeout")
        super().__init__("Time-outs", "timeout", *fields)
        names = ("start", "call", "total", "SSE read")
        waits = Waits()
        defaults = (waits.connect, waits.request, waits.total, SSE_READ_TIMEOUT)
        self._parts = [_Timeout(*each) for each in zip(fields, names, defaults, strict=True)]
        self._remarks = Remarks()
        self._remarks.place_wanted.connect(lambda: self.place_wanted.emit(("request_timeout",)))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        for part in self._parts:
            part.changed.connect(partial(self._change, part))
            self._remarks.said.connect(part.line.setAccessibleDescription)
        self.set_body(column(self._grid, self._remarks, gap=2))
        self._columns = 0
        self._arrange(2)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(2 if self.width() >= theme.px(_TWO_FROM) else 1)

    @override
    def show_values(self, entry: Entry) -> None:
        said = (entry.connect_timeout, entry.request_timeout)
        said = (*said, entry.total_timeout, entry.sse_read_timeout)
        self._parts[3].setVisible(entry.transport is Transport.SSE)
        for part, seconds in zip(self._parts, said, strict=True):
            if part.echo.hear(seconds):
                part.line.show_seconds(seconds)
                self._say("", part)

    @override
    def take_back(self) -> None:
        for part in self._parts:
            part.echo.refuse()

    @override
    def finish(self) -> None:
        for part in self._parts:
            part.line.rest.end()

    @override
    def ask_for_all(self) -> None:
        for part in self._parts:
            self._change(part)

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        return {("timeout",): self._remarks}

    def _arrange(self, columns: int) -> None:
        if columns != self._columns:
            self._columns = columns
            self._grid.setColumnStretch(0, 1)
            self._grid.setColumnStretch(1, columns - 1)
            for place, part in enumerate(self._parts):
                self._grid.removeWidget(part)
                self._grid.addWidget(part, place // columns, place % columns)

    @override
    def show_inspection(self, inspection: Inspection) -> None:
        if (definition := inspection.definition) is None:
            return
        for part in self._parts:
            if getattr(inspection.entry, field := str(part.at[0])) is None:
                part.line.set_default(getattr(definition, field))

    def _change(self, part: _Timeout) -> None:
        try:
            seconds = part.line.seconds()
        except ValueError as error:
            self._say(str(error), part)
            return
        self._say("", part)
        if not part.echo.ask(seconds):
            return
        if seconds is None:
            self.ask(remove_field(self.server, part.at), part.at)
        else:
            whole = int(seconds) if seconds.is_integer() else seconds
            self.ask(set_field(self.server, part.at, whole), part.at)

    def _say(self, fault: str, part: _Timeout) -> None:
        mark(part.line, bad=bool(fault))
        self._remarks.say_fault(fault)


def spelled(seconds: float) -> str:
    """`30 s`, `2.5 s`."""
    return f"{int(seconds) if float(seconds).is_integer() else seconds} s"
