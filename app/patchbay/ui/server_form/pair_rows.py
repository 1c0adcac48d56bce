"""Environment variables and headers: names and values in rows."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout
from typing_extensions import override

from patchbay.core.config.model import Entry, Transport
from patchbay.core.editing.movable import movable
from patchbay.core.editing.operations import (
    Operation,
    insert_field,
    remove_field,
    rename_field,
    set_field,
)
from patchbay.core.sessions.inspection import Inspection
from patchbay.core.values import JsonPath
from patchbay.ui.controls import Button, column
from patchbay.ui.controls.masked import masked_words
from patchbay.ui.server_form.echo import Echo
from patchbay.ui.server_form.form_row import FormRow
from patchbay.ui.server_form.hints import value_hint
from patchbay.ui.server_form.links import Links
from patchbay.ui.server_form.pair_row import PairRow
from patchbay.ui.server_form.remarks import Remarks
from patchbay.ui.server_form.row_keys import listen_to_keys, row_with_focus


class PairRows(FormRow):
    """The members of a map; a new one is asked for once it has a name of its own.

    `move_wanted` tells that the secrets of the entry shall leave the file.
    """

    move_wanted = Signal()

    def __init__(self, title: str, field: str, one: str) -> None:
        super().__init__(title, field)
        self._field, self._one = field, one
        self._echo: Echo[tuple[tuple[str, str], ...]] = Echo(())
        self._rows: list[PairRow] = []
        self._list: QVBoxLayout = column(gap=6)
        self._remarks = Remarks()
        self._remarks.place_wanted.connect(lambda: self.place_wanted.emit((field,)))
        self._add = Button(f"Add {one}", "link", icon="plus", tip="Alt+Insert")
        self._add.clicked.connect(self.add)
        self._move = Button("Move secrets…", "link", icon="arrow-right-to-line")
        self._move.clicked.connect(self.move_wanted)
        self._links = Links(self._add, self._move)
        self._links.show_link(self._move, shown=False)
        self.set_body(column(self._list, self._links, self._remarks, gap=2))
        listen_to_keys(self, {"Alt+Insert": self.add, "Alt+Delete": self._remove_focused})

    @override
    def fits(self, entry: Entry) -> bool:
        if self._field == "headers":
            return entry.transport not in (None, Transport.STDIO)
        return entry.transport in (None, Transport.STDIO)

    @override
    def show_values(self, entry: Entry) -> None:
        pairs = entry.headers if self._field == "headers" else entry.env
        if self._echo.hear(tuple(pairs.items())):
            self._show(pairs)
        for shown in self._rows:
            if shown.sent_name in pairs:
                shown.known_name = shown.sent_name
        self._offer_to_move()

    @override
    def show_inspection(self, inspection: Inspection) -> None:
        entry = inspection.entry
        pairs = entry.headers if self._field == "headers" else entry.env
        for shown in self._rows:
            if pairs.get(shown.sent_name) == shown.sent_value and not shown.is_draft:
                at = (self._field, shown.sent_name)
                shown.remarks.say_hint(value_hint(inspection, at, shown.sent_value))

    @override
    def take_back(self) -> None:
        """What was typed stays; the names and values that count are those of the file."""
        self._echo.refuse()
        seen = dict(self._echo.seen)
        for shown in self._rows:
            known = (shown.sent_name, shown.known_name)
            shown.sent_name = next((name for name in known if name in seen), "")
            shown.sent_value = seen.get(shown.sent_name, "")
        if seen.keys() - {shown.sent_name for shown in self._rows}:
            self._show(seen)

    @override
    def finish(self) -> None:
        for shown in self._rows:
            shown.rest.end()

    @override
    def ask_for_all(self) -> None:
        for shown in self._rows:
            typed = shown.written_name, shown.input.text()
            if typed != (shown.sent_name, shown.sent_value):
                self._change(shown)

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        own: dict[JsonPath, Remarks] = {(self._field,): self._remarks}
        for each in self._rows:
            for name in filter(None, (each.written_name, each.sent_name)):
                own[self._field, name] = each.remarks
        return own

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange:
            self._offer_to_move()

    def add(self) -> None:
        """One more row, to be named; a nameless one that is there already will do."""
        drafts = [each for each in self._rows if each.is_draft and not each.written_name]
        shown = drafts[0] if drafts else self._put(len(self._rows))
        self.reshaped.emit()
        shown.focus_name()

    def remove(self, shown: PairRow) -> None:
        place, name = self._rows.index(shown), shown.sent_name
        had_focus = shown is row_with_focus(self._rows)
        self._drop(shown)
        if name:
            self._ask((self._field, name), lambda at: remove_field(self.server, at))
        self.reshaped.emit()
        if had_focus:
            near = self._rows[min(place, len(self._rows) - 1)] if self._rows else None
            near.focus_value() if near else self._add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _offer_to_move(self) -> None:
        """Where the form can change something, and something can move."""
        entry = self.entry
        can_move = self.isEnabled() and entry is not None and bool(movable(entry))
        if self._links.show_link(self._move, shown=can_move):
            self.reshaped.emit()

    def _remove_focused(self) -> None:
        if shown := row_with_focus(self._rows):
            self.remove(shown)

    def _show(self, pairs: Mapping[str, str]) -> None:
        """Give every pair its row: the one that has its name, else one that lost its own."""
        named = {each.sent_name: each for each in self._rows if not each.is_draft}
        spare = [each for name, each in named.items() if name not in pairs]
        drafts = [each for each in self._rows if each.is_draft]
        arranged: list[PairRow] = []
        for name, value in pairs.items():
            shown = named.get(name) or (spare.pop(0) if spare else self._put(len(self._rows)))
            shown.show_pair(name, value)
            arranged.append(shown)
        for shown in spare:
            self._drop(shown)
        self._rows = [*arranged, *drafts]
        for place, shown in enumerate(self._rows):
            if self._list.indexOf(shown) != place:
                self._list.removeWidget(shown)
                self._list.insertWidget(place, shown)
        self.reshaped.emit()

    def _put(self, place: int) -> PairRow:
        shown = PairRow(self._field)
        self._rows.insert(place, shown)
        self._list.insertWidget(place, shown)
        shown.show()  # at once: it may be given the focus
        shown.input.reshaped.connect(self.reshaped)
        shown.rested.connect(lambda: self._change(shown))
        shown.remove.clicked.connect(lambda: self.remove(shown))
        shown.remarks.place_wanted.connect(
            lambda: self.place_wanted.emit((self._field, shown.sent_name))
        )
        return shown

    def _drop(self, shown: PairRow) -> None:
        shown.rest.forget()
        self._rows.remove(shown)
        self._list.removeWidget(shown)
        shown.hide()
        shown.deleteLater()

    def _change(self, shown: PairRow) -> None:
        """Ask for what is new about a row, as far as its name allows."""
        name, value, old = shown.written_name, shown.input.text(), shown.sent_name
        fault = self._fault(shown, name)
        masked = masked_words(value) if value != shown.sent_value else ""
        shown.say_fault(fault or masked, in_value=not fault)
        if shown.is_draft:
            if name and not (fault or masked):
                shown.sent_name, shown.sent_value = name, value
                self._ask((self._field, name), lambda at: insert_field(self.server, at, value))
            return
        if name != old and not fault:
            shown.sent_name = name
            was = (self._field, old)
            self._ask((self._field, name), lambda _: rename_field(self.server, was, name))
        if value != shown.sent_value and not masked:
            shown.sent_value = value
            at = (self._field, shown.sent_name)
            self._ask(at, lambda at: set_field(self.server, at, value))

    def _ask(self, at: JsonPath, operation: Callable[[JsonPath], Operation]) -> None:
        pairs = [(each.sent_name, each.sent_value) for each in self._rows if not each.is_draft]
        if self._echo.ask(tuple(pairs)):
            self.ask(operation(at), at)

    def _fault(self, shown: PairRow, name: str) -> str:
        if not name:
            is_untouched = shown.is_draft and not shown.input.text()
            return "" if is_untouched else f"The {self._one} needs a name"
        others = {self._key(each.sent_name) for each in self._rows if each is not shown}
        if self._key(name) in others:
            return f"There is another {self._one} called {name}"
        bad = "=\0\n" if self._field == "env" else ": \0\r\n\t"
        if any(letter in bad for letter in name):
            return (
                f"The name of a {self._one} cannot hold {'=' if bad[0] == '=' else 'spaces or :'}"
            )
        return ""

    def _key(self, name: str) -> str:
        """Headers are the same in capitals."""
        return name.lower() if self._field == "headers" else name
