"""Questions that come as requests of the server, as they do up to 2025-11-25."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

import mcp_types as types
from mcp.client.session import ClientRequestContext

from patchbay.core.calls.ask import Question, Reply, ReplyAction
from patchbay.core.sessions.answer import Origin
from patchbay.core.sessions.asks import Asks
from patchbay.core.sessions.asks_reading import UnaskableError, read_question, whole
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.values import Json, JsonObject, as_object, as_text

_KEPT: Final = 256
"""More than there can be of a server that obeys the protocol."""
_STAND_IN: JsonObject = {
    "mode": "form",
    "message": "",
    "requestedSchema": {"type": "object", "properties": {}},
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it came; `in_call` says that a call waited for its answer just then."""

    message: JsonObject
    origin: Origin
    in_call: bool


class AskedOnWire:
    """Shows the SDK a stand-in of every question, and puts the true reply in place of its own.

    The SDK would refuse a form with anything odd in it, and with it the whole question.
    """

    def __init__(self) -> None:
        self._asked: OrderedDict[int | str, Asked] = OrderedDict()
        self._replies: OrderedDict[int | str, Reply] = OrderedDict()

    def stand_in(self, asked: Asked) -> JsonObject:
        """What the SDK shall see of a question; the true one is kept."""
        request_id = asked.message["id"]
        if isinstance(request_id, (int, str)):  # else the SDK will not see it either
            self._asked[request_id] = asked
        while len(self._asked) > _KEPT:
            self._asked.popitem(last=False)
        return {**asked.message, "params": _STAND_IN}

    def take(self, request_id: int | str) -> Asked:
        """The question of this id.

        Raises:
            KeyError: there were too many since.
        """
        return self._asked.pop(request_id)

    def keep(self, request_id: int | str, reply: Reply) -> None:
        """What to send instead of what the SDK will."""
        self._replies[request_id] = reply
        while len(self._replies) > _KEPT:
            self._replies.popitem(last=False)

    def true_reply(self, message: JsonObject) -> JsonObject:
        """A message of ours as it shall go out."""
        if "method" in message or "result" not in message:
            return message
        reply = self._replies.pop(message.get("id", ""), None)
        return message if reply is None else {**message, "result": reply.as_json()}


class Answerer:
    """What the SDK calls for each question: asks the person, one beside the other."""

    def __init__(self, asks: Asks, wire: AskedOnWire, redactor: Redactor) -> None:
        self._asks = asks
        self._wire = wire
        self._redactor = redactor

    async def __call__(
        self, context: ClientRequestContext, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        del params  # a stand-in
        try:
            reply = await self._reply(context.request_id)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - our words are no business of the server's
            self._asks.refuse("", f"Patchbay stumbled over it ({type(error).__name__})")
            return types.ErrorData(code=types.INTERNAL_ERROR, message="Patchbay could not ask this")
        if reply is None:
            return types.ErrorData(code=types.INTERNAL_ERROR, message="Nobody waits any more")
        self._wire.keep(context.request_id, reply)
        return types.ElicitResult(action=reply.action.value)

    async def _reply(self, request_id: int | str) -> Reply | None:
        asked = self._wire.take(request_id)
        # Before anything is waited for: the call may end meanwhile, and others begin.
        run = self._asks.only_run() if asked.in_call else None
        question = await self._question(asked)
        if question is None:
            return Reply(ReplyAction.DECLINE)
        return await self._asks.put(question, run)

    async def _question(self, asked: Asked) -> Question | None:
        """The question; `None` when it cannot be put to anybody, which the log tells."""
        try:
            message = await whole(asked.message, asked.origin)
            return read_question(as_object(message.get("params")), self._redactor)
        except UnaskableError as error:
            words = message_of(asked.message.get("params"), self._redactor)
            self._asks.refuse(words, str(error))
            return None


def message_of(params: Json, redactor: Redactor) -> str:
    """The words of a question, without secrets."""
    return redactor.text(as_text(as_object(params).get("message")))
