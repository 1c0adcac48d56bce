"""A live connection to one server, its state, and every task that depends on it."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from patchbay.core.calls.run import Run, RunKind
from patchbay.core.config.model import Entry
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.events import Event
from patchbay.core.sessions.asks import Asks
from patchbay.core.sessions.backoff import Backoff
from patchbay.core.sessions.books import Books
from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.connecting import Connector
from patchbay.core.sessions.eras import Eras
from patchbay.core.sessions.gate import Gate
from patchbay.core.sessions.habits import Habits
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.parts import Parts
from patchbay.core.sessions.persistence import End, Persistence
from patchbay.core.sessions.runs import Runs
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
    now,
)
from patchbay.core.sessions.traffic import Traffic
from patchbay.core.values import JsonObject

if TYPE_CHECKING:
    from patchbay.core.sessions.connection import Connection


@dataclass(frozen=True, slots=True)
class Services:
    """What all sessions of one Patchbay share."""

    gate: Gate
    parts: Parts
    eras: Eras
    habits: Habits
    backoff: Backoff
    attended: bool = False
    """Somebody is there to answer the questions of servers."""


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
        self.changed: Event[State] = Event()
        self.catalog_changed: Event[Catalog] = Event()
        self._services = services
        self._started_with: Entry | None = None
        self._owner: asyncio.Task[None] | None = None
        self._persistence = Persistence(services.backoff, services.habits)
        self._runs = Runs(self._not_there)
        self._runs.done.connect(lambda _: self._persistence.note_success())
        self.asks = Asks(
            lambda: self.entry.name, self.log, self._runs.running, attended=services.attended
        )
        books = Books(self.log, self.traffic, self.asks)
        self._connector = Connector(services.eras, services.parts, books, lambda: self.state)

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

    @property
    def runs(self) -> list[Run]:
        """The latest ones, oldest first."""
        return self._runs.kept

    @property
    def run_added(self) -> Event[Run]:
        return self._runs.added

    def files(self) -> Iterator[Path]:
        """The spool files that its runs still show."""
        return self._runs.files()

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
        self._owner.add_done_callback(self._note_end)

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
        return self._runs.begin(RunKind.TOOL, name, arguments)

    def get_prompt(self, name: str, arguments: dict[str, str]) -> Run:
        return self._runs.begin(RunKind.PROMPT, name, dict(arguments))

    def read_resource(self, uri: str) -> Run:
        return self._runs.begin(RunKind.RESOURCE, uri, {})

    def request(self, method: str, params: JsonObject) -> Run:
        """Send any JSON-RPC request; its result is the server's own object."""
        return self._runs.begin(RunKind.REQUEST, method, params)

    def _not_there(self) -> AppError:
        if isinstance(self.state, Starting):
            title, hint = "is still connecting", "Run it again once the server runs."
        else:
            title, hint = "is not running", "Start the server, then run again."
        return AppError(Family.CONNECTION, f"{self.entry.name} {title}", hint=hint)

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
            self._become(replace(self.state, retry=None) if failed else Stopped(now()))

    def _note_end(self, _: asyncio.Task[None]) -> None:
        """A task that is cancelled before its first step does nothing at all."""
        if isinstance(self.state, Stopping):
            self._become(Stopped(now()))

    async def _life(self) -> End:
        """Connect and serve until it is over; why it is."""
        try:
            cleared = await self._services.gate.clear(self.entry, self._enter_stage)
            return await self._connector.connect(self.entry, cleared, self._serve)
        except AppError as error:
            return End(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is why the server is not up
            words = f"{type(error).__name__}: {error}"
            return End(AppError(Family.CONNECTION, "The start failed", cause=words))

    async def _serve(self, connection: "Connection") -> End:
        connection.stage.connect(lambda step: self._enter_stage(*step))
        connection.lists.read.connect(self._list)
        self.details = connection.details
        try:
            await connection.open()
            self._connector.remember(self.entry, connection)
            self.details = connection.details
            began = time.monotonic()
            during = await self._runs.serve(connection, self._be_ready)
        finally:
            await connection.close()
        ran = time.monotonic() - began
        return End(connection.ended(during), during, ran, connection.is_expired)

    def _be_ready(self) -> None:
        self._announce()
        self._become(Ready())

    def _announce(self) -> None:
        details, catalog = self.details, self.catalog
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
            self._become(Stopped(now(), blocked=error))
        else:
            self._become(Failed(error, error.short, during=end.during, ran=end.ran, retry=retry))

    def _become(self, state: State) -> None:
        self.state = state
        self.changed.emit(state)


def _shown(entry: Entry) -> object:
    """What of an entry is looked at, apart from its place in the file."""
    return entry.name, entry.source, entry.problems, entry.parked
