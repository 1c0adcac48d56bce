"""What the SDK is shown instead of an answer: small, always valid, marked with the request's id."""

from typing import Final

from mcp_types import UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import MODERN_PROTOCOL_VERSIONS, SUPPORTED_PROTOCOL_VERSIONS

from patchbay.core.calls.blocks import Note
from patchbay.core.values import Json, JsonObject, as_list, as_object, is_object

MARK: Final = "patchbay/answer"
"""Key in `_meta` of a peeled result; its value is the request id."""

_EMPTY: dict[str, JsonObject] = {
    "tools/call": {"content": []},
    "prompts/get": {"messages": []},
    "prompts/list": {"prompts": []},
    "resources/list": {"resources": []},
    "resources/templates/list": {"resourceTemplates": []},
    "resources/read": {"contents": []},
    "completion/complete": {"completion": {"values": []}},
}
_KNOWN = frozenset(SUPPORTED_PROTOCOL_VERSIONS)
_LEFT_TO_SDK = frozenset({"subscriptions/listen"})


def peel(
    method: str, result: JsonObject, request_id: int | str
) -> tuple[JsonObject | None, tuple[Note, ...]]:
    """A stand-in for `result`, or `None` when the SDK shall see the result itself."""
    if method in _LEFT_TO_SDK:
        return None, ()
    if method in {"initialize", "server/discover"}:
        return _greeting(method, result)
    if method == "tools/list":
        peeled: JsonObject = {"tools": _tools(result)}
    else:
        peeled = dict(_EMPTY.get(method, {}))
    peeled["_meta"] = {MARK: request_id}
    peeled["resultType"] = "complete"
    peeled["ttlMs"] = 0
    peeled["cacheScope"] = "private"
    return peeled, ()


def unknown_versions(method: str, result: JsonObject) -> JsonObject | None:
    """The error that a greeting with none of our protocol versions comes to.

    The SDK would try the older handshake, and tell of its failure instead.
    """
    offered = [each for each in as_list(result.get("supportedVersions")) if isinstance(each, str)]
    if method != "server/discover" or not offered or set(offered) & _KNOWN:
        return None
    return {
        "code": UNSUPPORTED_PROTOCOL_VERSION,
        "message": "Unsupported protocol version",
        "data": {"supported": list[Json](offered), "requested": max(MODERN_PROTOCOL_VERSIONS)},
    }


def _tools(result: JsonObject) -> list[JsonObject]:
    """Name and input schema only: the SDK mirrors `x-mcp-header` arguments into HTTP headers."""
    kept: list[JsonObject] = []
    for item in as_list(result.get("tools")):
        tool = as_object(item)
        schema = as_object(tool.get("inputSchema"))
        if isinstance(tool.get("name"), str) and schema and schema.get("type") == "object":
            kept.append({"name": tool["name"], "inputSchema": schema})
    return kept


def _greeting(method: str, result: JsonObject) -> tuple[JsonObject, tuple[Note, ...]]:
    """The handshake's answer with missing parts filled in; the SDK refuses it otherwise."""
    notes: list[Note] = []
    greeting = dict(result)
    offered = greeting.get("capabilities")
    if not is_object(offered):
        notes.append(Note("The server states no capabilities.", "/capabilities"))
    kept = {name: what for name, what in as_object(offered).items() if is_object(what)}
    greeting["capabilities"] = kept
    if not isinstance(greeting.get("instructions"), str):
        greeting.pop("instructions", None)
    if method == "initialize":
        greeting["serverInfo"] = _server_info(greeting.get("serverInfo"), notes)
    elif not _is_modern(greeting.get("supportedVersions")):
        # Left as it came: the SDK falls back to the older handshake on what it cannot parse.
        return result, ()
    else:
        greeting.setdefault("resultType", "complete")
        greeting.setdefault("ttlMs", 0)
        greeting.setdefault("cacheScope", "private")
    return greeting, tuple(notes)


def _server_info(said: Json, notes: list[Note]) -> JsonObject:
    info = dict(as_object(said))
    for key in ("name", "version"):
        if not isinstance(info.get(key), str):
            info[key] = ""
            notes.append(Note(f"The server does not tell its {key}.", f"/serverInfo/{key}"))
    return {key: value for key, value in info.items() if value is not None}


def _is_modern(versions: Json) -> bool:
    return any(version in MODERN_PROTOCOL_VERSIONS for version in as_list(versions))
