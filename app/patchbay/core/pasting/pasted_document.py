"""Finds the servers in a pasted document, whatever client's config or piece of one it is."""

from collections.abc import Iterator

from patchbay.core.config.dialects import is_mcp_tool
from patchbay.core.config.document import Document, Node
from patchbay.core.pasting.pasted_server import PastedServer
from patchbay.core.values import Json, JsonObject

_WRAPPERS = frozenset(
    {
        "mcpServers",
        "servers",
        "context_servers",
        "mcp_servers",
        "mcp",
        "mcp.servers",
        "amp.mcpServers",
        "github.copilot.chat.mcp.servers",
    }
)
_STARTS_OR_REACHES = ("command", "url", "httpUrl", "serverUrl", "uri", "cmd")
_TEXTS = ("args", "env", "headers")


def servers_in(document: Document, *, verbatim: bool = True) -> tuple[PastedServer, ...]:
    """The servers of a document in its order, those of the same name too.

    Without `verbatim` they are given no source, and scalars in arguments and variables as text:
    what YAML takes for numbers or truth values.
    """
    root = document.root
    if root is None:
        return ()
    return tuple(_server(document, name, node, verbatim=verbatim) for name, node in _found(root))


def _found(root: Node) -> Iterator[tuple[str, Node]]:
    if root.is_array:
        yield from _in_list(root)
    elif _looks_like_server(root):
        yield _own_name(root), root
    elif wrappers := [child for child in root.children if _wraps(child)]:
        for container in wrappers:
            yield from _in_wrapper(container)
    elif tools := root.member("tools"):
        yield from ((_own_name(item), item) for item in tools.children if is_mcp_tool(item))
    else:
        yield from _in_bare_map(root)


def _in_wrapper(container: Node) -> Iterator[tuple[str, Node]]:
    if container.is_array:
        yield from _in_list(container)
    elif any(map(_wraps, container.children)):
        yield from _found(container)
    else:
        for child in container.children:
            if child.is_object and not _is_remark(_key(child)):
                yield from _in_map(child)


def _in_map(child: Node) -> Iterator[tuple[str, Node]]:
    """One member of a map; servers that were wrapped a second time are unwrapped."""
    if not _looks_like_server(child) and any(map(_wraps, child.children)):
        yield from _found(child)
    else:
        yield _key(child), child


def _in_bare_map(root: Node) -> Iterator[tuple[str, Node]]:
    servers = [child for child in root.children if not _is_remark(_key(child))]
    if all(map(_looks_like_server, servers)):
        yield from ((_key(child), child) for child in servers)


def _in_list(items: Node) -> Iterator[tuple[str, Node]]:
    for item in items.children:
        if _looks_like_server(item):
            yield _own_name(item), item


def _wraps(node: Node) -> bool:
    return (node.is_object or node.is_array) and _key(node) in _WRAPPERS


def _looks_like_server(node: Node) -> bool:
    found = (node.member(key) for key in _STARTS_OR_REACHES)
    return any(each is not None and not each.is_null for each in found)


def _own_name(node: Node) -> str:
    name = node.member("name") or node.member("key")
    return name.text if name is not None else ""


def _key(node: Node) -> str:
    return node.key.text if node.key is not None else ""


def _is_remark(name: str) -> bool:
    return name.startswith(("/", "_", "#", "$"))


def _server(document: Document, name: str, node: Node, *, verbatim: bool) -> PastedServer:
    if verbatim:
        return PastedServer(name, node.value(), document.source(node))
    values: JsonObject = node.value()
    values.update({key: _as_text(child) for key in _TEXTS if (child := node.member(key))})
    return PastedServer(name, values)


def _as_text(node: Node) -> Json:
    if node.is_object:
        return {name: _as_text(child) for name, child in node.members()}
    if node.is_array:
        return [_as_text(child) for child in node.children]
    return None if node.is_null else node.text
