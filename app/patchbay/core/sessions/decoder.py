"""The window's end of the decoder: opens what stayed on disk, without reading it here."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from patchbay.core.calls.blocks import Spooled
from patchbay.core.calls.validation import Mismatch
from patchbay.core.sessions.decoder_process import DecoderProcess, failed
from patchbay.core.sessions.relay_events import Handle, Message, read_handle
from patchbay.core.sessions.spawner import Spawner, relay_command
from patchbay.core.values import Json, JsonObject

_PAGE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Node:
    """One child of a large list or object.

    `key` is an index or a name; `kind` is `dict`, `list`, `str`, `num`, `true`, `false` or `null`;
    `preview` has 200 characters at most; `count` is the number of children, if it was counted.
    """

    key: str | int
    kind: str
    preview: str
    value: Spooled
    count: int | None


@dataclass(frozen=True, slots=True)
class NodePage:
    """Consecutive children; `total` is how many there are, once that is known."""

    nodes: tuple[Node, ...]
    total: int | None


@dataclass(frozen=True, slots=True)
class ItemPage:
    """JSON texts of consecutive items; `next` is the index to go on with, or nothing.

    `cut` names the members that are missing from a text because the item was too large.
    """

    texts: tuple[str, ...]
    next: int | None
    cut: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])


@dataclass(frozen=True, slots=True)
class SlimBlock:
    """One item without its large parts; the paths of `handles` begin at the message's root."""

    text: str
    handles: tuple[Handle, ...]


@dataclass(frozen=True, slots=True)
class BlockPage:
    """Consecutive items; `next` is the index to go on with, or nothing."""

    blocks: tuple[SlimBlock, ...]
    next: int | None


@dataclass(frozen=True, slots=True)
class TextFile:
    """UTF-8 text in a file, and the offsets of its rows (64-bit, little-endian) in another.

    No row has more than 4,096 bytes: longer lines are wrapped. `lines` counts rows.
    """

    file: Path
    index: Path
    lines: int
    bytes: int

    @property
    def span(self) -> Spooled:
        """The text as something to search in."""
        return Spooled(self.file, 0, self.bytes, "str")


@dataclass(frozen=True, slots=True)
class Match:
    """Where a needle was found, in bytes of the file; `row` is known in text with an index."""

    offset: int
    length: int
    row: int | None


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Some matches; `next` is the offset to go on with, nothing when all has been searched."""

    matches: tuple[Match, ...]
    next: int | None


class NotJsonError(Exception):
    """What was to be a message is none; the text says why."""


class Decoder:
    """Owns the decoder process: starts it when it is first needed, and again after a crash.

    Every question may raise `AppError`: the file is gone or shorter than it was, what stands there
    is not JSON, or the decoder died of it.
    """

    def __init__(self, spawner: Spawner) -> None:
        self._spawner = spawner
        self._running: DecoderProcess | None = None
        self._starting = asyncio.Lock()
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return None if self._running is None else self._running.pid

    async def children(self, span: Spooled, start: int, count: int) -> NodePage:
        found = await self._ask("children", span, start=start, count=count)
        nodes = tuple(_node(span, raw) for raw in found["nodes"])
        return NodePage(nodes, found["total"])

    async def items(
        self, span: Spooled, pointer: str, start: int = 0, max_bytes: int = _PAGE
    ) -> ItemPage:
        """Items of the list at a JSON pointer, 64 KB of them at most, or one larger one alone.

        What is larger than 8 MB comes without its large members.
        """
        found = await self._ask("items", span, pointer=pointer, start=start, max_bytes=max_bytes)
        cut = {int(place): tuple(names) for place, names in found["cut"].items()}
        return ItemPage(tuple(found["texts"]), found["next"], cut)

    async def blocks(self, span: Spooled, pointer: str, start: int = 0) -> BlockPage:
        """Items of the list at a JSON pointer, about 64 KB of them, large parts left on disk."""
        found = await self._ask("blocks", span, pointer=pointer, start=start)
        blocks = tuple(_slim_block(span, raw) for raw in found["blocks"])
        return BlockPage(blocks, found["next"])

    async def members(self, span: Spooled, pointer: str) -> JsonObject:
        """The small scalar members of the object at a JSON pointer."""
        found = await self._ask("members", span, pointer=pointer)
        return found["members"]

    async def locate(self, span: Spooled, pointer: str) -> Spooled:
        """The value at a JSON pointer."""
        found = await self._ask("locate", span, pointer=pointer)
        return Spooled(span.file, found["a"], found["b"], found["k"])

    async def value(self, span: Spooled) -> Json:
        """A value of at most 256 KB itself."""
        found = await self._ask("value", span)
        return found["value"]

    async def text(self, span: Spooled) -> TextFile:
        """The string there, decoded, in a file beside the spool file."""
        return _text_file(await self._ask("text", span))

    async def pretty(self, span: Spooled) -> TextFile:
        """The JSON there, laid out with an indent of 2, in a file beside the spool file."""
        return _text_file(await self._ask("pretty", span))

    async def search(
        self, span: Spooled, needle: str, after: int = 0, limit: int = 1000
    ) -> MatchPage:
        """Matches from offset `after` on, whatever their case; some at a time."""
        return await self._search(span, needle, after, limit)

    async def search_text(
        self, text: TextFile, needle: str, after: int = 0, limit: int = 1000
    ) -> MatchPage:
        """The same in decoded text, each match with its row."""
        if not text.bytes:
            return MatchPage((), None)
        return await self._search(text.span, needle, after, limit, text.index)

    async def verdict(self, span: Spooled, schema: Json) -> tuple[Mismatch, ...]:
        """Up to 20 places where the value does not fit the schema."""
        found = await self._ask("verdict", span, schema=schema)
        if found["schema_error"] is not None:
            fault = f"The schema cannot be used: {found['schema_error']}"
            return (Mismatch((), fault, schema_fault=True),)
        return tuple(Mismatch(tuple(raw["path"]), raw["message"]) for raw in found["mismatches"])

    async def slim(self, span: Spooled) -> Message:
        """The message there, without its large parts; base64 is decoded to files beside it.

        Raises:
            NotJsonError: no message is there.
        """
        found = await self._ask("slim", span)
        if found["fault"] is not None:
            raise NotJsonError(found["fault"])
        handles = tuple(read_handle(entry, span.file.parent) for entry in found["table"])
        start, end, body = found["a"], found["b"], found["text"].encode()
        return Message(body, end - start, span.file, start, end, handles)

    async def close(self) -> None:
        """End the decoder; questions under way fail."""
        self._is_closed = True
        async with self._starting:
            running, self._running = self._running, None
        if running is not None:
            await running.close()

    async def _search(
        self, span: Spooled, needle: str, after: int, limit: int, index: Path | None = None
    ) -> MatchPage:
        more: JsonObject = {"index": str(index) if index else None}
        found = await self._ask("search", span, needle=needle, after=after, limit=limit, **more)
        matches = [Match(raw["offset"], raw["length"], raw["row"]) for raw in found["matches"]]
        return MatchPage(tuple(matches), found["next"])

    async def _ask(self, operation: str, span: Spooled, **arguments: Json) -> JsonObject:
        asked = {"op": operation, "file": str(span.file), "a": span.start, "b": span.end}
        running = await self._process()
        return await running.ask({**asked, **arguments})

    async def _process(self) -> DecoderProcess:
        async with self._starting:
            if self._is_closed:
                raise failed("Patchbay is closing")
            if self._running is not None and self._running.has_ended:
                await self._running.close()
                self._running = None
            if self._running is None:
                try:
                    child = await self._spawner.start(relay_command("decoder"))
                except OSError as error:
                    raise failed(f"its helper process could not be started ({error})") from error
                self._running = DecoderProcess(child, self._spawner)
            return self._running


def _node(span: Spooled, raw: JsonObject) -> Node:
    value = Spooled(span.file, raw["a"], raw["b"], raw["kind"], raw["n"], raw["preview"])
    return Node(raw["key"], raw["kind"], raw["preview"], value, raw["n"])


def _slim_block(span: Spooled, raw: JsonObject) -> SlimBlock:
    handles = tuple(read_handle(entry, span.file.parent) for entry in raw["table"])
    return SlimBlock(raw["text"], handles)


def _text_file(found: JsonObject) -> TextFile:
    return TextFile(Path(found["file"]), Path(found["index"]), found["lines"], found["bytes"])
