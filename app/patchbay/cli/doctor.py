"""Looks into the servers of a config, one by one, and tells what keeps each from working."""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from patchbay.cli.collecting import uncollected
from patchbay.cli.connecting import start, workspace
from patchbay.cli.json_output import print_json
from patchbay.cli.printing import (
    OK,
    TOOL_ERROR,
    counted,
    error_lines,
    error_object,
    problem_line,
    problem_object,
)
from patchbay.cli.reading import read_config
from patchbay.cli.refusals import typed
from patchbay.cli.streams import say, tell
from patchbay.core.config.masking import masked_command
from patchbay.core.config.model import ConfigFile, Entry, Severity
from patchbay.core.config.variables import Source
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.sessions.inspection import Inspection, Inspector
from patchbay.core.sessions.session import Session
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.trust.visible import visible
from patchbay.core.values import JsonObject
from patchbay.core.workspace import Workspace

_NAME_WIDTH = 11


class Health(Enum):
    """How a server came out of it."""

    READY = "ready"
    DISABLED = "disabled"
    FAILED = "failed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one server; `seconds` is how long a good start took."""

    inspection: Inspection
    session: Session
    health: Health
    seconds: float = 0
    error: AppError | None = None

    @property
    def exit_code(self) -> int:
        return self.error.exit_code if self.error else OK


async def doctor(options: argparse.Namespace) -> int:
    """Without a consent nothing is started; `--trust` gives it for this run."""
    with uncollected():
        file = read_config(options.file)
    entries = (file.entry(options.server),) if options.server else file.entries
    findings: list[Finding] = []
    async with workspace(ask=_yes if options.trust else _nobody_asked) as made:
        made.gate.env_file = options.env_file
        made.pool.put(file)
        for entry in entries:
            findings.append(await _look_into(made, file, entry, options.start_timeout))
            if not options.json:
                say("\n".join(_lines(findings[-1], str(options.file))))
    if options.json:
        print_json([_object(found) for found in findings])
    else:
        _conclude(file, str(options.file), findings)
    codes = [TOOL_ERROR] if _has_errors(file) else []
    return max((*codes, *(found.exit_code for found in findings)), default=OK)


async def _look_into(
    made: Workspace, file: ConfigFile, entry: Entry, seconds: float | None
) -> Finding:
    """One server by itself: whatever it does, it is stopped before the next one."""
    inspection = await Inspector(made.allow, made.surroundings)(entry)
    session = made.pool.find(file.path, entry.name)
    if session is None:  # put() has just made it
        raise AppError(Family.CONFIGURATION, f"{entry.name} was lost", kind=Kind.MISSING)
    if entry.disabled:
        return Finding(inspection, session, Health.DISABLED)
    began = time.monotonic()
    try:
        await start(session, seconds)
    except AppError as error:
        health = Health.REFUSED if error.kind is Kind.REFUSED else Health.FAILED
        return Finding(inspection, session, health, error=error)
    finally:
        took = time.monotonic() - began
        await session.stop()
    return Finding(inspection, session, Health.READY, took)


async def _yes(question: ConsentQuestion) -> Consent:
    del question
    return Consent.ONCE


async def _nobody_asked(question: ConsentQuestion) -> Consent:
    entry = question.entry
    raise AppError(
        Family.CONFIGURATION,
        f"{entry.name} was not started",
        cause="You have not agreed to that yet, or its entry changed since.",
        hint="Agree for this run with --trust, or until it changes with:"
        f" patchbay trust {entry.file} {typed(entry.name)}",
        kind=Kind.REFUSED,
    )


def _lines(found: Finding, file: str) -> Iterator[str]:
    entry = found.inspection.entry
    transport = entry.transport.value if entry.transport else "?"
    yield visible(f"{entry.name}  {transport}  {masked_command(entry)}")
    for name, lines in (
        ("problems", [problem_line(file, each) for each in entry.problems] or ["none"]),
        ("variables", _variable_lines(found.inspection)),
        ("program", _program_lines(found.inspection)),
        ("start", _start_lines(found)),
    ):
        for place, line in enumerate(lines):
            yield f"  {(name if place == 0 else '').ljust(_NAME_WIDTH)}{line}".rstrip()


def _variable_lines(inspection: Inspection) -> list[str]:
    uses = dict.fromkeys((use.name, use.source) for use in inspection.uses)
    unset = [name for name, source in uses if source is Source.UNSET]
    told = [f"{name} is not set" for name in unset]
    by_source = [
        f"{', '.join(name for name, source in uses if source is each)} from the {each.value}"
        for each in dict.fromkeys(source for _, source in uses if source is not Source.UNSET)
    ]
    return [visible(line) for line in (*told, *by_source)]


def _program_lines(inspection: Inspection) -> list[str]:
    program = inspection.program
    if program is None:
        return []
    if program.refusal is not None:
        return [visible(program.refusal.cause)]
    return [visible(f"{program.executable}, allowed as {program.rule}")]


def _start_lines(found: Finding) -> list[str]:
    if found.error is not None:
        return error_lines(found.error)
    if found.health is Health.DISABLED:
        return ["not tried: it is disabled"]
    catalog, details = found.session.catalog, found.session.details
    counts = (
        counted(len(catalog.tools), "tool"),
        counted(len(catalog.prompts), "prompt"),
        counted(len(catalog.resources), "resource"),
    )
    who = f"{details.name} {details.version}".strip() + f" over {details.transport}"
    ready = f"ready in {found.seconds:.1f} s: {', '.join(counts)}"
    return [ready, visible(f"{who}, protocol {details.protocol}"), *_notes(found.session)]


def _notes(session: Session) -> list[str]:
    return [visible(f"note: {note.words}") for note in session.catalog.notes]


def _object(found: Finding) -> JsonObject:
    inspection, catalog = found.inspection, found.session.catalog
    entry, program, details = inspection.entry, inspection.program, found.session.details
    is_ready = found.health is Health.READY
    return {
        "name": entry.name,
        "transport": entry.transport.value if entry.transport else None,
        "problems": [problem_object(problem) for problem in entry.problems],
        "variables": [
            {"name": use.name, "field": use.field, "source": use.source.value}
            for use in inspection.uses
        ],
        "program": {"path": program.executable or None, "rule": program.rule or None}
        if program
        else None,
        "status": found.health.value,
        "server": {
            "name": details.name,
            "version": details.version,
            "transport": details.transport,
            "protocol": details.protocol,
            "tools": len(catalog.tools),
            "prompts": len(catalog.prompts),
            "resources": len(catalog.resources),
            "notes": [note.words for note in catalog.notes],
        }
        if is_ready
        else None,
        "seconds": round(found.seconds, 3) if is_ready else None,
        "error": error_object(found.error) if found.error else None,
    }


def _conclude(file: ConfigFile, name: str, findings: Sequence[Finding]) -> None:
    for problem in file.problems:
        if problem.severity is Severity.ERROR:
            tell(problem_line(name, problem))
    bad = sum(found.error is not None for found in findings)
    if len(findings) > 1:
        say(f"{counted(len(findings), 'server')}: {len(findings) - bad} fine, {bad} not.")
    elif not findings and file.parsed:
        say("No servers.")


def _has_errors(file: ConfigFile) -> bool:
    return any(problem.severity is Severity.ERROR for problem in file.problems)
