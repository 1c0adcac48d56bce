"""The fields that make a new server."""

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLayout, QLineEdit, QWidget

from patchbay.core.config.model import Transport
from patchbay.core.editing.names import free_name
from patchbay.core.errors import AppError
from patchbay.core.pasting.command_line import Parsed, parse_command_line
from patchbay.core.pasting.pasted_server import suggested_name
from patchbay.core.values import JsonObject
from patchbay.ui.controls import Label, Segments, column, repolish, row
from patchbay.ui.controls.masked import masked_words
from patchbay.ui.dialogs.naming import ODD_NAME, is_odd
from patchbay.ui.dialogs.new_server import NewServer, canonical_fields
from patchbay.ui.dialogs.pairs import Pairs
from patchbay.ui.dialogs.quoting import QuotingChoice
from patchbay.ui.dialogs.refused import check_masked, name_problem
from patchbay.ui.dialogs.server_names import renamed
from patchbay.ui.dialogs.server_preview import ServerPreview
from patchbay.ui.form.lines import Line

_TRANSPORTS = (Transport.STDIO, Transport.HTTP, Transport.SSE, Transport.WEBSOCKET)


class ServerForm(QWidget):
    """Makes one server from what is filled in; what is missing is told when it is asked for."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.name = Line()
        self.transport = Segments("stdio", "http", "sse", "ws")
        self.command = _code_line("npx -y @acme/charts-mcp --data ./data", "Command line")
        self.url = _code_line("https://mcp.example.com/mcp", "Address")
        self.quoting = QuotingChoice()
        self.preview = ServerPreview()
        self.env, self.headers = Pairs("variable"), Pairs("header")
        self._hint = Label("", "hint", wrap=True)
        self._problems = {
            field: Label("", "error", wrap=True) for field in (self.name, self.command, self.url)
        }
        self._parsed: Parsed | AppError | None = None
        self._taken: Collection[str] = ()
        self.name.setAccessibleName("Name")
        self._local = self._make_local()
        self._remote = self._make_remote()
        name = _labelled("Name", self.name, self._problems[self.name], self._hint)
        transport = _labelled("Transport", row(self.transport, None))
        self.setLayout(column(name, transport, self._local, self._remote, None, gap=12))
        self._connect()

    @property
    def transport_chosen(self) -> Transport:
        return _TRANSPORTS[self.transport.place]

    def set_taken(self, names: Collection[str]) -> None:
        """The names that are there in the file already."""
        self._taken = names
        self._name_it()

    def server(self) -> NewServer | None:
        """What is filled in; where something is missing, that is told, and nothing is given."""
        if told := name_problem(self.name.text().strip()):
            return self._miss(self.name, told)
        if self.transport_chosen is Transport.STDIO:
            return self._local_server()
        url = self.url.text().strip()
        if told := masked_words(url) if url else "A remote server needs an address.":
            return self._miss(self.url, told)
        if self.headers.refuses():
            return None
        fields: JsonObject = {"transport": self.transport_chosen.value, "url": url}
        if headers := self.headers.values:
            fields["headers"] = headers
        return NewServer(self.name.text().strip() or suggested_name("", (), url), fields)

    def _make_local(self) -> QWidget:
        made = QWidget()
        made.setLayout(
            column(
                _labelled("Command line", self.command, self._problems[self.command], self.quoting),
                self.preview,
                _labelled("Environment", self.env),
                gap=12,
            )
        )
        return made

    def _make_remote(self) -> QWidget:
        made = QWidget()
        made.setLayout(
            column(
                _labelled("Address", self.url, self._problems[self.url]),
                _labelled("Headers", self.headers),
                gap=12,
            )
        )
        return made

    def _connect(self) -> None:
        self.transport.chosen.connect(self._follow)
        self.quoting.chosen.connect(self._follow)
        for field in (self.name, self.command, self.url):
            field.textChanged.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        is_local = self.transport_chosen is Transport.STDIO
        self._local.setVisible(is_local)
        self._remote.setVisible(not is_local)
        self._tell(None, "")
        self._read_line()
        self._name_it()
        self.changed.emit()

    def _read_line(self) -> None:
        line = self.command.text()
        self.quoting.guess(line)
        self._parsed = None
        self.preview.setVisible(bool(line.strip()))
        if not line.strip():
            return
        try:
            check_masked(line)
            self._parsed = parse_command_line(line, self.quoting.quoting)
        except AppError as problem:
            self._parsed = problem
            self.preview.show_problem(problem)
        else:
            self.preview.show_server(self._parsed.server, self._parsed.notes)

    def _name_it(self) -> None:
        """Offer the name that follows from the rest; tell what some client would refuse."""
        suggestion = ""
        if self.transport_chosen is not Transport.STDIO:
            url = self.url.text().strip()
            suggestion = suggested_name("", (), url) if url else ""
        elif isinstance(self._parsed, Parsed):
            suggestion = self._parsed.server.suggested_name
        self.name.setPlaceholderText(suggestion or "charts")
        name = self.name.text().strip() or suggestion
        told = renamed(name, free_name(name, self._taken)) if name else ""
        self._hint.setText(told or (ODD_NAME if is_odd(name) else ""))
        self._hint.setVisible(bool(self._hint.text()))

    def _local_server(self) -> NewServer | None:
        parsed = self._parsed
        if parsed is None:
            return self._miss(self.command, "A stdio server needs a command.")
        if isinstance(parsed, AppError):
            return self._miss(self.command, parsed.title)
        if self.env.refuses():
            return None
        fields = canonical_fields(parsed.server)
        if env := {**parsed.server.env, **self.env.values}:
            fields["env"] = env
        return NewServer(self.name.text().strip() or parsed.server.suggested_name, fields)

    def _miss(self, field: QLineEdit, problem: str) -> None:
        self._tell(field, problem)
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self, field: QLineEdit | None, problem: str) -> None:
        for each, label in self._problems.items():
            told = problem if each is field else ""
            label.setText(told)
            label.setVisible(bool(told))
            each.setProperty("bad", "true" if told else None)
            each.setAccessibleDescription(told)
            repolish(each)


def _code_line(placeholder: str, name: str) -> Line:
    line = Line()
    line.setProperty("mono", "true")
    line.setPlaceholderText(placeholder)
    line.setAccessibleName(name)
    return line


def _labelled(name: str, *parts: QWidget | QLayout) -> QWidget:
    made = QWidget()
    made.setLayout(column(Label(name, "label"), *parts, gap=4))
    return made
