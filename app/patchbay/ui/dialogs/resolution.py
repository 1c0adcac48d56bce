"""What is known of two versions of a file that both changed, and the ways out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import TypeAlias

from patchbay.core.drafts.merging import Difference, Side
from patchbay.core.store.failures import Change
from patchbay.core.trust.visible import visible
from patchbay.ui.figures import since

_MERGE = "Merge, server by server"


class Way(Enum):
    """What becomes of both versions."""

    MERGE = "merge"
    MINE = "mine"
    RELOAD = "reload"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The way a person chose; `choices` say for servers that both changed whose version it is."""

    way: Way
    choices: Mapping[str, Side] = field(default_factory=dict[str, Side])


Result: TypeAlias = Callable[[Resolution], str]
"""The text that would be written by merging or by keeping mine; may raise `AppError`."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that another program changed, with edits of it that were not saved.

    `theirs` is missing when nothing stands on the disk, or no text; `differences` are when the
    texts cannot be merged, and then `why_not` tells why in a sentence.
    """

    path: Path
    change: Change
    when: datetime | None
    mine: str
    theirs: str | None
    differences: tuple[Difference, ...] | None = None
    why_not: str = ""
    is_folder_gone: bool = False

    @property
    def title(self) -> str:
        name = visible(self.path.name)
        return f"The folder of {name} is gone" if self.is_folder_gone else f"{name} {self._was}"

    @property
    def told(self) -> str:
        """What happened, and what Patchbay did not do."""
        ago = f" {since(self.when.astimezone())}" if self.when else ""
        happened = {
            Change.CHANGED: f"Another program changed it{ago}",
            Change.DELETED: f"Another program deleted it{ago}",
            Change.APPEARED: f"Another program made a file of this name{ago}",
        }[self.change]
        return f"{happened}, and you have edits that are not saved. Patchbay wrote nothing."

    @property
    def _was(self) -> str:
        return {
            Change.CHANGED: "was changed outside",
            Change.DELETED: "was deleted outside",
            Change.APPEARED: "was made outside",
        }[self.change]


@dataclass(frozen=True, slots=True)
class Exit:
    """One way out: its name, what it does in a sentence, and the verb of its button."""

    way: Way
    name: str
    effect: str
    verb: str
    is_open: bool = True


_KEEP_MINE = Exit(
    Way.MINE,
    "Keep mine",
    "Writes your text over it; the other version stays under Versions.",
    "Keep mine",
)
_RELOAD = Exit(
    Way.RELOAD,
    "Reload",
    "Gives up your edits for what is on the disk; one undo brings them back.",
    "Reload",
)
_KEEP_UNSAVED = Exit(
    Way.CANCEL,
    "Keep it unsaved",
    "Your edits stay in Patchbay; nothing is written.",
    "Keep unsaved",
)
_MAKE_ANEW = Exit(
    Way.MINE, "Make it anew", "Writes your text to a new file of this name.", "Make anew"
)


def exits(conflict: Conflict) -> tuple[Exit, ...]:
    """The ways out of `conflict`, the best one first unless it is closed."""
    if conflict.is_folder_gone:
        effect = f"Makes {visible(str(conflict.path.parent))} again, and the file in it."
        again = Exit(Way.MINE, "Make the folder and save", effect, "Make folder and save")
        return again, _KEEP_UNSAVED
    if conflict.change is Change.DELETED:
        return _MAKE_ANEW, _KEEP_UNSAVED
    if conflict.theirs is None:
        return _merging("Not possible: what is on the disk is no text."), _KEEP_MINE, _KEEP_UNSAVED
    return _merging(conflict.why_not, conflict.differences), _KEEP_MINE, _RELOAD


def _merging(why_not: str, differences: tuple[Difference, ...] | None = None) -> Exit:
    effect = "Takes each change; where both changed the same server, you choose."
    is_open = differences is not None
    return Exit(Way.MERGE, _MERGE, effect if is_open else why_not, "Merge", is_open=is_open)
