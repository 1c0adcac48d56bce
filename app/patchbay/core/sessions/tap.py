"""The tap on the wire: records every message and hands the SDK what it can digest.

The SDK validates an answer as one model, so one odd item would cost the whole list or result.
The tap keeps the server's own object and gives the SDK a small valid one in its place, marked with
the request's id; the session then asks the tap for what really came.
"""

from dataclasses import replace

from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.sessions.answer import Answer, Origin
from patchbay.core.sessions.asks_reading import ELICIT
from patchbay.core.sessions.asks_wire import Asked, AskedOnWire, message_of
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.notifications import Notifications, progress_words
from patchbay.core.sessions.peel import MARK, peel, unknown_versions
from patchbay.core.sessions.pending import Pending
from patchbay.core.sessions.repair import REFUSED, matching_id, repair_answer
from patchbay.core.sessions.traffic import Direction, Outcome, Traffic
from patchbay.core.values import Json, JsonObject, as_object, is_object

LIST_CHANGES = {
    "notifications/tools/list_changed": "tools",
    "notifications/prompts/list_changed": "prompts",
    "notifications/resources/list_changed": "resources",
}
_CALLS = frozenset({"tools/call", "prompts/get", "resources/read"})
_ONLY_TOLD = frozenset({"notifications/resources/updated"})
_NO_ANSWER = "the server asks; Patchbay has told it that it answers no such request"
_ANSWERS_KEPT = 256


class Tap:
    """Sees both directions of one connection. The transport feeds it; the session reads it.

    `config` is what the server's entry holds for the server itself; it is told at the handshake.
    `wire` is there when somebody answers questions of the server.
    Events: `first_reply` once, `list_changed` with the kind of list, at most once per refresh,
    `asked_in_vain` with the words of a question that nobody answers.
    """

    def __init__(self, traffic: Traffic, log: Log, config: Json = None) -> None:
        self.first_reply: Event[None] = Event()
        self.list_changed: Event[str] = Event()
        self.asked_in_vain: Event[str] = Event()
        self.wire: AskedOnWire | None = None
        self._traffic = traffic
        self._log = log
        self._notifications = Notifications(log)
        self._pending = Pending(traffic)
        self._answers: dict[int | str, Answer] = {}
        self._failures: dict[int | str, AppError] = {}
        self.heard = False
        self.config = config
        log.begin()

    def outgoing(self, message: JsonObject, body: str, size: int) -> None:
        """Record what the SDK sends: `size` bytes, of which `body` is at least the beginning."""
        method = message.get("method")
        if not isinstance(method, str):
            self._record_reply_of_ours(message, body, size)
            return
        request_id: int | str | None = message.get("id")
        if method == "notifications/cancelled":
            self._pending.cancel(as_object(message.get("params")).get("requestId"))
        target = _target(message)
        exchange = self._traffic.record(
            Direction.SENT,
            method,
            body,
            size=size,
            target=target,
            request_id=request_id,
            waits=request_id is not None,
        )
        if request_id is not None:
            self._pending.add(request_id, exchange, method, target)

    def incoming(self, message: JsonObject, body: str, origin: Origin) -> JsonObject | None:
        """Record what the server sent; returns what the SDK shall see of it, if anything."""
        if not self.heard:
            self.heard = True
            self.first_reply.emit(None)
        if isinstance(message.get("method"), str):
            return self._notice(message, body, origin)
        return self._settle(message, body, origin)

    def fail(self, request_id: int | str | None, reason: str) -> JsonObject | None:
        """End a request whose answer cannot be used, at once and with a reason."""
        if request_id is None or request_id not in self._pending.ids:
            return None
        error = {"code": REFUSED, "message": reason}
        answer = {"jsonrpc": "2.0", "id": request_id, "error": error}
        return self._settle(answer, "", Origin(0))

    def lose(self, request_id: int | str | None, why: AppError) -> JsonObject | None:
        """End a request that was lost on its way; `failure` finds `why` again."""
        if request_id is None or not self._pending.end(request_id, Outcome.UNANSWERED):
            return None
        self._failures[request_id] = why
        error: JsonObject = {"code": REFUSED, "message": why.title, "data": {MARK: request_id}}
        return {"jsonrpc": "2.0", "id": request_id, "error": error}

    def failure(self, data: Json) -> AppError | None:
        """Why a request was lost, by the data of the error that the SDK raised."""
        return self._failures.pop(as_object(data).get(MARK, ""), None)

    def mishandled(self, said: Json, error: Exception) -> JsonObject | None:
        """Patchbay itself failed on a message; ends the request of the id it `said`, if any."""
        words = f"Patchbay could not handle a message of the server ({type(error).__name__})"
        self._log.add(Source.PATCHBAY, words, "error")
        request_id = matching_id(said, self._pending.ids)
        if request_id is None:
            return None
        self._pending.end(request_id, Outcome.ERROR)
        reason = f"{words}; the fault is Patchbay's own"
        return {
            "jsonrpc": "2.0",
            "id": request_id,
            "error": {"code": REFUSED, "message": reason},
        }

    @property
    def outstanding(self) -> tuple[int | str, ...]:
        return tuple(self._pending.ids)

    def take(self, meta: Json) -> Answer | None:
        """The answer that belongs to a result the SDK returned, by the mark in its `_meta`."""
        marked = as_object(meta)
        return self._answers.pop(marked.get(MARK, ""), None)

    def give_up(self, method: str, params: JsonObject, waited: float, outcome: Outcome) -> None:
        """Nobody waits any more for the answer to a request that was made `waited` seconds ago.

        Its row says so at once. The request itself is forgotten only with the SDK's word to the
        server, which has to wait while the server does not read.
        """
        self._pending.give_up(
            method, _target({"method": method, "params": params}), waited, outcome
        )

    def abandon(self) -> None:
        """The connection is over: what still waits will get no answer."""
        self._pending.abandon()
        self._answers.clear()
        self._notifications.flush()

    def _record_reply_of_ours(self, message: JsonObject, body: str, size: int) -> None:
        label = "error" if "error" in message else "result"
        self._traffic.record(
            Direction.SENT,
            f"answer: {label}",
            body,
            size=size,
            request_id=message.get("id"),
        )

    def _notice(self, message: JsonObject, body: str, origin: Origin) -> JsonObject | None:
        method: str = message["method"]
        self._traffic.record(
            Direction.RECEIVED,
            method,
            body,
            size=origin.size,
            target=_target(message),
            request_id=message.get("id"),
        )
        if kind := LIST_CHANGES.get(method):
            self.list_changed.emit(kind)
            return None
        if method == "notifications/message":
            self._notifications.log(as_object(message.get("params")))
            return None
        if "id" in message:
            return self._asked(method, message, origin)
        params = as_object(message.get("params"))
        self._notifications.note(method, params)
        return message if self._concerns_sdk(method, params) else None

    def _asked(self, method: str, message: JsonObject, origin: Origin) -> JsonObject:
        if method == ELICIT and self.wire is not None:
            in_call = self._pending.any_of(_CALLS)
            return self.wire.stand_in(Asked(message, origin, in_call))
        if method == ELICIT:  # and nobody answers
            self.asked_in_vain.emit(message_of(message.get("params"), self._log.redactor))
        if method != "ping":
            self._notifications.note(method, {"message": _NO_ANSWER})
        return message

    def _concerns_sdk(self, method: str, params: JsonObject) -> bool:
        """Whether the SDK would do anything with a notification; each costs it a task."""
        if method == "notifications/progress":
            return self._pending.lets_step(params.get("progressToken"))
        return method not in _ONLY_TOLD

    def _settle(self, message: JsonObject, body: str, origin: Origin) -> JsonObject | None:
        repaired, notes = repair_answer(message, self._pending.ids)
        if repaired is None:
            self._note_stray(message, body, origin)
            return None
        request_id: int | str = repaired["id"]
        method = self._pending.method(request_id)
        result: Json = repaired.get("result")
        outcome = _outcome(method, result)
        if is_object(result):
            repaired = self._peeled(method, repaired, Answer(result, origin, notes))
        self._pending.answer(request_id, body, origin.size, outcome)
        return repaired

    def _note_stray(self, message: JsonObject, body: str, origin: Origin) -> None:
        if not self._pending.was_cancelled(message.get("id")):
            words = "The server sent an answer to no request."
            self._log.add(Source.PATCHBAY, words, "warning")
        self._traffic.record(Direction.RECEIVED, "answer to no request", body, size=origin.size)

    def _peeled(self, method: str, repaired: JsonObject, answer: Answer) -> JsonObject:
        request_id: int | str = repaired["id"]
        if refusal := unknown_versions(method, answer.result):
            return {"jsonrpc": "2.0", "id": request_id, "error": refusal}
        peeled, more = peel(method, answer.result, request_id)
        if peeled is None:
            return repaired
        if MARK in as_object(peeled.get("_meta")):
            self._keep(request_id, replace(answer, notes=(*answer.notes, *more)))
        else:
            self._log.add_all(Source.PATCHBAY, (note.text for note in more), "warning")
        return {"jsonrpc": "2.0", "id": request_id, "result": peeled}

    def _keep(self, request_id: int | str, answer: Answer) -> None:
        self._answers[request_id] = answer
        while len(self._answers) > _ANSWERS_KEPT:
            self._answers.pop(next(iter(self._answers)))


def _outcome(method: str, result: JsonObject | None) -> Outcome:
    if result is None:
        return Outcome.ERROR
    said = result.get("isError")
    if method == "tools/call" and (said is True or said == "true"):
        return Outcome.TOOL_ERROR
    return Outcome.OK


def _target(message: JsonObject) -> str:
    params = as_object(message.get("params"))
    if message.get("method") == "notifications/progress":
        return progress_words(params)
    for key in ("name", "uri", "message", "reason"):
        if isinstance(value := params.get(key), str):
            return value
    return ""
