"""What each command does."""

import argparse
import asyncio
import shlex
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress

from patchbay.cli.calling import call, prompt, read_resource
from patchbay.cli.connecting import connected, workspace
from patchbay.cli.parser import parse
from patchbay.cli.printing import (
    OK,
    TOOL_ERROR,
    print_error,
    print_json,
    problem_line,
    problem_object,
    say,
    table,
    tell_notes,
)
from patchbay.core.config.built_in import written_command
from patchbay.core.config.model import ConfigFile, Entry, Problem, Severity
from patchbay.core.config.reader import read
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.paths import standard_paths
from patchbay.core.sessions.session import Session
from patchbay.core.values import JsonObject

Options = argparse.Namespace
Command = Callable[[Options], Awaitable[int]]


def run_command(arguments: Sequence[str]) -> int:
    """Parse and carry out one command; the exit code says how it went."""
    options = parse(arguments)
    try:
        return asyncio.run(_interruptible(COMMANDS[options.command](options)))
    except AppError as error:
        print_error(error, as_json=options.json)
        return error.exit_code
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered must not raise again at exit.
        sys.stdout = None
        return 128 + 13


async def _interruptible(work: Awaitable[int]) -> int:
    """SIGTERM ends a command like Ctrl+C does: servers are stopped first."""
    task = asyncio.current_task()
    if task is not None:
        with suppress(NotImplementedError):  # Windows has no such handlers
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work


async def _servers(options: Options) -> int:
    file = read(options.file)
    if options.json:
        print_json([_server_object(file, entry) for entry in file.entries])
    elif file.entries:
        say(table([_server_row(entry) for entry in file.entries]))
    else:
        say("No servers.")
    return TOOL_ERROR if _has_errors(file) else OK


async def _check(options: Options) -> int:
    file = read(options.file)
    problems = _problems(file)
    if options.json:
        print_json([problem_object(problem) for problem in problems])
    else:
        for problem in problems:
            say(problem_line(str(options.file), problem))
        if not problems:
            say(f"{options.file}: {_counted(len(file.entries), 'server')}, no problems")
    return TOOL_ERROR if _has_errors(file) else OK


async def _settings(options: Options) -> int:
    path = str(standard_paths().settings_file)
    print_json({"file": path}) if options.json else say(path)
    return OK


async def _tools(options: Options) -> int:
    async with connected(options) as session:
        tell_notes(session.catalog.notes)
        tools = session.catalog.tools
        if options.json:
            found = [{**tool.raw, "id": tool.id, "model_name": tool.model_name} for tool in tools]
            print_json({"server": _identity(session), "tools": found})
        else:
            _print_list([(tool.name, _line(tool.description)) for tool in tools], "tools")
    return OK


async def _prompts(options: Options) -> int:
    async with connected(options) as session:
        tell_notes(session.catalog.notes)
        prompts = session.catalog.prompts
        if options.json:
            print_json({"server": _identity(session), "prompts": [item.raw for item in prompts]})
        else:
            _print_list([(item.name, _line(item.description)) for item in prompts], "prompts")
    return OK


async def _resources(options: Options) -> int:
    async with connected(options) as session:
        tell_notes(session.catalog.notes)
        listed = session.catalog.resources
        if options.json:
            print_json(
                {
                    "server": _identity(session),
                    "resources": [item.raw for item in listed if not item.is_template],
                    "templates": [item.raw for item in listed if item.is_template],
                }
            )
        else:
            _print_list([(item.uri, item.title or item.name) for item in listed], "resources")
    return OK


async def _allow(options: Options) -> int:
    async with workspace() as made:
        rule = tuple(options.rule)
        if options.remove and not rule:
            raise AppError(
                Family.CONFIGURATION,
                "No rule was named",
                hint="Name the one to take away: patchbay allow --remove NAME|PATH",
                kind=Kind.MISSING,
            )
        if options.remove:
            made.allow.remove(rule)
        elif rule:
            made.allow.add(rule)
        rules = [list(kept) for kept in made.allow.rules()]
    if options.json:
        print_json({"allow": rules})
    else:
        say("\n".join(shlex.join(kept) for kept in rules))
    return OK


async def _trust(options: Options) -> int:
    file = read(options.file)
    entry = file.entry(options.server)
    async with workspace() as made:
        made.gate.env_file = options.env_file
        await made.gate.trust(entry)
    if options.json:
        print_json({"trusted": entry.name, "file": str(file.path)})
    else:
        say(f"{entry.name} may start from now on, as it stands in {file.path}.")
    return OK


COMMANDS: Mapping[str, Command] = {
    "servers": _servers,
    "check": _check,
    "settings": _settings,
    "tools": _tools,
    "prompts": _prompts,
    "resources": _resources,
    "call": call,
    "prompt": prompt,
    "read": read_resource,
    "allow": _allow,
    "trust": _trust,
}


def _problems(file: ConfigFile) -> list[Problem]:
    everything = [*file.problems, *(p for entry in file.entries for p in entry.problems)]
    return sorted(everything, key=lambda problem: (problem.place is None, problem.place))


def _has_errors(file: ConfigFile) -> bool:
    return any(problem.severity is Severity.ERROR for problem in _problems(file))


def _server_object(file: ConfigFile, entry: Entry) -> JsonObject:
    found: JsonObject = {
        "name": entry.name,
        "file": str(file.path),
        "dialect": entry.dialect,
        "transport": entry.transport.value if entry.transport else None,
        "disabled": entry.disabled,
        "problems": [problem_object(problem) for problem in entry.problems],
    }
    if entry.url is not None and entry.command is None:
        found["url"] = entry.url
    else:
        found["command"] = entry.command
    return found


def _server_row(entry: Entry) -> tuple[str, str, str]:
    transport = entry.transport.value if entry.transport else "?"
    words = written_command(entry)
    marks = [_counted(len(entry.problems), "problem")] if entry.problems else []
    marks += ["disabled"] if entry.disabled else []
    return entry.name, transport, words + (f"  ({', '.join(marks)})" if marks else "")


def _identity(session: Session) -> JsonObject:
    details = session.details
    return {"name": details.name, "version": details.version, "protocol": details.protocol}


def _print_list(rows: Sequence[tuple[str, str]], what: str) -> None:
    say(table(rows) if rows else f"The server offers no {what}.")


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _line(text: str) -> str:
    return text.strip().splitlines()[0] if text.strip() else ""
