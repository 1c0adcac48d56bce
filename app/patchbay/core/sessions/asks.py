"""The open questions of one server."""

from collections.abc import Callable, Sequence
from typing import Final

from patchbay.core.calls.ask import Ask, Question, Reply, ReplyAction
from patchbay.core.calls.run import Run, Status
from patchbay.core.events import Event
from patchbay.core.sessions.log import Log, Source

MOST_OPEN: Final = 20
"""A person answers no more at once; a server that asks more than that is out of its mind."""
_DECLINED = Reply(ReplyAction.DECLINE)
_SHOWN = 300
_ENDS = {
    ReplyAction.ACCEPT: "You answered the question.",
    ReplyAction.DECLINE: "You declined to answer.",
    ReplyAction.CANCEL: "The question was put aside without an answer.",
}


class Asks:
    """Keeps the questions that wait for the person, oldest first; they end with their call.

    `name` tells whose they are, `running` which calls are on their way; `is_attended` says that
    somebody is there to answer. Events: `added` with each new question,
    `changed` when one came or went, `refused` with the words of one that nobody is asked.
    """

    def __init__(
        self,
        name: Callable[[], str],
        log: Log,
        running: Callable[[], Sequence[Run]],
        *,
        attended: bool,
    ) -> None:
        self.is_attended = attended
        self.added: Event[Ask] = Event()
        self.changed: Event[None] = Event()
        self.refused: Event[str] = Event()
        self._name = name
        self._log = log
        self._running = running
        self._open: list[Ask] = []

    @property
    def open(self) -> tuple[Ask, ...]:
        return tuple(self._open)

    def waits_for(self, run: Run) -> bool:
        """Whether a run may be held up by the person, who takes what time it takes."""
        return any(ask.run in (None, run) for ask in self._open)

    async def put(self, question: Question, run: Run | None = None) -> Reply | None:
        """Ask the person; `None` when nobody waits for the answer any more."""
        if run is not None and run.status is not Status.RUNNING:
            return None
        if len(self._open) >= MOST_OPEN:
            self.refuse(question.message, f"{MOST_OPEN} of its questions are open already")
            return _DECLINED
        ask = Ask(self._name(), question, run)
        self._log.add(Source.PATCHBAY, f"The server asks: {_quoted(question.message)}", "info")
        ask.closed.connect(lambda _: self._take_out(ask))
        self._change(ask, [*self._open, ask])
        self.added.emit(ask)
        reply = None
        try:
            reply = await ask.reply()
        finally:
            ended = _ENDS[reply.action] if reply else "The server waits for no answer any more."
            self._log.add(Source.PATCHBAY, ended, "info")
        return reply

    def refuse(self, message: str, why: str) -> None:
        """Say that a question of the server's was declined without asking anybody."""
        words = f"Declined a question of the server, {_quoted(message)}: {why}."
        self._log.add(Source.PATCHBAY, words, "warning")
        self.refused.emit(words)

    def drop(self, run: Run) -> None:
        """A run is over, and with it all that was asked for its sake."""
        for ask in [ask for ask in self._open if ask.run is run]:
            ask.cancel()

    def withdraw(self) -> None:
        """The connection is over: there is nobody to answer to."""
        for ask in self.open:
            ask.withdraw()

    def only_run(self) -> Run | None:
        """The older era does not tell what a question is about; with one call it is that."""
        running = self._running()
        return running[0] if len(running) == 1 else None

    def _take_out(self, ask: Ask) -> None:
        self._change(ask, [each for each in self._open if each is not ask])

    def _change(self, ask: Ask, now: list[Ask]) -> None:
        self._open = now
        if ask.run is not None:
            ask.run.set_asks(tuple(each for each in now if each.run is ask.run))
        self.changed.emit(None)


def _quoted(message: str) -> str:
    words = " ".join(message.split())
    return f"“{words}”" if len(words) <= _SHOWN else f"“{words[:_SHOWN].rstrip()}…”"
