"""The runs of one session, and the connection that carries them out while there is one."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from patchbay.core.calls.run import Run, RunKind, Status
from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.values import JsonObject

if TYPE_CHECKING:
    from patchbay.core.sessions.connection import Connection

RUNS_KEPT = 200


class Runs:
    """Keeps the latest runs, whatever became of their connections; owns the tasks they run in.

    `why_not` tells why there is no connection. Events: `added` with each new run, `done` with each
    that has a result.
    """

    def __init__(self, why_not: Callable[[], AppError]) -> None:
        self.kept: list[Run] = []
        self.added: Event[Run] = Event()
        self.done: Event[Run] = Event()
        self._why_not = why_not
        self._numbers = 0
        self._calls: asyncio.TaskGroup | None = None
        self._connection: Connection | None = None

    def files(self) -> Iterator[Path]:
        """The spool files that they still show."""
        for run in self.kept:
            if run.result is not None:
                yield from run.result.files()

    def running(self) -> tuple[Run, ...]:
        return tuple(run for run in self.kept if run.status is Status.RUNNING)

    def begin(self, kind: RunKind, name: str, arguments: JsonObject) -> Run:
        """Returns at once; without a connection the run has failed."""
        self._numbers += 1
        run = Run(self._numbers, kind, name, arguments)
        self.kept.append(run)
        del self.kept[:-RUNS_KEPT]
        if self._calls is None or self._connection is None:
            run.fail(self._why_not())
        else:
            self._calls.create_task(self._perform(self._connection, run))
        self.added.emit(run)
        return run

    async def serve(self, connection: "Connection", ready: Callable[[], None]) -> tuple[str, ...]:
        """Carry out runs until the server's side ends; the names of those it left unanswered.

        `ready` is called as soon as runs are taken.
        """
        try:
            async with asyncio.TaskGroup() as calls:
                background = calls.create_task(connection.keep_fresh())
                self._calls, self._connection = calls, connection
                ready()
                await connection.closed.wait()
                self._calls = None
                during = tuple(run.name for run in self.running())
                connection.withdraw_asks()
                background.cancel()
                # Leaving the group normally lets the SDK fail what still waits, truthfully.
        finally:
            self._calls = self._connection = None
        return during

    async def _perform(self, connection: "Connection", run: Run) -> None:
        await connection.perform(run)
        if run.status is Status.DONE:
            self.done.emit(run)
