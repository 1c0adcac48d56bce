"""One row of the form: the name of a field at the left, the field and what is said about it."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QLayout, QScrollArea, QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry, Problem
from patchbay.core.editing.operations import Operation
from patchbay.core.errors import AppError
from patchbay.core.sessions.inspection import Inspection
from patchbay.core.values import JsonPath
from patchbay.ui import theme
from patchbay.ui.controls import Label
from patchbay.ui.server_form.remarks import Remarks, remark_about

NAME_WIDTH = 88


class FormRow(QWidget):
    """Shows a part of the entry and asks for changes of it; changes nothing itself.

    `asked` carries an operation and the field it is about, `place_wanted` such a field alone.
    `reshaped` tells that the row has other parts than before.
    """

    asked = Signal(object, object)
    place_wanted = Signal(object)
    reshaped = Signal()

    def __init__(self, name: str, *heads: str) -> None:
        super().__init__()
        self.heads = heads
        self.entry: Entry | None = None
        self._stacked = False
        self._name = Label(name, "label")
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self._name, 0, Qt.AlignmentFlag.AlignTop)
        self._measure()

    @property
    def server(self) -> str:
        """The name of the server the form is about."""
        return self.entry.name if self.entry else ""

    def fits(self, entry: Entry) -> bool:
        """Whether this entry has such a field at all."""
        del entry
        return True

    def show_entry(self, entry: Entry) -> None:
        """What the file says now; what somebody is typing stays."""
        self.entry = entry
        self.show_values(entry)
        self._show_problems(entry)

    def show_values(self, entry: Entry) -> None:
        raise NotImplementedError

    def show_inspection(self, inspection: Inspection) -> None:
        """What the entry comes to on this computer."""

    def show_refusal(self, error: AppError, at: JsonPath) -> None:
        """What was asked for last cannot be done."""
        words = ". ".join(part.rstrip(".") for part in (error.title, error.hint) if part)
        self.take_back()
        self._remarks_at(at).say_fault(f"{words}.")

    def take_back(self) -> None:
        """Forget what was asked for and refused."""

    def finish(self) -> None:
        """Ask now for what was typed."""

    def ask_again(self) -> None:
        """Ask once more for what was refused and still stands here: nothing is in its way now."""
        for remarks in self.remarks().values():
            remarks.say_fault("")
        self.ask_for_all()

    def ask_for_all(self) -> None:
        """Ask for whatever differs from the file."""

    def remarks(self) -> Mapping[JsonPath, Remarks]:
        """Where something can be said, by the field it is about."""
        raise NotImplementedError

    def set_stacked(self, *, stacked: bool) -> None:
        """The name above the field, where there is no room beside it."""
        if stacked != self._stacked:
            self._stacked = stacked
            self._measure()

    def set_body(self, body: QWidget | QLayout) -> None:
        if isinstance(body, QLayout):
            self._box.addLayout(body, 1)
        else:
            self._box.addWidget(body, 1)
        self._measure()

    def ask(self, operation: Operation, at: JsonPath) -> None:
        self.asked.emit(operation, at)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._measure()

    def _measure(self) -> None:
        direction = QBoxLayout.Direction
        self._box.setDirection(direction.TopToBottom if self._stacked else direction.LeftToRight)
        self._box.setSpacing(2 if self._stacked else 8)
        self._name.setMinimumWidth(0 if self._stacked else theme.px(NAME_WIDTH))
        self._name.setMinimumHeight(theme.px(20 if self._stacked else 28))

    def _show_problems(self, entry: Entry) -> None:
        found: dict[Remarks, list[Problem]] = {each: [] for each in self.remarks().values()}
        for problem in entry.problems:
            at = problem.path[len(entry.path) :]
            # The look at the computer says more about variables than the file can.
            if self._is_about(at) and not problem.variable:
                found[self._remarks_at(at)].append(problem)
        for remarks, problems in found.items():
            remarks.say_problems(tuple(map(remark_about, problems)))

    def _is_about(self, at: JsonPath) -> bool:
        return (at[0] if at else "") in self.heads

    def _remarks_at(self, at: JsonPath) -> Remarks:
        known = self.remarks()
        fallback = next(iter(known.values()))
        return known.get(at) or known.get(at[:1], fallback)


def scroll_to(widget: QWidget) -> None:
    """Bring a widget into sight, if it stands in something that scrolls."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.ensureWidgetVisible(widget, 0, theme.px(24))
