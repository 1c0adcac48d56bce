"""One request of a person to a connected server: sent, waited for, turned into blocks."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

import mcp_types as types
from mcp import Client, MCPError
from mcp_types import CONNECTION_CLOSED
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import TypeAdapter

from patchbay.core.calls.arrival import Arrival
from patchbay.core.calls.blocks import Note, Result, Spooled
from patchbay.core.calls.content import prompt_result, resource_result, tool_result
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.calls.verdict import check, holds_reference, notes_for
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.sessions.block_pages import read_blocks, taken_part
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.explain import explain
from patchbay.core.sessions.tap import Answer, Tap
from patchbay.core.values import Json

_TOOL = TypeAdapter[types.Result](types.CallToolResult | types.InputRequiredResult)
_PROMPT = TypeAdapter[types.Result](types.GetPromptResult | types.InputRequiredResult)
_RESOURCE = TypeAdapter[types.Result](types.ReadResourceResult | types.InputRequiredResult)
_CONVERT = {
    RunKind.TOOL: tool_result,
    RunKind.PROMPT: prompt_result,
    RunKind.RESOURCE: resource_result,
}
_LISTS = {RunKind.TOOL: "content", RunKind.PROMPT: "messages", RunKind.RESOURCE: "contents"}
_LARGE = 1024 * 1024
"""Bytes on the wire above which base64 is decoded off the loop's thread."""


class Patience:
    """Ends a wait after `seconds` without a sign of life; `renew` counts as one."""

    def __init__(self, seconds: float, give_up: Callable[[], object]) -> None:
        self._seconds = seconds
        self._give_up = give_up
        self._timer = asyncio.get_running_loop().call_later(seconds, give_up)

    def renew(self) -> None:
        self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._give_up)

    def stop(self) -> None:
        self._timer.cancel()


@dataclass(frozen=True, slots=True)
class Caller:
    """What a call needs of its connection."""

    client: Client
    tap: Tap
    decoder: Decoder
    timeout: float
    is_closed: Callable[[], bool]
    closed_because: Callable[[], AppError]
    output_schema: Callable[[str], Json]
    redact: Callable[[AppError], AppError]

    async def perform(self, run: Run) -> None:
        """Carry out `run`, to whichever end; only a cancellation leaves this function."""
        task = asyncio.current_task()
        if task is None:  # only a task can be cancelled, and a run must be
            raise RuntimeError("a run needs a task of its own")
        patience = Patience(self.timeout, lambda: (run.fail(self._late(run)), task.cancel()))
        run.on_cancel(lambda: (run.give_up(), task.cancel()))
        try:
            answer = await self._ask(run, patience)
            patience.stop()
            result = await self._convert(run, answer)
        except asyncio.CancelledError:
            run.give_up()  # without effect on a run that its own time-out has failed
            raise
        except Exception as error:  # noqa: BLE001 - a failed call is a result, whatever the reason
            run.fail(self.redact(self._why(error)))
            return
        finally:
            patience.stop()
        run.finish(result)
        try:
            await self._check(run, result)
        except Exception as error:  # noqa: BLE001 - the result stands, whatever the check does
            run.add_notes((Note(f"The answer could not be checked: {explain(error)}"),))

    async def _ask(self, run: Run, patience: Patience) -> Answer:
        async def advance(progress: float, total: float | None, message: str | None) -> None:
            patience.renew()
            run.advance(progress, total, message or "")

        request, adapter = _request(run)
        result = await self.client.session.send_request(request, adapter, progress_callback=advance)
        if isinstance(result, types.InputRequiredResult):
            raise AppError(
                Family.PROTOCOL,
                "The server asks for input before it goes on",
                cause="Patchbay cannot answer questions of a server.",
                hint="Call the tool with all the values it needs.",
            )
        answer = self.tap.take(result.meta)
        if answer is None:
            raise AppError(Family.PROTOCOL, "The server's answer was lost")
        return answer

    async def _convert(self, run: Run, answer: Answer) -> Result:
        convert = _CONVERT[run.kind]
        arrival = _arrival(answer)
        paged = await read_blocks(self.decoder, _LISTS[run.kind], arrival)
        if paged is not None:
            raw = {**answer.result, _LISTS[run.kind]: paged.blocks}
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

    def _late(self, run: Run) -> AppError:
        return AppError(
            Family.CONNECTION,
            f"No answer within {self.timeout:g} s",
            cause=f"The server sent nothing about {run.name} in that time.",
            hint="It may still be working. Patchbay told it to stop and did not repeat the call.",
            kind=Kind.DEADLINE,
        )

    def _why(self, error: Exception) -> AppError:
        closed = isinstance(error, MCPError) and error.code == CONNECTION_CLOSED
        # A server may use this code for an error of its own.
        return self.closed_because() if closed and self.is_closed() else explain(error)


def _request(run: Run) -> tuple[types.ClientRequest, TypeAdapter[types.Result]]:
    match run.kind:
        case RunKind.TOOL:
            tool = types.CallToolRequestParams(name=run.name, arguments=run.arguments)
            return types.CallToolRequest(params=tool), _TOOL
        case RunKind.PROMPT:
            prompt = types.GetPromptRequestParams(name=run.name, arguments=run.arguments)
            return types.GetPromptRequest(params=prompt), _PROMPT
        case RunKind.RESOURCE:
            resource = types.ReadResourceRequestParams(uri=run.name)
            return types.ReadResourceRequest(params=resource), _RESOURCE


def _arrival(answer: Answer) -> Arrival:
    """Where the parts of an answer are; paths begin at its result object."""
    origin = answer.origin
    file = origin.file
    if file is None:
        return Arrival(size=origin.size)
    taken = dict(taken_part(file, handle) for handle in origin.handles)
    return Arrival(taken, origin.size, Spooled(file, origin.start, origin.end, "dict"))
