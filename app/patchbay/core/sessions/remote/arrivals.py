"""From what the SDK read of a remote server to what really arrived."""

from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage

from patchbay.core.sessions.answer import Origin
from patchbay.core.sessions.diagnosis.loss import unanswered
from patchbay.core.sessions.diagnosis.transport import transport_words
from patchbay.core.sessions.diagnosis.web import web_error
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.receiving import Receiver
from patchbay.core.sessions.remote.bodies import Bodies, BrokenOffError
from patchbay.core.sessions.remote.intake import NotTakenError
from patchbay.core.sessions.remote.refusal import Refusal
from patchbay.core.sessions.streams import TappedStreams
from patchbay.core.sessions.tap import Tap
from patchbay.core.values import JsonObject

_ABOUT_ACCESS = frozenset({401, 403, 407, 429})
"""What these mean, and what helps, is clearer than the words of a server."""


class Arrivals:
    """Hands on the messages that stand behind those of the SDK's transport, and its own errors.

    `refused` has what a web server answered to the requests that wait; what is used leaves it.
    """

    def __init__(
        self,
        bodies: Bodies,
        streams: TappedStreams,
        tap: Tap,
        log: Log,
        refused: dict[int | str | None, Refusal],
    ) -> None:
        self._bodies = bodies
        self._refused = refused
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
        request_id: int | str | None = getattr(item.message, "id", None)
        refusal = self._refused.pop(request_id, None)
        if request_id not in self._tap.outstanding:
            return  # the request was ended already, and with better words
        if refusal is not None and _tells_less(item.message, refusal):
            await self._streams.pass_on(self._tap.lose(request_id, web_error(refusal)))
            return
        try:
            message: JsonObject = item.message.model_dump(
                by_alias=True, mode="json", exclude_unset=True
            )
            body = item.message.model_dump_json(by_alias=True, exclude_unset=True)
            origin = Origin(len(body.encode("utf-8", "replace")))
            await self._streams.deliver(message, body, origin, item.metadata)
        except Exception as error:  # noqa: BLE001 - the next message may be a good one
            await self._streams.mishandled(request_id, error)

    async def _refuse(self, refused: NotTakenError, asked: int | str | None) -> None:
        self._log.add(Source.PATCHBAY, str(refused), "error")
        request_id = refused.answered if asked is None else asked
        if isinstance(refused, BrokenOffError):
            failed = self._tap.lose(request_id, unanswered(refused.why))
        else:
            failed = self._tap.fail(request_id, str(refused))
        await self._streams.pass_on(failed)


def _tells_less(message: JSONRPCMessage, refusal: Refusal) -> bool:
    """Whether an error of the SDK's says less than the HTTP answer it stands for."""
    if not isinstance(message, JSONRPCError):
        return False
    return refusal.status in _ABOUT_ACCESS or transport_words(message.error.message) is not None
