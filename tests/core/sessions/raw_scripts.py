"""Parts of scripts for the hand-made server."""

from typing import Any

GOOD: dict[str, Any] = {"content": [{"type": "text", "text": "fine"}]}
GREETING: dict[str, Any] = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "raw", "version": "1"},
}
DISCOVERED: dict[str, Any] = {
    "supportedVersions": ["2026-07-28"],
    "capabilities": {"tools": {}},
    "resultType": "complete",
    "ttlMs": 0,
    "cacheScope": "private",
}
UNKNOWN: dict[str, Any] = {"error": {"code": -32601, "message": "Method not found"}}


def refused(supported: list[str]) -> dict[str, Any]:
    """What a server of 2026-07-28 or later says to a version it does not know."""
    data = {"supported": supported, "requested": "2026-07-28"}
    return {"error": {"code": -32022, "message": "Unsupported protocol version", "data": data}}
