"""A request read back from the traffic, to be opened or to be sent once more."""

import json
from dataclasses import dataclass

from patchbay.core.sessions.redaction import MASK
from patchbay.core.sessions.traffic import Direction, Exchange
from patchbay.core.values import Json, JsonObject, as_object, is_list, is_object

_OF_THE_SDK = ("progressToken", "traceparent", "tracestate", "baggage")
_PREFIX_OF_THE_SDK = "io.modelcontextprotocol/"


@dataclass(frozen=True, slots=True)
class Recorded:
    """Method and params of a request, without what each sending adds by itself."""

    method: str
    params: JsonObject

    @property
    def is_masked(self) -> bool:
        """Secret values are hidden in it, so it is not what the server got."""
        return _is_masked(self.params)

    def without_masked(self) -> "Recorded":
        """The same with every hidden value left out."""
        return Recorded(self.method, as_object(_pruned(self.params)))


def recorded(exchange: Exchange) -> Recorded | None:
    """The request of an exchange; `None` for what was no request of ours, or was cut."""
    if exchange.direction is not Direction.SENT or exchange.request_id is None:
        return None
    try:
        message = as_object(json.loads(exchange.request))
    except (ValueError, RecursionError):
        return None
    if not isinstance(method := message.get("method"), str):
        return None
    params = dict(as_object(message.get("params")))
    meta = {key: value for key, value in as_object(params.pop("_meta", None)).items() if _own(key)}
    return Recorded(method, {**params, "_meta": meta} if meta else params)


def _own(key: str) -> bool:
    return key not in _OF_THE_SDK and not key.startswith(_PREFIX_OF_THE_SDK)


def _is_masked(value: Json) -> bool:
    if is_object(value):
        return any(MASK in key or _is_masked(held) for key, held in value.items())
    if is_list(value):
        return any(map(_is_masked, value))
    return isinstance(value, str) and MASK in value


def _pruned(value: Json) -> Json:
    """Objects lose the values that are masked; a list that lacked some would be another list."""
    if not is_object(value):
        return value
    return {
        key: _pruned(held)
        for key, held in value.items()
        if MASK not in key and (is_object(held) or not _is_masked(held))
    }
