"""Turns what Patchbay sends into bytes; the window goes on while that takes long."""

import asyncio
import json

from patchbay.core.values import Json, JsonObject, is_list, is_object

_LARGE = 256 * 1024
"""Characters and values, all together, that are encoded without others having their turn."""
_LARGE_BODY = 1024 * 1024
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


async def encoded(message: JsonObject) -> bytes:
    """Compact JSON in UTF-8; what UTF-8 cannot hold is replaced."""
    if _is_large(message):
        return await asyncio.to_thread(_encoded_in_bites, message)
    return _ENCODER.encode(message).encode("utf-8", "replace")


def as_encoded(message: JsonObject, body: bytes) -> JsonObject:
    """The same message without what was replaced in it; large ones are sent as they were encoded.

    Who encodes the message again would stumble over half a character.
    """
    if b"?" not in body or len(body) > _LARGE_BODY:
        return message
    sent: JsonObject = json.loads(body)
    return message if sent == message else sent


def _encoded_in_bites(message: JsonObject) -> bytes:
    """The whole at once would hold the interpreter until its end, even in a thread."""
    return b"".join(part.encode("utf-8", "replace") for part in _ENCODER.iterencode(message))


def _is_large(message: JsonObject) -> bool:
    size, left = 0, list[Json]([message])
    while left and size <= _LARGE:
        each = left.pop()
        if isinstance(each, str):
            size += len(each)
        elif is_object(each):
            size += sum(map(len, each)) + len(each)
            left.extend(each.values())
        elif is_list(each):
            size += len(each)
            left.extend(each)
    return size > _LARGE
