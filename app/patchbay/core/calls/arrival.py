"""How a message arrived: whole, or with its large parts left on disk."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from patchbay.core.calls.blocks import Spooled, StoredBytes
from patchbay.core.values import Json, JsonPath, as_list, as_object


@dataclass(frozen=True, slots=True)
class Taken:
    """A value that was taken out of a large message before it reached us.

    `path` starts at the result object, as in `("content", 0, "data")`. `stored` is set when the
    value was base64 and its bytes are in a file by now.
    """

    path: JsonPath
    spooled: Spooled
    stored: StoredBytes | None = None


TakenParts: TypeAlias = Mapping[JsonPath, Taken]


@dataclass(frozen=True, slots=True)
class Arrival:
    """What is known about a message beside its JSON: its size, and what was taken out of it."""

    taken: TakenParts = field(default_factory=dict[JsonPath, Taken])
    size: int = 0
    raw_file: Spooled | None = None

    def with_references(self, value: Json, path: JsonPath) -> Json:
        """The value that stands at `path`, with a `Spooled` in the place of each part taken out."""
        for place, part in self.taken.items():
            if place[: len(path)] == path:
                value = _put(value, place[len(path) :], part.spooled)
        return value

    def with_words(self, value: Json, path: JsonPath) -> Json:
        """The value that stands at `path`, with words in the place of each part taken out."""
        for place, part in self.taken.items():
            if place[: len(path)] == path:
                words = f"{part.spooled.preview}… ({part.spooled.size:,} bytes, left on disk)"
                value = _put(value, place[len(path) :], words)
        return value


NOTHING_KNOWN = Arrival()


def pointer(path: JsonPath) -> str:
    """A path as a JSON pointer, such as `/content/0/data`."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _put(value: Json, path: JsonPath, part: Spooled | str) -> Json:
    """A copy of the value in which `part` stands at `path`, if the value has such a place."""
    if not path:
        return part
    key = path[0]
    if isinstance(key, int):
        items = list(as_list(value))
        if key < len(items):
            items[key] = _put(items[key], path[1:], part)
        return items if isinstance(value, list) else value
    held = dict(as_object(value))
    if key in held:
        held[key] = _put(held[key], path[1:], part)
    return held if isinstance(value, dict) else value
