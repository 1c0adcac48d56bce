"""The commands that ask a server to do something: call, prompt, read."""

import argparse
import asyncio
from collections.abc import Mapping

from patchbay.cli.connecting import connected, finished
from patchbay.cli.json_output import print_json
from patchbay.cli.offered import check_prompt, tool_name, unlisted_resource
from patchbay.cli.printing import OK, TOOL_ERROR, print_result, whole_result
from patchbay.cli.saved import saved_call
from patchbay.cli.saving import Saved, check_folder, save
from patchbay.cli.streams import say, tell
from patchbay.core.calls.blocks import Result
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.calls.schema import form
from patchbay.core.calls.typed import arguments_from, assignments, typed_arguments
from patchbay.core.calls.uri_templates import expand
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import JsonObject


async def call(options: argparse.Namespace) -> int:
    if options.saved is not None:
        return await _call_saved(options)
    if options.tool is None and options.arguments:  # it stood behind an option
        options.tool, *options.arguments = options.arguments
    if options.tool is None:
        options.parser.error("the following arguments are required: TOOL")
    # What is wrong with the line itself is told before anything starts.
    base = None if options.args is None else arguments_from(options.args)
    return await _call_tool(options, base)


async def _call_saved(options: argparse.Namespace) -> int:
    """What the call asks for may be a prompt or a resource as well."""
    if options.args is not None:
        options.parser.error("--args and --saved cannot stand together")
    wanted = await saved_call(options)
    if options.tool is not None:  # what stands in its place is the first argument
        options.arguments = [options.tool, *options.arguments]
    options.tool = wanted.target
    match wanted.kind:
        case RunKind.PROMPT:
            texts = {name: str(value) for name, value in wanted.arguments.items()}
            return await _get_prompt(options, wanted.target, {**texts, **_pairs(options)})
        case RunKind.RESOURCE:
            texts = {name: str(value) for name, value in wanted.arguments.items()}
            return await _read(options, expand(wanted.target, {**texts, **_pairs(options)}))
        case _:
            return await _call_tool(options, wanted.arguments)


async def _call_tool(options: argparse.Namespace, base: JsonObject | None) -> int:
    words = assignments(options.arguments)
    check_folder(options.save)
    async with connected(options) as session:
        name = tool_name(session, options.tool)
        tool = next(tool for tool in session.catalog.tools if tool.name == name)
        arguments = typed_arguments(words, form(tool.input_schema), base)
        run = await finished(session.call_tool(name, arguments))
        result = _result(run)
        saved = await asyncio.to_thread(save, result, options.save)
        if options.json:
            print_json({"status": run.status.value, **_object(run, result), **_files(saved)})
        else:
            _print(run, result, saved)
    return TOOL_ERROR if result.is_error or saved.problem else OK


async def prompt(options: argparse.Namespace) -> int:
    return await _get_prompt(options, options.name, _pairs(options))


async def _get_prompt(options: argparse.Namespace, name: str, arguments: Mapping[str, str]) -> int:
    async with connected(options) as session:
        check_prompt(session, name, arguments)
        run = await finished(session.get_prompt(name, dict(arguments)))
        result = _result(run)
        print_json(whole_result(result)) if options.json else print_result(result)
    return OK


async def read_resource(options: argparse.Namespace) -> int:
    return await _read(options, options.uri)


async def _read(options: argparse.Namespace, uri: str) -> int:
    check_folder(options.save)
    async with connected(options) as session:
        run = await finished(session.read_resource(uri))
        if run.error is not None:
            raise unlisted_resource(session, uri, run.error)
        result = _result(run)
        saved = await asyncio.to_thread(save, result, options.save)
        if options.json:
            print_json({**whole_result(result), **_files(saved)})
        else:
            _print(run, result, saved)
    return TOOL_ERROR if saved.problem else OK


def _result(run: Run) -> Result:
    if run.error is not None:
        raise run.error
    if run.result is None:
        raise AppError(Family.CONNECTION, f"{run.name} was cancelled")
    return run.result


def _object(run: Run, result: Result) -> JsonObject:
    whole = whole_result(result)
    return {
        "is_error": result.is_error,
        "duration_ms": round((run.took or 0) * 1000, 1),
        "content": whole.get("content", []),
        "structured_content": whole.get("structuredContent"),
        "notes": [{"text": note.text, "path": note.path} for note in result.notes],
    }


def _files(saved: Saved) -> JsonObject:
    files: JsonObject = {"saved": list(saved.files)}
    return {**files, "save_error": saved.problem} if saved.problem else files


def _print(run: Run, result: Result, saved: Saved) -> None:
    print_result(result)
    if result.is_error:
        tell(f"patchbay: {run.name} answered with an error.")
    for path in saved.files:
        say(path)
    if saved.problem:
        tell(f"patchbay: Not everything could be saved: {saved.problem}.")


def _pairs(options: argparse.Namespace) -> dict[str, str]:
    return dict(_pair(text) for text in options.arguments)


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise AppError(
            Family.CONFIGURATION,
            f"“{text}” is no argument of a prompt",
            hint="Write key=value; prompts take text only.",
            kind=Kind.MISSING,
        )
    return key, value
