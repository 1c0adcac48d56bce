"""The commands that ask a server to do something: call, prompt, read."""

import argparse
import asyncio

from patchbay.cli.connecting import connected, finished
from patchbay.cli.json_output import print_json
from patchbay.cli.offered import check_prompt, tool_name, unlisted_resource
from patchbay.cli.printing import OK, TOOL_ERROR, print_result, whole_result
from patchbay.cli.saving import Saved, check_folder, save
from patchbay.cli.streams import say, tell
from patchbay.core.calls.blocks import Result
from patchbay.core.calls.run import Run
from patchbay.core.calls.schema import form
from patchbay.core.calls.typed import arguments_from, assignments, typed_arguments
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import JsonObject


async def call(options: argparse.Namespace) -> int:
    # What is wrong with the line itself is told before anything starts.
    base = None if options.args is None else arguments_from(options.args)
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
    arguments = dict(_pair(text) for text in options.arguments)
    async with connected(options) as session:
        check_prompt(session, options.name, arguments)
        run = await finished(session.get_prompt(options.name, arguments))
        result = _result(run)
        print_json(whole_result(result)) if options.json else print_result(result)
    return OK


async def read_resource(options: argparse.Namespace) -> int:
    check_folder(options.save)
    async with connected(options) as session:
        run = await finished(session.read_resource(options.uri))
        if run.error is not None:
            raise unlisted_resource(session, options.uri, run.error)
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
