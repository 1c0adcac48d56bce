"""Ways through a document: from its root to what a path names."""

from patchbay.core.config.document import Node
from patchbay.core.editing import refusals
from patchbay.core.editing.grammar import Trail
from patchbay.core.values import Json, JsonPath


def found(root: Node | None, path: JsonPath) -> Node | None:
    """What stands at `path`, if anything does."""
    node = root
    for step in path:
        node = _child(node, step) if node is not None else None
    return node


def trail_to(root: Node | None, path: JsonPath) -> Trail:
    """The nodes from the root to what stands at `path`.

    Raises:
        AppError: nothing stands there.
    """
    trail: list[Node] = []
    for depth in range(len(path) + 1):
        node = _child(trail[-1], path[depth - 1]) if trail else root
        if node is None:
            raise refusals.missing(path[:depth])
        trail.append(node)
    return tuple(trail)


def member_start(node: Node) -> int:
    """Where a member begins: at its name, if it has one."""
    return node.key.start if node.key is not None else node.start


def shares(node: Node) -> bool:
    """Whether something below `node` is shared with another place of the document, or tagged."""
    return any(child.shared or child.tagged or shares(child) for child in node.children)


def place_before(container: Node, name: str | int | None) -> int:
    """The number of the member called `name`; without one, that behind the last."""
    for place, child in enumerate(container.children):
        if name is not None and child.key is not None and child.key.text == name:
            return place
    return len(container.children)


def nested(path: JsonPath, value: Json) -> Json:
    """Objects and lists within each other, one for each step of `path`, around `value`.

    Raises:
        AppError: a step is an index other than that of a first element.
    """
    for step in reversed(path):
        if not isinstance(step, str) and step != 0:
            raise refusals.missing(path)
        value = {step: value} if isinstance(step, str) else [value]
    return value


def _child(node: Node, step: str | int) -> Node | None:
    if isinstance(step, str):
        return node.member(step)
    inside = node.is_array and 0 <= step < len(node.children)
    return node.children[step] if inside else None
