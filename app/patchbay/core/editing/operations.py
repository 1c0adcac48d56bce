"""What a person does to the servers of a config, as edits of its text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.model import ConfigFile, Entry, Transport
from patchbay.core.config.transports import transport_spelled
from patchbay.core.editing.grammar import Fragment
from patchbay.core.editing.keys import in_unit, is_timeout, key_of, spelled, timeout_key
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.names import check_name
from patchbay.core.editing.numbers import Spelled
from patchbay.core.editing.places import (
    beside,
    command_words,
    field_path,
    member_path,
    name_key,
    put_server,
    with_arguments,
    without_program,
    written_entry,
)
from patchbay.core.values import Json, JsonObject, JsonPath, is_list, is_object


@dataclass(frozen=True, slots=True)
class Operation:
    """One change by form.

    `apply` gets the text and what was read from it, and gives the text after; where that cannot be
    had it raises an `AppError`. `label` is what can be undone, as the end of a sentence. Changes in
    a row that share a `merges` are one step back.
    """

    label: str
    apply: Callable[[Lossless, ConfigFile], Lossless]
    merges: str = ""


def add_server(name: str, fields: "JsonObject | Fragment", before: str | None = None) -> Operation:
    """A new server; `fields` have canonical names and get the file's own, a fragment stays."""

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        check_name(file, name)
        written = (
            fields if isinstance(fields, Fragment) else spelled(fields, dialect_named(file.dialect))
        )
        return put_server(source, file, name, written, before)

    return Operation(f"adding {name}", apply)


def in_one_step(label: str, operations: Sequence[Operation]) -> Operation:
    """Several changes that are undone together; each must hold for the file as it was before."""

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        for operation in operations:
            source = operation.apply(source, file)
        return source

    return Operation(label, apply)


def duplicate_server(name: str, new_name: str) -> Operation:
    """A copy right behind the original, comments included."""

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = written_entry(file, name)
        check_name(file, new_name)
        fragment = source.copy(entry.path)
        *parents, last = entry.path
        if isinstance(last, int):
            copied = source.insert((*parents, last + 1), fragment)
            return copied.set((*parents, last + 1, name_key(entry)), new_name)
        names = source.names(tuple(parents))
        behind = names[names.index(last) + 1 :][:1]
        return source.insert((*parents, new_name), fragment, behind[0] if behind else None)

    return Operation(f"duplicating {name}", apply)


def rename_server(name: str, new_name: str) -> Operation:
    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = written_entry(file, name)
        if new_name == name:
            return source
        check_name(file, new_name)
        if isinstance(entry.path[-1], int):
            return source.set((*entry.path, name_key(entry)), new_name)
        return source.rename(entry.path, new_name)

    return Operation(f"renaming {name}", apply)


def move_server(name: str, rows: int) -> Operation:
    """So many servers down, or up; what is not a server between them keeps its place."""

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = written_entry(file, name)
        places = beside(file, entry)
        own = places.index(entry.path)
        goal = max(0, min(own + rows, len(places) - 1))
        return source.move(entry.path, source.place_of(places[goal]))

    return Operation(f"moving {name}", apply)


def remove_server(name: str) -> Operation:
    return Operation(
        f"removing {name}", lambda source, file: source.remove(written_entry(file, name).path)
    )


def disable_server(name: str, *, disabled: bool) -> Operation:
    """By the file's own flag; only for a server whose client heeds one."""

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = written_entry(file, name)
        for key, value in (("enabled", not disabled), ("disabled", disabled)):
            if key in entry.keys:
                source = source.set((*entry.path, key), value)
        if disabled and not {"enabled", "disabled"} & set(entry.keys):
            source = source.set((*entry.path, "disabled"), value=True)
        return source

    return Operation(f"{'disabling' if disabled else 'enabling'} {name}", apply)


def can_disable(entry: Entry) -> bool:
    """Whether the file itself can say that this server is disabled."""
    flagged = bool({"enabled", "disabled"} & set(entry.keys))
    return flagged or dialect_named(entry.dialect).disables


def set_field(name: str, field: JsonPath, value: Json) -> Operation:
    """Write a field of a server; `field` is canonical: `("env", "KEY")`, `("args", 0)`.

    A time-out is in seconds, whatever unit the file uses. A list or map that is missing is made.
    """

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = written_entry(file, name)
        if field == ("args",) and is_list(words := command_words(source, entry)):
            return with_arguments(source, entry, words, value)
        path, written = field_path(source, entry, field), value
        if is_timeout(field):
            written = in_unit(value, timeout_key(entry, str(field[0]))[1])
        if source.has(path) and source.value(path) == written and not isinstance(written, Spelled):
            return source
        return source.set(path, written)

    return Operation(f"changing {_words(field)} of {name}", apply, f"{name}/{field}")


def has_field(source: Lossless, entry: Entry, field: JsonPath) -> bool:
    """Whether the entry writes the canonical `field`, be it as null."""
    if field == ("args",) and is_list(words := command_words(source, entry)):
        return len(words) > 1 or "args" in entry.keys
    return source.has(field_path(source, entry, field))


def remove_field(name: str, field: JsonPath) -> Operation:
    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = written_entry(file, name)
        if not has_field(source, entry, field):
            return source
        words = command_words(source, entry)
        if is_list(words) and field == ("args",):
            return with_arguments(source, entry, words, None)
        if is_list(words) and field == ("command",):
            return without_program(source, entry, words)
        return source.remove(field_path(source, entry, field))

    return Operation(f"removing {_words(field)} of {name}", apply)


def insert_field(name: str, field: JsonPath, value: Json) -> Operation:
    """One more element of a list or map; `field` ends with its index or its name."""

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        path = member_path(source, written_entry(file, name), field)
        if not source.has(path[:-1]) or source.value(path[:-1]) is None:
            return source.set((*path[:-1], 0 if isinstance(path[-1], int) else path[-1]), value)
        return source.insert(path, value)

    return Operation(f"adding {_words(field)} to {name}", apply)


def rename_field(name: str, field: JsonPath, new_name: str) -> Operation:
    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        return source.rename(member_path(source, written_entry(file, name), field), new_name)

    return Operation(f"renaming {_words(field)} of {name}", apply, f"{name}/{field[:-1]}/name")


def move_field(name: str, field: JsonPath, place: int) -> Operation:
    """Bring an element of a list to another place of it."""

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = written_entry(file, name)
        path = member_path(source, entry, field)
        target = member_path(source, entry, (*field[:-1], place))
        if target[:-1] == path[:-1]:
            return source.move(path, int(target[-1]))
        # Arguments that stand partly in a list-valued command: the last of it makes room.
        leaves_command = target[-2] == "args"
        goal = (*target[:-1], int(target[-1]) + leaves_command)
        return source.remove(path).insert(goal, source.value(path))

    return Operation(f"moving {_words(field)} of {name}", apply)


def set_transport(name: str, transport: Transport) -> Operation:
    """Say the transport in the file's own key; what belongs to another one stays in the file."""

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = written_entry(file, name)
        path = (*entry.path, key_of(entry, "transport"))
        said = source.value(path) if source.has(path) else None
        if is_object(said):  # other fields stand in it as well
            path, said = (*path, "type"), said.get("type")
        if isinstance(said, str) and transport_spelled(said) is transport:
            return source
        return source.set(path, transport.value)

    return Operation(f"changing the transport of {name}", apply, f"{name}/transport")


def _words(field: JsonPath) -> str:
    head, *rest = field
    return f"argument {int(rest[0]) + 1}" if head == "args" and rest else str([head, *rest][-1])
