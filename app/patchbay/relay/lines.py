"""Tells messages from noise in one line of a server's stdout."""

import json
import re

_BOM = b"\xef\xbb\xbf"
_HEAD = 4096
_SCALAR = rb'(?:"(?:[^"\\]|\\.)*+"|[^"\[\]{},\s]++)'
_LEAD = re.compile(rb'\s*+\{(?:\s*+"[^"\\]*+"\s*+:\s*+' + _SCALAR + rb"\s*+,)*", re.S)
_MEMBER = re.compile(rb'"([^"\\]*+)"\s*+:\s*+(' + _SCALAR + rb")", re.S)
_LAST_ID = re.compile(rb'(?<!\\)"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,30})\s*\}\s*\Z', re.S)
_ID = re.compile(rb'"(?:[^"\\]|\\.){0,200}"|-?\d{1,30}', re.S)

Id = int | str


class Sorted:
    """What one line holds: the message if there is one, and what stood around it."""

    __slots__ = ("message", "noise")

    def __init__(self, message: bytes, noise: tuple[bytes, ...] = ()) -> None:
        self.message = message
        self.noise = noise


def sort(line: bytes) -> Sorted:
    """Find the message in a stripped line of valid UTF-8; the message is empty if there is none."""
    named = line.find(b'"jsonrpc"')
    if line.startswith(b"{") and line.endswith(b"}") and (named >= 0 or _is_bare_answer(line)):
        return Sorted(line)
    if named >= 0 and line.startswith(b"[") and line.endswith(b"]"):
        return Sorted(line)
    if named > 0:
        return _salvage(line, named)
    return Sorted(b"", (line,))


def could_be_message(head: bytes) -> bool:
    """Whether a line that is still coming in may turn out to hold a message."""
    return head.lstrip()[:1] in {b"{", b"["} or b'"jsonrpc"' in head


def message_start(head: bytes) -> int:
    """Where the message begins in a large line, given its first bytes; -1 if nowhere."""
    start = len(head) - len(head.lstrip())
    if head[start : start + 1] in {b"{", b"["}:
        return start
    named = head.find(b'"jsonrpc"')
    brace = head.rfind(b"{", 0, named) if named > 0 else -1
    return -1 if brace < 0 or head[brace + 1 : named].strip() else brace


def without_bom(line: bytes) -> bytes:
    return line.removeprefix(_BOM)


def answered_id(head: bytes, tail: bytes) -> Id | None:
    """The id of a large answer, read from its first or last bytes; nothing if it is not an answer.

    Only members of the outermost object count: those before the first long one, or the last one.
    """
    lead = _LEAD.match(head[:_HEAD])
    members = dict(_MEMBER.findall(lead.group())) if lead else {}
    if b"method" in members:
        return None
    if b"id" in members:
        return _decoded(members[b"id"])
    last = _LAST_ID.search(tail)
    return _decoded(last.group(1)) if last else None


def small_answered_id(message: bytes) -> Id | None:
    """The id of a small answer."""
    try:
        value = json.loads(message)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or "method" in value:
        return None
    found: object = value.get("id")  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType] - JSON
    return found if isinstance(found, (int, str)) else None


def _decoded(raw: bytes) -> Id | None:
    if not _ID.fullmatch(raw):
        return None
    try:
        return json.loads(raw)
    except ValueError:
        return None


def _is_bare_answer(line: bytes) -> bool:
    return b'"id"' in line and (b'"result"' in line or b'"error"' in line)


def _salvage(line: bytes, named: int) -> Sorted:
    """Cut a message out of a line that begins or ends with something else."""
    brace = line.rfind(b"{", 0, named)
    if brace < 0:
        return Sorted(b"", (line,))
    starts = [brace] if not line[brace + 1 : named].strip() else _braces(line, named)
    text = line.decode("utf-8", "replace")
    decoder = json.JSONDecoder(strict=False)
    for start in starts:
        offset = len(line[:start].decode("utf-8", "replace"))
        try:
            _, end = decoder.raw_decode(text, offset)
        except (ValueError, RecursionError):
            continue
        around = (text[:offset].strip().encode(), text[end:].strip().encode())
        return Sorted(text[offset:end].encode(), tuple(part for part in around if part))
    return Sorted(b"", (line,))


def _braces(line: bytes, before: int) -> list[int]:
    """The first few places where a message might begin."""
    found: list[int] = []
    here = line.find(b"{", 0, before)
    while here >= 0 and len(found) < 8:
        found.append(here)
        here = line.find(b"{", here + 1, before)
    return found
