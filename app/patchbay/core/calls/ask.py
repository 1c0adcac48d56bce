"""An ask: a question that a server puts to the person, and what came of it."""

import asyncio
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from patchbay.core.events import Event
from patchbay.core.values import Json, JsonObject

if TYPE_CHECKING:
    from patchbay.core.calls.run import Run


class ReplyAction(StrEnum):
    """What the person did with a question (MCP 2025-11-25, elicitation, response actions)."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a form to fill, or an address to open where `url` is not empty.

    `host` is where the address leads to, as it is written in it; `doubts` are sentences about what
    may be wrong with address or form.
    """

    message: str
    schema: JsonObject = field(default_factory=dict[str, Json])
    url: str = ""
    host: str = ""
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server is told; `content` is what a form was filled with."""

    action: ReplyAction
    content: JsonObject | None = field(default=None, repr=False)

    def as_json(self) -> JsonObject:
        if self.content is None:
            return {"action": self.action.value}
        return {"action": self.action.value, "content": self.content}


class Ask:
    """One question and its life: anybody may settle it, the first to do so counts.

    `server` is the name of who asks, `run` the run it belongs to, if that is known. `closed` is
    emitted once, whatever ended it.
    """

    def __init__(self, server: str, question: Question, run: "Run | None") -> None:
        self.server = server
        self.question = question
        self.run = run
        self.closed: Event[None] = Event()
        self._began = time.monotonic()
        self._reply: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()

    @property
    def is_open(self) -> bool:
        return not self._reply.done()

    @property
    def waited(self) -> float:
        """Seconds since it came."""
        return time.monotonic() - self._began

    def accept(self, content: JsonObject | None = None) -> None:
        """Send what the form was filled with; of an address only that it was opened."""
        self._settle(Reply(ReplyAction.ACCEPT, content))

    def decline(self) -> None:
        self._settle(Reply(ReplyAction.DECLINE))

    def cancel(self) -> None:
        """Neither yes nor no: the question was put aside."""
        self._settle(Reply(ReplyAction.CANCEL))

    def cancel_all(self) -> None:
        """Put the question aside, and the call that it holds up as well."""
        self.cancel()
        if self.run is not None:
            self.run.cancel()

    def withdraw(self) -> None:
        """Nobody waits for an answer any more."""
        self._settle(None)

    async def reply(self) -> Reply | None:
        """Wait for the person; `None` when nobody waits for the answer any more."""
        try:
            return await asyncio.shield(self._reply)
        finally:
            self.withdraw()

    def _settle(self, reply: Reply | None) -> None:
        if self.is_open:
            self._reply.set_result(reply)
            self.closed.emit(None)
