"""From the JSON of a result, as it came, to blocks; a damaged block never hides the others."""

from collections.abc import Callable
from dataclasses import replace

from patchbay.core.calls.arrival import NOTHING_KNOWN, Arrival, pointer
from patchbay.core.calls.base64_text import decoded
from patchbay.core.calls.blocks import (
    Audio,
    Block,
    HeldBytes,
    Image,
    Link,
    Note,
    Payload,
    Resource,
    Result,
    Structured,
    Text,
    Unknown,
)
from patchbay.core.calls.media import NOTHING_SAID, disagree, normal, sniff
from patchbay.core.values import Json, JsonObject, JsonPath, as_list, as_object, as_text
from patchbay.relay.regular import open_regular

_HEAD = 1024


def tool_result(raw: JsonObject, arrival: Arrival = NOTHING_KNOWN) -> Result:
    """The answer to `tools/call`."""
    reader = _Reader(arrival)
    blocks = reader.blocks(raw, ("content",), reader.block)
    structured = reader.structured(raw)
    if not blocks and structured is None and raw.get("content") is None:
        reader.note("The answer has no content")
    return _result(raw, arrival, reader, blocks, structured)


def prompt_result(raw: JsonObject, arrival: Arrival = NOTHING_KNOWN) -> Result:
    """The answer to `prompts/get`: one block for each message, with the role that speaks."""
    reader = _Reader(arrival)
    return _result(raw, arrival, reader, reader.blocks(raw, ("messages",), reader.message))


def resource_result(raw: JsonObject, arrival: Arrival = NOTHING_KNOWN) -> Result:
    """The answer to `resources/read`."""
    reader = _Reader(arrival)
    return _result(raw, arrival, reader, reader.blocks(raw, ("contents",), reader.contents))


def _result(
    raw: JsonObject,
    arrival: Arrival,
    reader: "_Reader",
    blocks: tuple[Block, ...],
    structured: Structured | None = None,
) -> Result:
    return Result(
        blocks=blocks,
        structured=structured,
        is_error=reader.is_error(raw),
        notes=tuple(reader.notes),
        raw=raw,
        raw_file=arrival.raw_file,
        size=arrival.size,
        description=as_text(raw.get("description")),
    )


class _Damaged(Exception):  # noqa: N818 - it is not an error of ours, and never leaves this module
    """A block cannot be what it says it is; the message says why."""


class _Reader:
    """Reads one result and collects what is odd about it."""

    def __init__(self, arrival: Arrival) -> None:
        self._arrival = arrival
        self._taken = arrival.taken
        self.notes: list[Note] = []

    def note(self, text: str, path: JsonPath = ()) -> None:
        self.notes.append(Note(text, pointer(path)))

    def is_error(self, raw: JsonObject) -> bool:
        value = raw.get("isError", False)
        if not isinstance(value, bool) and value is not None:
            self.note("isError should be true or false", ("isError",))
            return as_text(value).strip().lower() == "true"
        return value is True

    def structured(self, raw: JsonObject) -> Structured | None:
        if "structuredContent" not in raw:
            return None
        path: JsonPath = ("structuredContent",)
        if whole := self._taken.get(path):
            return Structured(None, whole.spooled)
        if raw["structuredContent"] is None:
            return None
        return Structured(self._arrival.with_references(raw["structuredContent"], path))

    def blocks(
        self, raw: JsonObject, path: JsonPath, read: Callable[[Json, JsonPath], tuple[Block, ...]]
    ) -> tuple[Block, ...]:
        """The blocks of a list; what should have been a list is read as the only item of one."""
        name = str(path[0])
        value = raw.get(name)
        if path in self._taken:
            self.note(f"{name} could not be read item by item; the raw result has it", path)
            words = self._arrival.with_words(None, path)
            return (Unknown(name, words, "It could not be read item by item"),)
        if isinstance(value, str) and name == "content":
            self.note("content should be a list of blocks; it is text", path)
            return (Text(value),)
        if value is not None and not isinstance(value, list):
            self.note(f"{name} should be a list", path)
            return read(value, path)
        items = enumerate(as_list(value))
        return tuple(block for at, item in items for block in read(item, (*path, at)))

    def block(self, value: Json, path: JsonPath) -> tuple[Block, ...]:
        """One content block of any kind; damaged ones and unknown ones as they came."""
        raw = as_object(value)
        kind = as_text(raw.get("type"))
        if path in self._taken:
            return (self._unknown(kind, value, path, "Too large to show as a block"),)
        read = self._readers().get(kind)
        if read is None:
            return (self._unknown(kind, value, path, "" if kind else "It does not say its type"),)
        try:
            return (read(raw, path),)
        except _Damaged as reason:
            self.note(f"A block of type {kind} is damaged: {reason}", path)
            return (self._unknown(kind, value, path, _sentence(str(reason))),)

    def message(self, value: Json, path: JsonPath) -> tuple[Block, ...]:
        raw = as_object(value)
        content, role = raw.get("content"), as_text(raw.get("role"))
        inside: JsonPath = (*path, "content")
        if path in self._taken or "content" not in raw:
            return (self._unknown("message", value, path, "It has no content"),)
        found: tuple[Block, ...]
        if isinstance(content, str):
            found = (self._text_at(content, inside),)
        elif inside in self._taken:
            found = (self._unknown("message", value, path, "Too large to show as blocks"),)
        elif isinstance(content, list):
            items = enumerate(as_list(content))
            found = tuple(b for at, item in items for b in self.block(item, (*inside, at)))
        else:
            found = self.block(content, inside)
        return tuple(replace(block, role=role) for block in found)

    def contents(self, value: Json, path: JsonPath) -> tuple[Block, ...]:
        try:
            return (self._resource(as_object(value), path),)
        except _Damaged as reason:
            self.note(f"The contents are damaged: {reason}", path)
            return (self._unknown("contents", value, path, _sentence(str(reason))),)

    def _readers(self) -> dict[str, Callable[[JsonObject, JsonPath], Block]]:
        return {
            "text": self._text,
            "image": self._image,
            "audio": self._audio,
            "resource": self._embedded,
            "resource_link": self._link,
        }

    def _text(self, raw: JsonObject, path: JsonPath) -> Block:
        text = raw.get("text")
        if not isinstance(text, str):
            raise _Damaged("its text is missing" if text is None else "its text is not text")
        mime_type = as_text(raw.get("mimeType"))
        return self._text_at(text, (*path, "text"), mime_type or "text/plain")

    def _text_at(self, text: str, path: JsonPath, mime_type: str = "text/plain") -> Text:
        taken = self._taken.get(path)
        if taken is None:
            return Text(text, mime_type)
        return Text(taken.spooled.preview or text, mime_type, taken.spooled)

    def _image(self, raw: JsonObject, path: JsonPath) -> Block:
        payload = self._payload(raw, "data", path)
        return Image(self._mime_type(raw, payload, path), payload)

    def _audio(self, raw: JsonObject, path: JsonPath) -> Block:
        payload = self._payload(raw, "data", path)
        return Audio(self._mime_type(raw, payload, path), payload)

    def _embedded(self, raw: JsonObject, path: JsonPath) -> Block:
        return self._resource(as_object(raw.get("resource")), (*path, "resource"))

    def _resource(self, raw: JsonObject, path: JsonPath) -> Resource:
        if path in self._taken:
            raise _Damaged("it is too large to show as a block")
        uri = as_text(raw.get("uri"))
        if "blob" in raw:
            payload = self._payload(raw, "blob", path)
            contents: Text | Payload = payload
            mime_type = self._mime_type(raw, payload, path)
        elif isinstance(raw.get("text"), str):
            mime_type = as_text(raw.get("mimeType")) or "text/plain"
            contents = self._text_at(raw["text"], (*path, "text"), mime_type)
        else:
            raise _Damaged("it has neither text nor blob")
        if not uri:
            self.note("A resource does not say its address", path)
        return Resource(uri, mime_type, contents)

    def _link(self, raw: JsonObject, path: JsonPath) -> Block:
        uri = as_text(raw.get("uri"))
        if not uri:
            raise _Damaged(f"it points nowhere ({pointer((*path, 'uri'))})")
        size = raw.get("size")
        return Link(
            uri=uri,
            name=as_text(raw.get("name")),
            title=as_text(raw.get("title")),
            description=as_text(raw.get("description")),
            mime_type=as_text(raw.get("mimeType")),
            size=size if isinstance(size, int) and not isinstance(size, bool) else None,
        )

    def _payload(self, raw: JsonObject, key: str, path: JsonPath) -> Payload:
        taken = self._taken.get((*path, key))
        if taken is not None and taken.stored is not None:
            return taken.stored
        value = raw.get(key)
        if not isinstance(value, str):
            raise _Damaged(f"its {key} is missing" if value is None else f"its {key} is not text")
        data = None if taken is not None else decoded(value)
        if data is None:
            raise _Damaged(f"its {key} is not base64")
        if not data and key == "data":
            raise _Damaged("its data is empty")
        return HeldBytes(data)

    def _mime_type(self, raw: JsonObject, payload: Payload, path: JsonPath) -> str:
        """What the bytes are: as said, unless they clearly are something else."""
        said, seen = as_text(raw.get("mimeType")), sniff(_head(payload))
        if normal(said) in NOTHING_SAID:
            return seen or said or "application/octet-stream"
        if disagree(said, seen):
            self.note(f"It is called {said[:80]}, but its bytes are {seen}", path)
            return seen
        return said

    def _unknown(self, kind: str, value: Json, path: JsonPath, reason: str) -> Unknown:
        return Unknown(kind[:80], self._arrival.with_words(value, path), reason)


def _head(payload: Payload) -> bytes:
    if isinstance(payload, HeldBytes):
        return payload.data[:_HEAD]
    try:
        with open_regular(payload.file) as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
