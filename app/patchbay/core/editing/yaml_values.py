"""Splices that put another value in the place of one in YAML's block style."""

import re

from patchbay.core.config.document import Node
from patchbay.core.editing import refusals
from patchbay.core.editing.grammar import Trail
from patchbay.core.editing.lines import (
    column,
    end_of_line,
    line_start,
    starts_line,
    without_blanks_before,
    without_line_end,
)
from patchbay.core.editing.splice import Splice
from patchbay.core.editing.yaml_entries import (
    BlockEntry,
    after_indicator,
    content_end,
    end_with_comments,
    is_block,
    mark_of,
)
from patchbay.core.editing.yaml_scalars import literal_block, quoting_of
from patchbay.core.editing.yaml_spelling import Piece, Speller, indented

_HEADER = re.compile(r"[|>][0-9+-]*([ \t]+#[^\r\n]*)?")
_FIRST_LINE = re.compile(r"[^\r\n]*(?:\s*[\r\n])( +)")


class Value:
    """One value that stands beside its key or dash, or on lines of its own below it."""

    def __init__(self, text: str, trail: Trail, speller: Speller) -> None:
        """Find its place.

        Raises:
            AppError: it belongs to an explicit key (`? key`).
        """
        self._text = text
        self._node = trail[-1]
        self._speller = speller
        self._line_end = speller.habits.line_end
        self._is_root = len(trail) == 1
        self._owner = -1 if self._is_root else mark_of(text, trail[-2], self._node)
        self._behind = 0 if self._is_root else after_indicator(text, self._owner, self._node)

    def literal(self, value: str) -> Piece | None:
        """Several lines of text for the place of a block scalar, if they can be had exactly."""
        node, text = self._node, self._text
        if self._is_root or not self._is_block_scalar or content_end(text, node) == len(text):
            return None
        if "\n" not in value:
            return None
        match = _FIRST_LINE.match(text, node.start, node.end)
        width = len(match[1]) - self._column if match else 0
        written = literal_block(value, " " * max(width, 1), "\n")
        return Piece(tuple(written.split("\n"))) if written is not None else None

    def replace(self, piece: Piece) -> list[Splice]:
        if self._is_root and self._node.start == self._node.end:
            return [self._begin(piece)]
        if is_block(self._text, self._node):
            return self._instead_of_block(piece)
        if not piece.is_block:
            return [self._beside(piece)]
        if self._is_root:
            return [self._root(piece)]
        return self._block_instead(piece)

    def emptied(self, entry: BlockEntry, brackets: str) -> list[Splice]:
        """The splices when its only entry is taken out; comments that are not the entry's stay."""
        if self._is_root or entry.is_inline:
            start = entry.mark if entry.is_inline else entry.start
            end = without_line_end(self._text, start, entry.end)
            indent = "" if entry.is_inline else " " * column(self._text, entry.mark)
            return [self._cut(start, end, indent + brackets)]
        start, end = entry.start, entry.end
        if without_line_end(self._text, start, end) == end:
            start = len(self._text[:start].rstrip(" \t\r\n"))
        return self._beside_and_cut(" " + brackets, start, end)

    # A block gives way

    def _instead_of_block(self, piece: Piece) -> list[Splice]:
        start, end = self._node.start, self._end_of_lines()
        if self._is_root or not starts_line(self._text, start):
            return [self._cut(start, end, self._hanging(piece))]
        below = end_of_line(self._text, self._behind)
        if not piece.is_block:
            return self._beside_and_cut(" " + self._text_beside(piece), below, end)
        return [self._cut(below, end, self._line_end + self._below(piece))]

    def _end_of_lines(self) -> int:
        if self._is_root:
            return end_of_line(self._text, content_end(self._text, self._node))
        end = end_with_comments(self._text, self._node, self._column)
        return without_line_end(self._text, self._node.start, end)

    def _beside_and_cut(self, written: str, start: int, end: int) -> list[Splice]:
        if start == self._behind:
            return [self._cut(start, end, written)]
        return [Splice(self._behind, "", written), self._cut(start, end, "")]

    # Something on one line, or a scalar of several, gives way

    def _beside(self, piece: Piece) -> Splice:
        written = self._text_beside(piece)
        node = self._node
        if node.start == node.end:
            return Splice(self._behind, "", " " + written)
        if self._is_block_scalar:
            first, *rest = written.split(self._line_end)
            written = self._line_end.join([first + self._header_comment, *rest])
        return self._cut(node.start, self._end, written)

    def _block_instead(self, piece: Piece) -> list[Splice]:
        """A block for what stood beside its key or dash; the comment behind that stays above."""
        if self._node.key is None:
            return [self._behind_dash(piece)]
        comment, end = self._comment_behind
        lines = self._below(piece)
        start = line_start(self._text, self._node.start)
        if start <= self._behind:
            return [self._cut(self._behind, end, comment + self._line_end + lines)]
        if comment:
            indent = lines[: len(lines) - len(lines.lstrip(" "))]
            lines = indent + comment.lstrip() + self._line_end + lines
        return [self._cut(start, end, lines)]

    def _behind_dash(self, piece: Piece) -> Splice:
        node, gap = self._node, self._speller.habits.gap
        comment, end = self._comment_behind
        is_empty = node.start == node.end
        start = self._behind if is_empty else node.start
        width = self._column + 1 + len(gap) if is_empty else column(self._text, start)
        lead = gap if is_empty else ""
        if comment:
            lead += comment.lstrip() + self._line_end + " " * width
        return self._cut(start, end, lead + self._hanging(piece, width))

    # The root

    def _begin(self, piece: Piece) -> Splice:
        """Something where nothing stands, behind `---` or on a line of its own."""
        start, written = self._node.start, self._line_end.join(piece.lines)
        if starts_line(self._text, start):
            return Splice(start, "", written + self._line_end)
        return Splice(start, "", self._line_end + written)

    def _root(self, piece: Piece) -> Splice:
        written, (comment, end) = self._line_end.join(piece.lines), self._comment_behind
        start = self._node.start
        if starts_line(self._text, start):
            comment = comment.lstrip()
            return self._cut(start, end, comment + self._line_end * bool(comment) + written)
        start = without_blanks_before(self._text, start)
        return self._cut(start, end, comment + self._line_end + written)

    # How it is written

    @property
    def _column(self) -> int:
        return 0 if self._is_root else column(self._text, self._owner)

    @property
    def _is_block_scalar(self) -> bool:
        return (
            self._node.kind == "string"
            and quoting_of(self._text[self._node.start :][:1]) == "block"
        )

    @property
    def _end(self) -> int:
        return content_end(self._text, self._node) if self._is_block_scalar else self._node.end

    @property
    def _comment_behind(self) -> tuple[str, int]:
        """The comment on the last line of what gives way, and where that line ends."""
        end = end_of_line(self._text, self._end)
        behind = self._text[self._end : end].rstrip()
        return self._header_comment if self._is_block_scalar else behind, end

    @property
    def _header_comment(self) -> str:
        match = _HEADER.match(self._text, self._node.start)
        return (match[1] or "") if match else ""

    def _text_beside(self, piece: Piece) -> str:
        first, *rest = piece.lines
        return self._line_end.join([first, *indented(rest, self._column)])

    def _hanging(self, piece: Piece, width: int | None = None) -> str:
        """A block whose first line stands behind the dash; anything else as it is."""
        if not piece.is_block:
            return self._text_beside(piece)
        width = column(self._text, self._node.start) if width is None else width
        first, *rest = piece.lines
        return self._line_end.join([first, *indented(rest, width)])

    def _below(self, piece: Piece) -> str:
        old = self._node
        alike = is_block(self._text, old) and old.is_array == piece.is_array
        if alike or old.key is None:
            return self._line_end.join(indented(piece.lines, column(self._text, old.start)))
        return self._line_end.join(indented(self._speller.below(piece), self._column))

    def _cut(self, start: int, end: int, written: str) -> Splice:
        if end < start:
            raise refusals.not_as_meant()
        return Splice(start, self._text[start:end], written)


def owner_column(text: str, node: Node) -> int:
    """The column of the key or the dash that a scalar belongs to; of its line if there is none."""
    if node.key is not None:
        return column(text, node.key.start)
    start = line_start(text, node.start)
    dash = text.rfind("-", start, node.start)
    return max(dash - start, 0)
