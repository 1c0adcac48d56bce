"""A run: a call of a tool, a get of a prompt, a read of a resource or a bare request."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from patchbay.core.calls.ask import Ask
from patchbay.core.calls.blocks import Note, Result
from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.values import JsonObject


class RunKind(StrEnum):
    """What was asked of the server."""

    TOOL = "tool"
    PROMPT = "prompt"
    RESOURCE = "resource"
    REQUEST = "request"
    """Any request: the name is its method, the arguments are its params."""


class Status(StrEnum):
    """Where a run stands; every end is final."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Progress:
    """One progress message; `at` is seconds since the start of the run."""

    at: float
    done: float
    total: float | None
    message: str

    @property
    def share(self) -> float | None:
        """How much is done, from 0 to 1; `None` when the server gave no sensible total."""
        if not self.total or self.total < 0:
            return None
        return min(1.0, max(0.0, self.done / self.total))


class Run:
    """One call and its life. Only its session changes it; everybody may watch `changed`.

    `number` counts the runs of one session from 1. `took` is seconds, `None` while running.
    `total_time` is how many seconds it may take in all, `asks` are the questions that hold it up.
    """

    def __init__(self, number: int, kind: RunKind, name: str, arguments: JsonObject) -> None:
        self.number = number
        self.kind = kind
        self.name = name
        self.arguments = arguments
        self.status = Status.RUNNING
        self.started = datetime.now().astimezone()
        self.progress: list[Progress] = []
        self.result: Result | None = None
        self.error: AppError | None = None
        self.total_time: float | None = None
        self.asks: tuple[Ask, ...] = ()
        self.changed: Event[None] = Event()
        self.ended = asyncio.Event()
        self._began = time.monotonic()
        self._ended: float | None = None
        self._cancel: Callable[[], object] = lambda: None

    @property
    def took(self) -> float | None:
        return None if self._ended is None else self._ended - self._began

    @property
    def share(self) -> float | None:
        """How much of a running call is done, by its newest progress message."""
        return self.progress[-1].share if self.progress else None

    @property
    def elapsed(self) -> float:
        return (self._ended or time.monotonic()) - self._began

    @property
    def left(self) -> float | None:
        """Seconds until it is given up, whatever happens; `None` when nobody has set a limit."""
        return None if self.total_time is None else max(self.total_time - self.elapsed, 0.0)

    @property
    def is_error(self) -> bool:
        """The server answered, and said that the tool failed."""
        return self.result is not None and self.result.is_error

    def cancel(self) -> None:
        """Give up waiting and tell the server so; the session stays up."""
        self._cancel()

    def on_cancel(self, cancel: Callable[[], object]) -> None:
        self._cancel = cancel

    def advance(self, done: float, total: float | None, message: str) -> None:
        if self.status is not Status.RUNNING:
            return
        self.progress.append(Progress(self.elapsed, done, total, message))
        self.changed.emit(None)

    def set_asks(self, asks: tuple[Ask, ...]) -> None:
        self.asks = asks
        self.changed.emit(None)

    def finish(self, result: Result) -> None:
        self._end(Status.DONE, result=result)

    def add_notes(self, notes: tuple[Note, ...]) -> None:
        """What a slower check found in a result that is already shown."""
        if notes and self.result is not None:
            self.result = replace(self.result, notes=(*self.result.notes, *notes))
            self.changed.emit(None)

    def fail(self, error: AppError) -> None:
        self._end(Status.FAILED, error=error)

    def give_up(self) -> None:
        self._end(Status.CANCELLED)

    def _end(
        self, status: Status, *, result: Result | None = None, error: AppError | None = None
    ) -> None:
        if self.status is not Status.RUNNING:
            return
        self._ended = time.monotonic()
        self.status, self.result, self.error = status, result, error
        self.ended.set()
        self.changed.emit(None)
