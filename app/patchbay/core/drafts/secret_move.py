"""Takes secrets out of a config: they are kept elsewhere first, then the draft refers to them."""

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, count
from pathlib import Path

from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.env_file import add_to_env_file, read_env_file
from patchbay.core.config.folders import project_folder
from patchbay.core.config.model import Entry
from patchbay.core.config.variables import env_file_path
from patchbay.core.drafts import refusals
from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.live_reading import in_thread_if_long
from patchbay.core.editing.movable import (
    Movable,
    Named,
    movable,
    moving_secrets,
    proposed_names,
)
from patchbay.core.editing.refusals import not_parsed
from patchbay.core.errors import AppError
from patchbay.core.keychain.kept import KeptSecrets, Place, check_variable_name

_NOT_FOR_FILES = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_STEM = 60


@dataclass(frozen=True, slots=True)
class EnvFile:
    """The env file that secrets can go to: what it sets, or why it cannot be used.

    `written` is how the entry is to name a new one; empty where the entry names it already.
    """

    path: Path
    is_new: bool = False
    written: str = ""
    values: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    problem: AppError | None = None


class SecretMove:
    """The secrets of one server, the names they could have, and the two places they can go to.

    What failed can be tried again: what was kept by then is found to be there.
    """

    def __init__(
        self,
        draft: Draft,
        entry: Entry,
        secrets: KeptSecrets,
        environment: Mapping[str, str],
        env_file: EnvFile,
    ) -> None:
        self._draft, self.entry = draft, entry
        self._secrets, self._environment = secrets, environment
        self.env_file = env_file
        self.found = movable(entry)
        taken = {*environment, *env_file.values, *secrets.names}
        self.names = proposed_names(entry, self.found, taken)

    async def keychain(self) -> str:
        """What people call the keychain.

        Raises:
            AppError: there is none that can be used.
        """
        return await self._secrets.keychain()

    def faults(self, chosen: Sequence[Named]) -> dict[Movable, str]:
        """What is wrong with names, as far as that can be told without unlocking anything."""
        values: dict[str, str] = {}
        found: dict[Movable, str] = {}
        for each in chosen:
            if fault := self._fault(each.name):
                found[each.secret] = fault
            elif values.setdefault(each.name, each.secret.secret) != each.secret.secret:
                found[each.secret] = f"{each.name} would be the name of two different values"
        return found

    async def to_keychain(self, chosen: Sequence[Named]) -> None:
        """Keep each value in the keychain and refer to it.

        Raises:
            AppError: a name cannot be used, or the keychain does not take a value; the draft is as
                it was.
            OSError: the list of names cannot be written; likewise.
        """
        values = self._checked(chosen)
        _refuse_others(values, self.env_file.values, "in the env file", allow_same=False)
        await self._prove(chosen, "")
        kept = await self._secrets.values(self._kept_among(values))
        _refuse_others(values, kept, "among the kept secrets")
        for name, value in values.items():
            if self._secrets.place(name) is not Place.KEYCHAIN:
                await self._secrets.keep(name, value)
        await self._draft.edit(moving_secrets(self.entry, chosen))

    async def to_env_file(self, chosen: Sequence[Named]) -> None:
        """Add each value to the env file and refer to it.

        Raises:
            AppError: a name cannot be used, or the file cannot be written; the draft is as it was.
        """
        target, server = self.env_file, self.entry.name
        if target.problem is not None:
            raise target.problem
        values = self._checked(chosen)
        if kept := self._kept_among(values):
            raise refusals.name_of_secret(min(kept), "among the kept secrets")
        await self._prove(chosen, target.written)
        held = {} if target.is_new else await asyncio.to_thread(read_env_file, target.path, server)
        _refuse_others(values, held, "in the env file")
        added = {name: value for name, value in values.items() if name not in held}
        await asyncio.to_thread(_add, target, added, server)
        self.env_file = replace(target, is_new=False)
        await self._draft.edit(moving_secrets(self.entry, chosen, target.written))

    def _fault(self, name: str) -> str:
        try:
            check_variable_name(name)
        except AppError as error:
            return f"{error.title}. {error.cause}"
        return f"{name} is set in the environment already" if name in self._environment else ""

    def _checked(self, chosen: Sequence[Named]) -> dict[str, str]:
        """The values by name."""
        for fault in self.faults(chosen).values():
            raise refusals.no_name_for_secret(fault)
        return {each.name: each.secret.secret for each in chosen}

    def _kept_among(self, names: Collection[str]) -> list[str]:
        return [name for name in names if self._secrets.place(name) is not None]

    async def _prove(self, chosen: Sequence[Named], env_file: str) -> None:
        """See that the draft can be changed, before anything is kept for it."""
        await self._draft.edited()
        source, file = self._draft.source, self._draft.file
        if source is None or not file.parsed:
            raise not_parsed(file.problems)
        operation = moving_secrets(self.entry, chosen, env_file)
        await in_thread_if_long(self._draft.text, partial(operation.apply, source, file))


async def look_for_secrets(
    draft: Draft, name: str, secrets: KeptSecrets, environment: Mapping[str, str]
) -> SecretMove:
    """The secrets that the server of this name holds, once all edits of the draft are made.

    Raises:
        AppError: there is no such server.
    """
    await draft.edited()
    entry = draft.file.entry(name)
    env_file = await asyncio.to_thread(_env_file_of, entry, environment)
    return SecretMove(draft, entry, secrets, environment, env_file)


def _env_file_of(entry: Entry, environment: Mapping[str, str]) -> EnvFile:
    try:
        path = env_file_path(entry, environment)
        if path is None:
            return _new_env_file(entry)
        if not _is_there(path):
            return EnvFile(path, is_new=True)
        return EnvFile(path, values=read_env_file(path, entry.name))
    except AppError as error:
        return EnvFile(Path(entry.env_file or ""), problem=error)
    except OSError as error:
        return EnvFile(Path(entry.env_file or ""), problem=refusals.env_file_unreachable(error))


def _new_env_file(entry: Entry) -> EnvFile:
    """Beside the config, under a name that nothing has."""
    folder = entry.file.parent
    stem = _NOT_FOR_FILES.sub("-", entry.name).strip("-")[:_LONGEST_STEM] or "server"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    paths = (folder / f"{name}.env" for name in names)
    path = next(each for each in paths if not _is_there(each))
    return EnvFile(path, is_new=True, written=_as_written(path, entry))


def _is_there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _as_written(path: Path, entry: Entry) -> str:
    """Relative to the config, as we read it; editors begin at the folder of the project."""
    project = project_folder(entry.file)
    if dialect_named(entry.dialect).editor_variables and project is not None:
        return f"${{workspaceFolder}}/{path.relative_to(project).as_posix()}"
    return path.name


def _add(target: EnvFile, values: Mapping[str, str], server: str) -> None:
    if values:
        add_to_env_file(target.path, values, server, is_new=target.is_new)


def _refuse_others(
    wanted: Mapping[str, str], held: Mapping[str, str], where: str, *, allow_same: bool = True
) -> None:
    for name, value in held.items():
        if name in wanted and not (allow_same and wanted[name] == value):
            raise refusals.name_of_secret(name, where)
