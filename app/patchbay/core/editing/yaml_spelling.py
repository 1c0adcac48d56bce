"""Values as YAML text: lines of a block, or one line in brackets."""

from collections.abc import Iterable
from dataclasses import dataclass

from patchbay.core.config import yaml_document
from patchbay.core.editing.grammar import Fragment
from patchbay.core.editing.lines import LINE_END
from patchbay.core.editing.meaning import Meaning, meaning, meaning_of
from patchbay.core.editing.numbers import in_yaml
from patchbay.core.editing.yaml_habits import Habits
from patchbay.core.editing.yaml_scalars import spelled_name, spelled_string
from patchbay.core.values import Json


@dataclass(frozen=True, slots=True)
class Piece:
    """A value in lines, indented as if its owner (the key, the dash) stood in column 0.

    A block goes below its key, anything else beside it; its own lines begin in column 0 too.
    """

    lines: tuple[str, ...]
    is_block: bool = False
    is_array: bool = False


@dataclass(frozen=True, slots=True)
class Speller:
    """Writes values the way their neighbours are written."""

    habits: Habits

    def piece(self, value: "Json | Fragment", name: str) -> Piece:
        """`value` for a place among block members; a fragment as it stood, if that can be had."""
        if isinstance(value, Fragment):
            return _as_written(value) or self._piece(meaning(value.node), name)
        return self._piece(meaning_of(value), name)

    def one_line(self, value: "Json | Fragment") -> str:
        """`value` for a place in brackets."""
        if not isinstance(value, Fragment):
            return self._one_line(meaning_of(value))
        said = meaning(value.node)
        fits = not _is_open(value) and not LINE_END.search(value.text)
        if fits and _says(f"[{value.text}]", ("array", (("", said),))):
            return value.text
        return self._one_line(said)

    def name(self, name: str, *, in_flow: bool) -> str:
        return spelled_name(name, self.habits.key_quoting, in_flow=in_flow)

    def _inner_name(self, name: str, *, in_flow: bool) -> str:
        return spelled_name(name, self.habits.inner_key_quoting, in_flow=in_flow)

    def member(self, name: str, piece: Piece) -> tuple[str, ...]:
        """The lines of a member of the mapping that is written to."""
        return self._member(self.name(name, in_flow=False) + ":", piece)

    def _member(self, key: str, piece: Piece) -> tuple[str, ...]:
        if not piece.is_block:
            first, *rest = piece.lines
            return (f"{key} {first}", *rest)
        return (key, *self.below(piece))

    def item(self, piece: Piece) -> tuple[str, ...]:
        """The lines of a sequence's item."""
        lead = "-" + self.habits.gap
        first, *rest = piece.lines
        return (lead + first, *(indented(rest, len(lead)) if piece.is_block else rest))

    def below(self, piece: Piece) -> tuple[str, ...]:
        """The lines of a block below its key."""
        step = self.habits.dash_step if piece.is_array else self.habits.step
        return indented(piece.lines, step)

    def _piece(self, said: Meaning, name: str) -> Piece:
        kind, members = said
        if isinstance(members, str):
            return Piece((self._scalar(said, in_flow=False),))
        if not members or self.habits.prefers_brackets(name, kind):
            return Piece((self._one_line(said),))
        lines: list[str] = []
        for inner_name, inner in members:
            piece = self._piece(inner, inner_name)
            if kind == "array":
                lines += self.item(piece)
            else:
                lines += self._member(self._inner_name(inner_name, in_flow=False) + ":", piece)
        return Piece(tuple(lines), is_block=True, is_array=kind == "array")

    def _one_line(self, said: Meaning) -> str:
        kind, members = said
        if isinstance(members, str):
            return self._scalar(said, in_flow=True)
        if kind == "array":
            return f"[{', '.join(self._one_line(value) for _, value in members)}]"
        inner = [
            f"{self._inner_name(name, in_flow=True)}: {self._one_line(each)}"
            for name, each in members
        ]
        return f"{{{', '.join(inner)}}}"

    def _scalar(self, said: Meaning, *, in_flow: bool) -> str:
        kind, text = said
        if kind == "string" and isinstance(text, str):
            return spelled_string(text, self.habits.quoting, in_flow=in_flow)
        return in_yaml(text) if isinstance(text, str) and text else kind


def indented(lines: Iterable[str], width: int) -> tuple[str, ...]:
    return tuple(" " * width + line if line.strip(" \t") else line for line in lines)


def _as_written(fragment: Fragment) -> Piece | None:
    """The fragment's own text, unless it would say something else in another place."""
    first, *rest = LINE_END.split(fragment.text)
    width = len(fragment.indent)
    lines = (first, *(line[min(width, len(line) - len(line.lstrip(" "))) :] for line in rest))
    said = meaning(fragment.node)
    if _is_open(fragment):
        fits = _says("\n".join(lines) + "\n", said)
        return Piece(lines, is_block=True, is_array=fragment.node.is_array) if fits else None
    fits = _says("k: " + "\n".join(lines) + "\n", ("object", (("k", said),)))
    return Piece(lines) if fits else None


def _is_open(fragment: Fragment) -> bool:
    """Whether it is a collection without brackets."""
    is_collection = fragment.node.is_object or fragment.node.is_array
    return is_collection and not fragment.text.startswith(("{", "["))


def _says(text: str, wanted: Meaning) -> bool:
    root = yaml_document.parse(text).root
    return root is not None and meaning(root) == wanted
