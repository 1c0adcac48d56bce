"""Which secrets are kept for the person, and the way to them."""

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import TypeVar

from typing_extensions import override

from patchbay.core.config.references import VARIABLE_NAME
from patchbay.core.errors import Action, AppError, Family, Kind, Remedy
from patchbay.core.events import Event
from patchbay.core.keychain.vault import Vault, VaultError, system_vault
from patchbay.core.own_files import locked, read_object, set_aside, write_privately
from patchbay.core.own_thread import in_own_thread
from patchbay.core.values import as_list, is_plain_text

T = TypeVar("T")

_LONGEST_NAME = 200
_WINDOWS_ROOM = 1_280
"""Characters; the Credential Manager takes 2,560 bytes of UTF-16 (wincred.h)."""


class Place(Enum):
    """Where a secret is kept."""

    KEYCHAIN = "keychain"
    MEMORY = "memory"
    """Until this Patchbay ends."""


class KeptSecrets:
    """Gives `${NAME}` a value where neither the environment nor an env file does.

    The values are in the keychain of the system or in memory; the file at `index` holds the names
    of the former, so that one can know what is set without unlocking anything.
    """

    def __init__(self, index: Path, find_vault: Callable[[], Vault] = system_vault) -> None:
        self.changed: Event[None] = Event()
        self._index = index
        self._find_vault = find_vault
        self._vault: Vault | None = None
        self._here: dict[str, str] = {}
        self._names = _read(index)[0]

    @property
    def names(self) -> Collection[str]:
        """Every name with a value, in alphabetical order."""
        return sorted({*self._names, *self._here})

    def place(self, name: str) -> Place | None:
        if name in self._here:
            return Place.MEMORY
        return Place.KEYCHAIN if name in self._names else None

    def over(self, environment: Mapping[str, str]) -> Mapping[str, str]:
        """`environment` as it stands with what is kept: each name is set, its value is not told."""
        return _Counted(environment, self)

    def load(self) -> None:
        """Read the names again: another Patchbay may have changed them."""
        before = self._names
        self._names = _read(self._index)[0]
        if self._names != before:
            self.changed.emit(None)

    async def keychain(self) -> str:
        """What people call the keychain of this system.

        Raises:
            AppError: there is none that can be used.
        """
        return (await self._reached()).label

    async def keep(self, name: str, value: str, place: Place = Place.KEYCHAIN) -> None:
        """Keep a value under a name, instead of what was kept under it.

        Raises:
            AppError: the name or the value cannot be used, or the keychain does not take it.
            OSError: the list of names cannot be written.
        """
        _check(name, value)
        if place is Place.MEMORY:
            self._here[name] = value
        else:
            await self._put(name, value)
            self._here.pop(name, None)
        self.changed.emit(None)

    async def forget(self, name: str) -> None:
        """Let go of a value; one that the keychain has lost already is forgotten, too.

        Raises:
            AppError: the keychain cannot be reached; it stays listed.
            OSError: the list of names cannot be written.
        """
        if name in self._names:
            await self._asked(name, "taken out", lambda vault: vault.remove(name))
            self._note(lambda names: names - {name})
        self._here.pop(name, None)
        self.changed.emit(None)

    async def values(self, names: Collection[str]) -> dict[str, str]:
        """What is kept under these names.

        Raises:
            AppError: the keychain cannot be reached, stays locked, or has lost one.
        """
        found = {name: self._here[name] for name in names if name in self._here}
        for name in sorted(set(names) - found.keys()):
            value = await self._asked(name, "read", lambda vault, name=name: vault.get(name))
            if not value:
                raise _lost(name)
            found[name] = value
        return found

    async def _put(self, name: str, value: str) -> None:
        """Listed first: who waits no more for the keychain may still be let in by it."""
        is_new = name not in self._names
        self._note(lambda names: names | {name})
        try:
            await self._asked(name, "kept", lambda vault: vault.put(name, value))
        except AppError:
            if is_new:
                self._note(lambda names: names - {name})
            raise

    async def _reached(self) -> Vault:
        if self._vault is None:
            try:
                self._vault = await in_own_thread(self._find_vault, "keychain")
            except VaultError as error:
                raise _no_keychain(error) from error
        return self._vault

    async def _asked(self, name: str, what: str, work: Callable[[Vault], T]) -> T:
        vault = await self._reached()
        try:
            return await in_own_thread(lambda: work(vault), "keychain")
        except VaultError as error:
            raise AppError(
                Family.CONFIGURATION,
                f"{name} could not be {what}: the keychain does not let Patchbay",
                cause=f"{vault.label[:1].upper()}{vault.label[1:]} says: {error}",
                hint="Unlock it and try again, or set the variable before starting Patchbay or in"
                " an env file.",
                kind=Kind.REFUSED,
                short="keychain",
                evidence={"variable": name},
            ) from error

    def _note(self, change: Callable[[frozenset[str]], frozenset[str]]) -> None:
        with locked(self._index):
            names, problem = _read(self._index)
            if problem:
                set_aside(self._index)
            self._names = change(names)
            write_privately(self._index, json.dumps({"names": sorted(self._names)}, indent=2))


class _Counted(Mapping[str, str]):
    """Live: what is kept later counts, too."""

    def __init__(self, environment: Mapping[str, str], kept: KeptSecrets) -> None:
        self._environment, self._kept = environment, kept

    @override
    def __getitem__(self, name: str) -> str:
        if name in self._environment:
            return self._environment[name]
        if self._kept.place(name) is None:
            raise KeyError(name)
        return "•••"

    @override
    def __iter__(self) -> Iterator[str]:
        yield from self._environment
        yield from (name for name in self._kept.names if name not in self._environment)

    @override
    def __len__(self) -> int:
        return len({*self._environment, *self._kept.names})


def is_variable_name(name: str) -> bool:
    """Whether `${name}` is a reference."""
    return len(name) <= _LONGEST_NAME and VARIABLE_NAME.fullmatch(name) is not None


def check_variable_name(name: str) -> None:
    """Ask whether something can be kept under `name`.

    Raises:
        AppError: `${name}` would be no reference.
    """
    if not is_variable_name(name):
        raise _refusal(
            f"“{name[:60]}” is no name of a variable",
            "A name holds letters, digits and _, and begins with no digit.",
        )


def _check(name: str, value: str) -> None:
    check_variable_name(name)
    if not value:
        raise _refusal(f"{name} would be empty", "There is nothing to keep.")
    if not is_plain_text(value):
        raise _refusal(
            f"The value of {name} cannot be used", "It holds a character that is no text."
        )
    if os.name == "nt" and len(value.encode("utf-16-le")) // 2 > _WINDOWS_ROOM:
        raise _refusal(
            f"The value of {name} is too long",
            f"The Windows Credential Manager takes {_WINDOWS_ROOM:,} characters.",
        )


def _lost(name: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"The keychain has no value for {name}",
        cause="It was taken out there, or never arrived.",
        hint="Set it again, or forget it on the settings page.",
        kind=Kind.REFUSED,
        short="keychain",
        evidence={"variable": name},
        remedies=[Remedy(Action.SET_VALUE, f"Set {name}…", name)],
    )


def _refusal(title: str, cause: str) -> AppError:
    return AppError(Family.CONFIGURATION, title, cause=cause, kind=Kind.REFUSED)


def _no_keychain(error: VaultError) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "There is no keychain that Patchbay can use",
        cause=f"{error} On Linux it is a running service such as gnome-keyring or KWallet.",
        hint="Set the variable before starting Patchbay or in an env file, or keep it in"
        " the window until Patchbay is closed.",
        kind=Kind.REFUSED,
        short="keychain",
    )


def _read(index: Path) -> tuple[frozenset[str], str]:
    found, problem = read_object(index)
    listed = (each for each in as_list(found.get("names")) if isinstance(each, str))
    return frozenset(filter(is_variable_name, listed)), problem
