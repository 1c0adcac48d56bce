"""Which secrets a server's entry holds literally, what to call them, and how they leave it."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.config.references import references
from patchbay.core.config.secrets import (
    inside_address,
    is_public,
    is_scheme,
    is_secret,
    is_secret_name,
    secret_parts,
    secret_values,
    split_scheme,
    worth_hiding,
)
from patchbay.core.config.variables import field_label
from patchbay.core.editing import refusals
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.operations import Operation, in_one_step, set_field
from patchbay.core.editing.places import written_entry
from patchbay.core.keychain.kept import is_variable_name
from patchbay.core.values import JsonPath

_WORD = re.compile(r"[A-Za-z0-9_-]+")
_NOT_FOR_NAMES = re.compile(r"[^A-Z0-9]+")
_ADDRESS = "URL"
_LONGEST_PART = 80


@dataclass(frozen=True, slots=True)
class Movable:
    """A secret that stands literally at the end of a field's text; what is before it stays.

    `at` is the canonical field. `own` is the name that its variable has by itself, if any; `about`
    is what it is the secret of, to make a name from. Neither text is ever printed.
    """

    at: JsonPath
    text: str = field(repr=False)
    secret: str = field(repr=False)
    about: str
    own: str = ""

    @property
    def where(self) -> str:
        return field_label(self.at)


@dataclass(frozen=True, slots=True)
class Named:
    """A secret and the variable that it shall be the value of."""

    secret: Movable
    name: str


def movable(entry: Entry) -> tuple[Movable, ...]:
    """Every secret that is written out in variables, headers and arguments."""
    return (*_of_variables(entry), *_of_headers(entry), *_of_arguments(entry))


def proposed_names(
    entry: Entry, found: Sequence[Movable], taken: Collection[str]
) -> tuple[str, ...]:
    """A name for each; two share one only when their values are the same."""
    given: dict[str, str] = {}
    names: list[str] = []
    for each in found:
        free = (
            name
            for name in _candidates(entry.name, each)
            if name not in taken and given.get(name, each.secret) == each.secret
        )
        names.append(next(free))
        given[names[-1]] = each.secret
    return tuple(names)


def reference_to(name: str, entry: Entry) -> str:
    """As the client of the file reads it: the editors know `${env:NAME}` only."""
    return f"${{env:{name}}}" if dialect_named(entry.dialect).editor_variables else f"${{{name}}}"


def moving_secrets(entry: Entry, chosen: Sequence[Named], env_file: str = "") -> Operation:
    """References in the place of secrets, as one step; `env_file` is written too, if there is one.

    Refused when one of the fields says something else by now.
    """
    name = entry.name
    steps = [set_field(name, each.secret.at, _referring(each, entry)) for each in chosen]
    if env_file:
        steps.append(set_field(name, ("env_file",), env_file))
    operation = in_one_step(f"moving secrets of {name}", steps)

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        now = written_entry(file, name)
        for each in chosen:
            if _text_at(now, each.secret.at) != each.secret.text:
                raise refusals.changed_meanwhile(each.secret.where, name)
        return operation.apply(source, file)

    return Operation(operation.label, apply)


def _referring(each: Named, entry: Entry) -> str:
    return each.secret.text.removesuffix(each.secret.secret) + reference_to(each.name, entry)


def _text_at(entry: Entry, at: JsonPath) -> str | None:
    head, key = at
    if head == "args":
        return entry.args[int(key)] if int(key) < len(entry.args) else None
    pairs: Mapping[str, str] = entry.env if head == "env" else entry.headers
    return pairs.get(str(key))


def _of_variables(entry: Entry) -> Iterator[Movable]:
    for name, value in entry.env.items():
        hidden = is_secret(name, value) or (is_secret_name(name) and not is_public(value))
        if hidden and value.strip() and _is_literal(value):
            yield Movable(("env", name), value, value, name, name)


def _of_headers(entry: Entry) -> Iterator[Movable]:
    for name, value in entry.headers.items():
        secret = split_scheme(value)[1]
        if secret and secret_values({}, {name: value}, "", {}) and _is_literal(value):
            yield Movable(("headers", name), value, secret, name)


def _of_arguments(entry: Entry) -> Iterator[Movable]:
    words = (entry.command or "", *entry.args)
    parts = dict(secret_parts(words))
    for place, word in enumerate(words):
        if not place or not _is_literal(word):
            continue
        at = ("args", place - 1)
        if _is_worth_moving(part := parts.get(place, "")):
            before = word.removesuffix(part)
            about = (_WORD.findall(before or words[place - 1]) or [""])[-1]
            secret = split_scheme(part)[1] or part
            yield Movable(at, word, secret, about, _assigned(before))
        elif any(inside_address(word)):
            yield Movable(at, word, word, _ADDRESS)


def _is_worth_moving(part: str) -> bool:
    return bool(worth_hiding([part])) or not (is_public(part) or is_scheme(part) or not part)


def _assigned(before: str) -> str:
    """The variable in `NAME=secret`, as after `docker run -e`."""
    name = before.removesuffix("=")
    return name if name != before and name.isupper() and is_variable_name(name) else ""


def _is_literal(text: str) -> bool:
    return "${" not in text or not any(references(text, editor=True))


def _candidates(server: str, secret: Movable) -> Iterator[str]:
    """Its own name, then one with the server's, then that with a number."""
    if is_variable_name(secret.own):
        yield secret.own
    name = "_".join(filter(None, (_for_name(server), _for_name(secret.about)))) or "SECRET"
    name = f"_{name}" if name[0].isdigit() else name
    yield name
    yield from (f"{name}_{number}" for number in count(2))


def _for_name(text: str) -> str:
    return _NOT_FOR_NAMES.sub("_", text.upper()).strip("_")[:_LONGEST_PART]
