"""Whether there is a newer version: asked only when a person wants it, at one address."""

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from patchbay import __version__
from patchbay.core.config.addresses import is_loopback
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.events import Event
from patchbay.core.own_files import read_object, write_privately
from patchbay.core.settings import SettingsStore
from patchbay.core.values import as_text

_log = logging.getLogger(__name__)
VARIABLE = "PATCHBAY_UPDATE_URL"
_PAUSE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Asked:
    """When the address was asked last, and the version it told; empty when it told none."""

    at: datetime
    version: str


class UpdateCheck:
    """Asks for a version number, and remembers when it did.

    The environment variable stands above the address in the settings.
    """

    def __init__(
        self, settings: SettingsStore, memory: Path, environment: Mapping[str, str]
    ) -> None:
        self.changed = Event[None]()
        self._settings = settings
        self._memory = memory
        self._environment = environment
        self.last = self._remembered()

    @property
    def address(self) -> str:
        return self._environment.get(VARIABLE) or self._settings.settings.update_address.strip()

    @property
    def address_is_given(self) -> bool:
        """The environment gives the address, and not the settings."""
        return bool(self._environment.get(VARIABLE))

    @property
    def newer(self) -> str:
        """The version that is there and newer than this one; empty when none is known."""
        told = self.last.version if self.last else ""
        return told if is_newer(told, __version__) else ""

    async def ask_if_due(self) -> None:
        """At a start: ask if a person turned that on and nobody was asked within a day."""
        is_recent = self.last is not None and _is_recent(self.last.at)
        if not self._settings.settings.update_check or not self.address or is_recent:
            return
        try:
            await self.ask()
        except AppError as error:
            _log.info("The newest version is not known: %s", error)

    async def ask(self) -> Asked:
        """Ask now.

        Raises:
            AppError: there is no address, or it tells no version.
        """
        address = self.address
        _refuse_unfit(address)
        self._take(Asked(datetime.now().astimezone(), self.last.version if self.last else ""))
        page = await asyncio.to_thread(import_module, "patchbay.core.update_page")
        try:
            version: str = await page.read_version(address)
        except page.UnreadableError as error:
            raise AppError(
                Family.CONNECTION,
                "The newest version is not known",
                cause=f"{address} was asked. {error}",
                hint="Try again later, or correct the address.",
            ) from error
        asked = Asked(datetime.now().astimezone(), version)
        self._take(asked)
        return asked

    def _take(self, asked: Asked) -> None:
        self.last = asked
        known = {"asked": asked.at.isoformat(), "version": asked.version}
        try:
            write_privately(self._memory, json.dumps(known, indent=2) + "\n")
        except OSError as error:
            _log.warning("When the newest version was asked for is not remembered: %s", error)
        self.changed.emit(None)

    def _remembered(self) -> Asked | None:
        raw, _ = read_object(self._memory)
        try:
            at = datetime.fromisoformat(as_text(raw.get("asked")))
        except ValueError:
            return None
        return Asked(at.astimezone(), as_text(raw.get("version")))


def is_newer(version: str, than: str) -> bool:
    """By the numbers alone: a preview of a version is not newer than that version."""
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"v?(\d+(?:\.\d+)*)", version, re.ASCII)
    numbers = [int(each) for each in found[1].split(".")] if found else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _is_recent(at: datetime) -> bool:
    """A clock that was set back must not keep anybody waiting."""
    return timedelta() <= datetime.now().astimezone() - at < _PAUSE


def _refuse_unfit(address: str) -> None:
    if not address:
        raise AppError(
            Family.CONFIGURATION,
            "Nobody can be asked for the newest version",
            cause="No address is set.",
            kind=Kind.MISSING,
        )
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").lower()
    except ValueError:
        parts, host = urlsplit(""), ""
    if host and (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))):
        return
    raise AppError(
        Family.CONFIGURATION,
        "The address of the newest version cannot be used",
        cause="It does not begin with https:// and a host.",
        hint="Correct the address.",
        kind=Kind.REFUSED,
    )
