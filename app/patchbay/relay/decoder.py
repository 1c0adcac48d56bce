"""The decoder: opens spool files for the window, in a process that may be slow, or die.

One request per line on standard input, one answer per line on standard output, in any order:

    {"id": 1, "op": "children", "file": path, "a": start, "b": end, ...arguments of the operation}
    {"id": 1, "ok": {...}}  or  {"id": 1, "error": why}

Short operations are answered at once; long ones take turns in a thread of their own, and messages
that have just arrived in another, so that none waits behind a search.
"""

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterable

from patchbay.relay import searching, trees
from patchbay.relay.folder import Folder
from patchbay.relay.frames import Splitter
from patchbay.relay.opened import Files, RefusedError, Span
from patchbay.relay.pipes import prepare, read_some, write_all
from patchbay.relay.pretty import lay_out
from patchbay.relay.slim import Slimmer
from patchbay.relay.spans import OPENING, SPACE, BadJsonError
from patchbay.relay.strings import decode
from patchbay.relay.texts import RowFile, TooLargeError
from patchbay.relay.verdicts import verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchbay.relay.verdicts import Schema

Answer = dict[str, object]
_CHUNK = 256 * 1024
_LONG_SECONDS = 60.0
_BOM = b"\xef\xbb\xbf"
_EDGE = 4096


class Request:
    """One line from the window."""

    def __init__(self, line: bytes) -> None:
        self.members: dict[str, object] = json.loads(line)
        self.name = self.text("op")

    @property
    def schema(self) -> "Schema":
        found = self.members.get("schema")
        if not isinstance(found, (dict, bool)):
            raise RefusedError("the schema is neither an object nor a boolean")
        return found  # pyright: ignore[reportUnknownVariableType] - parsed JSON

    def text(self, name: str) -> str:
        return str(self.members[name])

    def optional_text(self, name: str) -> str | None:
        return self.text(name) if self.members.get(name) is not None else None

    def number(self, name: str) -> int:
        found = self.members[name]
        if not isinstance(found, int):
            raise RefusedError(f"{name} is not a number")
        return found


def _text(span: Span, _: Request) -> Answer:
    return _written(span, "txt", decode(span.file.buffer, span.start, span.end))


def _pretty(span: Span, _: Request) -> Answer:
    span.file.scanner.allow(_LONG_SECONDS)
    return _written(span, "json", lay_out(span.file.scanner, span.start, span.end))


def _written(span: Span, ending: str, pieces: Iterable[bytes]) -> Answer:
    rows = RowFile(f"{span.file.path}.{span.start}.{ending}")
    rows.fill(pieces)
    return {"file": rows.path, "index": rows.index_path, "lines": rows.rows, "bytes": rows.size}


def _search(span: Span, asked: Request) -> Answer:
    index = asked.optional_text("index")
    needle, limit = asked.text("needle"), asked.number("limit")
    return searching.search(span, needle, asked.number("after"), limit, index)


def _children(span: Span, asked: Request) -> Answer:
    return trees.children(span, asked.number("start"), asked.number("count"))


def _items(span: Span, asked: Request) -> Answer:
    start, most = asked.number("start"), asked.number("max_bytes")
    return trees.items(span, asked.text("pointer"), start, most)


def _blocks(span: Span, asked: Request) -> Answer:
    span.file.scanner.allow(_LONG_SECONDS)
    return trees.blocks(span, asked.text("pointer"), asked.number("start"))


def _slim(span: Span, _: Request) -> Answer:
    start, end = _message_span(span)
    if start == end or span.file.buffer[start] not in OPENING:
        return {"fault": "neither an object nor a list"}
    folder, name = os.path.split(span.file.path)
    try:
        copy, table = Slimmer(span.file.buffer, start, end, Folder(folder, f"{name}.")).run()
    except BadJsonError as error:
        return {"fault": str(error)}
    return {"fault": None, "a": start, "b": end, "text": copy.decode(), "table": table}


def _message_span(span: Span) -> tuple[int, int]:
    """The span without a byte order mark and the space around the message."""
    buffer, start, end = span.file.buffer, span.start, span.end
    if buffer[start : start + len(_BOM)] == _BOM:
        start += len(_BOM)
    if space := SPACE.match(buffer, start, end):
        start = space.end()
    while start < end:
        edge = buffer[max(start, end - _EDGE) : end]
        kept = edge.rstrip(b" \t\r\n")
        end -= len(edge) - len(kept)
        if kept:
            break
    return start, end


def _unknown(_: Span, asked: Request) -> Answer:
    raise RefusedError(f"unknown operation {asked.name}")


Operation = Callable[[Span, Request], Answer]
Requests = queue.SimpleQueue[Request]
_SHORT: dict[str, Operation] = {
    "children": _children,
    "items": _items,
    "members": lambda span, asked: trees.members(span, asked.text("pointer")),
    "locate": lambda span, asked: trees.described(trees.locate(span, asked.text("pointer"))),
    "value": lambda span, _: trees.value(span),
}


class Decoder:
    """Answers requests until the window hangs up."""

    def __init__(self, answers: int, schema_library: str | None) -> None:
        self._answers = answers
        self._write_lock = threading.Lock()
        self._long: tuple[dict[str, Operation], ...] = (
            {
                "blocks": _blocks,
                "text": _text,
                "pretty": _pretty,
                "search": _search,
                "verdict": lambda span, asked: verdict(span, asked.schema, schema_library),
            },
            {"slim": _slim},
        )

    def run(self, requests: int) -> None:
        queues = self._start_threads()
        splitter = Splitter()
        files = Files()
        while chunk := read_some(requests, _CHUNK):
            for line in splitter.feed(chunk):
                asked = Request(line)
                if asked.name in queues:
                    queues[asked.name].put(asked)
                else:
                    self._answer(asked, _SHORT, files)

    def _start_threads(self) -> dict[str, Requests]:
        """For each long operation the queue of the thread that carries it out."""
        queues: dict[str, Requests] = {}
        for operations in self._long:
            waiting: Requests = queue.SimpleQueue()
            queues |= dict.fromkeys(operations, waiting)
            threading.Thread(target=self._work, args=(operations, waiting), daemon=True).start()
        return queues

    def _work(self, operations: dict[str, Operation], waiting: Requests) -> None:
        files = Files()
        while True:
            self._answer(waiting.get(), operations, files)

    def _answer(self, asked: Request, operations: dict[str, Operation], files: Files) -> None:
        members: Answer = {"id": asked.members.get("id")}
        try:
            operation = operations.get(asked.name, _unknown)
            span = files.span(asked.text("file"), asked.number("a"), asked.number("b"))
            members["ok"] = operation(span, asked)
        except BaseException as error:  # noqa: BLE001 - hostile input must never end this process
            members["error"] = _why(error)
        with self._write_lock:
            write_all(self._answers, json.dumps(members).encode() + b"\n")


def _why(error: BaseException) -> str:
    """What went wrong, without quoting what the server sent."""
    if isinstance(error, (RefusedError, BadJsonError)):
        return str(error)
    for kind, words in _WORDS:
        if isinstance(error, kind):
            return words
    return type(error).__name__


_WORDS: tuple[tuple[type[BaseException], str], ...] = (
    (FileNotFoundError, "the file is gone"),
    (OSError, "the file cannot be read, or the disk is full"),
    (RecursionError, "nested too deeply"),
    (TooLargeError, "the text would be larger than 4 GB"),
    (MemoryError, "there is not enough memory"),
    (ValueError, "not valid JSON"),
)


def main() -> None:
    """Serve the window on standard input and output; never returns.

    Run from source, the last argument is the folder where jsonschema_rs is installed.
    """
    requests, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    prepare(requests, answers)
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    library = sys.argv[2] if len(sys.argv) > 2 else None
    Decoder(answers, library).run(requests)
    os._exit(0)
