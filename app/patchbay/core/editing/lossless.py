"""A config's text that changes only where it was asked to."""

from collections.abc import Iterable

from patchbay.core.config.dialects import Format
from patchbay.core.config.document import Document, Node
from patchbay.core.config.model import Problem, Severity
from patchbay.core.editing import refusals
from patchbay.core.editing.grammar import Fragment, Grammar, Trail, place_of, read
from patchbay.core.editing.json_grammar import JsonGrammar
from patchbay.core.editing.meaning import (
    Meaning,
    meaning,
    meaning_of,
    sound_text,
    with_member,
    with_other_member,
    without_member,
)
from patchbay.core.editing.splice import Splice, apply_all
from patchbay.core.editing.trails import found, nested, place_before, shares, trail_to
from patchbay.core.editing.yaml_grammar import YamlGrammar
from patchbay.core.values import Json, JsonPath

_GRAMMARS: dict[Format, Grammar] = {"json": JsonGrammar(), "yaml": YamlGrammar()}


class Lossless:
    """A text, what it says, and six ways to change it, each of which gives a new `Lossless`.

    Paths are keys and indexes from the root. Every way to change it parses what came out and
    compares it with what was meant; whatever was not meant to change is byte for byte as before.
    Each raises an `AppError` and changes nothing where that cannot be had: in a text that does not
    parse, below a name that is written twice, in what a YAML anchor, alias or merge key shares.
    """

    def __init__(self, text: str, language: Format, document: Document | None = None) -> None:
        """Read `text`, unless what was read from it is given as `document`."""
        self.text = text
        self.language: Format = language
        self._grammar = _GRAMMARS[language]
        self.document = document or read(text, self._grammar)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything wrong with the text itself, each with its place; doubled names among it."""
        doubled = (
            self.document.doubled(each, Severity.WARNING) for each in self.document.duplicates
        )
        return (*self.document.problems, *doubled)

    def value(self, path: JsonPath = ()) -> Json:
        """What stands at `path`; an empty document says `None`."""
        if not path and self.document.root is None:
            return None
        return self._trail(path)[-1].value()

    def has(self, path: JsonPath) -> bool:
        """Whether something stands at `path`, be it null."""
        return found(self.document.root, path) is not None

    def names(self, path: JsonPath) -> tuple[str, ...]:
        """The names of the object at `path`, in order; none for anything else."""
        node = self.document.root if not path else self._trail(path)[-1]
        return tuple(name for name, _ in node.members()) if node is not None else ()

    def place_of(self, path: JsonPath) -> int:
        """The number of the member at `path` among its siblings, from 0."""
        if not path:
            raise refusals.whole()
        return place_of(self._trail(path))

    def set(self, path: JsonPath, value: "Json | Fragment") -> "Lossless":
        """Write `value` at `path`; what is missing on the way is made, at the end of its object."""
        if isinstance(value, Fragment) and path and not self._holds(path[:-1]):
            return self._grown(path, value)
        root = self._sound()
        if root is None or (root.is_null and path):
            return self._begun(path, value)
        depth = self._reach(path)
        if depth == len(path):
            return self._replaced(path, value)
        if self._editable(path[:depth])[-1].is_null:
            return self._replaced(path[:depth], nested(path[depth:], value))
        return self.insert(path[: depth + 1], nested(path[depth + 1 :], value))

    def insert(
        self, path: JsonPath, value: "Json | Fragment", before: str | int | None = None
    ) -> "Lossless":
        """Add a member; `path` ends with its new name, or with the index it gets in an array.

        In an object it goes before the member named `before`, else to the end.
        """
        if not path:
            raise refusals.whole()
        parents, last = path[:-1], path[-1]
        trail = self._editable(parents)
        container = trail[-1]
        if not (container.is_object if isinstance(last, str) else container.is_array):
            raise refusals.no_container(path, container)
        if isinstance(last, str):
            if container.member(last) is not None:
                raise refusals.taken(path)
            place, name = place_before(container, before), last
        else:
            if not 0 <= last <= len(container.children):
                raise refusals.missing(path)
            place, name = last, ""
        meant = with_member(self._meaning(), parents, place, (sound_text(name), _said(value)))
        return self._done(self._grammar.insert(self.document, trail, place, (name, value)), meant)

    def remove(self, path: JsonPath) -> "Lossless":
        trail = self._member(path, whole=True)
        place = place_of(trail)
        meant = without_member(self._meaning(), path[:-1], place)
        return self._done(self._grammar.remove(self.document, trail), meant)

    def rename(self, path: JsonPath, name: str) -> "Lossless":
        """Give the member at `path` another name; its value stays as it is written."""
        trail = self._member(path)
        if path[-1] == name:
            return self
        if trail[-1].key is None:
            raise refusals.in_a_list(path)
        if trail[-2].member(name) is not None:
            raise refusals.taken((*path[:-1], name))
        place = place_of(trail)
        member = (sound_text(name), meaning(trail[-1]))
        meant = with_other_member(self._meaning(), path[:-1], place, member)
        return self._done(self._grammar.rename(self.document, trail, name), meant)

    def move(self, path: JsonPath, place: int) -> "Lossless":
        """Make the member at `path` number `place` among its siblings, from 0."""
        trail = self._member(path)
        old = place_of(trail)
        place = max(0, min(place, len(trail[-2].children) - 1))
        if place == old:
            return self
        whole, parents = self._meaning(), path[:-1]
        name = trail[-1].key.text if trail[-1].key is not None else ""
        meant = without_member(whole, parents, old)
        meant = with_member(meant, parents, place, (name, meaning(trail[-1])))
        return self._done(self._grammar.move(self.document, trail, place), meant)

    def check(self, path: JsonPath) -> None:
        """Ask whether the value at `path` can be changed at all.

        Raises:
            AppError: it cannot.
        """
        self._editable(path, whole=True)

    def copy(self, path: JsonPath) -> Fragment:
        """The value at `path` as it is written, to be inserted elsewhere."""
        return self._grammar.copy(self.document, self._editable(path, whole=True)[-1])

    def _grown(self, path: JsonPath, fragment: Fragment) -> "Lossless":
        """Make the way to `path` first, so that the fragment keeps its comments."""
        return self.set(path[:-1], [] if path[-1] == 0 else {}).set(path, fragment)

    def _begun(self, path: JsonPath, value: "Json | Fragment") -> "Lossless":
        whole = nested(path, value)
        if (root := self.document.root) is not None:
            return self._done(self._grammar.replace(self.document, (root,), whole), _said(whole))
        return self._done(self._grammar.begin(self.document, whole), _said(whole))

    def _replaced(self, path: JsonPath, value: "Json | Fragment") -> "Lossless":
        trail = self._editable(path, whole=True)
        said = _said(value)
        if said == meaning(trail[-1]):
            return self
        meant = said
        if path:
            name = trail[-1].key.text if trail[-1].key is not None else ""
            meant = with_other_member(self._meaning(), path[:-1], place_of(trail), (name, said))
        return self._done(self._grammar.replace(self.document, trail, value), meant)

    def _done(self, splices: Iterable[Splice], meant: Meaning) -> "Lossless":
        text = apply_all(self.text, splices)
        document = read(text, self._grammar)
        if document.root is None or meaning(document.root) != meant:
            raise refusals.not_as_meant()
        return Lossless(text, self.language, document)

    def _meaning(self) -> Meaning:
        root = self._sound()
        assert root is not None  # its callers have walked to a node below it
        return meaning(root)

    def _sound(self) -> Node | None:
        if not self.document.parsed:
            raise refusals.not_parsed(self.document.problems)
        return self.document.root

    def _holds(self, path: JsonPath) -> bool:
        """Whether something other than null stands at `path`."""
        node = found(self.document.root, path)
        return node is not None and not node.is_null

    def _reach(self, path: JsonPath) -> int:
        """How many steps of `path` exist."""
        return next(depth for depth in range(len(path), -1, -1) if self.has(path[:depth]))

    def _trail(self, path: JsonPath) -> Trail:
        return trail_to(self._sound(), path)

    def _member(self, path: JsonPath, *, whole: bool = False) -> Trail:
        if not path:
            raise refusals.whole()
        return self._editable(path, whole=whole)

    def _editable(self, path: JsonPath, *, whole: bool = False) -> Trail:
        """The way to `path`, if an edit there cannot hit anything else.

        `whole` asks the same of everything below it.
        """
        trail = self._trail(path)
        doubled = {duplicate.path: duplicate for duplicate in self.document.duplicates}
        for depth in range(1, len(path) + 1):
            if (duplicate := doubled.get(path[:depth])) is not None:
                raise refusals.doubled(self.document.doubled(duplicate, Severity.ERROR))
        shared = any(node.shared or node.tagged for node in trail)
        if shared or (whole and shares(trail[-1])):
            raise refusals.shared(path)
        return trail


def _said(value: "Json | Fragment") -> Meaning:
    return meaning(value.node) if isinstance(value, Fragment) else meaning_of(value)
