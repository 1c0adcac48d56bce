"""Pages of children, items of lists, and values at a pointer in a large JSON value."""

import json
import os
import time

from patchbay.relay.folder import Folder
from patchbay.relay.opened import Opened, RefusedError, Span, Walk
from patchbay.relay.slim import Entry, Slimmer
from patchbay.relay.spans import OPENING, BadJsonError, Item
from patchbay.relay.strings import beginning, readable

Answer = dict[str, object]

_MOST_CHILDREN = 1000
_PREVIEW = 200
_PREVIEW_RAW = 1200
_LONG_KEY = 4096
_COUNTING = 0.06
_COUNTED = 256 * 1024
_MOST_BYTES = 64 * 1024
_LARGEST_ITEM = 8 * 1024 * 1024
_KEPT_OF_LARGER = 64 * 1024
_SMALL_BLOCK = 4096
_LARGEST_VALUE = 256 * 1024
_LARGEST_MEMBER = 4096
_MOST_MEMBERS = 200


def children(span: Span, start: int, count: int) -> Answer:
    """A page of the children of a list or object, and their number once it is known."""
    walk = span.file.walk(span.start)
    found = walk.page(start, min(count, _MOST_CHILDREN))
    count_until = time.monotonic() + _COUNTING
    nodes = [_node(span.file, index, item, count_until) for index, item in found]
    return {"nodes": nodes, "total": walk.total}


def items(span: Span, pointer: str, start: int, most: int) -> Answer:
    """The texts of consecutive items of the list at `pointer`, as many as fit into `most` bytes.

    An item larger than that comes alone. One of more than 8 MB comes without its large members;
    `cut` names them, for the place of the item among the texts.
    """
    place = locate(span, pointer)
    walk = place.file.walk(place.start)
    texts: list[str] = []
    cut: dict[int, list[str]] = {}
    size, index, following = 0, start, None
    for index, item in walk.page(start, _MOST_CHILDREN):
        length = item.end - item.start
        if texts and size + length > min(most, _MOST_BYTES):
            following = index
            break
        size += length
        if length <= _LARGEST_ITEM:
            texts.append(_text(place.file, item))
        else:
            text, cut[len(texts)] = _without_large_members(place.file, item)
            texts.append(text)
    else:
        following = _following(walk, index, len(texts))
    return {"texts": texts, "next": following, "cut": cut}


def blocks(span: Span, pointer: str, start: int) -> Answer:
    """Consecutive items of the list at `pointer`, each as a slim copy with its table."""
    place = locate(span, pointer)
    walk = place.file.walk(place.start)
    found: list[Answer] = []
    size, index, following = 0, start, None
    for index, item in walk.page(start, _MOST_CHILDREN):
        if size >= _MOST_BYTES:
            following = index
            break
        text, table = _slim(place.file, item, (*pointer.split("/")[1:], index))
        size += len(text) + len(table) * _PREVIEW
        found.append({"text": text, "table": table})
    else:
        following = _following(walk, index, len(found))
    return {"blocks": found, "next": following}


def members(span: Span, pointer: str) -> Answer:
    """The small scalar members of the object at `pointer`."""
    place = locate(span, pointer)
    found: Answer = {}
    for _, item in place.file.walk(place.start).page(0, _MOST_CHILDREN):
        raw = _text(place.file, item)
        small = item.end - item.start <= _LARGEST_MEMBER
        if item.key is None or not small or raw[0] in "[{" or len(found) == _MOST_MEMBERS:
            continue
        try:
            found[_key(place.file, item.key)] = json.loads(raw, strict=False)
        except ValueError:
            continue
    return {"members": found}


def value(span: Span) -> Answer:
    """A small value itself."""
    if span.size > _LARGEST_VALUE:
        raise RefusedError("too large to be shown as one value")
    return {"value": json.loads(span.read(), strict=False)}


def locate(span: Span, pointer: str) -> Span:
    """The value at a JSON pointer (RFC 6901); of members with one name the last counts."""
    file, start, end = span.file, span.start, span.end
    for part in pointer.split("/")[1:]:
        item = _child(file, start, part.replace("~1", "/").replace("~0", "~"))
        if item is None:
            raise RefusedError(f"there is nothing at {pointer[:_PREVIEW]}")
        start, end = item.start, item.end
    return Span(file, start, end)


def described(span: Span) -> Answer:
    return {"a": span.start, "b": span.end, "k": span.file.kind(span.start)}


def _following(walk: Walk, last: int, count: int) -> int | None:
    """The index after a page that was read to its end, unless the list ends there."""
    return last + 1 if count == _MOST_CHILDREN and last + 1 != walk.total else None


def _slim(file: Opened, item: Item, path: tuple[str | int, ...]) -> tuple[str, list[Entry]]:
    if item.end - item.start <= _SMALL_BLOCK:
        return _text(file, item), []
    folder, name = os.path.split(file.path)
    kin = Folder(folder, f"{name}.{item.start}.")
    copy, table = Slimmer(file.buffer, item.start, item.end, kin, path).run()
    return copy.decode(), table


def _without_large_members(file: Opened, item: Item) -> tuple[str, list[str]]:
    """An object less what is large in it, and the names of what is missing."""
    if file.kind(item.start) != "dict":
        return "null", []
    kept: list[str] = []
    missing: list[str] = []
    for _, member in file.walk(item.start).page(0, _MOST_MEMBERS):
        if member.key is None:
            continue
        if member.end - member.start > _KEPT_OF_LARGER:
            missing.append(_key(file, member.key))
        else:
            key = file.buffer[slice(*member.key)].decode("utf-8", "replace")
            kept.append(f"{key}:{_text(file, member)}")
    return "{" + ",".join(kept) + "}", missing


def _child(file: Opened, start: int, name: str) -> Item | None:
    if file.buffer[start] not in OPENING:
        return None
    if file.kind(start) == "list":
        page = file.walk(start).page(int(name), 1) if name.isdecimal() else []
        return page[0][1] if page else None
    found = None
    for item in file.scanner.items(start):
        if item.key is not None and _key(file, item.key) == name:
            found = item
    return found


def _node(file: Opened, index: int, item: Item, count_until: float) -> Answer:
    kind = file.kind(item.start)
    return {
        "key": index if item.key is None else _key(file, item.key),
        "kind": kind,
        "preview": _preview(file, item, kind),
        "a": item.start,
        "b": item.end,
        "n": _count(file, item, count_until) if kind in {"list", "dict"} else None,
    }


def _preview(file: Opened, item: Item, kind: str) -> str:
    if kind == "str":
        raw = beginning(file.buffer, item.start, item.end, _PREVIEW_RAW)
        return readable(b'"' + raw + b'"')[:_PREVIEW]
    raw = file.buffer[item.start : min(item.end, item.start + _PREVIEW)]
    return " ".join(raw.decode("utf-8", "ignore").split())


def _count(file: Opened, item: Item, until: float) -> int | None:
    """The number of children, if there is time to count them."""
    if item.end - item.start > _COUNTED:
        return None
    count = 0
    try:
        for count, _ in enumerate(file.scanner.items(item.start), 1):
            if not count & 0xFF and time.monotonic() > until:
                return None
    except BadJsonError:
        return None
    return count if time.monotonic() < until else None


def _key(file: Opened, key: tuple[int, int]) -> str:
    start, end = key
    if end - start > _LONG_KEY:
        return readable(b'"' + beginning(file.buffer, start, end, _LONG_KEY) + b'"') + "…"
    return readable(file.buffer[start:end])


def _text(file: Opened, item: Item) -> str:
    end = min(item.end, item.start + _LARGEST_ITEM)
    return file.buffer[item.start : end].decode("utf-8", "replace")
