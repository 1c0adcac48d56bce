"""What is seldom wanted: the rest of a definition, and what Patchbay keeps without using it."""

from collections.abc import Iterator, Mapping

from PySide6.QtWidgets import QCheckBox
from typing_extensions import override

from patchbay.core.config.fields import camel
from patchbay.core.config.model import Entry, Transport
from patchbay.core.config.variables import REACHING
from patchbay.core.editing.operations import remove_field, set_field
from patchbay.core.values import JsonPath
from patchbay.ui.controls import column
from patchbay.ui.form.choices import Drop
from patchbay.ui.server_form.echo import Echo
from patchbay.ui.server_form.form_row import FormRow
from patchbay.ui.server_form.inputs import ValueField
from patchbay.ui.server_form.remarks import Remark, Remarks
from patchbay.ui.server_form.text_rows import TextRow
from patchbay.ui.server_form.transport_row import SHORT_NAMES, TRANSPORTS

_FLAGS = {
    "terminate_on_close": "End its session on stop",
    "load_tools": "Load its tools",
    "load_prompts": "Load its prompts",
}
_PROTOCOLS = {
    "auto": "Auto: the newest that both know",
    "legacy": "Before 2026",
    "2026-07-28": "2026-07-28",
    "2025-11-25": "2025-11-25",
    "2025-06-18": "2025-06-18",
    "2025-03-26": "2025-03-26",
    "2024-11-05": "2024-11-05",
}
_LOCAL = ("command", "args", "env", "cwd", "encoding")
_REMOTE = ("url", "headers", *REACHING)


class ProtocolRow(FormRow):
    """Which protocol is spoken: the newest, an older era, or a date."""

    def __init__(self) -> None:
        super().__init__("Protocol", "protocol")
        self._echo = Echo("auto")
        self.drop = Drop()
        self.drop.setAccessibleName("Protocol")
        self._remarks = Remarks()
        self._remarks.said.connect(self.drop.setAccessibleDescription)
        self._remarks.place_wanted.connect(lambda: self.place_wanted.emit(("protocol",)))
        for protocol, words in _PROTOCOLS.items():
            self.drop.addItem(words, protocol)
        self.drop.activated.connect(self._choose)
        self.set_body(column(self.drop, self._remarks, gap=2))

    @override
    def show_values(self, entry: Entry) -> None:
        if self._echo.hear(entry.protocol):
            self._show()

    @override
    def take_back(self) -> None:
        self._echo.refuse()
        self._show()

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        return {("protocol",): self._remarks}

    def _show(self) -> None:
        protocol = self._echo.seen
        if self.drop.findData(protocol) < 0:
            self.drop.addItem(protocol, protocol)
        self.drop.setCurrentIndex(self.drop.findData(protocol))

    def _choose(self) -> None:
        protocol, at = str(self.drop.currentData()), ("protocol",)
        self._remarks.say_fault("")
        if self._echo.ask(protocol):
            default = protocol == "auto"
            name = self.server
            self.ask(remove_field(name, at) if default else set_field(name, at, protocol), at)


class EncodingRow(TextRow):
    """How a local server writes its messages."""

    def __init__(self) -> None:
        super().__init__("Encoding", "encoding", ValueField())
        if isinstance(self.input, ValueField):
            self.input.set_placeholder("utf-8 (default)")

    @override
    def fits(self, entry: Entry) -> bool:
        return entry.transport in (None, Transport.STDIO)


class FlagRows(FormRow):
    """What is done unless the file says otherwise."""

    def __init__(self) -> None:
        super().__init__("Session", *_FLAGS)
        self._echoes = {field: Echo(value=True) for field in _FLAGS}
        self.boxes = {field: QCheckBox(words) for field, words in _FLAGS.items()}
        self._remarks = Remarks()
        self._remarks.place_wanted.connect(lambda: self.place_wanted.emit((next(iter(_FLAGS)),)))
        for field, box in self.boxes.items():
            box.setChecked(True)
            box.clicked.connect(lambda _=False, field=field: self._toggle(field))
            self._remarks.said.connect(box.setAccessibleDescription)
        self.set_body(column(*self.boxes.values(), self._remarks, gap=2))

    @override
    def show_values(self, entry: Entry) -> None:
        self.boxes["terminate_on_close"].setVisible(entry.transport is Transport.HTTP)
        for field, echo in self._echoes.items():
            if echo.hear(bool(getattr(entry, field))):
                self.boxes[field].setChecked(echo.seen)

    @override
    def take_back(self) -> None:
        for field, echo in self._echoes.items():
            echo.refuse()
            self.boxes[field].setChecked(echo.seen)

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        return {("load_tools",): self._remarks}

    def _toggle(self, field: str) -> None:
        on, at = self.boxes[field].isChecked(), (field,)
        self._remarks.say_fault("")
        if self._echoes[field].ask(on):
            name = self.server
            self.ask(remove_field(name, at) if on else set_field(name, at, value=False), at)


class KeptRow(FormRow):
    """What stays in the file although Patchbay does nothing with it."""

    def __init__(self) -> None:
        super().__init__("Kept")
        self._remarks = Remarks()
        self.set_body(self._remarks)

    @override
    def fits(self, entry: Entry) -> bool:
        return bool(entry.kept or unused(entry))

    @override
    def show_values(self, entry: Entry) -> None:
        said: list[Remark] = []
        if entry.kept:
            names = ", ".join(entry.kept)
            said.append(Remark(f"Kept as they are: {names}"))
            said.append(Remark("Patchbay does not use these; they stay in the file."))
        if others := unused(entry):
            talk = SHORT_NAMES[TRANSPORTS.index(entry.transport)] if entry.transport else ""
            said.append(Remark(f"Also in the file, not used with {talk}: {', '.join(others)}"))
        self._remarks.say_problems(tuple(said))

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        return {}


def unused(entry: Entry) -> tuple[str, ...]:
    """The keys of an entry that belong to another transport, as they are written."""
    spellings = {spelling for field in _other_fields(entry) for spelling in (field, camel(field))}
    return tuple(key for key in entry.keys if key in spellings)


def _other_fields(entry: Entry) -> Iterator[str]:
    transport = entry.transport
    if transport is None:
        return
    yield from _REMOTE if transport is Transport.STDIO else _LOCAL
    if transport is not Transport.SSE:
        yield "sse_read_timeout"
    if transport is not Transport.HTTP:
        yield "terminate_on_close"
