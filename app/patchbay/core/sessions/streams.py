"""The pair of streams an SDK client reads and writes, with the tap between them and a transport."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import MessageMetadata, SessionMessage
from mcp_types import jsonrpc_message_adapter
from pydantic import ValidationError

from patchbay.core.sessions.answer import Origin
from patchbay.core.sessions.asks_masking import masked
from patchbay.core.sessions.encoding import as_encoded, encoded
from patchbay.core.sessions.handshake import amended
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.tap import Tap
from patchbay.core.values import Json, JsonObject

_RECORDED = 1024 * 1024
"""Bytes of a message that traffic gets: more than it keeps, so that it leaves no half secret."""
Incoming: TypeAlias = SessionMessage | Exception
ReadSide: TypeAlias = MemoryObjectReceiveStream[Incoming]
WriteSide: TypeAlias = MemoryObjectSendStream[SessionMessage]


class TappedStreams:
    """Carries messages between a transport and the SDK, through the tap.

    A transport feeds `deliver` and drains `outgoing`.

    `closed` is set once the server's side has ended. No buffer: a slow SDK slows the transport.
    """

    def __init__(self, tap: Tap, log: Log) -> None:
        self.closed = asyncio.Event()
        self._tap = tap
        self._log = log
        self._to_sdk, self.read_side = _incoming_pair()
        self.write_side, self._from_sdk = _outgoing_pair()

    async def deliver(
        self, message: JsonObject, body: str, origin: Origin, metadata: MessageMetadata = None
    ) -> None:
        """Hand on what the SDK shall see of a message of the server's."""
        try:
            seen = self._tap.incoming(message, body, origin)
        except Exception as error:  # noqa: BLE001 - our own fault costs one request, not all
            await self.mishandled(message.get("id"), error)
        else:
            await self.pass_on(seen, metadata)

    async def mishandled(self, said_id: Json, error: Exception) -> None:
        """Fail the request that a message answers, if any: Patchbay stumbled over it."""
        await self.pass_on(self._tap.mishandled(said_id, error))

    async def pass_on(self, message: JsonObject | None, metadata: MessageMetadata = None) -> None:
        """Hand a message to the SDK; `None` is nothing to hand on."""
        if message is None:
            return
        try:
            model = jsonrpc_message_adapter.validate_python(message, by_name=False)
        except ValidationError:
            self._log.add(
                Source.PATCHBAY,
                "The server sent a message that is no JSON-RPC; left out.",
                "warning",
            )
            return
        try:
            await self._to_sdk.send(SessionMessage(model, metadata))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            return

    async def outgoing(self) -> AsyncIterator[tuple[SessionMessage, JsonObject, bytes]]:
        """What the SDK sends, recorded: the message, its object and its JSON."""
        async for item in self._from_sdk:
            written: JsonObject = item.message.model_dump(
                by_alias=True, mode="json", exclude_unset=True
            )
            wire = self._tap.wire
            reply = written if wire is None else wire.true_reply(written)
            amendment = amended(reply, self._tap.config)
            body = await encoded(amendment)
            message = as_encoded(amendment, body)
            if message is not written:
                model = jsonrpc_message_adapter.validate_python(message, by_name=False)
                item = SessionMessage(model, item.metadata)  # noqa: PLW2901 - from here on it is ours
            shown = masked(message)
            told = body if shown is message else await encoded(shown)
            self._tap.outgoing(message, told[:_RECORDED].decode("utf-8", "replace"), len(body))
            yield item, message, body

    def end(self) -> None:
        """The server's side is over: the SDK fails what still waits."""
        if not self.closed.is_set():
            self.closed.set()
            self._to_sdk.close()

    def close(self) -> None:
        self.end()
        self._tap.abandon()
        self._from_sdk.close()
        self.read_side.close()
        self.write_side.close()


async def finish(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel the pumps of a transport and wait until they are gone."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def pump(work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
    async def run() -> None:
        await work()

    return asyncio.get_running_loop().create_task(run())


def _incoming_pair() -> tuple[MemoryObjectSendStream[Incoming], ReadSide]:
    return anyio.create_memory_object_stream[Incoming](0)


def _outgoing_pair() -> tuple[WriteSide, MemoryObjectReceiveStream[SessionMessage]]:
    return anyio.create_memory_object_stream[SessionMessage](0)
