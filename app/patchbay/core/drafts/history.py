"""Every step back and forth of one config, whether it was made by form or by text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from patchbay.core.editing.splice import Splice

_PAUSE = 1.5
"""Seconds after which typing goes on as a new step."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """One thing that can be undone.

    `splices` follow one another: each means the text that the one before it left. `before` and
    `after` are what is kept beside the text. Steps in a row with the same `merges` are one.
    """

    label: str
    splices: tuple[Splice, ...]
    before: T
    after: T
    merges: str = ""


class History(Generic[T]):
    """What was done and what was undone; whoever changes the text tells it here."""

    def __init__(self) -> None:
        self._done: list[Step[T]] = []
        self._undone: list[Step[T]] = []
        self._may_merge_until = 0.0

    @property
    def undo_label(self) -> str:
        """What undo takes back; empty when there is nothing."""
        return self._done[-1].label if self._done else ""

    @property
    def redo_label(self) -> str:
        return self._undone[-1].label if self._undone else ""

    @property
    def depth(self) -> int:
        return len(self._done)

    def add(self, step: Step[T], now: float) -> None:
        """A step was made; `now` is in seconds and only compared with other steps."""
        self._undone.clear()
        if self._done and self._merges(self._done[-1], step, now):
            last = self._done.pop()
            step = replace(last, splices=(*last.splices, *step.splices), after=step.after)
        self._done.append(step)
        self._may_merge_until = now + _PAUSE

    def close_step(self) -> None:
        """What comes next is a step of its own: the text was saved, or the focus went elsewhere."""
        self._may_merge_until = 0.0

    def undo(self) -> Step[T] | None:
        """The step to take back, if there is one."""
        if not self._done:
            return None
        step = self._done.pop()
        self._undone.append(step)
        self.close_step()
        return step

    def redo(self) -> Step[T] | None:
        if not self._undone:
            return None
        step = self._undone.pop()
        self._done.append(step)
        self.close_step()
        return step

    def clear(self) -> None:
        self._done.clear()
        self._undone.clear()

    def _merges(self, last: Step[T], step: Step[T], now: float) -> bool:
        return bool(step.merges) and last.merges == step.merges and now < self._may_merge_until


def undone(text: str, splices: Sequence[Splice]) -> str:
    """The text before `splices`."""
    for splice in reversed(splices):
        text = splice.inverse.apply(text)
    return text


def done(text: str, splices: Sequence[Splice]) -> str:
    """The text after `splices`, each of which means the text the one before it left."""
    for splice in splices:
        text = splice.apply(text)
    return text
