"""Consent: a person's remembered yes to one exact server definition."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeAlias

from patchbay.core.config.model import Definition, Entry, Transport
from patchbay.core.config.proxies import shown_proxy
from patchbay.core.config.references import references
from patchbay.core.config.variables import REACHING
from patchbay.core.own_files import locked, read_object, set_aside, write_privately
from patchbay.core.trust.influences import changes_what_runs
from patchbay.core.trust.seals import new_salt, seal
from patchbay.core.values import Json, JsonObject, as_list, is_list, is_object


@dataclass(frozen=True, slots=True)
class Subject:
    """What a consent is bound to.

    In `args` secrets are hidden, in `url` inserted ones. `real_file` is what `executable` is a link
    to. `sealed` are labels and values that are bound but may not be kept: they are in memory only,
    and of one read from a file, empty.
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
    real_file: str = ""
    ca_file: str = ""
    client_cert: str = ""
    proxy: str = ""
    kept_secrets: tuple[str, ...] = ()
    sealed: tuple[tuple[str, str], ...] = field(default=(), repr=False)


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

_KEPT = {each.name: each.default for each in fields(Subject) if each.name != "sealed"}
_ADDED_LATER: Mapping[str, Json] = {
    "ca_file": "",
    "client_cert": "",
    "proxy": "",
    "kept_secrets": [],
}
"""A consent from before these were bound holds for entries without them."""
_LABELS = {
    "transport": "Transport",
    "command": "Command",
    "executable": "Program",
    "real_file": "File behind the program",
    "args": "Arguments",
    "folder": "Folder",
    "variables": "Variables",
    "env_file": "Env file",
    "url": "Address",
    "headers": "Headers",
    "ca_file": "CA file",
    "client_cert": "Client certificate",
    "proxy": "Proxy",
    "kept_secrets": "Kept secrets",
}


def subject_of(entry: Entry, definition: Definition, executable: str = "") -> Subject:
    """What to ask about: `entry` as written, `definition` as resolved, the program as found."""
    common = Subject(
        str(entry.file),
        entry.name,
        str(definition.transport),
        variables=_variables(entry, definition),
        env_file=str(definition.env_file or ""),
        kept_secrets=definition.kept_secrets,
    )
    if definition.transport is not Transport.STDIO:
        return replace(
            common,
            url=_without_query(definition.shown_url),
            headers=tuple(sorted(definition.headers)),
            ca_file=str(definition.ca_file or ""),
            client_cert=str(definition.client_cert or ""),
            proxy=shown_proxy(definition.proxy) if definition.proxy else "",
            sealed=(("Address", _without_query(definition.url)),) if definition.masked_url else (),
        )
    kept = definition.kept_args
    return replace(
        common,
        command=definition.command,
        executable=executable,
        args=tuple(kept.get(index, word) for index, word in enumerate(definition.args)),
        folder=str(definition.cwd or ""),
        real_file=_behind(executable),
        sealed=(*_sealed_arguments(definition), *_sealed_variables(definition)),
    )


def _behind(executable: str) -> str:
    real = os.path.realpath(executable) if executable else ""
    return "" if real == executable else real


def _sealed_arguments(definition: Definition) -> Iterator[tuple[str, str]]:
    for index in sorted(definition.kept_args):
        yield f"Hidden part of argument {index + 1}", definition.args[index]


def _sealed_variables(definition: Definition) -> Iterator[tuple[str, str]]:
    for name, value in sorted({**definition.env_file_values, **definition.env}.items()):
        if changes_what_runs(name):
            yield f"Value of {name}", value


def _without_query(url: str) -> str:
    scheme, mark, rest = url.partition("#")[0].partition("?")[0].rpartition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rsplit('@', 1)[-1]}{slash}{path}"


def _variables(entry: Entry, definition: Definition) -> tuple[str, ...]:
    """Names the server gets, and names inserted into what is run."""
    texts = [entry.command or "", *entry.args, *entry.env.values(), entry.url or ""]
    texts += (*entry.headers.values(), *(getattr(entry, name) or "" for name in REACHING))
    used = {reference.name for text in texts for reference in references(text)}
    return tuple(sorted({*entry.env, *definition.env_file_values, *used}))


@dataclass(frozen=True, slots=True)
class _Kept:
    """A consent as the file holds it: of each sealed value its label and seal."""

    subject: Subject
    salt: str
    seals: Mapping[str, str]


class ConsentStore:
    """Keeps consents in one file; reads it each time, because the command line writes it too."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def check(self, subject: Subject) -> Verdict:
        known = next((each for each in self._kept() if _same_entry(each.subject, subject)), None)
        if known is None:
            return Unknown()
        changes = _changes(known, subject)
        return Changed(known.subject, changes) if changes else Granted()

    def remember(self, subject: Subject) -> None:
        """Replace what was consented to for this file and name.

        Raises:
            OSError: the file cannot be written, or another process keeps it locked.
        """
        salt = new_salt()
        with locked(self.path):
            self._write((*self._others(subject), _Kept(subject, salt, _seals(subject, salt))))

    def forget(self, subject: Subject) -> None:
        with locked(self.path):
            self._write(self._others(subject))

    def forget_all(self) -> None:
        with locked(self.path):
            self._write(())

    def all(self) -> tuple[Subject, ...]:
        return tuple(each.subject for each in self._kept())

    def _kept(self) -> tuple[_Kept, ...]:
        raw, _ = read_object(self.path)
        items = as_list(raw.get("consents"))
        return tuple(kept for item in items if (kept := _from_json(item)) is not None)

    def _others(self, subject: Subject) -> tuple[_Kept, ...]:
        return tuple(each for each in self._kept() if not _same_entry(each.subject, subject))

    def _write(self, kept: tuple[_Kept, ...]) -> None:
        if read_object(self.path)[1]:
            set_aside(self.path)
        consents = [_to_json(each) for each in kept]
        write_privately(
            self.path, json.dumps({"consents": consents}, indent=2, ensure_ascii=False) + "\n"
        )


def _same_entry(one: Subject, other: Subject) -> bool:
    return (one.file, one.name) == (other.file, other.name)


def _seals(subject: Subject, salt: str) -> dict[str, str]:
    # The label is part of it: equal values of two variables must not look equal.
    return {label: seal(f"{label}\0{value}", salt) for label, value in subject.sealed}


def _changes(known: _Kept, after: Subject) -> tuple[Change, ...]:
    before = known.subject
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in _LABELS)
    plain = (
        Change(_LABELS[name], _shown(old), _shown(new)) for name, old, new in pairs if old != new
    )
    seals = _seals(after, known.salt)
    sealed = (
        Change(label, _hidden_value(known.seals, label), _hidden_value(seals, label, "another one"))
        for label in sorted({*known.seals, *seals})
        if known.seals.get(label) != seals.get(label)
    )
    return (*plain, *sealed)


def _hidden_value(seals: Mapping[str, str], label: str, shown: str = "not shown") -> str:
    return shown if label in seals else ""


def _shown(value: str | tuple[str, ...]) -> str:
    if isinstance(value, str):
        return value
    return " ".join(part if part and " " not in part else f'"{part}"' for part in value)


def _to_json(kept: _Kept) -> JsonObject:
    plain = {name: _plain(getattr(kept.subject, name)) for name in _KEPT}
    return {**plain, "salt": kept.salt, "seals": dict(kept.seals)}


def _plain(value: str | tuple[str, ...]) -> Json:
    return value if isinstance(value, str) else list(value)


def _from_json(item: Json) -> _Kept | None:
    """A stored consent; one that is from before there were seals, or damaged, was never given."""
    if not is_object(item):
        return None
    found: dict[str, Any] = {}
    for name, default in _KEPT.items():
        value = item.get(name, _ADDED_LATER.get(name))
        found[name] = (_texts if isinstance(default, tuple) else _text)(value)
    salt, seals = item.get("salt"), item.get("seals")
    if None in found.values() or not isinstance(salt, str) or not is_object(seals):
        return None
    return _Kept(Subject(**found), salt, {label: str(each) for label, each in seals.items()})


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Json) -> tuple[str, ...] | None:
    if not is_list(value) or not all(isinstance(item, str) for item in value):
        return None
    return tuple(value)
