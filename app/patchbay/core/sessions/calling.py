"""One request of a person to a connected server: sent, waited for, turned into blocks."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import mcp_types as types
from mcp import Client, MCPError
from mcp_types import CONNECTION_CLOSED
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from patchbay.core.calls.arrival import Arrival
from patchbay.core.calls.blocks import Note, Result, Spooled
from patchbay.core.calls.run import Run, RunKind, Status
from patchbay.core.calls.verdict import check, holds_reference, notes_for
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.sessions.answer import Answer, Origin
from patchbay.core.sessions.asks import Asks
from patchbay.core.sessions.asks_rounds import Rounds
from patchbay.core.sessions.block_pages import read_blocks, taken_part
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.explain import explain
from patchbay.core.sessions.patience import Patience
from patchbay.core.sessions.questions import wants_input
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.sessions.requests import CONVERT, LISTS, named, request_of, unsendable
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.traffic import Outcome
from patchbay.core.values import Json, JsonObject, as_text

_LARGE = 1024 * 1024
"""Bytes on the wire above which base64 is decoded off the loop's thread."""
_STILL_WORKING = "It may still be working. Patchbay told it to stop and did not repeat the call."


@dataclass(frozen=True, slots=True)
class _Bounds:
    """What ends a run that takes too long."""

    idle: Patience
    total: Patience
    follow_no_more: Callable[[], None]

    def stop(self) -> None:
        self.follow_no_more()
        self.idle.stop()
        self.total.stop()


@dataclass(frozen=True, slots=True)
class Caller:
    """What a call needs of its connection.

    `idle_time` bounds the silence of the server, which progress breaks and which does not count
    while the person is asked; `total_time` bounds the whole.
    """

    client: Client
    tap: Tap
    decoder: Decoder
    idle_time: float
    total_time: float
    is_closed: Callable[[], bool]
    closed_because: Callable[[], AppError]
    output_schema: Callable[[str], Json]
    redactor: Redactor
    asks: Asks

    async def perform(self, run: Run) -> None:
        """Carry out `run`, to whichever end; only a cancellation leaves this function."""
        task = asyncio.current_task()
        if task is None:  # only a task can be cancelled, and a run must be
            raise RuntimeError("a run needs a task of its own")
        rounds = Rounds(run, self.asks, self.redactor)
        bounds = self._bounds(run, partial(self._let_go, run, task, rounds))
        try:
            answer = await self._ask(run, rounds, bounds.idle)
            bounds.stop()
            result = await self._read(run, answer)
        except asyncio.CancelledError:
            run.give_up()  # without effect on a run that its own time-out has failed
            raise
        except Exception as error:  # noqa: BLE001 - a failed call is a result, whatever the reason
            self._note_failure(run, rounds)
            run.fail(self.redactor.error(self._why(error)))
            return
        finally:
            bounds.stop()
            self.asks.drop(run)
        run.finish(result)
        try:
            await self._check(run, result)
        except Exception as error:  # noqa: BLE001 - the result stands, whatever the check does
            run.add_notes((Note(f"The answer could not be checked: {explain(error)}"),))

    def _bounds(self, run: Run, let_go: Callable[[AppError | None], None]) -> _Bounds:
        """Start to wait; while the person is asked, the silence of the server is no sign."""
        idle = Patience(self.idle_time, lambda: let_go(self._silent(run)))
        total = Patience(self.total_time, lambda: let_go(self._too_long(run)))
        run.total_time = self.total_time
        run.on_cancel(lambda: let_go(None))

        def follow(_: None) -> None:
            idle.hold(on=self.asks.waits_for(run))

        follow(None)
        return _Bounds(idle, total, self.asks.changed.connect(follow))

    def _let_go(
        self, run: Run, task: asyncio.Task[object], rounds: Rounds, late: AppError | None
    ) -> None:
        """End the run at once; telling the server may take seconds, and happens in the task."""
        if run.status is not Status.RUNNING:
            return
        outcome = Outcome.TIMED_OUT if late else Outcome.CANCELLED
        if (waited := rounds.waited) is not None:
            self.tap.give_up(*named(run), waited, outcome)
        self.asks.drop(run)
        if late:
            run.fail(late)
        else:
            run.give_up()
        task.cancel()

    def _note_failure(self, run: Run, rounds: Rounds) -> None:
        """A request that failed on its way waits no more; what a lost connection left, is told."""
        if not self.is_closed() and (waited := rounds.waited) is not None:
            self.tap.give_up(*named(run), waited, Outcome.ERROR)

    async def _ask(self, run: Run, rounds: Rounds, patience: Patience) -> Answer:
        """Send the request, and again with what the person said as long as the server asks."""

        async def advance(progress: float, total: float | None, message: str | None) -> None:
            patience.renew()
            run.advance(progress, total, self.redactor.text(message or ""))

        request, adapter = request_of(run)
        while True:
            rounds.note_sent()
            result = await self.client.session.send_request(
                request, adapter, progress_callback=advance
            )
            answer = self._taken(run, result)
            if run.kind is RunKind.REQUEST or not wants_input(answer.result):
                return answer
            rounds.note_answer()
            again = await rounds.again(request, answer)
            if again is None:
                raise self.closed_because()
            request = again

    def _taken(self, run: Run, result: types.Result) -> Answer:
        """What the server really answered."""
        answer = self.tap.take(result.meta)
        if answer is None and run.kind is RunKind.REQUEST:
            return Answer(
                result.model_dump(mode="json", by_alias=True, exclude_unset=True), Origin(0)
            )
        if answer is None:
            raise AppError(Family.PROTOCOL, "The server's answer was lost")
        return answer

    async def _read(self, run: Run, answer: Answer) -> Result:
        """Turn an answer into blocks; that this fails is no fault of the server's."""
        try:
            return await self._convert(run, answer)
        except AppError:
            raise
        except Exception as error:
            raise AppError(
                Family.PROTOCOL,
                "The server answered, but Patchbay could not read the answer",
                cause=f"{type(error).__name__}: {error}",
                hint="The traffic page shows the message as it came.",
            ) from error

    async def _convert(self, run: Run, answer: Answer) -> Result:
        convert = CONVERT[run.kind]
        arrival = _arrival(answer)
        if _tells_of_failure(answer.result):
            self.redactor.said(answer.result)
        items = LISTS.get(run.kind)
        paged = await read_blocks(self.decoder, items, arrival) if items else None
        if items and paged is not None:
            raw = {**answer.result, items: paged.blocks}
            result = await asyncio.to_thread(convert, raw, paged.arrival)
            result = replace(result, raw=answer.result, notes=(*result.notes, *paged.notes))
        elif arrival.size > _LARGE and not arrival.taken:
            result = await asyncio.to_thread(convert, answer.result, arrival)
        else:
            result = convert(answer.result, arrival)
        return replace(result, notes=(*result.notes, *self._notes(answer)))

    def _notes(self, answer: Answer) -> tuple[Note, ...]:
        modern = self.client.protocol_version in MODERN_PROTOCOL_VERSIONS
        if not modern or "resultType" in answer.result:
            return answer.notes
        odd = Note(
            f"The server agreed on protocol {self.client.protocol_version} and answered in the "
            "older shape. If calls go wrong, set its protocol to “legacy”."
        )
        return (*answer.notes, odd)

    async def _check(self, run: Run, result: Result) -> None:
        schema = self.output_schema(run.name) if run.kind is RunKind.TOOL else None
        if schema is None or result.is_error:
            return
        structured, whole = result.structured, result.raw_file
        if structured is None or whole is None:
            run.add_notes(check(schema, result))
        elif structured.spooled is not None:
            run.add_notes(notes_for(await self.decoder.verdict(structured.spooled, schema)))
        elif holds_reference(structured.value):
            span = await self.decoder.locate(whole, "/result/structuredContent")
            run.add_notes(notes_for(await self.decoder.verdict(span, schema)))
        else:
            run.add_notes(check(schema, result))

    def _silent(self, run: Run) -> AppError:
        return AppError(
            Family.CONNECTION,
            f"No answer within {self.idle_time:g} s",
            cause=f"The server sent nothing about {run.name} in that time.",
            hint=f"{_STILL_WORKING} Give it more time with “request_timeout”.",
            kind=Kind.DEADLINE,
        )

    def _too_long(self, run: Run) -> AppError:
        went_on = "went on telling of progress, but " if run.progress else ""
        return AppError(
            Family.CONNECTION,
            f"Not finished after {self.total_time:g} s",
            cause=f"The server {went_on}did not answer {run.name}.",
            hint=f"{_STILL_WORKING} Give whole calls more time with “total_timeout”.",
            kind=Kind.DEADLINE,
        )

    def _why(self, error: Exception) -> AppError:
        if isinstance(error, MCPError) and (lost := self.tap.failure(error.error.data)):
            return lost
        closed = isinstance(error, MCPError) and error.code == CONNECTION_CLOSED
        if closed and self.is_closed():  # a server may use this code for an error of its own
            return self.closed_because()
        if isinstance(error, (ValueError, TypeError)) and not isinstance(error, ValidationError):
            return unsendable(error)
        return explain(error)


def _tells_of_failure(result: JsonObject) -> bool:
    """An error shows no secrets; what a tool found is what a person asked for, and stays whole."""
    said = result.get("isError")
    return said is True or as_text(said).strip().lower() == "true"


def _arrival(answer: Answer) -> Arrival:
    """Where the parts of an answer are; paths begin at its result object."""
    origin = answer.origin
    file = origin.file
    if file is None:
        return Arrival(size=origin.size)
    taken = dict(taken_part(file, handle) for handle in origin.handles)
    return Arrival(taken, origin.size, Spooled(file, origin.start, origin.end, "dict"))
