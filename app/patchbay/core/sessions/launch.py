"""What starts a stdio server: resolved, complete, checked."""

from collections.abc import Mapping
from dataclasses import dataclass

from patchbay.relay.frames import CAP, UNTOUCHED


@dataclass(frozen=True, slots=True)
class Launch:
    """One server to be started, with nothing left to look up.

    `command` is what the server sees as its own name, `executable` the resolved absolute path that
    will be executed, `env` the complete environment. When `cidfile` is given, the relay runs
    `<executable> rm -f <id>` after the stop; it adds nothing to `args` itself.
    """

    command: str
    executable: str
    args: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str | None
    encoding: str = "utf-8"
    cidfile: str | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken from a server, in bytes, and how long it is waited for, in seconds.

    Messages up to `untouched` pass as they are, those over `message_cap` are dropped. `patience`
    is the time to end by itself once stdin is closed, `mercy` the time after SIGTERM.
    """

    message_cap: int = CAP
    untouched: int = UNTOUCHED
    patience: float = 2.0
    mercy: float = 2.0
