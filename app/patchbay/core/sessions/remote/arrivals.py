"""From what the SDK read of a remote server to what really arrived."""

from mcp.shared.message import SessionMessage

from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.receiving import Receiver
from patchbay.core.sessions.remote.bodies import Bodies, BrokenOffError
from patchbay.core.sessions.remote.intake import NotTakenError
from patchbay.core.sessions.streams import TappedStreams
from patchbay.core.sessions.tap import Origin, Tap
from patchbay.core.values import JsonObject


class Arrivals:
    """Hands on the messages that stand behind those of the SDK's transport, and its own errors."""

    def __init__(self, bodies: Bodies, streams: TappedStreams, tap: Tap, log: Log) -> None:
        self._bodies = bodies
        self._streams = streams
        self._tap = tap
        self._log = log
        self._receiver = Receiver(streams, tap, log)

    async def take(self, item: SessionMessage) -> None:
        arrived = self._bodies.take(item.message)
        if arrived is None:
            await self._take_from_sdk(item)
        elif isinstance(arrived.what, NotTakenError):
            await self._refuse(arrived.what, arrived.asked)
        else:
            await self._receiver.take(arrived.what, arrived.asked)

    async def _take_from_sdk(self, item: SessionMessage) -> None:
        """An error that it made up, or read in the body of a refusal."""
        if getattr(item.message, "id", None) not in self._tap.outstanding:
            return  # the request was ended already, and with better words
        try:
            message: JsonObject = item.message.model_dump(
                by_alias=True, mode="json", exclude_unset=True
            )
            body = item.message.model_dump_json(by_alias=True, exclude_unset=True)
            origin = Origin(len(body.encode("utf-8", "replace")))
            await self._streams.deliver(message, body, origin, item.metadata)
        except Exception as error:  # noqa: BLE001 - the next message may be a good one
            await self._streams.mishandled(getattr(item.message, "id", None), error)

    async def _refuse(self, refused: NotTakenError, asked: int | str | None) -> None:
        self._log.add(Source.PATCHBAY, str(refused), "error")
        request_id = refused.answered if asked is None else asked
        if isinstance(refused, BrokenOffError):
            failed = self._tap.lose(request_id, refused.why)
        else:
            failed = self._tap.fail(request_id, str(refused))
        await self._streams.pass_on(failed)
