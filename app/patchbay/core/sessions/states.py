"""The one value that says how a session stands."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from patchbay.core.errors import AppError


class Stage(StrEnum):
    """The stages of a start, in words a person can read."""

    UNLOCKING = "waiting for the keychain"
    RESOLVING = "resolving variables"
    ASKING = "waiting for your consent"
    SPAWNING = "starting the program"
    WAITING = "waiting for the first reply"
    NEGOTIATING = "agreeing on a protocol"
    LISTING = "listing tools, prompts and resources"


def now() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True, slots=True)
class Stopped:
    """Not running: never started, or stopped on request."""

    since: datetime | None = None
    blocked: AppError | None = None
    """Why the last start was refused, if it was."""


@dataclass(frozen=True, slots=True)
class Starting:
    """On the way up; `began` and `entered` (of this stage) are `time.monotonic()`."""

    stage: Stage
    began: float
    entered: float = field(default_factory=time.monotonic)
    deadline: float | None = None
    """Seconds this stage may take; `None` where a person decides."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Connected and listed."""

    since: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class Stopping:
    """On the way down, on request."""

    began: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class Retry:
    """The session will connect again by itself: the `attempt`th time, at `time.monotonic()`."""

    attempt: int
    at: float


@dataclass(frozen=True, slots=True)
class Failed:
    """The start failed, or the connection ended without being asked to.

    `during` names the tools that were being called; `ran` is seconds it had been ready. With a
    `retry` the next attempt is only a matter of time; `Session.start` makes it now, `stop` ends it.
    """

    error: AppError
    short: str
    at: datetime = field(default_factory=now)
    during: tuple[str, ...] = ()
    ran: float | None = None
    retry: Retry | None = None


State: TypeAlias = Stopped | Starting | Ready | Stopping | Failed


@dataclass(frozen=True, slots=True)
class Details:
    """What is known of the running server; empty where it has not said."""

    name: str = ""
    title: str = ""
    version: str = ""
    protocol: str = ""
    transport: str = ""
    """The one in use, which may be another than the file says."""
    instructions: str = ""
    pid: int | None = None
    executable: str = ""
    command_line: str = ""
    capabilities: Mapping[str, object] = field(default_factory=dict[str, object])
