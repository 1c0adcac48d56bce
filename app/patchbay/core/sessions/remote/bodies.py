"""What the SDK reads of a remote server's bodies: small stand-ins for what really arrived."""

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import httpx2
from mcp_types import JSONRPCMessage, JSONRPCNotification, JSONRPCResponse

from patchbay.core.errors import AppError
from patchbay.core.sessions.explain import explain
from patchbay.core.sessions.relay_events import Message
from patchbay.core.sessions.remote.event_stream import Data, End, EventSplitter, Field
from patchbay.core.sessions.remote.fields import check_endpoint, is_usable, unhurried
from patchbay.core.sessions.remote.intake import Incoming, Intake, NotTakenError
from patchbay.core.sessions.remote.replacing import Chunks, beginning, read_through, slices
from patchbay.core.values import Json, JsonObject, as_object, is_list, is_object

_MARK = "patchbay/arrived"
"""Key of the number that a stand-in carries, and the method of those that answer nothing."""
_KEPT = 256
"""More than there can be connections with an answer under way."""
_LOST = NotTakenError("Patchbay lost the answer")
_EVENTS, _JSON = "text/event-stream", "application/json"


class BrokenOffError(NotTakenError):
    """The connection was lost before all of a message had come."""

    def __init__(self, why: AppError) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass(frozen=True, slots=True)
class Arrived:
    """What really came: a message, or why there is none.

    `asked` is the id of the request that it answers, if that follows from the way it came.
    """

    what: Message | NotTakenError
    asked: int | str | None = None


class Bodies:
    """Has the SDK read stand-ins, and knows what each of them stands for.

    A stand-in is a valid message of a few bytes, so the SDK refuses none, cuts none off, and never
    parses what a server wrote. Every message on a success response gets one, so none can be forged.
    """

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._arrived: OrderedDict[int, Arrived] = OrderedDict()
        self._count = 0

    def replace(self, response: httpx2.Response) -> None:
        """Have a response read through us, decoded: 1 MB of gzip may hold a gigabyte."""
        posted = response.request.method == "POST"
        kind = response.headers.get("content-type", "").lower()
        takes_events = _EVENTS in response.request.headers.get("accept", "")
        if response.is_success and kind.startswith(_EVENTS):
            url = None if posted else response.request.url
            read_through(response, lambda chunks: self._events(chunks, url))
        elif response.is_success and kind.startswith(_JSON) and posted and takes_events:
            read_through(response, self._whole)
        else:
            read_through(response, beginning)
            return
        # Also what came as JSON: of an event the SDK knows which request it answers.
        response.headers["content-type"] = _EVENTS

    def take(self, message: JSONRPCMessage) -> Arrived | None:
        """What a message that the SDK read stands for; nothing if the SDK made it itself."""
        number: Json = None
        if isinstance(message, JSONRPCResponse):
            number = message.result.get(_MARK)
        elif isinstance(message, JSONRPCNotification):
            number = as_object(message.params).get(_MARK)
        if number is None:
            return None
        arrived = self._arrived.pop(number, Arrived(_LOST))
        if isinstance(message, JSONRPCResponse) and message.id != _name(number):
            return Arrived(arrived.what, message.id)
        return arrived

    async def _whole(self, chunks: Chunks) -> Chunks:
        try:
            what = await self._intake.take(chunks)
        except NotTakenError as error:
            what = error
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            what = BrokenOffError(explain(error))
        yield b"data: " + self._stand_in(what) + b"\n\n"

    async def _events(self, chunks: Chunks, listened: httpx2.URL | None) -> Chunks:
        splitter = EventSplitter()
        event = _Event(self._intake, self._stand_in, listened)
        try:
            async for part in slices(chunks):
                passed = bytearray()
                for piece in splitter.feed(part):
                    passed += await event.take(piece)
                    if passed and isinstance(piece, (Data, End)):
                        # One at a time: the SDK asks for more when it has handed this one on.
                        yield bytes(passed)
                        passed.clear()
                if passed:
                    yield bytes(passed)
        finally:
            event.discard()

    def _stand_in(self, what: Message | NotTakenError) -> bytes:
        self._count += 1
        self._arrived[self._count] = Arrived(what)
        while len(self._arrived) > _KEPT:
            self._arrived.popitem(last=False)
        mark = {_MARK: self._count}
        stand_in: JsonObject = {"jsonrpc": "2.0"}
        if isinstance(what, NotTakenError) or _holds_answer(what):
            stand_in |= {"id": _name(self._count), "result": mark}
        else:
            stand_in |= {"method": _MARK, "params": mark}
        return json.dumps(stand_in).encode()


class _Event:
    """One event after the other of a stream, each put together and handed on.

    An event whose message is refused is handed on at once if that ends a request. `listened` is
    where the stream was asked for; it answers one request if there is none.
    """

    def __init__(
        self,
        intake: Intake,
        stand_in: Callable[[Message | NotTakenError], bytes],
        listened: httpx2.URL | None,
    ) -> None:
        self._intake = intake
        self._stand_in = stand_in
        self._listened = listened
        self._begin()

    async def take(self, piece: Data | Field | End) -> bytes:
        """What there is to hand on now."""
        if isinstance(piece, Data):
            return await self._add(piece.data)
        if isinstance(piece, End):
            return await self._end()
        if not piece.name:
            return piece.line + b"\n"
        if is_usable(piece):
            self._fields[piece.name] = unhurried(piece)
        return b""

    def discard(self) -> None:
        if self._incoming is not None:
            self._incoming.discard()

    def _begin(self) -> None:
        self._fields: dict[bytes, Field] = {}
        self._incoming: Incoming | None = None
        self._is_over = False

    async def _add(self, data: bytes) -> bytes:
        if self._is_over:
            return b""
        self._incoming = self._incoming or self._intake.begin()
        await self._incoming.add(data)
        if self._incoming.refused is None:
            return b""
        if self._listened is not None and self._incoming.answered is None:
            return b""  # the id may stand at its end
        self._is_over = True
        return await self._handed_on()

    async def _end(self) -> bytes:
        passed = b"" if self._is_over else await self._handed_on()
        self._begin()
        return passed

    async def _handed_on(self) -> bytes:
        lines = [field.line for field in self._fields.values()]
        if self._incoming is not None:
            lines += self._data(await self._message(self._incoming))
        return b"\n".join((*lines, b"", b"")) if lines else b""

    def _data(self, what: Message | NotTakenError) -> list[bytes]:
        """The lines of data that the SDK shall read; without content an event is a mere sign."""
        if isinstance(what, Message) and not what.body.strip():
            return []
        named = self._fields.get(b"event")
        if named is None or named.value in {b"", b"message"}:
            return [b"data: " + self._stand_in(what)]
        if isinstance(what, NotTakenError) or what.file is not None:
            return []
        if named.value == b"endpoint" and self._listened is not None:
            check_endpoint(self._listened, what.body.decode())
        return [b"data: " + line for line in what.body.split(b"\n")]

    async def _message(self, incoming: Incoming) -> Message | NotTakenError:
        try:
            what = await incoming.finish()
        except NotTakenError as error:
            what = error
        self._incoming = None  # not when we are cancelled: then it has to be discarded
        return what


def _name(number: int) -> str:
    """The id of an answer's stand-in; the SDK puts that of a request in its place if it can."""
    return f"{_MARK}/{number}"


def _holds_answer(message: Message) -> bool:
    """Whether it answers something, be it unreadable: then too a request has to end."""
    try:
        value: Json = json.loads(message.body.decode())
    except (ValueError, RecursionError):
        return True
    items = value if is_list(value) else [value]
    objects = [item for item in items if is_object(item)]
    return not objects or any(not isinstance(item.get("method"), str) for item in objects)
