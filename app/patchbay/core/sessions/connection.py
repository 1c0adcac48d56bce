"""One life of a connection: opened, listed, served until either side ends it."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

import mcp_types as types
from mcp import Client, MCPError
from mcp_types import METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from patchbay import __version__
from patchbay.core.calls.run import Run
from patchbay.core.config.model import Transport
from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.sessions.asks_wire import Answerer, AskedOnWire
from patchbay.core.sessions.books import Books
from patchbay.core.sessions.calling import Caller
from patchbay.core.sessions.eras import AUTO, LEGACY
from patchbay.core.sessions.explain import offer_legacy, root_cause
from patchbay.core.sessions.gate import Cleared
from patchbay.core.sessions.listing import Listing
from patchbay.core.sessions.lists import Lists
from patchbay.core.sessions.parts import Parts
from patchbay.core.sessions.peers import peer_of
from patchbay.core.sessions.states import Details, Stage, Starting
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.ways import Way

SPAWN_SECONDS = 10.0
LIST_SECONDS = 40.0
_NOT_SO = frozenset({UNSUPPORTED_PROTOCOL_VERSION, METHOD_NOT_FOUND})
"""What servers without the older handshake answer to it."""


class Connection:
    """Entered and left by one task, which owns everything in it.

    Events: `stage` with the next stage and the seconds it may take; `lists.read` whenever the
    lists were read.
    """

    def __init__(self, cleared: Cleared, parts: Parts, books: Books, way: Way) -> None:
        log, asks = books.log, books.asks
        self.stage: Event[tuple[Stage, float]] = Event()
        self.way = way
        self.details = Details(command_line=cleared.command_line, executable=cleared.executable)
        self._definition = cleared.definition
        self._tap = Tap(books.traffic, log, cleared.definition.config)
        self._asks = asks
        self._peer = peer_of(cleared, way.transport, parts, self._tap, log)
        self._redactor = log.redactor
        self._decoder, self._spool = parts.decoder, parts.spool
        self._stack = AsyncExitStack()
        self._deadline: asyncio.Timeout | None = None
        self._client = Client(
            self._peer.transport,
            mode=way.era,
            cache=None,
            log_level="debug",
            elicitation_callback=self._answerer(),
            client_info=types.Implementation(name="patchbay", version=__version__),
        )
        listing = Listing(
            self._definition.name, self._client, self._tap, self._decoder, self._redactor
        )
        self.lists = Lists(listing, log, self._wants)

    @property
    def closed(self) -> asyncio.Event:
        return self._peer.transport.closed

    @property
    def is_modern(self) -> bool:
        return self._client.protocol_version in MODERN_PROTOCOL_VERSIONS

    async def open(self) -> None:
        """Start, negotiate and list, each stage within its own time.

        Raises:
            TimeoutError: a stage took too long; the last `stage` event names it.
            Exception: whatever the transport or the SDK raised, often inside groups.
        """
        connect = self._definition.connect_timeout
        async with asyncio.timeout(None) as self._deadline:
            if (spawned := self._peer.spawned_event) is None:
                self._enter(Stage.WAITING, connect)
            else:
                self._enter(Stage.SPAWNING, SPAWN_SECONDS)
                spawned.connect(lambda _: self._enter(Stage.WAITING, connect))
            self._tap.first_reply.connect(lambda _: self._enter(Stage.NEGOTIATING, connect))
            await self._stack.enter_async_context(self._client)
            self.details = self._describe()
            self._enter(Stage.LISTING, LIST_SECONDS)
            self._tap.list_changed.connect(self.lists.note_change)
            await self.lists.renew()
        self._deadline = None

    async def close(self) -> None:
        await self._stack.aclose()

    async def perform(self, run: Run) -> None:
        """Carry out a run; the result, or why there is none, goes into it."""
        await Caller(
            self._client,
            self._tap,
            self._decoder,
            self._definition.request_timeout,
            self._definition.total_timeout,
            is_closed=self.closed.is_set,
            closed_because=lambda: self._peer.loss(()),
            output_schema=self.lists.output_schema,
            redactor=self._redactor,
            asks=self._asks,
        ).perform(run)
        if run.result is not None and run.result.raw_file is not None:
            await self._spool.trim_unused()

    def withdraw_asks(self) -> None:
        """The server's side is over: there is nobody to answer to."""
        self._asks.withdraw()

    def ended(self, during: Sequence[str]) -> AppError:
        """Why a connection that had been up is no more."""
        return self._peer.loss(during)

    @property
    def was_welcome(self) -> bool:
        """Something at the other end took at least one message, as far as can be told."""
        return self._peer.was_welcome

    @property
    def is_expired(self) -> bool:
        """It ended because the server forgot the session."""
        return self._peer.is_expired

    def why_not_up(self, error: Exception, earlier: Sequence[AppError] = ()) -> AppError:
        cause = root_cause(error)
        lost = self._tap.failure(cause.error.data) if isinstance(cause, MCPError) else None
        definition = replace(self._definition, transport=self.way.transport)
        found = self._peer.start_error(lost or error, definition, earlier)
        is_answer = isinstance(cause, MCPError) and lost is None
        if is_answer and self.details.protocol in MODERN_PROTOCOL_VERSIONS:
            offer_legacy(found)
        return found

    def why_late(self, state: Starting) -> AppError:
        """Why a stage took longer than it may."""
        return self._peer.lateness(self._definition.name, state)

    def ran_late(self, error: Exception) -> bool:
        """Whether `error` means that a stage took too long."""
        return isinstance(root_cause(error), TimeoutError)

    def other_way(self, error: Exception) -> Way | None:
        """What to try after this failure to connect, if anything else may work."""
        is_http = self.way.transport is Transport.HTTP
        if is_http and self._peer.refused_posts and not self.ran_late(error):
            return replace(self.way, transport=Transport.SSE)
        era = self._other_era(error)
        return None if era is None else replace(self.way, era=era)

    def _other_era(self, error: Exception) -> str | None:
        """Some old servers exit on the probe, new ones refuse the old way."""
        era, cause = self.way.era, root_cause(error)
        if self._definition.protocol != AUTO:
            return None
        if era == LEGACY:
            return AUTO if isinstance(cause, MCPError) and cause.code in _NOT_SO else None
        died_on_probe = self._peer.has_exited and not self._tap.heard
        return LEGACY if era == AUTO and died_on_probe else None

    async def keep_fresh(self) -> None:
        """Read the lists again when the server tells of a change."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self.lists.keep_fresh())
            if self.is_modern:
                both.create_task(self.lists.listen(self._client))

    def _answerer(self) -> Answerer | None:
        """Who puts questions to the person; the SDK tells the server of such a one."""
        if not self._asks.is_attended:
            self._tap.asked_in_vain.connect(
                lambda words: self._asks.refuse(words, "nobody is there to answer")
            )
            return None
        self._tap.wire = AskedOnWire()
        return Answerer(self._asks, self._tap.wire, self._redactor)

    def _enter(self, stage: Stage, seconds: float) -> None:
        if self._deadline is not None and not self._deadline.expired():
            self._deadline.reschedule(asyncio.get_running_loop().time() + seconds)
            self.stage.emit((stage, seconds))

    def _wants(self, kind: str) -> bool:
        definition = self._definition
        if kind == "tools" and not definition.load_tools:
            return False
        if kind == "prompts" and not definition.load_prompts:
            return False
        offered = self.details.capabilities
        return kind in offered or not offered

    def _describe(self) -> Details:
        client, before = self._client, self.details
        redacted = self._redactor.text
        info = client.server_info
        offered = client.server_capabilities.model_dump(by_alias=True, exclude_none=True)
        return Details(
            name=redacted(info.name) if info else "",
            title=redacted(info.title or "") if info else "",
            version=redacted(info.version) if info else "",
            protocol=client.protocol_version,
            transport=self.way.transport.value,
            instructions=redacted(client.instructions or ""),
            pid=self._peer.pid,
            executable=before.executable,
            command_line=before.command_line,
            capabilities=offered,
        )
