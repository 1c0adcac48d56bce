"""Which field of a server a typed path means, and what may be written there."""

import re
from collections.abc import Iterable, Iterator, Mapping

from patchbay.cli.changes import Text
from patchbay.cli.dotted import Assignment, Step
from patchbay.cli.refusals import no_disabling, typed, unusable
from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.fields import FIELDS
from patchbay.core.config.model import Entry, Problem, Severity, Transport
from patchbay.core.config.transports import KNOWN_SPELLINGS, transport_spelled
from patchbay.core.editing.operations import (
    Operation,
    can_disable,
    has_field,
    insert_field,
    set_field,
)
from patchbay.core.editing.places import command_words, field_path, name_key
from patchbay.core.errors import AppError
from patchbay.core.values import Json, JsonPath, as_list, is_list

_HUMP = re.compile(r"(?<=[a-z])([A-Z])")
_KINDS = {
    **dict.fromkeys(("timeout", "connect_timeout", "request_timeout"), "a number"),
    **dict.fromkeys(("sse_read_timeout", "total_timeout"), "a number"),
    **dict.fromkeys(("disabled", "enabled"), "true or false"),
    **dict.fromkeys(("terminate_on_close", "load_tools", "load_prompts"), "true or false"),
    "args": "a list",
    **dict.fromkeys(("env", "headers"), "an object"),
}
"""Of the fields where text would be an error in the file."""
_EXAMPLES = {
    "a number": "30",
    "true or false": "true",
    "a list": '\'["one", "two"]\'',
    "an object": '\'{"NAME": "value"}\'',
}


_DISABLING = {"disabled": True, "enabled": False}


def writing(text: Text, name: str, each: Assignment) -> Operation:
    """The operation that an assignment means for the server as it stands in `text`.

    Raises:
        AppError: it would write what is no value of the field, or leave a gap in a list.
    """
    entry = text.file.entry(name)
    field = _field(text, entry, each.steps)
    _check(entry, field, each)
    if each.value is _DISABLING.get(str(field[-1])) and len(field) == 1 and not can_disable(entry):
        raise no_disabling(text.file, "Take the server out, or disable it in the window.")
    last = field[-1]
    if isinstance(last, int):
        count = len(_elements(text, entry, field[:-1]))
        if last > count:
            raise _gap(each.path, count)
        if last == count:
            return insert_field(name, field, each.value)
    return set_field(name, field, each.value)


def fields_at(text: Text, name: str, paths: Mapping[str, tuple[Step, ...]]) -> list[JsonPath]:
    """The fields at `paths`, in an order in which they can be taken out one after the other.

    Raises:
        AppError: there is no such field.
    """
    entry = text.file.entry(name)
    fields: set[JsonPath] = set()
    for path, steps in paths.items():
        field = _field(text, entry, steps)
        if field == (name_key(entry),) and isinstance(entry.path[-1], int):
            raise _is_name(name)
        if not has_field(text.source, entry, field):
            raise _missing(path, name, text)
        fields.add(field)
    return sorted(fields, key=_from_behind)


def _from_behind(field: JsonPath) -> tuple[int, ...]:
    """Elements of a list from its end, so that those still to go keep their index."""
    return tuple(-step if isinstance(step, int) else 1 for step in field)


def _field(text: Text, entry: Entry, steps: tuple[Step, ...]) -> JsonPath:
    field: JsonPath = (_canonical(entry, steps[0].text),)
    for step in steps[1:]:
        if not _is_list(text, entry, field):
            field = (*field, step.text)
        elif step.index is None:
            raise _no_index(step.text, str(field[-1]))
        else:
            field = (*field, step.index)
    if len(field) > 2 and field[0] in {"env", "headers"}:
        raise _no_text(str(field[0]), [str(step) for step in field[1:]])
    return field


def _canonical(entry: Entry, word: str) -> str:
    """The field that a key stands for; a key that the entry has is that key."""
    if word in entry.keys or word not in FIELDS:
        return word
    if word in {"type", "transport", "transportType"}:
        return "transport" if word in dialect_named(entry.dialect).transport_keys else word
    return _snake(word)


def _snake(word: str) -> str:
    return _HUMP.sub(lambda hump: f"_{hump[1].lower()}", word)


def _is_list(text: Text, entry: Entry, field: JsonPath) -> bool:
    value = _value(text, entry, field)
    return is_list(value) or (value is None and field == ("args",))


def _elements(text: Text, entry: Entry, field: JsonPath) -> list[Json]:
    words = command_words(text.source, entry)
    if field == ("args",) and is_list(words):
        more = as_list(text.source.value((*entry.path, "args"))) if "args" in entry.keys else []
        return [*words[1:], *more]
    return as_list(_value(text, entry, field))


def _value(text: Text, entry: Entry, field: JsonPath) -> Json:
    path = field_path(text.source, entry, field)
    return text.source.value(path) if text.source.has(path) else None


def _check(entry: Entry, field: JsonPath, each: Assignment) -> None:
    if field in {("name",), (name_key(entry),)}:
        raise _is_name(entry.name)
    key, *rest = field
    if rest or each.is_json:
        return
    head = _snake(str(key))
    if (kind := _KINDS.get(head)) is not None:
        raise unusable(
            f"{each.path} is {kind}, and = writes text",
            f"Write {each.path}:={_EXAMPLES[kind]}, with a colon.",
        )
    if head in dialect_named(entry.dialect).transport_keys or head == "transport":
        transport_called(str(each.value))


def transport_called(word: str) -> Transport:
    """The transport that somebody means by `word`.

    Raises:
        AppError: none is spelled so.
    """
    transport = transport_spelled(word)
    if transport is None:
        raise unusable(f"The transport “{word}” is not known", f"Write one of: {KNOWN_SPELLINGS}.")
    return transport


def unit_notes(entry: Entry, assignments: Iterable[Assignment]) -> Iterator[Problem]:
    """What to say of a bare `timeout` where its unit is not the second."""
    meaning = dialect_named(entry.dialect).timeout
    for each in assignments:
        is_number = isinstance(each.value, int | float) and not isinstance(each.value, bool)
        is_bare = [step.text for step in each.steps] == ["timeout"]
        if is_bare and is_number and meaning is not None and meaning.unit != 1:
            seconds = f"{float(each.value) * meaning.unit:g}"
            yield Problem(
                Severity.NOTE,
                f"timeout is in milliseconds in this file: {seconds} s",
                f"For seconds write {meaning.field}:={each.value}",
            )


def _no_index(step: str, name: str) -> AppError:
    return unusable(
        f"“{step}” is no place in a list", f"Elements are counted from 0, as in {name}.0."
    )


def _no_text(head: str, names: list[str]) -> AppError:
    return unusable(
        f"What {head} holds is text, so nothing is below {head}.{names[0]}",
        f'A name with dots stands in quotes: {head}."{".".join(names)}"',
    )


def _gap(path: str, count: int) -> AppError:
    where = f"It has {count} elements, counted from 0." if count != 1 else "It has one, number 0."
    return unusable(f"{path} is beyond the end of the list", f"{where} Add the next as {count}.")


def _missing(path: str, name: str, text: Text) -> AppError:
    return unusable(
        f"There is no {path} in {name}",
        f"See what is there: patchbay servers {text.file.path} --json",
    )


def _is_name(name: str) -> AppError:
    return unusable(
        "The name of a server is no field of it", f"Use patchbay rename FILE {typed(name)} NEW."
    )
