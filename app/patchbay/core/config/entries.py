"""Reads one server of a config file into an entry, with everything that is wrong with it."""

import codecs
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from patchbay.core.config.addresses import is_websocket
from patchbay.core.config.checks import check_entry
from patchbay.core.config.dialects import Dialect
from patchbay.core.config.document import Document, Node
from patchbay.core.config.fields import FIELDS, Fields
from patchbay.core.config.model import Entry, Transport
from patchbay.core.config.transports import KNOWN_SPELLINGS, transport_spelled
from patchbay.core.values import JsonPath

_PROTOCOL = re.compile(r"auto|legacy|\d{4}-\d{2}-\d{2}")
_LIKELY_MILLISECONDS = 1000
_LIKELY_MILLISECONDS_IN_ALL = 100_000
"""A call may go on for hours, but hardly for more than a day."""
_MESSAGE = '{"id": 1, "jsonrpc": "2.0", "method": "tools/call", "params": {"name": "any"}}\n' * 2


@dataclass(frozen=True, slots=True)
class Where:
    """The file an entry is in and the dialect it is read as."""

    file: Path
    dialect: Dialect


def read_entry(document: Document, node: Node, name: str, path: JsonPath, where: Where) -> Entry:
    """Read the object `node`, the server `name` that stands at `path` of the document."""
    return _EntryReader(document, node, name, path, where).read()


class _Timeouts(NamedTuple):
    """In seconds; `None` is unsaid."""

    connect: float | None
    sse_read: float | None
    request: float | None
    total: float | None


class _EntryReader:
    """Fills in one entry field by field; the checks follow the reading."""

    def __init__(
        self, document: Document, node: Node, name: str, path: JsonPath, where: Where
    ) -> None:
        self._document = document
        self._node = node
        self._name = name
        self._path = path
        self._file = where.file
        self._dialect = where.dialect
        self._fields = Fields(document, node, path)
        if where.dialect.format == "yaml":
            self._fields.take_scalars_as_text()
        if "type" in where.dialect.transport_keys:
            self._fields.look_into("transport")  # as Cline nests it

    def read(self) -> Entry:
        fields, node = self._fields, self._node
        command, args = self._command_line()
        url = fields.text("url")
        timeouts = self._timeouts()
        start = node.key.start if node.key is not None else node.start
        entry = Entry(
            name=self._name,
            file=self._file,
            dialect=self._dialect.name,
            transport=self._transport(command, url),
            command=command,
            args=args,
            env=fields.mapping("env", numbers=self._dialect.numbers_in_env),
            env_file=fields.text("env_file"),
            cwd=fields.text("cwd"),
            encoding=self._encoding(),
            url=url,
            headers=fields.mapping("headers"),
            ca_file=fields.text("ca_file"),
            client_cert=fields.text("client_cert"),
            client_key=fields.text("client_key"),
            proxy=fields.text("proxy"),
            connect_timeout=timeouts.connect,
            sse_read_timeout=timeouts.sse_read,
            request_timeout=timeouts.request,
            total_timeout=timeouts.total,
            terminate_on_close=fields.flag("terminate_on_close", default=True),
            load_tools=fields.flag("load_tools", default=True),
            load_prompts=fields.flag("load_prompts", default=True),
            config=self._config(),
            protocol=self._protocol(),
            disabled=self._disabled(),
            description=self._description(),
            place=self._document.place(start),
            span=(node.start, node.end),
            source=self._document.source(node),
            path=self._path,
            keys=tuple(fields.names),
            kept=tuple(name for name in fields.names if name not in self._read_keys()),
        )
        check_entry(entry, fields, self._dialect)
        return replace(entry, places=dict(fields.places), problems=tuple(fields.problems))

    def _read_keys(self) -> frozenset[str]:
        """In a list the name is a key of the entry itself."""
        in_list = bool(self._path) and isinstance(self._path[-1], int)
        return FIELDS | {"name", "key"} if in_list else FIELDS

    def _command_line(self) -> tuple[str | None, tuple[str, ...]]:
        """The program and its arguments; `command` may hold both as one list."""
        fields = self._fields
        node = fields.find("command")
        args = fields.texts("args")
        if node is None or not node.is_array:
            return fields.text("command"), args
        parts = fields.texts("command")
        if not parts:
            fields.error("command is an empty list", "Name the program first.", ("command",))
            return None, args
        shift = len(parts) - 1
        for index in reversed(range(len(args))):
            fields.places[("args", index + shift)] = fields.places[("args", index)]
        for index in range(shift):
            fields.places[("args", index)] = fields.places[("command", index + 1)]
        return parts[0], (*parts[1:], *args)

    def _transport(self, command: str | None, url: str | None) -> Transport | None:
        spelling = self._spelled_transport()
        if spelling is not None:
            return self._known_transport(*spelling)
        if command is not None:
            if url is not None:
                self._fields.warn(
                    "Both command and url are given; the command is used",
                    'Delete one of them, or add a "type".',
                    ("url",),
                )
            return Transport.STDIO
        if url is not None:
            transport = Transport.WEBSOCKET if is_websocket(url) else Transport.HTTP
            self._explain_untyped_url(transport)
            return transport
        if not self._fields.problems:
            self._fields.error(
                "There is neither a command nor a url",
                "Add a command to start a local server, or a url to reach a remote one.",
            )
        return None

    def _spelled_transport(self) -> tuple[str, str] | None:
        """Key and value of the transport, if the entry names one."""
        found: list[tuple[str, str]] = []
        for key in self._dialect.transport_keys:
            text = self._fields.text(key)
            if text is not None and text != "mcp":
                found.append((key, text))
        for key, text in found[1:]:
            used, said = found[0]
            if transport_spelled(text) != transport_spelled(said):
                self._fields.warn(
                    f"{used} says {said} and {key} says {text}; {used} is used",
                    "Delete one of them.",
                    (key,),
                )
        return found[0] if found else None

    def _known_transport(self, key: str, spelling: str) -> Transport | None:
        transport = transport_spelled(spelling)
        if transport is None:
            self._fields.error(
                f"The transport “{spelling}” is not known",
                f"Write one of: {KNOWN_SPELLINGS}.",
                (key,),
            )
        return transport

    def _explain_untyped_url(self, taken: Transport) -> None:
        dialect = self._dialect
        if dialect.untyped_url:
            name = "HTTP" if taken is Transport.HTTP else "WebSocket"
            self._fields.warn(
                f"Without a transport {dialect.label} {dialect.untyped_url};"
                f" Patchbay takes this url as {name}",
                f'Add "{dialect.transport_keys[-1]}": "{taken.value}" to the server.',
                ("url",),
            )
        elif not dialect.is_client and taken is Transport.HTTP:
            self._fields.note(
                "No transport is given for this url; it is taken as HTTP",
                'Add "type": "http", or "sse" for an older server.',
                ("url",),
            )

    def _encoding(self) -> str | None:
        encoding = self._fields.text("encoding")
        if encoding is None:
            return None
        hint, path = "Write utf-8, or leave it out.", ("encoding",)
        try:
            codecs.lookup(encoding)
        except (LookupError, ValueError):
            self._fields.error("The encoding is not known", hint, path)
            return None
        if not _carries_text(encoding):
            self._fields.error("The encoding is not one for text", hint, path)
            return None
        return encoding

    def _timeouts(self) -> _Timeouts:
        connect, request = self._seconds("connect_timeout"), self._seconds("request_timeout")
        bare = self._fields.positive_number("timeout")
        meaning = self._dialect.timeout
        if bare is not None and meaning is None:
            whose = self._dialect.label if self._dialect.is_client else "this file's format"
            self._fields.note(
                f"timeout is not applied: {whose} does not say its unit",
                "Write request_timeout, in seconds.",
                ("timeout",),
            )
        elif bare is not None and meaning is not None:
            seconds = bare * meaning.unit
            if meaning.field == "connect_timeout":
                connect = connect or seconds
            else:
                request = request or seconds
        total = self._seconds("total_timeout", _LIKELY_MILLISECONDS_IN_ALL)
        return _Timeouts(connect, self._seconds("sse_read_timeout"), request, total)

    def _seconds(self, name: str, likely_milliseconds: int = _LIKELY_MILLISECONDS) -> float | None:
        seconds = self._fields.positive_number(name)
        if seconds is None or seconds < likely_milliseconds or self._dialect.is_client:
            return seconds
        self._fields.warn(
            f"{name} is in seconds; {seconds:g} looks like milliseconds and is not applied",
            f"Write {seconds / 1000:g} for {seconds / 1000:g} s.",
            (name,),
        )
        return None

    def _config(self) -> object:
        node = self._fields.find("config")
        if node is not None and not node.is_object:
            self._fields.warn(
                "config must be an object; the server is not given it",
                'Write "config": {"name": "value"}.',
                ("config",),
            )
        return node.value() if node is not None else None

    def _protocol(self) -> str:
        node = self._fields.find("protocol")
        return node.text if node is not None and _PROTOCOL.fullmatch(node.text) else "auto"

    def _disabled(self) -> bool:
        disabled = self._fields.flag("disabled", default=False)
        return not self._fields.flag("enabled", default=True) or disabled

    def _description(self) -> str:
        node = self._fields.find("description")
        return node.text if node is not None else ""


def _carries_text(encoding: str) -> bool:
    """Whether a message survives it: Python's codecs include zip, rot13 and host names (idna)."""
    try:
        return _MESSAGE.encode(encoding).decode(encoding) == _MESSAGE
    except (LookupError, ValueError):
        return False
