"""The arguments of a command, in rows that can be added, moved and removed."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout
from typing_extensions import override

from patchbay.core.config.model import Entry, Transport
from patchbay.core.editing.operations import (
    Operation,
    insert_field,
    move_field,
    remove_field,
    set_field,
)
from patchbay.core.sessions.inspection import Inspection
from patchbay.core.values import JsonPath
from patchbay.ui.controls import Button, column
from patchbay.ui.controls.masked import masked_words
from patchbay.ui.server_form.argument_row import ArgumentRow, MoreArguments
from patchbay.ui.server_form.echo import Echo, Rest
from patchbay.ui.server_form.form_row import FormRow, scroll_to
from patchbay.ui.server_form.hints import secret_arguments, value_hint
from patchbay.ui.server_form.links import Links
from patchbay.ui.server_form.remarks import Remarks
from patchbay.ui.server_form.row_keys import listen_to_keys, row_with_focus

SHOWN_AT_FIRST, _ALL = 40, 1_000_000_000
_AT_ONCE, _IN_A_STEP = 12, 6
"""Rows built before the window does something else: each takes milliseconds."""


class ArgumentRows(FormRow):
    """All arguments; of very many the first ones, until all of them are wanted.

    `_values` is what the file says once it has answered everything; the rows show its beginning,
    and are built a few at a time, so that the window goes on living.
    """

    command_line_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Arguments", "args")
        self._echo: Echo[tuple[str, ...]] = Echo(())
        self._values: list[str] = []
        self._rows: list[ArgumentRow] = []
        self._limit = SHOWN_AT_FIRST
        self._last_wanted = False
        self._growing = Rest(self, lambda: self._grow(_IN_A_STEP), 0)
        self._dragged_from = -1
        self._list: QVBoxLayout = column(gap=4)
        self._remarks = Remarks()
        self._remarks.place_wanted.connect(lambda: self.place_wanted.emit(("args",)))
        self._more = MoreArguments()
        self._add = Button("Add argument", "link", icon="plus", tip="Alt+Insert")
        paste = Button("Paste a command line", "link", icon="clipboard-paste")
        self._more.wanted.connect(self.show_all)
        self._add.clicked.connect(lambda: self.add(len(self._values)))
        paste.clicked.connect(self.command_line_wanted)
        parts = (self._list, self._more, Links(self._add, paste), self._remarks)
        self.set_body(column(*parts, gap=2))
        keys: dict[str, Callable[[], object]] = {
            "Alt+Insert": self._add_near,
            "Alt+Delete": self._remove_focused,
            "Alt+Up": partial(self._shift_focused, -1),
            "Alt+Down": partial(self._shift_focused, 1),
        }
        listen_to_keys(self, keys)

    @override
    def fits(self, entry: Entry) -> bool:
        return entry.transport in (None, Transport.STDIO)

    @override
    def show_values(self, entry: Entry) -> None:
        if self._echo.hear(entry.args):
            self._show(entry.args)

    @override
    def show_inspection(self, inspection: Inspection) -> None:
        args = inspection.entry.args
        for place, shown in enumerate(self._rows[: len(args)]):
            if args[place] == shown.sent:
                shown.remarks.say_hint(value_hint(inspection, ("args", place), shown.sent))

    @override
    def take_back(self) -> None:
        """The texts that were typed stay, the rows are those of the file."""
        self._echo.refuse()
        before, self._values = self._values, list(self._echo.seen)
        if len(before) != len(self._values) or sorted(before) == sorted(self._values):
            self._show(self._echo.seen)
        for shown, text in zip(self._rows, self._values, strict=False):
            shown.sent = text

    @override
    def finish(self) -> None:
        for shown in self._rows:
            shown.rest.end()

    @override
    def ask_for_all(self) -> None:
        for shown in self._rows:
            if shown.input.text() != shown.sent:
                self._change(shown)

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        own: dict[JsonPath, Remarks] = {("args",): self._remarks}
        return own | {("args", place): each.remarks for place, each in enumerate(self._rows)}

    def add(self, place: int) -> None:
        """One more argument, empty at first, with the focus in it."""
        self.finish()
        self._values.insert(place, "")
        self._limit = self._limit + 1 if place <= self._limit else _ALL
        shown = self._put(place, "") if place <= len(self._rows) else None
        self._ask(("args", place), lambda at: insert_field(self.server, at, ""))
        self._last_wanted = shown is None
        self._grow(_AT_ONCE)
        if shown in self._rows:  # else it was refused already
            shown.focus()

    def remove(self, shown: ArgumentRow) -> None:
        place = self._rows.index(shown)
        self.finish()
        had_focus = shown is row_with_focus(self._rows)
        del self._values[place]
        self._drop(shown)
        self._ask(("args", place), lambda at: remove_field(self.server, at))
        self._grow(1)
        if had_focus:
            near = self._rows[min(place, len(self._rows) - 1)] if self._rows else None
            near.focus() if near else self._add.setFocus(Qt.FocusReason.OtherFocusReason)

    def shift(self, shown: ArgumentRow, to: int) -> None:
        """Bring an argument to another place, if there is such a place."""
        self.finish()
        place = self._rows.index(shown)
        if self._arrange(shown, to):
            self._moved(place, shown)

    def show_all(self) -> None:
        self._limit = _ALL
        self._grow(_IN_A_STEP)

    def _show(self, values: Sequence[str]) -> None:
        self._values, self._dragged_from = list(values), -1
        wanted = min(self._limit, len(values))
        for shown in self._rows[wanted:]:
            self._drop(shown)
        for shown, text in zip(self._rows, values, strict=False):
            shown.show_text(text)
        self._grow(_AT_ONCE)

    def _grow(self, most: int) -> None:
        """Build the next rows, and the others when the window has nothing else to do."""
        wanted = min(self._limit, len(self._values))
        for place in range(len(self._rows), min(len(self._rows) + most, wanted)):
            self._put(place, self._values[place])
        self._follow()
        self.reshaped.emit()
        if len(self._rows) < wanted:
            self._growing.begin()
        elif self._last_wanted:
            self._last_wanted = False
            self._rows[-1].focus()

    def _put(self, place: int, text: str) -> ArgumentRow:
        shown = ArgumentRow(text)
        self._rows.insert(place, shown)
        self._list.insertWidget(place, shown)
        shown.show()  # at once: it may be given the focus
        shown.input.reshaped.connect(self.reshaped)
        shown.rested.connect(lambda: self._change(shown))
        shown.entered.connect(lambda: self._go_on(shown))
        shown.input.left.connect(self._hide_secrets)
        shown.remove.clicked.connect(lambda: self.remove(shown))
        shown.grip.dragged.connect(partial(self._drag, shown))
        shown.grip.dropped.connect(lambda: self._drop_here(shown))
        shown.remarks.place_wanted.connect(
            lambda: self.place_wanted.emit(("args", self._rows.index(shown)))
        )
        return shown

    def _drop(self, shown: ArgumentRow) -> None:
        shown.rest.forget()
        self._rows.remove(shown)
        self._list.removeWidget(shown)
        shown.hide()
        shown.deleteLater()

    def _change(self, shown: ArgumentRow) -> None:
        text, place = shown.input.text(), self._rows.index(shown)
        if fault := masked_words(text) if text != shown.sent else "":
            shown.remarks.say_fault(fault)
            return
        shown.sent = self._values[place] = text
        self._ask(("args", place), lambda at: set_field(self.server, at, text))

    def _ask(self, at: JsonPath, operation: Callable[[JsonPath], Operation]) -> None:
        if self._echo.ask(tuple(self._values)):
            self.ask(operation(at), at)

    def _go_on(self, shown: ArgumentRow) -> None:
        """Enter goes to the next argument, and behind the last one to a new one."""
        place = self._rows.index(shown) + 1
        if place < len(self._rows):
            self._rows[place].focus()
        else:
            self.add(place)

    def _arrange(self, shown: ArgumentRow, to: int) -> bool:
        place = self._rows.index(shown)
        if place == to or not 0 <= to < len(self._rows):
            return False
        self._rows.insert(to, self._rows.pop(place))
        self._list.removeWidget(shown)
        self._list.insertWidget(to, shown)
        self._follow()
        return True

    def _moved(self, place: int, shown: ArgumentRow) -> None:
        to = self._rows.index(shown)
        self._values.insert(to, self._values.pop(place))
        self._ask(("args", place), lambda at: move_field(self.server, at, to))
        self.reshaped.emit()

    def _drag(self, shown: ArgumentRow, top: int) -> None:
        if self._dragged_from < 0:
            self.finish()
            self._dragged_from = self._rows.index(shown)
        others = (each for each in self._rows if each is not shown)
        middles = (each.mapToGlobal(each.rect().center()).y() for each in others)
        self._arrange(shown, sum(middle < top for middle in middles))
        scroll_to(shown)

    def _drop_here(self, shown: ArgumentRow) -> None:
        place, self._dragged_from = self._dragged_from, -1
        if place >= 0 and place != self._rows.index(shown):
            self._moved(place, shown)

    def _follow(self) -> None:
        for place, shown in enumerate(self._rows):
            shown.number(place)
        self._hide_secrets()
        self._more.show_count(len(self._values) - self._limit)

    def _hide_secrets(self) -> None:
        command = (self.entry.command if self.entry else None) or ""
        secrets = secret_arguments(command, [each.input.text() for each in self._rows])
        for place, shown in enumerate(self._rows):
            shown.hide_secret(secret=place in secrets)

    def _add_near(self) -> None:
        """Behind the argument with the focus, or at the end."""
        shown = row_with_focus(self._rows)
        self.add(self._rows.index(shown) + 1 if shown else len(self._values))

    def _remove_focused(self) -> None:
        if shown := row_with_focus(self._rows):
            self.remove(shown)

    def _shift_focused(self, by: int) -> None:
        if shown := row_with_focus(self._rows):
            self.shift(shown, self._rows.index(shown) + by)
