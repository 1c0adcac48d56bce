"""Consent: a person's remembered yes to one exact server definition."""

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

from patchbay.core.config.model import Definition, Entry, Transport
from patchbay.core.config.references import references
from patchbay.core.own_files import read_object, set_aside, write_privately
from patchbay.core.trust.rules import hidden
from patchbay.core.values import Json, JsonObject, as_list, is_list, is_object


@dataclass(frozen=True, slots=True)
class Subject:
    """What a consent is bound to; it names variables and headers but never holds their values.

    `args` are the resolved ones, except that an argument with a secret in it stands as it is
    written in the file.
    """

    file: str
    name: str
    transport: str
    command: str = ""
    executable: str = ""
    args: tuple[str, ...] = ()
    folder: str = ""
    variables: tuple[str, ...] = ()
    env_file: str = ""
    url: str = ""
    headers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between what was consented to and what is there now, for people."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Granted:
    """The person has said yes to exactly this."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The person was never asked."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The person has said yes to something else under this name."""

    before: Subject
    changes: tuple[Change, ...]


Verdict: TypeAlias = Granted | Unknown | Changed

_LABELS = {
    "transport": "Transport",
    "command": "Command",
    "executable": "Program",
    "args": "Arguments",
    "folder": "Folder",
    "variables": "Variables",
    "env_file": "Env file",
    "url": "Address",
    "headers": "Headers",
}


def subject_of(entry: Entry, definition: Definition, executable: str = "") -> Subject:
    """What to ask about: `entry` as written, `definition` as resolved, the program as found."""
    common = Subject(str(entry.file), entry.name, str(definition.transport))
    if definition.transport is not Transport.STDIO:
        return _of_remote(common, entry, definition)
    return Subject(
        file=common.file,
        name=common.name,
        transport=common.transport,
        command=_unless_secret(definition.command, entry.command or "", definition),
        executable=executable,
        args=tuple(
            _unless_secret(argument, written, definition)
            for argument, written in zip(definition.args, entry.args, strict=True)
        ),
        folder=str(definition.cwd or ""),
        variables=_variables(entry),
        env_file=str(definition.env_file or ""),
    )


def _of_remote(common: Subject, entry: Entry, definition: Definition) -> Subject:
    return Subject(
        file=common.file,
        name=common.name,
        transport=common.transport,
        variables=_variables(entry),
        env_file=str(definition.env_file or ""),
        url=_unless_secret(
            _without_query(definition.url), _without_query(entry.url or ""), definition
        ),
        headers=tuple(sorted(definition.headers)),
    )


def _unless_secret(resolved: str, written: str, definition: Definition) -> str:
    if not any(secret in resolved for secret in definition.secrets):
        return resolved
    # What is written may itself hold the secret: a token typed into the file.
    return hidden(written, definition.secrets)


def _without_query(url: str) -> str:
    scheme, mark, rest = url.partition("#")[0].partition("?")[0].rpartition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rsplit('@', 1)[-1]}{slash}{path}"


def _variables(entry: Entry) -> tuple[str, ...]:
    """Names the server gets, and names inserted into what is run."""
    texts = [entry.command or "", *entry.args, *entry.env.values(), entry.url or ""]
    texts += entry.headers.values()
    used = {reference.name for text in texts for reference in references(text)}
    return tuple(sorted({*entry.env, *used}))


class ConsentStore:
    """Keeps consents in one file; reads it each time, because the command line writes it too."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def check(self, subject: Subject) -> Verdict:
        known = next(
            (each for each in self.all() if _same_entry(each, subject)),
            None,
        )
        if known is None:
            return Unknown()
        return Granted() if known == subject else Changed(known, _changes(known, subject))

    def remember(self, subject: Subject) -> None:
        """Replace what was consented to for this file and name.

        Raises:
            OSError: the file cannot be written.
        """
        self._write((*self._others(subject), subject))

    def forget(self, subject: Subject) -> None:
        self._write(self._others(subject))

    def all(self) -> tuple[Subject, ...]:
        raw, _ = read_object(self.path)
        items = as_list(raw.get("consents"))
        return tuple(subject for item in items if (subject := _from_json(item)) is not None)

    def _others(self, subject: Subject) -> tuple[Subject, ...]:
        return tuple(each for each in self.all() if not _same_entry(each, subject))

    def _write(self, subjects: tuple[Subject, ...]) -> None:
        if read_object(self.path)[1]:
            set_aside(self.path)
        consents = [_to_json(subject) for subject in subjects]
        write_privately(
            self.path, json.dumps({"consents": consents}, indent=2, ensure_ascii=False) + "\n"
        )


def _same_entry(one: Subject, other: Subject) -> bool:
    return (one.file, one.name) == (other.file, other.name)


def _changes(before: Subject, after: Subject) -> tuple[Change, ...]:
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in _LABELS)
    return tuple(
        Change(_LABELS[name], _shown(old), _shown(new)) for name, old, new in pairs if old != new
    )


def _shown(value: str | tuple[str, ...]) -> str:
    if isinstance(value, str):
        return value
    return " ".join(part if part and " " not in part else f'"{part}"' for part in value)


def _to_json(subject: Subject) -> JsonObject:
    return {field.name: _plain(getattr(subject, field.name)) for field in fields(Subject)}


def _plain(value: str | tuple[str, ...]) -> Json:
    return value if isinstance(value, str) else list(value)


def _from_json(item: Json) -> Subject | None:
    """A stored consent; one that was tampered with counts as never given."""
    if not is_object(item):
        return None
    values = item
    found: dict[str, Any] = {}
    for field in fields(Subject):
        wanted = _texts if isinstance(field.default, tuple) else _text
        found[field.name] = wanted(values.get(field.name))
    return None if None in found.values() else Subject(**found)


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Json) -> tuple[str, ...] | None:
    if not is_list(value) or not all(isinstance(item, str) for item in value):
        return None
    return tuple(value)
