"""The commands that tell what is in a config file: servers and check."""

import argparse
from collections.abc import Sequence

from patchbay.cli.collecting import uncollected
from patchbay.cli.json_output import print_json
from patchbay.cli.parked import parked_of
from patchbay.cli.printing import OK, TOOL_ERROR, counted, problem_line, problem_object, table
from patchbay.cli.reading import read_config
from patchbay.cli.streams import say, tell
from patchbay.core.config.built_in import written_command
from patchbay.core.config.masking import masked_command, masked_words
from patchbay.core.config.model import ConfigFile, Entry, Place, Problem, Severity
from patchbay.core.config.secrets import masked_address
from patchbay.core.drafts.parking import parked_entries
from patchbay.core.trust.visible import visible
from patchbay.core.values import JsonObject

Options = argparse.Namespace


async def servers(options: Options) -> int:
    with uncollected():
        file = read_config(options.file)
    entries = _with_parked(file)
    show_secrets = options.show_secrets
    if options.json:
        print_json([_object(file, entry, show_secrets=show_secrets) for entry in entries])
    elif entries:
        say(table([_row(entry, show_secrets=show_secrets) for entry in entries]))
    elif file.parsed:
        say("No servers.")
    for problem in file.problems:
        if problem.severity is Severity.ERROR:
            tell(problem_line(str(options.file), problem))
    if not _has_errors(file):
        return OK
    tell(f"patchbay: The file has errors. See all of them: patchbay check {options.file}")
    return TOOL_ERROR


async def check(options: Options) -> int:
    with uncollected():
        file = read_config(options.file)
    problems = _problems(file)
    if options.json:
        print_json(
            [{**problem_object(problem), "server": server or None} for server, problem in problems]
        )
    else:
        for server, problem in problems:
            say(problem_line(str(options.file), problem, server))
        if not problems:
            say(f"{options.file}: {counted(len(file.entries), 'server')}, no problems")
    return TOOL_ERROR if _has_errors(file) else OK


def _with_parked(file: ConfigFile) -> Sequence[Entry]:
    if not file.parsed:
        return file.entries
    return (*file.entries, *parked_entries(file, parked_of(file.path)))


def _problems(file: ConfigFile) -> list[tuple[str, Problem]]:
    """Every problem in the order of the file, with the name of its server if it has one."""
    everything = [("", problem) for problem in file.problems]
    everything += [(entry.name, problem) for entry in file.entries for problem in entry.problems]
    return sorted(everything, key=lambda found: _position(found[1]))


def _position(problem: Problem) -> tuple[bool, Place]:
    return problem.place is None, problem.place or Place(1, 1)


def _has_errors(file: ConfigFile) -> bool:
    return any(problem.severity is Severity.ERROR for _, problem in _problems(file))


def _object(file: ConfigFile, entry: Entry, *, show_secrets: bool) -> JsonObject:
    found: JsonObject = {
        "name": entry.name,
        "file": str(file.path),
        "dialect": entry.dialect,
        "transport": entry.transport.value if entry.transport else None,
        "disabled": entry.disabled,
        "parked": entry.parked,
        "problems": [problem_object(problem) for problem in entry.problems],
    }
    if entry.url is not None and entry.command is None:
        found["url"] = entry.url if show_secrets else masked_address(entry.url)
    else:
        found["command"] = entry.command if show_secrets else next(iter(masked_words(entry)), None)
    return found


def _row(entry: Entry, *, show_secrets: bool) -> tuple[str, str, str]:
    transport = entry.transport.value if entry.transport else "?"
    words = written_command(entry) if show_secrets else masked_command(entry)
    marks = [counted(len(entry.problems), "problem")] if entry.problems else []
    if entry.disabled:
        marks.append("parked" if entry.parked else "disabled")
    more = f"  ({', '.join(marks)})" if marks else ""
    return visible(entry.name), transport, visible(words) + more
