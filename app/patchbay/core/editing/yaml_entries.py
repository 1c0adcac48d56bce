"""Where the members of YAML's block containers stand, line by line."""

import re
from dataclasses import dataclass
from itertools import pairwise

from patchbay.core.config.document import Node
from patchbay.core.editing import refusals
from patchbay.core.editing.lines import column, line_above, line_start, next_line, starts_line

_COLON = re.compile(r"[ \t]*:(?=\s|\Z)")
_MEMBER = re.compile(r"""# ?(?:- [\w"'.-]+:.*|["']?[\w.@/-]+["']?:(?P<flow>[ ]*\{.*)?)""")
_DEEPER = re.compile(r"#(?: {2,}|\t)\S")
_KEEPING = re.compile(r"(?:[&!]\S*\s+)*[|>][0-9]?\+")


@dataclass(frozen=True, slots=True)
class BlockEntry:
    """A member with the comments that are its own: above it, behind it, and deeper ones below it.

    `start` and `end` are whole lines, except for the first entry behind a dash (`- a: 1`), which
    `is_inline` and begins at `mark`: its key, or the dash of an item.
    """

    node: Node
    mark: int
    start: int
    end: int
    is_inline: bool


def is_flow(text: str, node: Node) -> bool:
    """Whether a collection stands in brackets."""
    return text[node.start : node.start + 1] in ("{", "[")


def is_block(text: str, node: Node) -> bool:
    return (node.is_object or node.is_array) and not is_flow(text, node)


def content_end(text: str, node: Node) -> int:
    """Where the last line of a value really ends: a block scalar reaches over its line end."""
    return node.start + len(text[node.start : node.end].rstrip(" \t\r\n"))


def mark_of(text: str, parent: Node, node: Node) -> int:
    """Where a member of a block container begins: its key, or its dash.

    Raises:
        AppError: the key is an explicit one (`? key`), or the dash was not found.
    """
    wanted = column(text, parent.start)
    if node.key is not None:
        mark = node.key.start
        if mark != parent.start and (column(text, mark) != wanted or not starts_line(text, mark)):
            raise refusals.not_as_meant()
        return mark
    if node is parent.children[0]:
        return parent.start
    start = line_start(text, node.start)
    while start > parent.start:
        mark = start + wanted
        if text[mark : mark + 1] == "-" and starts_line(text, mark):
            return mark
        start = line_above(text, start)
    raise refusals.not_as_meant()


def after_indicator(text: str, mark: int, node: Node) -> int:
    """The place directly behind the colon or the dash that introduces a value."""
    if node.key is None:
        return mark + 1
    colon = _COLON.match(text, node.key.end)
    if colon is None:
        raise refusals.not_as_meant()
    return colon.end()


def entries(text: str, container: Node) -> tuple[BlockEntry, ...]:
    """The members of a block container that are written in it, not merged into it."""
    found: list[BlockEntry] = []
    for node in own_members(text, container):
        mark = mark_of(text, container, node)
        floor = found[-1].end if found else 0
        is_inline = not starts_line(text, mark)
        start = mark if is_inline else with_comments_above(text, mark, floor)
        end = end_with_comments(text, node, column(text, mark))
        found.append(BlockEntry(node, mark, start, max(end, next_line(text, mark)), is_inline))
    if any(one.end > other.start for one, other in pairwise(found)):
        raise refusals.not_as_meant()
    return tuple(found)


def own_members(text: str, container: Node) -> tuple[Node, ...]:
    """The children that are written in the container itself; the others are merged into it."""
    return tuple(child for child in container.children if _is_own(text, container, child))


def _is_own(text: str, container: Node, child: Node) -> bool:
    if not child.shared or child.key is None:
        return True
    mark = child.key.start
    if not container.start <= mark < container.end or is_flow(text, container):
        return container.start <= mark < container.end
    alone = column(text, mark) == column(text, container.start) and starts_line(text, mark)
    return alone or mark == container.start


def with_comments_above(text: str, mark: int, floor: int) -> int:
    """Where the comments above a member begin; one that was commented out is no comment of it."""
    start, indent = line_start(text, mark), " " * column(text, mark)
    starts = [start]
    while start > floor:
        start = line_above(text, start)
        if start < floor or not text.startswith(indent + "#", start):
            break
        starts.append(start)
    starts.reverse()
    lines = [text[at:following] for at, following in pairwise(starts)]
    return starts[_commented_out([line.strip() for line in lines])]


def _commented_out(comments: list[str]) -> int:
    """How many of the comments lead up to the end of the last member among them."""
    count, is_inside = 0, False
    for number, comment in enumerate(comments, 1):
        begins = _MEMBER.fullmatch(comment)
        is_inside = begins is not None or (is_inside and _DEEPER.match(comment) is not None)
        if is_inside and (begins is None or begins["flow"]):
            count = number
    return count


def end_with_comments(text: str, node: Node, outer: int) -> int:
    """The end of the last line of `node`, or of the comments deeper than `outer` that follow."""
    end = next_line(text, content_end(text, node))
    if keeps_blank_lines(text, node):
        end = max(end, node.end)
    offset = end
    while offset < len(text):
        following = next_line(text, offset)
        line = text[offset:following].strip(" \t\r\n")
        if line and not (line.startswith("#") and text.index("#", offset) - offset > outer):
            break
        offset = following
        end = offset if line else end
    return end


def keeps_blank_lines(text: str, node: Node) -> bool:
    """Whether the blank lines below a value are part of its last text."""
    while node.children and is_block(text, node) and not node.shared:
        node = max(node.children, key=lambda child: child.end)
    return _KEEPING.match(text, node.start, node.end) is not None
