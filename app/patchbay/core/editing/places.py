"""Where servers and their fields stand in a document, and where a new one belongs."""

from patchbay.core.config.dialects import HOLODECK, dialect_named, foreign_root
from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.editing import refusals
from patchbay.core.editing.grammar import Fragment
from patchbay.core.editing.keys import is_timeout, key_of, timeout_key
from patchbay.core.editing.lossless import Lossless
from patchbay.core.values import Json, JsonObject, JsonPath, is_list


def put_server(
    source: Lossless,
    file: ConfigFile,
    name: str,
    fields: "JsonObject | Fragment",
    before: str | None,
) -> Lossless:
    """A new server beside those that are there, else below the root that the file's client reads.

    `before` names the server that it goes in front of; without one it is the last.

    Raises:
        AppError: the file is of a client that reads its servers elsewhere.
    """
    in_file = [entry for entry in file.entries if not entry.parked]
    next_one = next((entry for entry in in_file if entry.name == before), None)
    neighbour = next_one or (in_file[-1] if in_file else None)
    container = neighbour.path[:-1] if neighbour else _root(source, file)
    if not source.has(container) or source.value(container) is None:
        return source.set((*container, name), fields)
    found = source.value(container)
    if not is_list(found):
        return source.insert((*container, name), fields, before)
    path = (*container, next_one.path[-1] if next_one else len(found))
    kind = {"type": "mcp"} if file.dialect == HOLODECK.name else {}
    if not isinstance(fields, Fragment):
        return source.insert(path, {"name": name, **kind, **fields})
    return _introduced(source.insert(path, fields), path, {"name": name, **kind})


def _root(source: Lossless, file: ConfigFile) -> JsonPath:
    dialect = dialect_named(file.dialect)
    foreign = "" if dialect.is_client else foreign_root(source.document.root)
    if foreign:
        raise refusals.foreign(foreign)
    return (dialect.root,)


def _introduced(source: Lossless, path: JsonPath, missing: JsonObject) -> Lossless:
    """What came from a map lacks what an element of a list needs to be found."""
    has_name = source.has((*path, "name")) or source.has((*path, "key"))
    for key, value in missing.items():
        if not (source.has((*path, key)) or (key == "name" and has_name)):
            source = source.set((*path, key), value)
    return source


def member_path(source: Lossless, entry: Entry, field: JsonPath) -> JsonPath:
    """Where the canonical field stands: keys as written, arguments of a list-valued command."""
    head, *rest = field
    words = command_words(source, entry) if head in {"command", "args"} else None
    if not is_list(words):
        return (*entry.path, key_of(entry, str(head)), *rest)
    command = (*entry.path, "command")
    if head == "command":
        return (*command, *(rest or (0,)))
    if not rest:
        return (*entry.path, "args") if "args" in entry.keys else command
    index = int(rest[0])
    if index < len(words) - 1 or "args" not in entry.keys:
        return (*command, index + 1)
    return (*entry.path, "args", index - len(words) + 1)


def field_path(source: Lossless, entry: Entry, field: JsonPath) -> JsonPath:
    """As `member_path`; a time-out stands at the key of its client."""
    if is_timeout(field):
        return (*entry.path, timeout_key(entry, str(field[0]))[0])
    return member_path(source, entry, field)


def command_words(source: Lossless, entry: Entry) -> Json:
    """What `command` holds: text, or program and arguments in one list."""
    path = (*entry.path, "command")
    return source.value(path) if source.has(path) else None


def with_arguments(source: Lossless, entry: Entry, words: list[Json], value: Json) -> Lossless:
    """Other arguments behind the program of a list-valued command; `None` for none."""
    if "args" in entry.keys:
        source = source.remove((*entry.path, "args"))
    arguments = value if is_list(value) else [] if value is None else [value]
    return source.set((*entry.path, "command"), [*words[:1], *arguments])


def without_program(source: Lossless, entry: Entry, words: list[Json]) -> Lossless:
    """A list-valued command loses its program; its arguments stay arguments."""
    command = (*entry.path, "command")
    if len(words) < 2:
        return source.remove(command)
    if "args" not in entry.keys:
        return source.remove((*command, 0)).rename(command, "args")
    for place, word in enumerate(words[1:]):
        source = source.insert((*entry.path, "args", place), word)
    return source.remove(command)


def name_key(entry: Entry) -> str:
    """The key that names a server of a list."""
    return "name" if "name" in entry.keys else "key"


def beside(file: ConfigFile, entry: Entry) -> list[JsonPath]:
    """The servers of the same container, in the order of the file."""
    return [
        each.path for each in file.entries if each.path[:-1] == entry.path[:-1] and not each.parked
    ]


def written_entry(file: ConfigFile, name: str) -> Entry:
    """The server of this name as it stands in the file.

    Raises:
        AppError: there is none, or it is parked and stands nowhere.
    """
    entry = file.entry(name)
    if entry.parked:
        raise refusals.is_parked(name)
    return entry
