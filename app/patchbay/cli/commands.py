"""What each command does."""

import argparse
import asyncio
import shlex
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from patchbay.cli.calling import call, prompt, read_resource
from patchbay.cli.connecting import connected, workspace
from patchbay.cli.doctor import doctor
from patchbay.cli.editing import add, remove, rename, set_fields, unset_fields
from patchbay.cli.json_output import print_json
from patchbay.cli.listing import prompt_lines, tool_lines
from patchbay.cli.parser import parse
from patchbay.cli.printing import (
    OK,
    TOOL_ERROR,
    interrupted,
    print_error,
    table,
    tell_notes,
    wants_json,
)
from patchbay.cli.reading import read_config
from patchbay.cli.saved import saved
from patchbay.cli.secret import secret
from patchbay.cli.servers import check, servers
from patchbay.cli.settings import settings
from patchbay.cli.streams import OutputError, flush, say, tell
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.paths import standard_paths
from patchbay.core.sessions.catalog import ListedResource
from patchbay.core.sessions.session import Session
from patchbay.core.trust.programs import is_bare_name
from patchbay.core.trust.rules import Rule, is_interpreter
from patchbay.core.trust.visible import visible
from patchbay.core.values import JsonObject

Options = argparse.Namespace
Command = Callable[[Options], Awaitable[int]]


def run_command(arguments: Sequence[str]) -> int:
    """Parse and carry out one command; the exit code says how it went."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by our caller
        tell("patchbay: Standard output is closed.")
        return TOOL_ERROR
    try:
        code = _outcome(arguments, as_json=wants_json(arguments))
        flush()
    except BrokenPipeError:
        code = 128 + 13
    except OutputError as error:
        tell(f"patchbay: Standard output cannot be written: {error}.")
        code = TOOL_ERROR
    else:
        return code
    sys.stdout = None  # what is still buffered must not raise again at exit
    return code


def _outcome(arguments: Sequence[str], *, as_json: bool) -> int:
    try:
        options = parse(arguments)
        return asyncio.run(_interruptible(COMMANDS[options.command](options)))
    except SystemExit as done:  # after --help
        return int(done.code or OK)
    except AppError as error:
        print_error(error, as_json=as_json)
        return error.exit_code
    except (KeyboardInterrupt, asyncio.CancelledError):
        return interrupted(as_json=as_json)
    except BrokenPipeError:
        raise
    except OSError as error:
        failure = _refused_by_the_system(error)
        print_error(failure, as_json=as_json)
        return failure.exit_code


def _refused_by_the_system(error: OSError) -> AppError:
    paths = standard_paths()
    file = str(error.filename or "")
    folders = (paths.config, paths.data, paths.cache)
    own = file and any(Path(file).is_relative_to(each.parent) for each in folders)
    return AppError(
        Family.CONFIGURATION,
        f"{error.strerror or error}: {file}" if file else str(error),
        cause="Patchbay cannot keep its own files there." if own else "",
        hint="Set PATCHBAY_HOME to a folder that you may write to." if own else "",
    )


async def _interruptible(work: Awaitable[int]) -> int:
    """SIGTERM ends a command like Ctrl+C does: servers are stopped first."""
    task = asyncio.current_task()
    if task is not None:
        with suppress(NotImplementedError):  # Windows has no such handlers
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work


@asynccontextmanager
async def _listed(options: Options) -> AsyncGenerator[Session]:
    """A connected server, once what is odd about its lists was told."""
    async with connected(options) as session:
        tell_notes(session.catalog.notes)
        yield session


async def _tools(options: Options) -> int:
    async with _listed(options) as session:
        tools = session.catalog.tools
        if options.json:
            found = [{**tool.raw, "id": tool.id, "model_name": tool.model_name} for tool in tools]
            print_json({"server": _identity(session), "tools": found})
        else:
            _print_list([tool_lines(tool) for tool in tools], "tools")
    return OK


async def _prompts(options: Options) -> int:
    async with _listed(options) as session:
        prompts = session.catalog.prompts
        if options.json:
            print_json({"server": _identity(session), "prompts": [item.raw for item in prompts]})
        else:
            _print_list([prompt_lines(item) for item in prompts], "prompts")
    return OK


async def _resources(options: Options) -> int:
    async with _listed(options) as session:
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
            rows = [(item.uri, _resource_words(item)) for item in listed]
            _print_list(table(rows).splitlines() if rows else [], "resources")
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
            _warn_of_interpreter(made.allow.add(rule))
        rules = [list(kept) for kept in made.allow.rules()]
    if options.json:
        print_json({"allow": rules})
    else:
        say("\n".join(shlex.join(kept) for kept in rules))
    return OK


async def _allow_host(options: Options) -> int:
    async with workspace() as made:
        if options.remove and options.host is None:
            raise AppError(
                Family.CONFIGURATION,
                "No host was named",
                hint="Name the one to take away: patchbay allow-host --remove HOST",
                kind=Kind.MISSING,
            )
        if options.remove:
            made.allow.remove_host(options.host)
        elif options.host is not None:
            made.allow.add_host(options.host)
        hosts = list(made.allow.hosts)
    if options.json:
        print_json({"hosts": hosts})
    else:
        say("\n".join(hosts) if hosts else "This computer alone is reached without encryption.")
    return OK


async def _trust(options: Options) -> int:
    file = read_config(options.file)
    entry = file.entry(options.server)
    async with workspace() as made:
        made.gate.env_file = options.env_file
        await made.gate.trust(entry)
    if options.json:
        print_json({"trusted": entry.name, "file": str(file.path)})
    else:
        say(visible(f"{entry.name} may start from now on, as it stands in {file.path}."))
    return OK


COMMANDS: Mapping[str, Command] = {
    "servers": servers,
    "check": check,
    "doctor": doctor,
    "settings": settings,
    "tools": _tools,
    "prompts": _prompts,
    "resources": _resources,
    "call": call,
    "prompt": prompt,
    "read": read_resource,
    "saved": saved,
    "allow": _allow,
    "allow-host": _allow_host,
    "secret": secret,
    "trust": _trust,
    "add": add,
    "set": set_fields,
    "unset": unset_fields,
    "rename": rename,
    "remove": remove,
}


def _warn_of_interpreter(rule: Rule) -> None:
    if len(rule) == 1 and is_bare_name(rule[0]) and is_interpreter(rule[0]):
        tell(
            f"warning: {rule[0]} runs any code that a config hands it. To allow one command line "
            f"only: patchbay allow --remove {rule[0]}; patchbay allow -- {rule[0]} ARGUMENT …"
        )


def _identity(session: Session) -> JsonObject:
    details = session.details
    return {"name": details.name, "version": details.version, "protocol": details.protocol}


def _print_list(lines: Sequence[str], what: str) -> None:
    say("\n".join(lines) if lines else f"The server offers no {what}.")


def _resource_words(item: ListedResource) -> str:
    words = item.title or item.name
    return f"{words} (template)".lstrip() if item.is_template else words
