"""What a server definition is: as written in a file, and as resolved for a start."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from patchbay.core.config.inline_secrets import masked_words
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import Json, JsonPath


class Transport(StrEnum):
    """How Patchbay and a server talk."""

    STDIO = "stdio"
    HTTP = "http"
    SSE = "sse"
    WEBSOCKET = "websocket"


class Severity(StrEnum):
    """An error stops the start; a warning is likely a mistake; a note explains a choice."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a file; both count from 1, columns in code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file: what, where, and what to do about it."""

    severity: Severity
    message: str
    fix: str = ""
    place: Place | None = None
    path: JsonPath = ()
    variable: str = ""
    """The variable that was not set when the file was read, if that is the problem."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One server as written in a file; nothing is resolved, nothing is checked against the machine.

    `places` tells where a field stands, by the key path inside the entry: `("env", "KEY")`.
    Time-outs are seconds; `None` means unsaid.
    """

    name: str
    file: Path
    dialect: str
    transport: Transport | None
    command: str | None = None
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    env_file: str | None = None
    cwd: str | None = None
    encoding: str | None = None
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    ca_file: str | None = None
    client_cert: str | None = None
    client_key: str | None = None
    proxy: str | None = None
    connect_timeout: float | None = None
    sse_read_timeout: float | None = None
    request_timeout: float | None = None
    total_timeout: float | None = None
    terminate_on_close: bool = True
    load_tools: bool = True
    load_prompts: bool = True
    config: Json = None
    protocol: str = "auto"
    disabled: bool = False
    description: str = ""
    place: Place = Place(1, 1)
    span: tuple[int, int] = (0, 0)
    places: Mapping[JsonPath, Place] = field(default_factory=dict[JsonPath, Place])
    problems: tuple[Problem, ...] = ()
    source: str = ""
    """The entry's own text, exactly as it stands in the file."""
    path: JsonPath = ()
    """Where it stands in the document; the last step is its name, or its index in a list."""
    keys: tuple[str, ...] = ()
    """Its keys in the order of the file."""
    kept: tuple[str, ...] = ()
    """The keys that Patchbay does not read; they stay as they are."""
    parked: bool = False
    """It was taken out of the file to disable it; Patchbay keeps it."""

    @property
    def settings(self) -> "Entry":
        """What a start depends on: the entry without its place, its looks and its remarks."""
        return replace(
            self,
            place=Place(1, 1),
            span=(0, 0),
            places={},
            path=(),
            problems=(),
            source="",
            keys=(),
            kept=(),
            description="",
            disabled=False,
            parked=False,
        )

    @property
    def blocked_by_problems(self) -> bool:
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    @property
    def obstacles(self) -> tuple[Problem, ...]:
        """What stops a start: errors, and variables that were not set when the file was read."""
        return tuple(
            problem
            for problem in self.problems
            if problem.severity is Severity.ERROR or problem.variable
        )


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A config file that was read: its servers and its problems.

    `parsed` is false when the text could not be understood; then there are no entries and the
    file must not be written.
    """

    path: Path
    label: str
    dialect: str
    text: str
    parsed: bool
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()

    def entry(self, name: str) -> Entry:
        """The server of this name.

        Raises:
            AppError: the file has no such server, or could not be understood at all.
        """
        for entry in self.entries:
            if entry.name == name:
                return entry
        if not self.parsed:
            raise AppError(
                Family.CONFIGURATION,
                f"{self.path} cannot be read as a config",
                cause=self.problems[0].message if self.problems else "",
                hint=f"See all that is wrong with it: patchbay check {self.path}",
                kind=Kind.MISSING,
            )
        names = ", ".join(entry.name for entry in self.entries) or "none"
        raise AppError(
            Family.CONFIGURATION,
            f"There is no server “{name}” in {self.path}",
            cause=f"It has: {names}.",
            kind=Kind.MISSING,
        )


@dataclass(frozen=True, slots=True)
class Definition:
    """One server with every variable resolved, ready for allow-list, consent and transport.

    `env` is the entry's own environment, `env_file_values` what its env file adds below it.
    `secrets` are the values that must never be shown: what came out of variables, env files,
    environments and headers, and what stands in addresses, behind options and in `config`.
    `masked_args` holds, by their place, the arguments that a secret was inserted into, with that
    part hidden; `masked_url` is such an address. What is written in the file itself is never hidden
    there: it tells what runs. Of a call, `request_timeout` bounds the silence and `total_timeout`
    the whole; both and all other time-outs are seconds. An empty `proxy` means the one of the
    environment, `none` means no proxy.
    """

    name: str
    file: Path
    transport: Transport
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    env_file: Path | None = None
    env_file_values: Mapping[str, str] = field(default_factory=dict[str, str])
    cwd: Path | None = None
    encoding: str = "utf-8"
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    ca_file: Path | None = None
    client_cert: Path | None = None
    client_key: Path | None = None
    proxy: str = ""
    connect_timeout: float = 60.0
    sse_read_timeout: float = 300.0
    request_timeout: float = 60.0
    total_timeout: float = 3600.0
    terminate_on_close: bool = True
    load_tools: bool = True
    load_prompts: bool = True
    config: Json = None
    protocol: str = "auto"
    place: Place = Place(1, 1)
    built_in: bool = False
    secrets: frozenset[str] = frozenset()
    masked_args: Mapping[int, str] = field(default_factory=dict[int, str])
    masked_url: str = ""
    kept_secrets: tuple[str, ...] = ()
    """The names of the person's kept secrets that were inserted."""

    @property
    def shown_args(self) -> tuple[str, ...]:
        """The arguments for people."""
        return tuple(self.masked_args.get(index, arg) for index, arg in enumerate(self.args))

    @property
    def kept_args(self) -> Mapping[int, str]:
        """As `masked_args`, and those with a secret written out: for files and for errors.

        Who is asked for a consent has to see what runs; who reads the answer later has not.
        """
        return {**masked_words(self.command, self.args), **self.masked_args}

    @property
    def shown_url(self) -> str:
        return self.masked_url or self.url
