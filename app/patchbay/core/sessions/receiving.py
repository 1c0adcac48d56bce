"""From the bytes of one message to what the SDK sees, whatever a server made of JSON-RPC."""

import json

from patchbay.core.sessions.answer import Origin
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.relay_events import Message
from patchbay.core.sessions.repair import find_id
from patchbay.core.sessions.streams import TappedStreams
from patchbay.core.sessions.tap import Tap
from patchbay.core.values import Json, JsonObject, is_list, is_object


class Receiver:
    """Takes the messages of one server: batches apart, unreadable ones failed, odd ones logged."""

    def __init__(self, streams: TappedStreams, tap: Tap, log: Log) -> None:
        self._streams = streams
        self._tap = tap
        self._log = log

    async def take(self, message: Message, asked: int | str | None = None) -> None:
        """Hand on a message; a fault of ours fails the request it answers and nothing else.

        `asked` is the id of the request it answers if that is certain, whatever it says itself.
        """
        try:
            await self._receive(message, asked)
        except Exception as error:  # noqa: BLE001 - the next message may be a good one
            said_id = find_id(message.body, self._tap.outstanding) if asked is None else asked
            await self._streams.mishandled(said_id, error)

    async def _receive(self, message: Message, asked: int | str | None) -> None:
        origin = Origin(message.size, message.file, message.start, message.end, message.handles)
        text = message.body.decode("utf-8", "replace")
        try:
            parsed: Json = _without_surrogates(json.loads(text), text)
        except (ValueError, RecursionError) as error:
            why = _fault(text, error)
            request_id = find_id(message.body, self._tap.outstanding) if asked is None else asked
            await self._unreadable(request_id, text, why)
            return
        items = parsed if is_list(parsed) else [parsed]
        for item in items:
            if is_object(item):
                await self._streams.deliver(_addressed(item, asked), text, origin)
            else:
                self._log.add(Source.NOISE, text[:2000])
        if asked is not None and not any(map(is_object, items)):
            await self._unreadable(asked, text, "it is no JSON-RPC message")

    async def _unreadable(self, request_id: int | str | None, text: str, why: str) -> None:
        if request_id is None:
            self._log.add(Source.NOISE, text[:2000])
        await self._streams.pass_on(self._tap.fail(request_id, f"The answer is unreadable: {why}"))


def _addressed(item: JsonObject, asked: int | str | None) -> JsonObject:
    """An answer with the id of the request it answers."""
    if asked is None or isinstance(item.get("method"), str):
        return item
    return {**item, "id": asked}


def _fault(text: str, error: ValueError | RecursionError) -> str:
    """Why nothing can be made of a text."""
    start = text[:1000].lstrip()
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if not isinstance(error, json.JSONDecodeError):
        return "it holds a number with too many digits"
    if not text.strip():
        return "it is empty"
    if start.startswith("<"):
        return "it is a web page or XML, labelled as something else"
    return f"it is no valid JSON ({error})"


def _without_surrogates(value: Json, text: str) -> Json:
    """Lone surrogates cannot be encoded or shown; they are replaced, as a browser would."""
    if "\\ud" not in text and "\\uD" not in text:
        return value
    clean = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    return json.loads(clean)
