"""One life of a connection: opened, listed, served until either side ends it."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TypeAlias

import mcp_types as types
from mcp import Client, MCPError
from mcp_types import METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from patchbay import __version__
from patchbay.core.calls.run import Run
from patchbay.core.config.model import Transport
from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.sessions.calling import Caller
from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.diagnosis.exits import ended, late
from patchbay.core.sessions.diagnosis.loss import FORGOTTEN, LOST, lost_words
from patchbay.core.sessions.eras import AUTO, LEGACY
from patchbay.core.sessions.explain import explain, offer_legacy, root_cause
from patchbay.core.sessions.failing import start_error
from patchbay.core.sessions.gate import Cleared
from patchbay.core.sessions.listing import Listing, list_everything
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.parts import Parts
from patchbay.core.sessions.relay_events import Exited
from patchbay.core.sessions.relay_link import RelayLink
from patchbay.core.sessions.remote.http import HttpTransport
from patchbay.core.sessions.remote.intake import Intake
from patchbay.core.sessions.remote.websocket import WebSocketTransport
from patchbay.core.sessions.states import Details, Stage, Starting
from patchbay.core.sessions.stdio import StdioTransport
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.traffic import Traffic
from patchbay.core.sessions.ways import FALLBACK_STATUS, Way
from patchbay.core.values import Json

AnyTransport: TypeAlias = StdioTransport | HttpTransport | WebSocketTransport
SPAWN_SECONDS = 10.0
LIST_SECONDS = 40.0
_NOT_SO = frozenset({UNSUPPORTED_PROTOCOL_VERSION, METHOD_NOT_FOUND})
"""What servers without the older handshake answer to it."""
_SETTLE = 0.2
"""Seconds to wait for more list changes before listing again; servers send them in bursts."""


class Connection:
    """Entered and left by one task, which owns everything in it.

    Events: `stage` with the next stage and the
    seconds it may take; `catalog` whenever the lists were read.
    """

    def __init__(
        self, cleared: Cleared, parts: Parts, log: Log, traffic: Traffic, way: Way
    ) -> None:
        self.stage: Event[tuple[Stage, float]] = Event()
        self.catalog: Event[Catalog] = Event()
        self.way = way
        self.details = Details(command_line=cleared.command_line, executable=cleared.executable)
        self._definition = cleared.definition
        self._tap = Tap(traffic, log, cleared.definition.config)
        self._transport = _transport(cleared, parts, self._tap, log, way.transport)
        self._log = log
        self._decoder, self._spool = parts.decoder, parts.spool
        self._stack = AsyncExitStack()
        self._deadline: asyncio.Timeout | None = None
        self._changed_lists: set[str] = set()
        self._change = asyncio.Event()
        self._last = Catalog()
        self._client = Client(
            self._transport,
            mode=way.era,
            cache=None,
            log_level="debug",
            client_info=types.Implementation(name="patchbay", version=__version__),
        )

    @property
    def closed(self) -> asyncio.Event:
        return self._transport.closed

    @property
    def _exited(self) -> Exited | None:
        """How the process ended, for a stdio server that has."""
        return self._transport.exited if isinstance(self._transport, StdioTransport) else None

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
            self._enter(Stage.SPAWNING, SPAWN_SECONDS)
            self._when_spawned(lambda: self._enter(Stage.WAITING, connect))
            self._tap.first_reply.connect(lambda _: self._enter(Stage.NEGOTIATING, connect))
            await self._stack.enter_async_context(self._client)
            self.details = self._describe()
            self._enter(Stage.LISTING, LIST_SECONDS)
            self._tap.list_changed.connect(self._note_change)
            await self._list()
        self._deadline = None

    async def close(self) -> None:
        await self._stack.aclose()

    def _output_schema(self, name: str) -> Json:
        return next((tool.output_schema for tool in self._last.tools if tool.name == name), None)

    async def perform(self, run: Run) -> None:
        """Carry out a run; the result, or why there is none, goes into it."""
        await Caller(
            self._client,
            self._tap,
            self._decoder,
            self._definition.request_timeout,
            self._definition.total_timeout,
            is_closed=self.closed.is_set,
            closed_because=lambda: self.ended(()),
            output_schema=self._output_schema,
            redactor=self._log.redactor,
        ).perform(run)
        if run.result is not None and run.result.raw_file is not None:
            await self._spool.trim_unused()

    def ended(self, during: tuple[str, ...]) -> AppError:
        """Why a connection that had been up is no more."""
        transport = self._transport
        if isinstance(transport, StdioTransport):
            return ended(self._exited, during, self._log)
        if self.is_expired:
            return lost_words(FORGOTTEN, during)
        failure = transport.failure
        return lost_words(LOST if failure is None else explain(failure), during)

    @property
    def was_welcome(self) -> bool:
        """Something at the other end took at least one message, as far as can be told."""
        return not isinstance(self._transport, HttpTransport) or self._transport.has_answered

    @property
    def is_expired(self) -> bool:
        """It ended because the server forgot the session."""
        return isinstance(self._transport, HttpTransport) and self._transport.is_expired

    def why_not_up(self, error: Exception, earlier: Sequence[AppError] = ()) -> AppError:
        cause = root_cause(error)
        lost = self._tap.failure(cause.error.data) if isinstance(cause, MCPError) else None
        definition = replace(self._definition, transport=self.way.transport)
        found = start_error(lost or error, self._transport, self._log, earlier, definition)
        is_answer = isinstance(cause, MCPError) and lost is None
        if is_answer and self.details.protocol in MODERN_PROTOCOL_VERSIONS:
            offer_legacy(found)
        return found

    def why_late(self, state: Starting) -> AppError:
        """Why a stage took longer than it may."""
        is_stdio = isinstance(self._transport, StdioTransport)
        return late(self._definition.name, state, self._log, is_stdio=is_stdio)

    def ran_late(self, error: Exception) -> bool:
        """Whether `error` means that a stage took too long."""
        return isinstance(root_cause(error), TimeoutError)

    def other_way(self, error: Exception) -> Way | None:
        """What to try after this failure to connect, if anything else may work."""
        if self._takes_no_posts() and not self.ran_late(error):
            return replace(self.way, transport=Transport.SSE)
        era = self._other_era(error)
        return None if era is None else replace(self.way, era=era)

    def _takes_no_posts(self) -> bool:
        """The address may be one of the older SSE transport."""
        if self.way.transport is not Transport.HTTP or not isinstance(
            self._transport, HttpTransport
        ):
            return False
        refusal, was_taken = self._transport.refusal, self._transport.has_answered
        return refusal is not None and refusal.status in FALLBACK_STATUS and not was_taken

    def _other_era(self, error: Exception) -> str | None:
        """Some old servers exit on the probe, new ones refuse the old way."""
        era, cause = self.way.era, root_cause(error)
        if self._definition.protocol != AUTO:
            return None
        if era == LEGACY:
            return AUTO if isinstance(cause, MCPError) and cause.code in _NOT_SO else None
        died_on_probe = self._exited is not None and not self._tap.heard
        return LEGACY if era == AUTO and died_on_probe else None

    async def keep_fresh(self) -> None:
        """List again when the server says something changed; a burst costs one listing."""
        while True:
            await self._change.wait()
            await asyncio.sleep(_SETTLE)
            self._change.clear()
            kinds = ", ".join(sorted(self._changed_lists))
            self._changed_lists.clear()
            before = self._last
            try:
                await self._list()
            except Exception as error:  # noqa: BLE001 - the lists of before stay; the log tells
                self._log.add(
                    Source.PATCHBAY, f"Listing again after a change failed: {error}", "warning"
                )
                continue
            self._log.add(Source.NOTIFICATION, _difference(kinds, before, self._last), "info")

    async def listen(self) -> None:
        """Ask a 2026-07-28 server to tell of changes; older ones tell unasked."""
        if not self.is_modern:
            return
        try:
            async with self._client.listen(
                tools_list_changed=True, prompts_list_changed=True, resources_list_changed=True
            ) as subscription:
                async for _ in subscription:
                    pass  # the tap has seen it already
        except Exception as error:  # noqa: BLE001 - without it lists are refreshed by hand
            self._log.add(
                Source.PATCHBAY, f"The server does not tell of changed lists: {error}", "debug"
            )

    def _enter(self, stage: Stage, seconds: float) -> None:
        if self._deadline is not None and not self._deadline.expired():
            self._deadline.reschedule(asyncio.get_running_loop().time() + seconds)
            self.stage.emit((stage, seconds))

    def _when_spawned(self, then: Callable[[], None]) -> None:
        if isinstance(self._transport, StdioTransport):
            self._transport.spawned_event.connect(lambda _: then())
        else:
            then()

    def _note_change(self, kind: str) -> None:
        self._changed_lists.add(kind)
        self._change.set()

    async def _list(self) -> None:
        listing = Listing(
            self._definition.name, self._client, self._tap, self._decoder, self._log.redactor
        )
        self._last = await list_everything(listing, wants=self._wants)
        self.catalog.emit(self._last)

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
        redacted = self._log.redactor.text
        info = client.server_info
        offered = client.server_capabilities.model_dump(by_alias=True, exclude_none=True)
        spawned = self._transport.spawned if isinstance(self._transport, StdioTransport) else None
        return Details(
            name=redacted(info.name) if info else "",
            title=redacted(info.title or "") if info else "",
            version=redacted(info.version) if info else "",
            protocol=client.protocol_version,
            transport=self.way.transport.value,
            instructions=redacted(client.instructions or ""),
            pid=spawned.pid if spawned else None,
            executable=before.executable,
            command_line=before.command_line,
            capabilities=offered,
        )


def _transport(
    cleared: Cleared, parts: Parts, tap: Tap, log: Log, transport: Transport
) -> AnyTransport:
    if cleared.launch is not None:
        folder = parts.spool.folder(cleared.definition.name)
        link = RelayLink(cleared.launch, folder, parts.limits, parts.spawner)
        return StdioTransport(link, tap, log)
    definition = replace(cleared.definition, transport=transport)
    folder = parts.spool.folder(definition.name)
    intake = Intake(folder, parts.decoder, parts.limits)
    if transport is Transport.WEBSOCKET:
        return WebSocketTransport(definition, intake, tap, log)
    return HttpTransport(definition, intake, tap, log)


def _difference(kinds: str, before: Catalog, after: Catalog) -> str:
    counts = (
        ("tools", len(before.tools), len(after.tools)),
        ("prompts", len(before.prompts), len(after.prompts)),
        ("resources", len(before.resources), len(after.resources)),
    )
    changed = ", ".join(f"{old} → {new} {kind}" for kind, old, new in counts if old != new)
    return f"The server changed its {kinds}" + (f": {changed}" if changed else "")
