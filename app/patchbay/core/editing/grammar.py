"""What a language has to be able to do so that its documents can be changed by span."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from patchbay.core.config.document import Document, Lines, Node
from patchbay.core.config.model import Problem, Severity
from patchbay.core.config.opening import MAX_BYTES
from patchbay.core.editing.splice import Splice
from patchbay.core.values import Json

Trail: TypeAlias = tuple[Node, ...]
"""The nodes from the root of a document to the one that is meant."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A value as it is written somewhere, comments included.

    `text` begins at the value; `indent` is the indentation of the line it began on.
    """

    text: str
    node: Node
    indent: str


class Grammar(Protocol):
    """Splices of one language. None checks whether the result is what was meant: `Lossless` does.

    Every splice means offsets of the document given; they may not overlap. What is written follows
    the indentation, the quoting and the line ends of its neighbours.
    """

    def parse(self, text: str) -> Document: ...

    def begin(self, document: Document, value: "Json | Fragment") -> list[Splice]:
        """The first value of a document that holds none; its comments stay."""
        ...

    def replace(self, document: Document, trail: Trail, value: "Json | Fragment") -> list[Splice]:
        """Another value in the place of `trail[-1]`."""
        ...

    def insert(
        self,
        document: Document,
        trail: Trail,
        place: int,
        member: "tuple[str, Json | Fragment]",
    ) -> list[Splice]:
        """One more member of the object or array `trail[-1]`, so that it becomes number `place`.

        The name is empty in an array.
        """
        ...

    def remove(self, document: Document, trail: Trail) -> list[Splice]:
        """Take `trail[-1]` out of `trail[-2]`, with its name and the comments that are its own."""
        ...

    def rename(self, document: Document, trail: Trail, name: str) -> list[Splice]:
        """Another name for the member `trail[-1]` of the object `trail[-2]`."""
        ...

    def move(self, document: Document, trail: Trail, place: int) -> list[Splice]:
        """Bring `trail[-1]` to number `place` of `trail[-2]`, with its own comments."""
        ...

    def copy(self, document: Document, node: Node) -> Fragment: ...


def place_of(trail: Trail) -> int:
    """Which of its siblings `trail[-1]` is, from 0."""
    return next(place for place, child in enumerate(trail[-2].children) if child is trail[-1])


def read(text: str, grammar: Grammar) -> Document:
    """Parse a text of a config's size; a larger one is a problem before it takes long."""
    if len(text) <= MAX_BYTES:
        return grammar.parse(text)
    problem = Problem(
        Severity.ERROR,
        f"The text is larger than {MAX_BYTES // (1024 * 1024)} MB",
        "A config of servers is far smaller; was something else pasted?",
    )
    return Document(text, Lines(text), problems=(problem,))
