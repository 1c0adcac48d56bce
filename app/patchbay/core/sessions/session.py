"""A live connection to one server, its state, and every task that depends on it."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from patchbay.core.calls.run import Run, RunKind, Status
from patchbay.core.config.model import Entry
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.events import Event
from patchbay.core.sessions import sdk
from patchbay.core.sessions.backoff import Backoff
from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.eras import Eras
from patchbay.core.sessions.gate import Cleared, Gate
from patchbay.core.sessions.habits import Habits
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.parts import Parts
from patchbay.core.sessions.persistence import End, Persistence
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.sessions.states import (
    Details,
    Failed,
    Ready,
    Retry,
    Stage,
    Starting,
    State,
    Stopped,
    Stopping,
)
from patchbay.core.sessions.traffic import Traffic
from patchbay.core.sessions.ways import KnownWay, Trail
from patchbay.core.values import JsonObject

if TYPE_CHECKING:
    from patchbay.core.sessions.connection import Connection

RUNS_KEPT = 200


@dataclass(frozen=True, slots=True)
class Services:
    """What all sessions of one Patchbay share."""

    gate: Gate
    parts: Parts
    eras: Eras
    habits: Habits
    backoff: Backoff


class Session:
    """One server of one file. Everything it learned stays when the server goes: log, traffic, runs.

    It owns one task per start; that task alone enters and leaves the connection. Only this class
    changes what it publishes.
    """

    def __init__(self, entry: Entry, services: Services) -> None:
        self.entry = entry
        self.state: State = Stopped()
        self.details = Details()
        self.catalog = Catalog()
        self.log = Log()
        self.traffic = Traffic()
        self.runs: list[Run] = []
        self.changed: Event[State] = Event()
        self.catalog_changed: Event[Catalog] = Event()
        self.run_added: Event[Run] = Event()
        self._services = services
        self._started_with: Entry | None = None
        self._owner: asyncio.Task[None] | None = None
        self._calls: asyncio.TaskGroup | None = None
        self._connection: Connection | None = None
        self._numbers = 0
        self._persistence = Persistence(services.backoff, services.habits)
        self._known_way = KnownWay(services.eras)

    @property
    def is_live(self) -> bool:
        """There is, or may soon be, a process or a connection."""
        return isinstance(self.state, (Starting, Ready, Stopping))

    @property
    def will_retry(self) -> bool:
        """It failed, and will connect again by itself."""
        return isinstance(self.state, Failed) and self.state.retry is not None

    @property
    def has_earlier_settings(self) -> bool:
        """It runs with other settings than its entry has now."""
        started = self._started_with
        return self.is_live and started is not None and started.settings != self.entry.settings

    def files(self) -> Iterator[Path]:
        """The spool files that its runs still show."""
        for run in self.runs:
            if run.result is not None:
                yield from run.result.files()

    def replace_entry(self, entry: Entry) -> None:
        """The file was read again; a live connection keeps the settings it was started with.

        Listeners hear of it only if more than its place in the file is new.
        """
        before, self.entry = self.entry, entry
        if _shown(before) != _shown(entry):
            self.changed.emit(self.state)

    def start(self) -> None:
        """Begin to connect, or do so now instead of later; does nothing while it is live."""
        if self.is_live:
            return
        if self.will_retry:
            self._persistence.hurry()
            return
        self._persistence.begin()
        self._started_with = self.entry
        self._become(Starting(Stage.RESOLVING, time.monotonic()))
        self._owner = asyncio.get_running_loop().create_task(self._live(), name=self.entry.name)

    async def stop(self) -> None:
        """End the connection and everything it started; returns when nothing is left."""
        owner = self._owner
        if owner is None or owner.done():
            return
        if not isinstance(self.state, Stopping):
            if self.is_live:
                self._become(Stopping())
            owner.cancel()
        await asyncio.wait([owner])

    async def restart(self) -> None:
        await self.stop()
        self.start()

    async def settled(self) -> State:
        """Wait until the session is neither starting nor stopping."""
        while isinstance(self.state, (Starting, Stopping)):
            happened = asyncio.Event()
            disconnect = self.changed.connect(lambda _, event=happened: event.set())
            try:
                await happened.wait()
            finally:
                disconnect()
        return self.state

    def call_tool(self, name: str, arguments: JsonObject) -> Run:
        """Call a tool; returns at once, the run tells how it goes."""
        return self._begin(RunKind.TOOL, name, arguments)

    def get_prompt(self, name: str, arguments: dict[str, str]) -> Run:
        return self._begin(RunKind.PROMPT, name, dict(arguments))

    def read_resource(self, uri: str) -> Run:
        return self._begin(RunKind.RESOURCE, uri, {})

    def request(self, method: str, params: JsonObject) -> Run:
        """Send any JSON-RPC request; its result is the server's own object."""
        return self._begin(RunKind.REQUEST, method, params)

    def _begin(self, kind: RunKind, name: str, arguments: JsonObject) -> Run:
        self._numbers += 1
        run = Run(self._numbers, kind, name, arguments)
        self.runs.append(run)
        del self.runs[:-RUNS_KEPT]
        if self._calls is None or self._connection is None:
            run.fail(self._not_there())
        else:
            self._calls.create_task(self._perform(self._connection, run))
        self.run_added.emit(run)
        return run

    def _not_there(self) -> AppError:
        if isinstance(self.state, Starting):
            title, hint = "is still connecting", "Run it again once the server runs."
        else:
            title, hint = "is not running", "Start the server, then run again."
        return AppError(Family.CONNECTION, f"{self.entry.name} {title}", hint=hint)

    async def _perform(self, connection: "Connection", run: Run) -> None:
        await connection.perform(run)
        if run.status is Status.DONE:
            self._persistence.note_success()

    async def _live(self) -> None:
        """One life after another, as long as there is reason to connect again."""
        persistence = self._persistence
        try:
            while True:
                end = await self._life()
                if persistence.renews(end):
                    self.log.add(Source.PATCHBAY, f"{end.error.title}. Connecting again.", "info")
                else:
                    retry = persistence.retry(end, self.entry)
                    self._fail(end, retry)
                    if retry is None:
                        return
                    await persistence.wait(retry)
                self._started_with = self.entry
                self._become(Starting(Stage.RESOLVING, time.monotonic()))
        except asyncio.CancelledError:
            failed = isinstance(self.state, Failed)
            self._become(replace(self.state, retry=None) if failed else Stopped(_now()))

    async def _life(self) -> End:
        """Connect and serve until it is over; why it is."""
        try:
            cleared = await self._services.gate.clear(self.entry, self._enter_stage)
            return await self._connect(cleared)
        except AppError as error:
            return End(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is why the server is not up
            words = f"{type(error).__name__}: {error}"
            return End(AppError(Family.CONNECTION, "The start failed", cause=words))

    async def _connect(self, cleared: Cleared) -> End:
        """Connect in the way that worked last time, then in others where that may help."""
        secrets = Redactor(cleared.definition.secrets)
        self.log.redactor = self.traffic.redactor = secrets
        connect = await sdk.load()
        trail = Trail(self._known_way.first(self.entry, cleared.definition))
        while True:
            connection = connect(cleared, self._services.parts, self.log, self.traffic, trail.way)
            try:
                return await self._serve(connection)
            except Exception as error:
                why = self._why(error, connection, trail.failures)
                words = trail.go_on(why, connection.other_way(error))
                if not words:
                    raise trail.verdict(found=connection.was_welcome) from error
                self.log.add(Source.PATCHBAY, words, "info")

    async def _serve(self, connection: "Connection") -> End:
        connection.stage.connect(lambda step: self._enter_stage(*step))
        connection.catalog.connect(self._list)
        self.details = connection.details
        try:
            await connection.open()
            self._remember(connection)
            self.details = connection.details
            began = time.monotonic()
            during = await self._serve_calls(connection)
        finally:
            self._calls = self._connection = None
            await connection.close()
        ran = time.monotonic() - began
        return End(connection.ended(during), during, ran, connection.is_expired)

    async def _serve_calls(self, connection: "Connection") -> tuple[str, ...]:
        """Serve until the server's side ends; the names of the calls it left without an answer."""
        async with asyncio.TaskGroup() as calls:
            background = [
                calls.create_task(connection.keep_fresh()),
                calls.create_task(connection.listen()),
            ]
            self._calls, self._connection = calls, connection
            self._announce(connection.details)
            self._become(Ready())
            await connection.closed.wait()
            self._calls = None
            during = tuple(run.name for run in self.runs if run.status is Status.RUNNING)
            for task in background:
                task.cancel()
            # Leaving the group normally lets the SDK fail what still waits, truthfully.
        return during

    def _why(
        self, error: Exception, connection: "Connection", earlier: Sequence[AppError]
    ) -> AppError:
        stage = self.state
        if connection.ran_late(error) and isinstance(stage, Starting):
            return connection.why_late(stage)
        return connection.why_not_up(error, earlier)

    def _remember(self, connection: "Connection") -> None:
        try:
            self._known_way.keep(self.entry, connection.way, is_modern=connection.is_modern)
        except OSError as error:
            words = f"The protocol era could not be remembered: {error}"
            self.log.add(Source.PATCHBAY, words, "warning")

    def _announce(self, details: Details) -> None:
        catalog = self.catalog
        pid = f", pid {details.pid}" if details.pid else ""
        called = f"{details.name} {details.version}".strip() or "a server without a name"
        self.log.add(
            Source.PATCHBAY,
            f"Running: {called} over {details.transport}, "
            f"protocol {details.protocol}{pid}, "
            f"{len(catalog.tools)} tools, {len(catalog.prompts)} prompts, "
            f"{len(catalog.resources)} resources",
            "info",
        )
        if details.instructions:
            self.log.add(Source.PATCHBAY, f"Its instructions: {details.instructions}", "info")

    def _list(self, catalog: Catalog) -> None:
        known = set(self.catalog.notes)
        odd = [note.words for note in catalog.notes if note not in known]
        self.log.add_all(Source.PATCHBAY, odd, "warning")
        self.catalog = catalog
        self.catalog_changed.emit(catalog)

    def _enter_stage(self, stage: Stage, seconds: float | None) -> None:
        if isinstance(self.state, Starting):
            entered = time.monotonic()
            self._become(replace(self.state, stage=stage, entered=entered, deadline=seconds))

    def _fail(self, end: End, retry: Retry | None) -> None:
        error = self.log.redactor.error(end.error)
        self.log.add(Source.PATCHBAY, str(error), "error")
        if error.kind is Kind.REFUSED:
            self._become(Stopped(_now(), blocked=error))
        else:
            self._become(Failed(error, error.short, during=end.during, ran=end.ran, retry=retry))

    def _become(self, state: State) -> None:
        self.state = state
        self.changed.emit(state)


def _now() -> datetime:
    return datetime.now().astimezone()


def _shown(entry: Entry) -> object:
    """What of an entry is looked at, apart from its place in the file."""
    return entry.name, entry.source, entry.problems, entry.parked
