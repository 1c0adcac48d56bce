"""What stands before every start: variables, allow-list, consent."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from patchbay.core.config.built_in import shown_command
from patchbay.core.config.model import Definition, Entry, Transport
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.sessions.environment import Surroundings, child_environment
from patchbay.core.sessions.launch import Launch
from patchbay.core.sessions.redaction import without
from patchbay.core.sessions.states import Stage
from patchbay.core.trust.allow import AllowList, check_address, shown_address
from patchbay.core.trust.consent import Changed, ConsentStore, Granted, Subject, Unknown, subject_of
from patchbay.core.trust.plan import StartPlan, plan
from patchbay.core.trust.question import Asker, Consent, ConsentQuestion
from patchbay.core.trust.reach import reach
from patchbay.core.trust.risks import risks
from patchbay.core.trust.rules import exact_line, placed_command

EnterStage: TypeAlias = Callable[[Stage, float | None], None]
RESOLVE_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Cleared:
    """A definition that passed: how to launch it, and its command line as written in the file."""

    definition: Definition
    launch: Launch | None
    command_line: str
    executable: str = ""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A definition with everything decided but the consent."""

    cleared: Cleared
    subject: Subject
    question: Callable[[Unknown | Changed], ConsentQuestion]


class Gate:
    """The only way to a start, for the window, the command line and everything later."""

    def __init__(
        self,
        allow: AllowList,
        consents: ConsentStore,
        surroundings: Surroundings,
        ask: Asker,
        scratch: Path,
    ) -> None:
        self.env_file: Path | None = None
        self._allow = allow
        self._consents = consents
        self._surroundings = surroundings
        self._ask = ask
        self._scratch = scratch
        self._this_sitting: set[Subject] = set()
        self._turn = asyncio.Lock()

    async def clear(self, entry: Entry, enter: EnterStage) -> Cleared:
        """Resolve, check and ask.

        Raises:
            AppError: kind REFUSED when something is not allowed, not trusted or unset.
        """
        secrets = await self._secrets(entry, enter)
        enter(Stage.RESOLVING, RESOLVE_SECONDS)
        async with self._turn:  # many starts at once would keep the loop from everything else
            prepared = await self._prepare(entry, secrets)
        cleared = prepared.cleared
        if cleared.definition.built_in or prepared.subject in self._this_sitting:
            return cleared
        decision = self._consents.check(prepared.subject)
        if isinstance(decision, Granted):
            return cleared
        enter(Stage.ASKING, None)
        answer = await self._ask(prepared.question(decision))
        if answer is Consent.REFUSED:
            raise AppError(
                Family.CONFIGURATION,
                f"{entry.name} was not started",
                cause="You did not give your consent.",
                hint="Start it again to be asked again.",
                kind=Kind.REFUSED,
            )
        self._this_sitting.add(prepared.subject)
        if answer is Consent.ALWAYS:
            self._consents.remember(prepared.subject)
        return cleared

    async def trust(self, entry: Entry) -> Subject:
        """Remember a consent without starting anything."""
        prepared = await self.prepare(entry)
        self._consents.remember(prepared.subject)
        return prepared.subject

    def forget(self, subject: Subject) -> None:
        """Take a consent back: also one that was to last only for this sitting.

        Raises:
            OSError: the consents cannot be written.
        """
        self._consents.forget(subject)
        self._this_sitting = {
            each
            for each in self._this_sitting
            if (each.file, each.name) != (subject.file, subject.name)
        }

    def forget_all(self) -> None:
        """Take every consent back.

        Raises:
            OSError: the consents cannot be written.
        """
        self._consents.forget_all()
        self._this_sitting.clear()

    async def permit(self, entry: Entry, *, this_line_only: bool) -> None:
        """Allow the program of an entry, or just its exact command line, from now on.

        Raises:
            AppError: the entry cannot be resolved, or the rule is of no use.
            OSError: the settings cannot be written.
        """
        secrets = await self._secrets(entry)
        definition = self._surroundings.resolved(entry, self.env_file, secrets)
        command = placed_command(definition)
        self._allow.add(exact_line(definition) if this_line_only else command)

    async def _secrets(self, entry: Entry, enter: EnterStage | None = None) -> Mapping[str, str]:
        """Before the consent, as an address may be one; nobody gets them without it."""
        self._surroundings.look_for_secrets()  # another Patchbay may have kept some
        names = self._surroundings.secrets_of(entry, self.env_file)
        if names and enter is not None:
            enter(Stage.UNLOCKING, None)
        return await self._surroundings.unlocked(names)

    async def prepare(self, entry: Entry) -> Prepared:
        """Everything up to the consent; starts nothing."""
        return await self._prepare(entry, await self._secrets(entry))

    async def _prepare(self, entry: Entry, secrets: Mapping[str, str]) -> Prepared:
        try:
            return await self._decided(entry, secrets)
        except AppError as error:
            raise without(secrets.values(), error)  # noqa: B904 - it is the same one

    async def _decided(self, entry: Entry, secrets: Mapping[str, str]) -> Prepared:
        definition = self._surroundings.resolved(entry, self.env_file, secrets)
        if definition.transport is not Transport.STDIO:
            return self._prepare_remote(entry, definition)
        base = await self._surroundings.base()
        environment = child_environment(definition, base)
        # Never the entry's own PATH: a config must not choose which `npx` is run.
        # In a thread: the folders of a search path may be slow, and a missing program is looked
        # for in more of them.
        allowed = await asyncio.to_thread(self._allow.check, definition, base.get("PATH", ""))
        start = plan(definition, allowed, self._scratch)
        return self._prepare_stdio(entry, start, environment, tuple(base))

    def _prepare_stdio(
        self,
        entry: Entry,
        start: StartPlan,
        environment: Mapping[str, str],
        basics: tuple[str, ...],
    ) -> Prepared:
        definition = start.definition
        folder = str(definition.cwd or Path.home())
        launch = Launch(
            command=definition.command,
            executable=start.executable,
            args=start.args,
            env=environment,
            cwd=folder,
            encoding=definition.encoding,
            cidfile=str(start.cidfile) if start.cidfile else None,
        )
        shown = "" if definition.built_in else start.executable
        cleared = Cleared(definition, launch, shown_command(entry), shown)
        variables = tuple(sorted({*definition.env, *definition.env_file_values}))

        def question(decision: Unknown | Changed) -> ConsentQuestion:
            found = risks(start)
            return ConsentQuestion(
                entry,
                decision,
                start,
                address="",
                folder=folder,
                variables=variables,
                basics=basics,
                risks=found,
                secrets=definition.kept_secrets,
            )

        return Prepared(cleared, subject_of(entry, definition, start.executable), question)

    def _prepare_remote(self, entry: Entry, definition: Definition) -> Prepared:
        check_address(definition.url, self._allow.hosts)
        written = shown_command(entry)
        variables = tuple(sorted(definition.headers))

        def question(decision: Unknown | Changed) -> ConsentQuestion:
            address = shown_address(definition)
            found = reach(definition)
            return ConsentQuestion(
                entry,
                decision,
                None,
                address=address,
                folder="",
                variables=variables,
                basics=(),
                risks=(),
                reach=found,
                secrets=definition.kept_secrets,
            )

        cleared = Cleared(definition, None, written)
        return Prepared(cleared, subject_of(entry, definition, ""), question)
