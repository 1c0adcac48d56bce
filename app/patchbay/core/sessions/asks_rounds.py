"""Calls that are asked for more before they are answered, as they are from 2026-07-28 on.

Such an answer is no result: it holds questions, and the same request is sent again with the replies
(MCP 2026-07-28, multi round-trip requests).
"""

import asyncio
import time
from typing import Final, TypeAlias

import mcp_types as types

from patchbay.core.calls.ask import Question, Reply
from patchbay.core.calls.run import Run
from patchbay.core.sessions.answer import Answer
from patchbay.core.sessions.asks import Asks
from patchbay.core.sessions.asks_reading import ELICIT, UnaskableError, read_question, whole
from patchbay.core.sessions.questions import asks_for_input, beyond_us, too_many_rounds, unaskable
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.values import JsonObject, as_object, as_text

MOST_ROUNDS: Final = 20
_PAUSES = (0.05, 2.0)
"""Seconds before a request without questions is sent again: at first, and at most."""
Request: TypeAlias = types.Request[JsonObject, str]


class Rounds:
    """The questions and replies of one run.

    `waited` is how many seconds the request on its way has been there; `None` while there is none.
    """

    def __init__(self, run: Run, asks: Asks, redactor: Redactor) -> None:
        self._run = run
        self._asks = asks
        self._redactor = redactor
        self._count = 0
        self._pause = _PAUSES[0]
        self._sent: float | None = None

    @property
    def waited(self) -> float | None:
        return None if self._sent is None else time.monotonic() - self._sent

    def note_sent(self) -> None:
        self._sent = time.monotonic()

    def note_answer(self) -> None:
        self._sent = None

    async def again(self, asked: types.ClientRequest | Request, answer: Answer) -> Request | None:
        """The request to send after this answer; `None` when nobody waits for it any more.

        Raises:
            AppError: it asks for what nobody gives.
        """
        self._count += 1
        if self._count > MOST_ROUNDS:
            raise too_many_rounds(MOST_ROUNDS)
        try:
            result = await self._whole(answer)
            questions = self._questions(result)
        except UnaskableError as error:
            raise unaskable(str(error)) from error
        params = as_object(asked.model_dump(by_alias=True, mode="json")["params"])
        more: JsonObject = {}
        if questions:
            replies = await self._replies(questions)
            if replies is None:
                return None
            more["inputResponses"] = replies
        else:
            await self._wait()
        if isinstance(state := result.get("requestState"), str):
            more["requestState"] = state
        return types.Request[JsonObject, str](
            method=asked.method, params={**_without_replies(params), **more}
        )

    async def _whole(self, answer: Answer) -> JsonObject:
        if answer.origin.file is None:
            return answer.result
        message = await whole({}, answer.origin)
        return as_object(message.get("result"))

    def _questions(self, result: JsonObject) -> dict[str, Question]:
        asked = as_object(result.get("inputRequests"))
        others = [as_text(as_object(each).get("method")) for each in asked.values()]
        if strange := next((method for method in others if method != ELICIT), None):
            raise beyond_us(strange)
        params = {key: as_object(as_object(each).get("params")) for key, each in asked.items()}
        questions = {key: read_question(each, self._redactor) for key, each in params.items()}
        if questions and not self._asks.is_attended:
            message = next(iter(questions.values())).message
            self._asks.refuse(message, "nobody is there to answer")
            raise asks_for_input(message)
        return questions

    async def _replies(self, questions: dict[str, Question]) -> JsonObject | None:
        async with asyncio.TaskGroup() as asking:
            waiting = {
                key: asking.create_task(self._asks.put(question, self._run))
                for key, question in questions.items()
            }
        self._pause = _PAUSES[0]
        replies: dict[str, Reply | None] = {key: task.result() for key, task in waiting.items()}
        if any(reply is None for reply in replies.values()):
            return None
        return {key: reply.as_json() for key, reply in replies.items() if reply is not None}

    async def _wait(self) -> None:
        """The server only wants to be asked again."""
        await asyncio.sleep(self._pause)
        self._pause = min(self._pause * 2, _PAUSES[1])


def _without_replies(params: JsonObject) -> JsonObject:
    """What was asked in the first place: replies and state belong to one round only."""
    mine = {"inputResponses", "requestState", "_meta"}
    return {key: value for key, value in params.items() if key not in mine and value is not None}
