"""Looks up what an entry would come to on this computer, without starting anything."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from patchbay.core.config.model import Definition, Entry, Transport
from patchbay.core.config.references import without_references
from patchbay.core.config.secrets import secret_values
from patchbay.core.config.variables import VariableUse
from patchbay.core.errors import AppError
from patchbay.core.sessions.environment import NO_SECRETS, Surroundings, child_environment
from patchbay.core.trust.allow import Allowed, AllowList
from patchbay.core.trust.plan import plan
from patchbay.core.trust.refusals import NotAllowed


@dataclass(frozen=True, slots=True)
class ChildVariable:
    """One variable the server gets; `origin` is said to people."""

    name: str
    value: str
    origin: str
    is_secret: bool


@dataclass(frozen=True, slots=True)
class Program:
    """What the command comes to: a place on the disk, and whether it may run and why."""

    executable: str = ""
    rule: str = ""
    refusal: AppError | None = None

    @property
    def is_blocked(self) -> bool:
        return isinstance(self.refusal, NotAllowed)


@dataclass(frozen=True, slots=True)
class ChildLaunch:
    """How the server's process is made; `shown_args` are `args` with inserted secrets hidden."""

    program: str
    args: tuple[str, ...]
    shown_args: tuple[str, ...]
    folder: str
    encoding: str


@dataclass(frozen=True, slots=True)
class Inspection:
    """What an entry would come to now. `definition` is missing while `refusal` stops a start.

    `launch` is there when nothing but a consent stands in the way of a stdio server.
    """

    entry: Entry
    definition: Definition | None
    refusal: AppError | None
    program: Program | None
    uses: tuple[VariableUse, ...]
    child: tuple[ChildVariable, ...]
    launch: ChildLaunch | None = None


class Inspector:
    """Asks the allow-list and the surroundings that a start would ask."""

    def __init__(self, allow: AllowList, surroundings: Surroundings) -> None:
        self._allow, self._surroundings = allow, surroundings

    async def __call__(self, entry: Entry) -> Inspection:
        around = self._surroundings
        base = await around.base()
        names = await asyncio.to_thread(around.secrets_of, entry)
        try:
            secrets = await around.unlocked(names)
        except AppError as error:
            found = await asyncio.to_thread(inspect, entry, around, base, self._allow)
            return replace(found, refusal=error)
        return await asyncio.to_thread(inspect, entry, around, base, self._allow, secrets)


def inspect(
    entry: Entry,
    surroundings: Surroundings,
    base: Mapping[str, str],
    allow: AllowList,
    secrets: Mapping[str, str] = NO_SECRETS,
) -> Inspection:
    """Reads the env file and looks for the program: not for the window's thread."""
    definition, refusal = _resolved(entry, surroundings, secrets)
    # What an unset variable or a missing env file stops is still worth showing: its command.
    launchable = definition or _resolved(_bare(entry), surroundings, secrets)[0]
    program = None
    if launchable is not None and launchable.transport is Transport.STDIO:
        program = _program(launchable, base, allow)
    child, launch = (), None
    if definition is not None and definition.transport is Transport.STDIO:
        child = tuple(_child(definition, base))
        launch = _launch(definition, program)
    uses = surroundings.sources(entry)
    return Inspection(entry, definition, refusal, program, uses, child, launch)


def hides(name: str, value: str) -> bool:
    """Whether a configured value looks secret; what a reference brings in is not written there."""
    return bool(secret_values({name: without_references(value)}, {}, "", {}))


def hides_header(name: str, value: str) -> bool:
    return bool(secret_values({}, {name: without_references(value)}, "", {}))


def _resolved(
    entry: Entry, surroundings: Surroundings, secrets: Mapping[str, str]
) -> tuple[Definition | None, AppError | None]:
    try:
        return surroundings.resolved(entry, secrets=secrets), None
    except AppError as error:
        return None, error


def _bare(entry: Entry) -> Entry:
    return replace(entry, env={}, headers={}, env_file=None)


def _program(definition: Definition, base: Mapping[str, str], allow: AllowList) -> Program:
    try:
        # As at a start: never the entry's own PATH.
        allowed = allow.check(definition, base.get("PATH", ""))
    except NotAllowed as error:
        return Program(str(error.executable or ""), refusal=error)
    except AppError as error:
        return Program(refusal=error)
    return Program(allowed.executable, allowed.rule)


def _launch(definition: Definition, program: Program | None) -> ChildLaunch | None:
    if program is None or program.refusal is not None:
        return None
    start = plan(definition, Allowed(program.executable, program.rule))
    folder = str(definition.cwd or Path.home())
    shown = start.shown[1:]
    return ChildLaunch(start.executable, start.args, shown, folder, definition.encoding)


def _child(definition: Definition, base: Mapping[str, str]) -> Iterator[ChildVariable]:
    own, from_file = definition.env, definition.env_file_values
    for name, value in sorted(child_environment(definition, base).items()):
        if name in own:
            origin = "this entry"
        else:
            origin = "env file" if name in from_file else "your environment"
        known = any(secret in value for secret in definition.secrets)
        yield ChildVariable(name, value, origin, known or hides(name, value))
