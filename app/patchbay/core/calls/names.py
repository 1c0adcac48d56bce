"""The names of a tool: the server's own, the one for models, and the one for everywhere."""

import re
from collections.abc import Sequence

from patchbay.core.errors import AppError, Family, Kind

_PREFIX = "mcp::"
_LONGEST = 128
_PLAIN = re.compile(r"[A-Za-z0-9_.-]+")
"""What the specification of 2025-11-25 says names of tools should consist of."""
_NOT_FOR_MODELS = re.compile(r"[^a-zA-Z0-9_]")


def oddity(name: str) -> str:
    """What about a tool's name other clients may refuse, in a sentence; empty if nothing is."""
    if not name:
        return "The tool has an empty name; other clients may refuse it."
    if len(name) > _LONGEST:
        return f"Its name has more than {_LONGEST} letters; other clients may refuse it."
    if not _PLAIN.fullmatch(name):
        return (
            "Its name has other letters than a-z, 0-9, “_”, “-”, “.”; other clients may refuse it."
        )
    return ""


def model_name(name: str) -> str:
    """The name under which a model may call it: other letters become hyphens."""
    return _NOT_FOR_MODELS.sub("-", name)


def tool_id(server: str, tool: str) -> str:
    """The name that is unique among all servers; both parts verbatim."""
    return f"{_PREFIX}{server}::{tool}"


def find_tool(wanted: str, server: str, tools: Sequence[str]) -> str:
    """The tool's own name, given that name or its id.

    Raises:
        AppError: the server has no such tool, or the id names another server.
    """
    if wanted in tools:
        return wanted
    own = tool_id(server, "")
    if wanted.startswith(own) and wanted.removeprefix(own) in tools:
        return wanted.removeprefix(own)
    if wanted.startswith(_PREFIX) and not wanted.startswith(own):
        cause = f"{wanted} belongs to another server."
    else:
        cause = _offer(server, tools)
    title = f"{server} has no tool called {wanted}"
    raise AppError(Family.CONFIGURATION, title, kind=Kind.MISSING, cause=cause)


def _offer(server: str, tools: Sequence[str]) -> str:
    if not tools:
        return f"{server} offers no tools."
    more = f" and {len(tools) - 12} more" if len(tools) > 12 else ""
    return f"It has {', '.join(tools[:12])}{more}."
