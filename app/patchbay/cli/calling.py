"""The commands that ask a server to do something: call, prompt, read."""

import argparse
import asyncio
from pathlib import Path

from patchbay.cli.connecting import connected, finished
from patchbay.cli.printing import (
    OK,
    TOOL_ERROR,
    print_json,
    print_result,
    say,
    tell,
    whole_result,
)
from patchbay.core.calls.blocks import HeldBytes, Result, StoredBytes
from patchbay.core.calls.names import find_tool
from patchbay.core.calls.run import Run
from patchbay.core.calls.saving import savings
from patchbay.core.calls.schema import form
from patchbay.core.calls.typed import arguments_from, typed_arguments
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import JsonObject


async def call(options: argparse.Namespace) -> int:
    async with connected(options) as session:
        tools = {tool.name: tool for tool in session.catalog.tools}
        name = find_tool(options.tool, session.entry.name, tuple(tools))
        base = arguments_from(options.args) if options.args else None
        arguments = typed_arguments(options.arguments, form(tools[name].input_schema), base)
        run = await finished(session.call_tool(name, arguments))
        result = _result(run)
        saved = await asyncio.to_thread(_save, result, options.save)
        if options.json:
            print_json({"status": run.status.value, **_object(run, result), "saved": saved})
        else:
            _print(run, result, saved)
    return TOOL_ERROR if result.is_error else OK


async def prompt(options: argparse.Namespace) -> int:
    arguments = dict(_pair(text) for text in options.arguments)
    async with connected(options) as session:
        run = await finished(session.get_prompt(options.name, arguments))
        result = _result(run)
        print_json(whole_result(result)) if options.json else print_result(result)
    return OK


async def read_resource(options: argparse.Namespace) -> int:
    async with connected(options) as session:
        run = await finished(session.read_resource(options.uri))
        result = _result(run)
        saved = await asyncio.to_thread(_save, result, options.save)
        if options.json:
            print_json({**whole_result(result), "saved": saved})
        else:
            _print(run, result, saved)
    return OK


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


def _print(run: Run, result: Result, saved: list[str]) -> None:
    print_result(result)
    if result.is_error:
        tell(f"patchbay: {run.name} answered with an error.")
    for path in saved:
        say(path)


def _save(result: Result, folder: Path | None) -> list[str]:
    """Write every picture, sound and blob; never over a file that is already there."""
    if folder is None:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    written: list[str] = []
    for saving in savings(result):
        if isinstance(saving.contents, HeldBytes | StoredBytes):
            path = _free(folder / saving.name)
            path.write_bytes(saving.contents.read())
            written.append(str(path))
    return written


def _free(path: Path) -> Path:
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


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
