"""The names of a tool: the server's own, the one for models, and the one for everywhere."""

import re
from collections import Counter
from collections.abc import Sequence

from patchbay.core.calls.blocks import Note
from patchbay.core.errors import AppError, Family, Kind

_PREFIX = "mcp::"
_NOT_FOR_MODELS = re.compile(r"[^a-zA-Z0-9_]")
_RECOMMENDED = re.compile(r"[A-Za-z0-9_.-]{1,128}")
"""What the specification asks of tool names since 2025-11-25 (SEP-986)."""


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


def name_notes(names: Sequence[str]) -> tuple[Note, ...]:
    """What is odd about the names of a list: some appear twice, or break the specification."""
    notes = [
        Note(f"{_shown(name)} is listed {count} times; a call reaches whichever the server picks")
        for name, count in Counter(names).items()
        if count > 1
    ]
    odd = [name for name in dict.fromkeys(names) if not _RECOMMENDED.fullmatch(name)]
    notes += [
        Note(
            f"{_shown(name)} is not a name that every client accepts"
            " (1 to 128 letters, digits, _, - and .)",
        )
        for name in odd
    ]
    return tuple(notes)


def _offer(server: str, tools: Sequence[str]) -> str:
    if not tools:
        return f"{server} offers no tools."
    more = f" and {len(tools) - 12} more" if len(tools) > 12 else ""
    return f"It has {', '.join(tools[:12])}{more}."


def _shown(name: str) -> str:
    return f"“{name[:60]}”" if name else "A tool without a name"
