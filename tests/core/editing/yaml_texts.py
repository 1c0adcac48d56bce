"""YAML documents in many styles, written by a renderer of their own, for the property tests."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

NAMES = ("command", "args", "env", "url", "name", "type", "timeout", "x-y", "mcpServers", "é")
ATOMS = (
    "npx",
    "-y",
    "http://localhost:8080/mcp",
    "'single'",
    "'it''s # no comment'",
    '"double \\u00e9\\n"',
    '"# not a comment"',
    "12",
    "1.50",
    "0x1F",
    "true",
    "no",
    "~",
    "null",
    "a b  c",
    "C:\\x",
)
BRACKETS = ("{}", "[]", "[a, 'b', \"c\"]", "{a: 1, b: [x, y]}", '{ "k": v }', "[{a: b}, [c]]")


@dataclass
class Writer:
    """Draws one document; every comment in it has a number of its own."""

    draw: st.DrawFn
    step: int
    compact: bool
    plain: bool
    """Whether anchors, kept blank lines and the like are left out."""
    comments: int = 0
    anchors: list[str] = field(default_factory=list[str])
    bases: list[str] = field(default_factory=list[str])
    """Those of the anchors that name a mapping."""

    def chance(self, of: int) -> bool:
        return self.draw(st.integers(0, of - 1)) == 0

    def comment(self) -> str:
        self.comments += 1
        return f"# note {self.comments}."

    def mapping(self, depth: int, column: int) -> list[str]:
        """The lines of a block mapping, at least one."""
        names = self.draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
        lines: list[str] = []
        for name in names:
            lines += self.above(column, first=not lines)
            written = self.draw(st.sampled_from((name, name, f"'{name}'", f'"{name}"')))
            lines += self.member(" " * column + written + ":", depth, column)
        if self.bases and self.chance(3):
            merge = f"{' ' * column}<<: *{self.draw(st.sampled_from(self.bases))}"
            lines.append(merge + self.behind())
        return lines

    def sequence(self, depth: int, column: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.draw(st.integers(1, 3))):
            lines += self.above(column, first=not lines)
            lines += self.item(depth, column)
        return lines

    def above(self, column: int, *, first: bool) -> list[str]:
        lines: list[str] = []
        if not first and self.chance(5):
            lines += ["", " " * column + self.comment(), ""]
        if self.chance(4):
            lines.append(" " * column + self.comment())
        return lines

    def member(self, lead: str, depth: int, column: int) -> list[str]:
        kind = self.draw(st.integers(0, 6)) if depth < 3 else 0
        if kind == 5:
            return [lead + self.behind(), *self.mapping(depth + 1, column + self.step)]
        if kind == 6:
            inner = column if self.compact else column + self.step
            return [lead + self.behind(), *self.sequence(depth + 1, inner)]
        return self.scalar(lead, column)

    def item(self, depth: int, column: int) -> list[str]:
        lead, inner = " " * column + "-", column + 2
        kind = self.draw(st.integers(0, 6)) if depth < 3 else 0
        if kind in (4, 5):
            lines = self.mapping(depth + 1, inner)
        elif kind == 6:
            lines = self.sequence(depth + 1, inner)
        else:
            return self.scalar(lead, column)
        if lines[0].lstrip().startswith("#") and self.chance(2):
            return [lead, *lines]
        return [lead + " " + lines[0].lstrip(" "), *lines[1:]]

    def scalar(self, lead: str, column: int) -> list[str]:
        if self.chance(8):
            return [lead + self.behind()]
        if self.chance(8):
            headers = ("|", "|-", ">", ">-", *(() if self.plain else ("|+", "|1")))
            header = self.draw(st.sampled_from(headers))
            inner = " " * (column + self.step)
            return [f"{lead} {header}{self.behind()}", inner + "# text", "", inner + "  more: x"]
        if not self.plain and self.chance(6):
            return [f"{lead} {self.anchored()}{self.behind()}"]
        if self.chance(8):
            return self.spread(lead, " " * (column + self.step))
        written = self.draw(st.sampled_from(ATOMS + BRACKETS))
        return [f"{lead} {written}{self.behind()}"]

    def spread(self, lead: str, inner: str) -> list[str]:
        """A value in brackets or quotes, or without either, over several lines."""
        kind = self.draw(st.integers(0, 4))
        if kind == 0:
            return [
                lead + " [",
                f"{inner}a,{self.behind()}",
                f"{inner}'b'{self.behind()}",
                inner + "]",
            ]
        if kind == 1:
            rest = [f"{inner}a: 1,{self.behind()}", f"{inner}b: [x,", inner + "  y],", inner + "}"]
            return [lead + " {" + self.behind(), *rest]
        opening, closing = ((" ", ""), (' "', '"'), (" '", "'"))[kind - 2]
        return [f"{lead}{opening}two", "", inner + "# lines"[kind == 2 :] + closing + self.behind()]

    def anchored(self) -> str:
        if self.anchors and self.chance(2):
            return "*" + self.draw(st.sampled_from(self.anchors))
        anchor = f"a{len(self.anchors)}"
        self.anchors.append(anchor)
        written = self.draw(st.sampled_from(("v", "[x, y]", "{k: v, url: w}", "12")))
        if written.startswith("{"):
            self.bases.append(anchor)
        return f"&{anchor} {written}"

    def behind(self) -> str:
        return "  " + self.comment() if self.chance(5) else ""


@st.composite
def documents(draw: st.DrawFn, *, plain: bool = False) -> str:
    """The text of one document, of which everything is valid.

    `plain` ones hold nothing shared, and end in a line end if they hold a block scalar: that line
    end is part of the value wherever such a scalar comes last.
    """
    writer = Writer(draw, draw(st.sampled_from((2, 4))), draw(st.booleans()), plain)
    heads = ((), (), ("---",), ("# top", "", "---"), ("# top",))
    head: Sequence[str] = draw(st.sampled_from(heads))
    lines = writer.sequence(0, 0) if writer.chance(4) else writer.mapping(0, 0)
    foot: Sequence[str] = draw(st.sampled_from(((), (), ("", "# end"), ("...",))))
    line_end = draw(st.sampled_from(("\n", "\n", "\r\n")))
    bare = writer.chance(3) and not (plain and any(line.endswith("more: x") for line in lines))
    last = "" if bare else line_end
    return line_end.join([*head, *lines, *foot]) + last
