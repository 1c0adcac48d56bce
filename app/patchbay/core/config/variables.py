"""Resolves an entry's variables, env file and folder into a definition that can be started."""

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from patchbay.core.config.built_in import BUILT_IN
from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.env_file import read_env_file
from patchbay.core.config.folders import expanded, home_folder, project_folder
from patchbay.core.config.inline_secrets import of_command_line, of_proxies, of_settings
from patchbay.core.config.model import Definition, Entry, Place, Severity
from patchbay.core.config.proxies import NO_PROXY, shown_proxy
from patchbay.core.config.references import Reference, references
from patchbay.core.config.secrets import HIDDEN, is_secret, secret_values, worth_hiding
from patchbay.core.config.usable import refuse_unusable
from patchbay.core.errors import Action, AppError, Family, Kind, Remedy
from patchbay.core.options import Waits
from patchbay.core.values import JsonPath

SSE_READ_TIMEOUT = 300.0
REACHING = ("ca_file", "client_cert", "client_key", "proxy")
"""Fields of one text each that say how a remote server is reached."""
_WAITS = Waits()
_NOTHING: Mapping[str, str] = MappingProxyType({})
_KEPT_IN = frozenset({"args", "env", "url", "headers", "proxy"})
"""What kept secrets go into. Programs, folders and files are looked for before anybody consents,
and shown as they are."""
_MAX_DEFAULTS = 10
"""How deep defaults may hold references that hold defaults."""


class Source(StrEnum):
    """Where the value of a variable comes from."""

    ENVIRONMENT = "environment"
    ENV_FILE = "env file"
    KEPT = "kept secrets"
    DEFAULT = "default"
    EDITOR = "editor"
    UNSET = "unset"


@dataclass(frozen=True, slots=True)
class Kept:
    """The person's kept secrets: the names of all, and the values of those an entry gets."""

    names: Collection[str] = ()
    values: Mapping[str, str] = field(default_factory=dict[str, str])


_NOTHING_KEPT = Kept()


@dataclass(frozen=True, slots=True)
class VariableUse:
    """One reference to a variable: its name, the field it stands in, where, and its source."""

    name: str
    field: str
    place: Place
    source: Source


def resolve(
    entry: Entry,
    environment: Mapping[str, str],
    env_file: Path | None = None,
    waits: Waits = _WAITS,
    kept: Kept = _NOTHING_KEPT,
) -> Definition:
    """Insert every variable of `entry`; `env_file` replaces the one the entry names.

    `waits` are the time-outs that hold where the entry has none. `kept` is asked where neither
    the environment nor the env file has a value.

    Raises:
        AppError: the entry has errors, a variable is unset, the env file cannot be read, or a value
            holds what no program or header can be given.
    """
    transport = entry.transport
    if entry.blocked_by_problems or transport is None:
        raise _faulty(entry)
    resolution = _Resolution(entry, environment, kept)
    file = resolution.open_env_file(env_file)
    command = resolution.text(("command",), entry.command or "")
    args = tuple(resolution.text(("args", index), text) for index, text in enumerate(entry.args))
    env = {name: resolution.text(("env", name), text) for name, text in entry.env.items()}
    url = resolution.text(("url",), entry.url or "").strip()
    headers = {
        name: resolution.text(("headers", name), text) for name, text in entry.headers.items()
    }
    cwd = resolution.text(("cwd",), entry.cwd or "")
    reaching = {name: resolution.text((name,), _written(entry, name)) for name in REACHING}
    proxy = reaching["proxy"].strip()
    resolution.refuse_if_unset()
    _refuse_shown(proxy, kept.values, entry)
    request_timeout = entry.request_timeout or waits.request
    definition = Definition(
        name=entry.name,
        file=entry.file,
        transport=transport,
        command=command.strip(),
        args=args,
        env=env,
        env_file=file,
        env_file_values=resolution.env_file_values,
        cwd=resolution.folder(cwd),
        encoding=entry.encoding or "utf-8",
        url=url,
        headers=headers,
        ca_file=resolution.file(reaching["ca_file"]),
        client_cert=resolution.file(reaching["client_cert"]),
        client_key=resolution.file(reaching["client_key"]),
        proxy=NO_PROXY if proxy.lower() == NO_PROXY else proxy,
        connect_timeout=entry.connect_timeout or waits.connect,
        sse_read_timeout=entry.sse_read_timeout or SSE_READ_TIMEOUT,
        request_timeout=request_timeout,
        total_timeout=entry.total_timeout or max(waits.total, request_timeout),
        terminate_on_close=entry.terminate_on_close,
        load_tools=entry.load_tools,
        load_prompts=entry.load_prompts,
        config=entry.config,
        protocol=entry.protocol,
        place=entry.place,
        built_in=entry.dialect == BUILT_IN,
        secrets=secret_values(
            {**resolution.env_file_values, **env}, headers, url, resolution.inserted, proxy
        )
        | worth_hiding(kept.values.values())
        | of_command_line((command, *args))
        | of_settings(entry.config)
        | of_proxies(environment),
        masked_args={
            index: shown
            for index, text in enumerate(entry.args)
            if (shown := resolution.masked(("args", index), text))
        },
        masked_url=resolution.masked(("url",), entry.url or "").strip(),
        kept_secrets=tuple(sorted(resolution.taken)),
    )
    refuse_unusable(definition, entry)
    return definition


def sources(
    entry: Entry,
    environment: Mapping[str, str],
    env_file: Path | None = None,
    kept: Collection[str] = (),
) -> tuple[VariableUse, ...]:
    """Every reference of `entry` and its source; an unreadable env file counts as an empty one.

    `kept` are the names of kept secrets.
    """
    resolution = _looked_into(entry, environment, env_file, kept)
    return tuple(
        VariableUse(
            reference.name,
            field_label(at),
            resolution.place(at),
            resolution.source_of(reference, at),
        )
        for at, text in _fields(entry)
        for reference in references(text, editor=resolution.has_editor_variables)
    )


def kept_wanted(
    entry: Entry,
    environment: Mapping[str, str],
    env_file: Path | None = None,
    kept: Collection[str] = (),
) -> frozenset[str]:
    """Which of the names of kept secrets would be inserted, in a default too."""
    if not kept or not any("${" in text for _, text in _fields(entry)):
        return frozenset()  # and no env file is read for it
    resolution = _looked_into(entry, environment, env_file, kept)
    for at, text in _fields(entry):
        resolution.text(at, text)
    return frozenset(resolution.taken)


def _looked_into(
    entry: Entry, environment: Mapping[str, str], env_file: Path | None, kept: Collection[str]
) -> "_Resolution":
    """With the env file read, as far as that can be done."""
    stand_ins = dict.fromkeys(kept, HIDDEN)
    resolution = _Resolution(entry, environment, Kept(kept, stand_ins))
    try:
        resolution.open_env_file(env_file)
    except AppError:
        resolution.env_file_values = {}
    return resolution


def env_file_path(entry: Entry, environment: Mapping[str, str]) -> Path | None:
    """Where the env file is that the entry names; nobody looks whether it is there.

    Raises:
        AppError: its path uses a variable that is unset.
    """
    return _Resolution(entry, environment, _NOTHING_KEPT).env_file_path()


def field_label(at: JsonPath) -> str:
    """A field's name for people: `command`, `argument 2`, `env API_KEY`, `header Authorization`."""
    head, *rest = at
    if not rest:
        return str(head).replace("_", " ")
    if head == "args":
        return f"argument {int(rest[0]) + 1}"
    return f"{'header' if head == 'headers' else head} {rest[0]}"


def _fields(entry: Entry) -> Iterator[tuple[JsonPath, str]]:
    yield ("env_file",), entry.env_file or ""
    yield ("command",), entry.command or ""
    yield from ((("args", index), text) for index, text in enumerate(entry.args))
    yield from ((("env", name), text) for name, text in entry.env.items())
    yield ("cwd",), entry.cwd or ""
    yield ("url",), entry.url or ""
    yield from ((("headers", name), text) for name, text in entry.headers.items())
    yield from (((name,), _written(entry, name)) for name in REACHING)


def _written(entry: Entry, name: str) -> str:
    return getattr(entry, name) or ""


@dataclass
class _Resolution:
    """The sources of one entry's variables, and what has been inserted from them."""

    entry: Entry
    environment: Mapping[str, str]
    kept: Kept
    env_file_values: dict[str, str] = field(default_factory=dict[str, str])
    inserted: dict[str, str] = field(default_factory=dict[str, str])
    taken: set[str] = field(default_factory=set[str])
    """Those of `inserted` that were kept secrets."""
    masking: bool = False
    unset: list[tuple[Reference, JsonPath]] = field(
        default_factory=list[tuple[Reference, JsonPath]]
    )

    @property
    def has_editor_variables(self) -> bool:
        return dialect_named(self.entry.dialect).editor_variables

    def place(self, at: JsonPath) -> Place:
        return self.entry.places.get(at, self.entry.place)

    def open_env_file(self, override: Path | None) -> Path | None:
        """Read the env file first: the other fields may use its variables, its own path may not."""
        if override is not None:
            path = expanded(str(override), Path.cwd(), self.environment)
        else:
            path = self.env_file_path()
        if path is not None:
            self.env_file_values = read_env_file(path, self.entry.name)
        return path

    def env_file_path(self) -> Path | None:
        if not self.entry.env_file:
            return None
        text = self.text(("env_file",), self.entry.env_file)
        self.refuse_if_unset()
        return expanded(text, self.entry.file.parent, self.environment)

    def text(self, at: JsonPath, text: str, depth: int = 0) -> str:
        if "${" not in text:
            return text
        parts: list[str] = []
        position = 0
        for reference in references(text, editor=self.has_editor_variables):
            parts += [text[position : reference.offset], self._value(reference, at, depth)]
            position = reference.end
        return "".join(parts) + text[position:]

    def masked(self, at: JsonPath, text: str) -> str:
        """`text` with every inserted secret hidden; empty when none was inserted."""
        plain = self.text(at, text)
        self.masking = True
        shown = self.text(at, text)
        self.masking = False
        return "" if shown == plain else shown

    def source_of(self, reference: Reference, at: JsonPath) -> Source:
        if reference.editor:
            return Source.EDITOR
        if reference.foreign:
            return Source.UNSET
        needs_content = reference.default is not None
        for values, source in (
            (self.environment, Source.ENVIRONMENT),
            (self.env_file_values, Source.ENV_FILE),
            (self.kept.values if at[0] in _KEPT_IN else _NOTHING, Source.KEPT),
        ):
            # As in a shell, `:-` gives the default for an empty variable too.
            if values.get(reference.name) or (reference.name in values and not needs_content):
                return source
        return Source.DEFAULT if needs_content else Source.UNSET

    def _value(self, reference: Reference, at: JsonPath, depth: int) -> str:
        source = self.source_of(reference, at)
        if source is Source.EDITOR:
            return self._editor_value(reference.name)
        if source is Source.UNSET:
            self.unset.append((reference, at))
            return ""
        if source is Source.DEFAULT:
            default = reference.default or ""
            return self.text(at, default, depth + 1) if depth < _MAX_DEFAULTS else default
        value = self._values(source)[reference.name]
        self.inserted[reference.name] = value
        if source is Source.KEPT:
            self.taken.add(reference.name)
        is_hidden = source is Source.KEPT or is_secret(reference.name, value)
        return HIDDEN if self.masking and is_hidden else value

    def _values(self, source: Source) -> Mapping[str, str]:
        if source is Source.KEPT:
            return self.kept.values
        return self.environment if source is Source.ENVIRONMENT else self.env_file_values

    def _editor_value(self, name: str) -> str:
        if name == "userHome":
            return str(home_folder(self.environment))
        if name.startswith("workspace"):
            folder = project_folder(self.entry.file) or self.entry.file.parent
            return folder.name if name.endswith("Basename") else str(folder)
        return os.sep

    def folder(self, cwd: str) -> Path:
        if cwd:
            return expanded(cwd, self.entry.file.parent, self.environment)
        return project_folder(self.entry.file) or home_folder(self.environment)

    def file(self, text: str) -> Path | None:
        return expanded(text, self.entry.file.parent, self.environment) if text else None

    def refuse_if_unset(self) -> None:
        if not self.unset:
            return
        if misplaced := [each for each in self.unset if self._is_misplaced(*each)]:
            raise _misplaced(self, misplaced)
        foreign = [each for each in self.unset if each[0].foreign]
        raise _foreign(self, foreign) if foreign else _unset(self, self.unset)

    def _is_misplaced(self, reference: Reference, at: JsonPath) -> bool:
        return reference.name in self.kept.names and at[0] not in _KEPT_IN

    def where(self, uses: list[tuple[Reference, JsonPath]]) -> str:
        return ", ".join(
            f"{reference.name} in {field_label(at)} ({self.position(at)})" for reference, at in uses
        )

    def position(self, at: JsonPath) -> str:
        place = self.place(at)
        return f"{place.line}:{place.column}"


def _faulty(entry: Entry) -> AppError:
    errors = [each for each in entry.problems if each.severity is Severity.ERROR]
    causes = [
        f"{each.message}{f' ({each.place.line}:{each.place.column})' if each.place else ''}."
        for each in errors
    ]
    return AppError(
        Family.CONFIGURATION,
        f"“{entry.name}” has mistakes in its definition",
        cause=" ".join(causes),
        hint=" ".join(each.fix for each in errors if each.fix),
        kind=Kind.REFUSED,
        evidence={"file": str(entry.file)},
    )


def _unset(resolution: _Resolution, uses: list[tuple[Reference, JsonPath]]) -> AppError:
    names = sorted({reference.name for reference, _ in uses})
    one = len(names) == 1
    return AppError(
        Family.CONFIGURATION,
        f"The variable {names[0]} is not set" if one else f"{len(names)} variables are not set",
        cause=f"“{resolution.entry.name}” uses {resolution.where(uses)}.",
        hint=f"Keep a secret for {'it' if one else 'each'}, set {'it' if one else 'them'} before"
        " starting Patchbay or in an env file,"
        f" or give a default: ${{{names[0]}:-value}}.",
        kind=Kind.REFUSED,
        evidence={"variables": ", ".join(names), "file": str(resolution.entry.file)},
        remedies=[Remedy(Action.SET_VALUE, f"Set {name}…", name) for name in names],
    )


def _misplaced(resolution: _Resolution, uses: list[tuple[Reference, JsonPath]]) -> AppError:
    reference, at = uses[0]
    return AppError(
        Family.CONFIGURATION,
        f"{reference.name} is a kept secret, which a {field_label(at)} cannot hold",
        cause=f"“{resolution.entry.name}” uses {resolution.where(uses)}. Programs, folders and"
        " files are looked for before you consent, and shown.",
        hint="Write it out there, or set the variable before starting Patchbay or in an env file.",
        kind=Kind.REFUSED,
        evidence={"variables": reference.name, "file": str(resolution.entry.file)},
    )


def _refuse_shown(proxy: str, kept: Mapping[str, str], entry: Entry) -> None:
    """Who is asked for a consent sees the proxy, but for the user and the password."""
    shown = shown_proxy(proxy) if proxy else ""
    if any(value in shown for value in kept.values()):
        raise AppError(
            Family.CONFIGURATION,
            "The address of the proxy holds a kept secret",
            cause=f"Only the user and the password of the proxy of “{entry.name}” can be one.",
            hint="Write its address out.",
            kind=Kind.REFUSED,
            evidence={"file": str(entry.file)},
        )


def _foreign(resolution: _Resolution, uses: list[tuple[Reference, JsonPath]]) -> AppError:
    names = sorted({reference.name for reference, _ in uses})
    return AppError(
        Family.CONFIGURATION,
        "A value is filled in by another program",
        cause=f"“{resolution.entry.name}” uses {resolution.where(uses)},"
        " which only the client that owns this file can ask for.",
        hint="Write ${NAME} instead and set that variable, or name it in an env file.",
        kind=Kind.REFUSED,
        evidence={"variables": ", ".join(names), "file": str(resolution.entry.file)},
    )
