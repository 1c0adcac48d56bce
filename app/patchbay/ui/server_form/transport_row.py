"""How Patchbay and the server talk, as a choice of four."""

from collections.abc import Mapping

from typing_extensions import override

from patchbay.core.config.model import Entry, Transport
from patchbay.core.editing.operations import set_transport
from patchbay.core.values import JsonPath
from patchbay.ui.controls import Segments, column, row
from patchbay.ui.server_form.echo import Echo
from patchbay.ui.server_form.form_row import FormRow
from patchbay.ui.server_form.remarks import Remarks

TRANSPORTS = (Transport.STDIO, Transport.HTTP, Transport.SSE, Transport.WEBSOCKET)
SHORT_NAMES = ("stdio", "http", "sse", "ws")


class TransportRow(FormRow):
    """The transport; none is chosen while the entry does not tell."""

    def __init__(self) -> None:
        # What is wrong with the entry as a whole is that it does not say what it starts.
        super().__init__("Transport", "transport", "type", "")
        self._echo: Echo[Transport | None] = Echo(Transport.STDIO)
        self.segments = Segments(*SHORT_NAMES)
        self.segments.setAccessibleName("Transport")
        self.segments.chosen.connect(self._choose)
        self._remarks = Remarks()
        self._remarks.said.connect(self.segments.setAccessibleDescription)
        self._remarks.place_wanted.connect(lambda: self.place_wanted.emit(("transport",)))
        self.set_body(column(row(self.segments, None), self._remarks, gap=2))

    @override
    def show_values(self, entry: Entry) -> None:
        if self._echo.hear(entry.transport):
            self._show()

    @override
    def take_back(self) -> None:
        self._echo.refuse()
        self._show()

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        return {("transport",): self._remarks}

    def _show(self) -> None:
        chosen = self._echo.seen
        self.segments.choose(TRANSPORTS.index(chosen) if chosen else -1)

    def _choose(self, place: int) -> None:
        self._remarks.say_fault("")
        if self._echo.ask(TRANSPORTS[place]):
            self.ask(set_transport(self.server, TRANSPORTS[place]), ("transport",))
