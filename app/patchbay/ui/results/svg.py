"""What a drawing costs, told from its XML before anything draws it."""

import math
import re
from dataclasses import dataclass, field
from xml.parsers import expat

from PySide6.QtCore import QByteArray, QSize

from patchbay.ui.results.style_rules import plain_css, rules, words

MOST_REPEATED = 50_000
"""Elements drawn over again through references; each level of `<use>` may multiply them."""
MOST_WRITTEN = 200_000
DEEPEST = 256
"""Levels of elements with references followed; Qt draws each on the stack."""
_MOST_SUBSTITUTED = 1_000_000

_FOLLOWED = frozenset({"use", "pattern", "mask", "marker", "filter", "feImage"})
_URL = re.compile(r"""url\s*\(\s*["']?\s*#([^)"']*)""", re.IGNORECASE)
_RASTER = (b"\x89PNG", b"\xff\xd8", b"GIF8", b"RIFF", b"BM")
_NUMBER = re.compile(r"""\s*\+?(\d{1,12}(?:\.\d*)?(?:e\d\d?)?)(?:px)?\s*\Z""")


class RefusedError(Exception):
    """The drawing must not be drawn; the words say why."""


@dataclass(slots=True, eq=False)
class _Part:
    """An element or, with a weight of 0, what an id or a rule of a style sheet stands for."""

    weight: int = 1
    parts: list["_Part"] = field(default_factory=list["_Part"])
    drawn: int = 0
    depth: int = 0
    measured: bool = False


def checked_size(data: bytes) -> QSize | None:
    """The size that a drawing in UTF-8 gives itself; none if only drawing it can tell.

    Raises:
        RefusedError: it is too costly, refers to itself or outside itself, or defines entities
            that unfold.
        ExpatError: it is no well-formed XML.
    """
    reading = _Reading(data)
    root = reading.root()
    _measure(root)
    if root.drawn - reading.written > MOST_REPEATED:
        raise RefusedError(
            f"This SVG draws more than {MOST_REPEATED:,} shapes through its references; "
            "it is not shown."
        )
    return reading.size


class _Reading:
    """One pass over the XML that keeps what contains and what refers to what."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._top = _Part(weight=0)
        self._open = [self._top]
        self._named: dict[str, _Part] = {}
        self._styled: dict[str, _Part] = {}
        self._style: list[str] = []
        self.written = 0
        self.size: QSize | None = None

    def root(self) -> _Part:
        self._parse()
        for word, value in rules("".join(self._style)):
            self._of_word(word).parts.extend(self._of_url(value))
        return self._top

    def _parse(self) -> None:
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._entity
        try:
            parser.Parse(self._data, True)  # noqa: FBT003 - takes no keywords
        except expat.ExpatError:
            # Qt stops at the end of the root and never sees what is wrong behind it.
            if not self.written or len(self._open) > 1:
                raise

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.written += 1
        if self.written > MOST_WRITTEN:
            raise RefusedError(f"This SVG has more than {MOST_WRITTEN:,} elements.")
        if len(self._open) > DEEPEST:
            raise RefusedError(_TOO_DEEP)
        if self.written == 1:
            self.size = _declared(attributes)
        part = _Part()
        self._open[-1].parts.append(part)
        self._open.append(part)
        element = _local(name)
        if element == "style":
            self._parser.CharacterDataHandler = self._style.append
        part.parts.extend(self._of_word(word) for word in words(element, attributes))
        for attribute, value in attributes.items():
            self._note(part, element, _local(attribute), value)

    def _note(self, part: _Part, element: str, attribute: str, value: str) -> None:
        if attribute == "id":
            self._of_id(value).parts.append(part)
        elif attribute == "href":
            # A default in the document type gets here without being written at any element.
            if value and not value.startswith(("#", "data:")):
                raise RefusedError("This SVG refers to something outside itself.")
            if value.startswith("data:") and not _carries_pixels(value):
                raise RefusedError("This SVG carries another drawing; it is not shown.")
            if element in _FOLLOWED:
                part.parts.append(self._of_id(value[1:]))
        else:
            part.parts.extend(self._of_url(value))

    def _of_url(self, value: str) -> list[_Part]:
        return [self._of_id(found.strip()) for found in _URL.findall(plain_css(value))]

    def _of_word(self, word: str) -> _Part:
        return self._styled.setdefault(word, _Part(weight=0))

    def _of_id(self, name: str) -> _Part:
        return self._named.setdefault(name, _Part(weight=0))

    def _end(self, name: str) -> None:
        if _local(name) == "style":
            self._parser.CharacterDataHandler = None
        self._open.pop()

    def _entity(self, name: str, parameter: bool, value: str | None, *place: str | None) -> None:  # noqa: FBT001 - expat's call
        del name, place
        # Drawing programs name their namespaces by entities; those hold plain words.
        plain = value is not None and not parameter and "<" not in value and "&" not in value
        if not plain or len(value or "") * self._data.count(b"&") > _MOST_SUBSTITUTED:
            raise RefusedError("This SVG defines entities that unfold; it is not shown.")


_TOO_DEEP = f"This SVG nests more than {DEEPEST} elements; it is not shown."


def _measure(root: _Part) -> None:
    """Count what is drawn below each part, references followed; each part is counted once."""
    on_the_way: set[_Part] = {root}
    way = [(root, iter(root.parts))]
    while way:
        part, left = way[-1]
        below = next(left, None)
        if below is None:
            way.pop()
            on_the_way.discard(part)
            _sum_up(part)
        elif below in on_the_way:
            raise RefusedError("This SVG refers to itself; it is not shown.")
        elif not below.measured:
            on_the_way.add(below)
            way.append((below, iter(below.parts)))


def _sum_up(part: _Part) -> None:
    part.drawn = part.weight + sum(below.drawn for below in part.parts)
    part.depth = part.weight + max((below.depth for below in part.parts), default=0)
    part.measured = True
    if part.depth > DEEPEST:
        raise RefusedError(_TOO_DEEP)


def _carries_pixels(address: str) -> bool:
    """Qt draws whatever follows, by whatever it finds in it; without base64 it draws nothing."""
    _, base64, packed = address.rpartition("base64,")
    if not base64:
        return True
    head = QByteArray.fromBase64(packed.encode()).left(8)
    return bytes(head.data()).startswith(_RASTER)


def _declared(attributes: dict[str, str]) -> QSize | None:
    """The size as Qt takes it from plain numbers of the root."""
    width, height = attributes.get("width"), attributes.get("height")
    if width is None and height is None:
        return _size_of_box(attributes.get("viewBox", ""))
    sides = [_NUMBER.match(side or "") for side in (width, height)]
    whole = [int(float(side[1])) for side in sides if side]
    return _size(whole)


def _size_of_box(box: str) -> QSize | None:
    numbers = [_NUMBER.match(number) for number in box.replace(",", " ").split()[2:]]
    return _size([math.floor(float(number[1]) + 0.5) for number in numbers if number])


def _size(sides: list[int]) -> QSize | None:
    if len(sides) != 2 or min(sides) < 1:
        return None
    return QSize(*(min(side, 2**31 - 1) for side in sides))


def _local(name: str) -> str:
    return name.rpartition(":")[2]
