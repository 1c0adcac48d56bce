"""Finds the programs that most servers are started with, and asks each for its version."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.config.folders import home_folder
from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import AppError
from patchbay.core.sessions.environment import Surroundings
from patchbay.core.trust.allow import AllowList
from patchbay.core.trust.programs import find_elsewhere
from patchbay.core.trust.refusals import NotAllowed

RUNNERS: Mapping[str, str] = {
    "npx": "install Node.js, which brings it",
    "uvx": "install uv, which brings it",
    "docker": "install Docker Engine, Docker Desktop, or Podman with its docker command",
}
"""What is looked for, and how to get it."""

_SECONDS = 5.0
_LOOK = 0.1
"""Seconds between two looks whether the answer is still wanted."""
_VERSION = re.compile(r"\d+(?:\.\d+)+")
_QUIET = {
    "npm_config_update_notifier": "false",
    "NO_UPDATE_NOTIFIER": "1",
    "UV_OFFLINE": "1",
    "MISE_OFFLINE": "1",
    "DOCKER_CLI_HINTS": "false",
}
"""A question for a version is no reason to reach for the network."""


@dataclass(frozen=True, slots=True)
class Runner:
    """A program that starts servers, its version if it told one, and what to know or do else."""

    name: str
    path: Path | None = None
    version: str = ""
    advice: str = ""


async def find_runners(surroundings: Surroundings, allow: AllowList) -> tuple[Runner, ...]:
    """Each of them as a start would find it; one that may not be started is not asked."""
    environment = await surroundings.base()
    given_up = threading.Event()

    def look_for(name: str) -> Runner:
        return _Look(environment, allow, given_up).look_for(name)

    try:
        looks = [asyncio.to_thread(look_for, name) for name in RUNNERS]
        return tuple(await asyncio.gather(*looks))
    finally:
        given_up.set()


class _Look:
    """Looks for programs in one environment until nobody wants to know any more; blocks."""

    def __init__(
        self, environment: Mapping[str, str], allow: AllowList, given_up: threading.Event
    ) -> None:
        self._environment, self._allow, self._given_up = environment, allow, given_up

    def look_for(self, name: str) -> Runner:
        wanted = Definition(name, Path(name), Transport.STDIO, command=name)
        try:
            found = self._allow.check(wanted, self._environment.get("PATH", ""))
        except NotAllowed as error:
            return _missing(name) if error.executable is None else _blocked(name, error.executable)
        except AppError:
            return _missing(name)
        return self._ask(name, Path(found.executable))

    def _ask(self, name: str, path: Path) -> Runner:
        try:
            process = subprocess.Popen(  # noqa: S603 - found and allowed as for a start
                [str(path), "--version"],
                env={**self._environment, **_QUIET},
                cwd=home_folder(self._environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError) as error:
            return Runner(name, path, advice=f"it cannot be run: {error}")
        try:
            return self._heard(name, path, process)
        finally:
            _end(process)

    def _heard(self, name: str, path: Path, process: "subprocess.Popen[bytes]") -> Runner:
        said = self._wait(process)
        version = _VERSION.search(said.decode(errors="replace")) if said is not None else None
        if version is not None and process.returncode == 0:
            return Runner(name, path, version[0])
        if said is None:
            return Runner(name, path, advice=f"it told no version within {_SECONDS:.0f} s")
        return Runner(name, path, advice=f"“{name} --version” failed; run it in a terminal")

    def _wait(self, process: "subprocess.Popen[bytes]") -> bytes | None:
        """All it said, once it has ended; nothing when it takes too long or nobody waits."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline and not self._given_up.is_set():
            with suppress(subprocess.TimeoutExpired):
                return process.communicate(timeout=_LOOK)[0]
        return None


def _missing(name: str) -> Runner:
    elsewhere = find_elsewhere(name)
    if elsewhere:
        folder = elsewhere[0].parent
        return Runner(name, advice=f"it is in {folder}: add that to the PATH of your login shell")
    return Runner(name, advice=RUNNERS[name])


def _blocked(name: str, path: Path) -> Runner:
    return Runner(name, path, advice="it is not on the allow-list, so no server can use it")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End what still runs, with all that it started."""
    with suppress(OSError):
        process.kill() if sys.platform == "win32" else os.killpg(process.pid, signal.SIGKILL)
    if process.stdout is not None:
        process.stdout.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(1)
