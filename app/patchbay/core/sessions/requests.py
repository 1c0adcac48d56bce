"""What is sent for each kind of run, and how its answer is read."""

from collections.abc import Callable

import mcp_types as types
from pydantic import ConfigDict, TypeAdapter, ValidationError

from patchbay.core.calls.arrival import Arrival
from patchbay.core.calls.blocks import Result, Structured
from patchbay.core.calls.content import prompt_result, resource_result, tool_result
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.errors import AppError, Family
from patchbay.core.values import JsonObject

_TOOL = TypeAdapter[types.Result](types.CallToolResult)
_PROMPT = TypeAdapter[types.Result](types.GetPromptResult)
_RESOURCE = TypeAdapter[types.Result](types.ReadResourceResult)
LISTS = {RunKind.TOOL: "content", RunKind.PROMPT: "messages", RunKind.RESOURCE: "contents"}
_METHODS = {
    RunKind.TOOL: "tools/call",
    RunKind.PROMPT: "prompts/get",
    RunKind.RESOURCE: "resources/read",
}


class _AnyResult(types.Result):
    """A result of which every key is kept."""

    model_config = ConfigDict(extra="allow")


_ANY = TypeAdapter[types.Result](_AnyResult)


def request_of(
    run: Run,
) -> tuple[types.ClientRequest | types.Request[JsonObject, str], TypeAdapter[types.Result]]:
    """What is sent for a run, and how its answer is read."""
    try:
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
            case RunKind.REQUEST:
                bare = types.Request[JsonObject, str](method=run.name, params=run.arguments)
                return bare, _ANY
    except ValidationError as error:
        raise unsendable(error) from error


def unsendable(error: Exception) -> AppError:
    words = str(error)
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False, include_input=False)[0]
        words = f"{fault['msg']} at {'/'.join(map(str, fault['loc']))}"
    return AppError(
        Family.CONFIGURATION,
        "This request cannot be sent",
        cause=words.rstrip(".") + ".",
        hint="Nothing was sent. Change the arguments, then send it again.",
    )


def named(run: Run) -> tuple[str, JsonObject]:
    """The method of a run, and the params that name what it is about."""
    if run.kind is RunKind.REQUEST:
        return run.name, run.arguments
    key = "uri" if run.kind is RunKind.RESOURCE else "name"
    return _METHODS[run.kind], {key: run.name}


def _json_result(raw: JsonObject, arrival: Arrival) -> Result:
    """The answer to a bare request is shown as it is."""
    return Result(
        blocks=(),
        structured=Structured(arrival.with_references(raw, ())),
        is_error=raw.get("isError") is True,
        raw=raw,
        raw_file=arrival.raw_file,
        size=arrival.size,
    )


CONVERT: dict[RunKind, Callable[[JsonObject, Arrival], Result]] = {
    RunKind.TOOL: tool_result,
    RunKind.PROMPT: prompt_result,
    RunKind.RESOURCE: resource_result,
    RunKind.REQUEST: _json_result,
}
