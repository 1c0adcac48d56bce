"""The text and the digest that one side of a comparison is compared by."""

import codecs
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from uuid import uuid4

from patchbay.core.calls.blocks import HeldBytes, Payload, Spooled
from patchbay.core.calls.comparing import Bytes, Part, Value, Words
from patchbay.core.values import Json
from patchbay.relay.regular import open_regular

MOST_COMPARED, MOST_LINES = 200_000, 20_000
"""Characters and lines of a side that are compared line by line; the rest by its digest alone."""

_LONGEST_LINE = 500
_LONG_LINE = re.compile(rf"([^\r\n]{{{_LONGEST_LINE}}})(?=[^\r\n])")
_LINE_END = re.compile(r"\r\n|\r|\n")
_CHUNK = 1 << 20
_DIGITS = 12
"""Hexadecimal digits of a digest that are shown: enough to tell two pictures apart."""

Files = Mapping[Spooled, Path]
"""Where the words of what stayed on disk were written as UTF-8."""


class Likeness(Enum):
    """How two sides stand to one another."""

    SAME = "same"
    SPELLED_OTHERWISE = "spelled otherwise"
    """As people read them they are the same: only blanks of JSON or a last line end differ."""
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Digested:
    """Bytes of a side, and the digest of all of them."""

    part: Bytes
    digest: str


@dataclass(frozen=True, slots=True)
class Side:
    """One run, as far as it is compared: arguments or result.

    `text` is what is compared line by line, at most the beginning; `digest` and `size`, in bytes,
    are of everything exactly as it came.
    """

    text: str
    digest: str
    size: int
    is_cut: bool
    bytes: tuple[Digested, ...] = ()


def likeness(older: Side, newer: Side) -> Likeness:
    if older.digest == newer.digest:
        return Likeness.SAME
    is_whole = not older.is_cut and not newer.is_cut
    is_read_alike = is_whole and older.text == newer.text
    return Likeness.SPELLED_OTHERWISE if is_read_alike else Likeness.DIFFERENT


def other_bytes(older: Side, newer: Side) -> tuple[tuple[Digested, Digested], ...]:
    """The bytes that stand at the same place of both sides and differ."""
    pairs = zip(older.bytes, newer.bytes, strict=False)
    return tuple((one, other) for one, other in pairs if one.digest != other.digest)


def side(parts: Sequence[Part], files: Files, *, headed: bool) -> Side:
    """Read all of the parts: for a thread. `headed` writes above each of them what it is.

    Raises:
        OSError: something that stayed on disk cannot be read back.
    """
    writer = _Writer()
    for part in parts:
        writer.begin(part.title, headed=headed and not isinstance(part, Bytes))
        match part:
            case Words(text=text):
                if isinstance(text, Spooled):
                    writer.copy(files[text])
                else:
                    writer.write(_for_people(text), text)
            case Value():
                writer.write_json(part.json)
            case Bytes():
                writer.tell(part)
    return writer.side()


class _Writer:
    """Takes in the parts of one side; keeps the beginning, and counts all of it."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()
        self._shown: list[str] = []
        self._room = MOST_COMPARED
        self._is_cut = False
        self._size = 0
        self._bytes: list[Digested] = []

    def begin(self, title: str, *, headed: bool) -> None:
        # What the parts are counts too, and where one ends and the next begins.
        self._sum.update(f"\0{title}\0".encode("utf-8", "surrogatepass"))
        if self._shown and not self._shown[-1].endswith(("\n", "\r")):
            self._show("\n")
        if headed:
            self._show(f"── {title} ──\n")

    def write(self, shown: str, exact: str | None = None) -> None:
        self._count((shown if exact is None else exact).encode("utf-8", "surrogatepass"))
        self._show(shown)

    def write_json(self, value: Json) -> None:
        try:
            self.write(_written(value))
        except (ValueError, RecursionError):
            # Nobody knows whether such values are alike: each counts as another.
            self.write("Nested too deeply to be compared", uuid4().hex)
            self._is_cut = True

    def copy(self, file: Path) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        for chunk in _chunks(file):
            self._count(chunk)
            self._show(decoder.decode(chunk))

    def tell(self, part: Bytes) -> None:
        digest = _digest(part.payload)
        self._bytes.append(Digested(part, digest))
        self._sum.update(f"{part.mime_type}\0{digest}".encode("utf-8", "surrogatepass"))
        self._size += part.payload.size
        kind = f"{part.title} {part.mime_type}".strip()
        self._show(f"{kind}, {part.payload.size:,} bytes, {_short(digest)}\n")

    def side(self) -> Side:
        text = "".join(self._shown)
        if self._is_cut:
            text = text[: text.rfind("\n") + 1] or text
        elif text and not text.endswith(("\n", "\r")):
            text += "\n"
        folded = _LONG_LINE.sub(r"\1\n", text)
        last = next(islice(_LINE_END.finditer(folded), MOST_LINES - 1, None), None)
        if last is not None and last.end() < len(folded):
            folded, self._is_cut = folded[: last.end()], True
        return Side(folded, self._sum.hexdigest(), self._size, self._is_cut, tuple(self._bytes))

    def _count(self, exact: bytes) -> None:
        self._sum.update(exact)
        self._size += len(exact)

    def _show(self, text: str) -> None:
        if not text:
            return
        piece = text[: self._room]
        self._room -= len(piece)
        self._is_cut = self._is_cut or len(piece) < len(text)
        if piece:
            self._shown.append(piece)


def _for_people(text: str) -> str:
    """A text that spells a list or an object on one line is written over several."""
    if "\n" in text or len(text) > MOST_COMPARED or text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        return _written(json.loads(text))
    except (ValueError, RecursionError):
        return text


def _written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=_on_disk)


def _on_disk(value: object) -> str:
    """What stands in JSON for a value too large to carry."""
    if not isinstance(value, Spooled):
        return str(value)
    found = hashlib.sha256()
    for chunk in _chunks(value.file, value.start, value.end):
        found.update(chunk)
    return f"… {value.size:,} bytes, {_short(found.hexdigest())} …"


def _short(digest: str) -> str:
    return f"sha256 {digest[:_DIGITS]}"


def _digest(payload: Payload) -> str:
    if isinstance(payload, HeldBytes):
        return hashlib.sha256(payload.data).hexdigest()
    found = hashlib.sha256()
    for chunk in _chunks(payload.file):
        found.update(chunk)
    return found.hexdigest()


def _chunks(file: Path, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    with open_regular(file) as stream:
        stream.seek(start)
        left = _CHUNK if end is None else end - start
        while left > 0 and (chunk := stream.read(min(_CHUNK, left))):
            left -= len(chunk) if end is not None else 0
            yield chunk
