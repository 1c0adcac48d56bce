"""The clients' file formats as a table: how to recognise each, and what it tolerates and means."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal, TypeAlias

from patchbay.core.config.document import Node

Format: TypeAlias = Literal["json", "yaml"]
TimeoutField: TypeAlias = Literal["connect_timeout", "request_timeout"]


@dataclass(frozen=True, slots=True)
class TimeoutMeaning:
    """What a bare `timeout` limits in a dialect, and how many seconds its unit is."""

    field: TimeoutField
    unit: float


@dataclass(frozen=True, slots=True)
class Dialect:
    """One client's format.

    `files` are patterns for the end of a path. `untyped_url` is what the client makes of a `url`
    without a type where that is not "HTTP", as the end of a sentence. `is_client` is false for the
    formats that no one program owns. `disables` says that the client heeds `disabled` in its file.
    """

    name: str
    label: str
    format: Format
    root: str
    files: tuple[str, ...] = ()
    is_client: bool = True
    comments: bool = False
    trailing_commas: bool = False
    byte_order_mark: bool = True
    bare_map: bool = False
    stdio_only: bool = False
    numbers_in_env: bool = False
    editor_variables: bool = False
    disables: bool = False
    transport_keys: tuple[str, ...] = ("transport", "transportType", "type")
    untyped_url: str = ""
    timeout: TimeoutMeaning | None = None


VS_CODE = Dialect(
    name="vscode",
    label="VS Code",
    format="json",
    root="servers",
    files=(".vscode/mcp.json", "Code/User/mcp.json", "Code - Insiders/User/mcp.json"),
    comments=True,
    trailing_commas=True,
    numbers_in_env=True,
    editor_variables=True,
)
CURSOR = Dialect(
    name="cursor",
    label="Cursor",
    format="json",
    root="mcpServers",
    files=(".cursor/mcp.json",),
    editor_variables=True,
)
CLAUDE_CODE = Dialect(
    name="claude-code",
    label="Claude Code",
    format="json",
    root="mcpServers",
    files=(".mcp.json", ".claude.json"),
    byte_order_mark=False,
    bare_map=True,
    untyped_url="skips the server",
    timeout=TimeoutMeaning("request_timeout", 0.001),
)
CLAUDE_DESKTOP = Dialect(
    name="claude-desktop",
    label="Claude Desktop",
    format="json",
    root="mcpServers",
    files=("claude_desktop_config.json",),
    byte_order_mark=False,
    stdio_only=True,
)
HOLODECK = Dialect(
    name="holodeck",
    label="HoloDeck",
    format="yaml",
    root="tools",
    comments=True,
    trailing_commas=True,
    transport_keys=("transport",),
    untyped_url="takes it for stdio",
    timeout=TimeoutMeaning("connect_timeout", 1.0),
)
PLAIN_JSON = Dialect(
    name="json",
    disables=True,
    label="JSON",
    format="json",
    root="mcpServers",
    is_client=False,
    comments=True,
    trailing_commas=True,
)
PLAIN_SERVERS = Dialect(
    name="json-servers",
    disables=True,
    label="JSON",
    format="json",
    root="servers",
    is_client=False,
    comments=True,
    trailing_commas=True,
)
PLAIN_YAML = Dialect(
    name="yaml",
    disables=True,
    label="YAML",
    format="yaml",
    root="mcpServers",
    is_client=False,
    comments=True,
    trailing_commas=True,
)

DIALECTS: tuple[Dialect, ...] = (
    VS_CODE,
    CURSOR,
    CLAUDE_CODE,
    CLAUDE_DESKTOP,
    HOLODECK,
    PLAIN_JSON,
    PLAIN_SERVERS,
    PLAIN_YAML,
)
FOREIGN_ROOTS: tuple[tuple[str, ...], ...] = (
    ("context_servers",),
    ("mcp", "servers"),
    ("mcp",),
    ("mcp.servers",),
    ("mcp_servers",),
    ("amp.mcpServers",),
    ("extensions",),
)
"""Where clients look whose files are not written here yet: Zed, VS Code, opencode, Codex, Goose."""
_BY_NAME = {dialect.name: dialect for dialect in DIALECTS}


def dialect_named(name: str) -> Dialect:
    """The dialect an entry or a file was read as; an unknown name counts as plain JSON."""
    return _BY_NAME.get(name, PLAIN_JSON)


def recognise(path: PurePath, written_in: Format, root: Node | None) -> Dialect:
    """The dialect of a file, by its place first and its shape second."""
    for dialect in DIALECTS:
        if dialect.format == written_in and any(map(path.match, dialect.files)):
            return dialect
    if written_in == "yaml":
        return HOLODECK if _is_holodeck(root) else PLAIN_YAML
    if root is None or root.member("servers") is None or root.member("mcpServers") is not None:
        return PLAIN_JSON
    return VS_CODE if root.member("inputs") is not None else PLAIN_SERVERS


def is_mcp_tool(node: Node) -> bool:
    """Whether an item of a HoloDeck `tools:` list is an MCP server."""
    kind = node.member("type")
    return kind is not None and kind.text == "mcp"


def foreign_root(root: Node | None) -> str:
    """Under what keys another client's servers stand in a file that has no root of ours."""
    if root is None or any(root.member(name) is not None for name in ("mcpServers", "servers")):
        return ""
    return next((".".join(keys) for keys in FOREIGN_ROOTS if _holds_some(root, keys)), "")


def _holds_some(root: Node, keys: tuple[str, ...]) -> bool:
    node: Node | None = root
    for key in keys:
        node = node.member(key) if node is not None else None
    return node is not None and (node.is_object or node.is_array or node.is_null)


def _is_holodeck(root: Node | None) -> bool:
    """A list of tools, with a server in it or nowhere else to put one."""
    tools = root.member("tools") if root is not None else None
    if root is None or tools is None or not tools.is_array:
        return False
    others = any(root.member(name) is not None for name in ("mcpServers", "servers"))
    return not others or any(map(is_mcp_tool, tools.children))
