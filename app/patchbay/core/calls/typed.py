"""Arguments as typed on a command line: `key=value`, `key:=JSON`, `key=@file`, `a.b=value`."""

import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from patchbay.core.calls.arguments import fits, parse, read_json
from patchbay.core.calls.fields import ABSENT, Field, FieldKind, Value
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import Json, JsonObject, as_list, as_object

_LISTED = 12
_LARGEST = 64 * 1024 * 1024
"""Bytes of a file whose contents become an argument."""
_JSON_NAMES: tuple[tuple[type, tuple[str, ...]], ...] = (
    (bool, ("boolean",)),
    (int, ("integer", "number")),
    (float, ("number",)),
    (str, ("string",)),
    (list, ("array",)),
    (dict, ("object",)),
)


def arguments_from(text: str) -> JsonObject:
    """The arguments given as one JSON object, as in `--args`.

    Raises:
        AppError: it is not a JSON object.
    """
    try:
        value = read_json(text)
    except ValueError as error:
        raise _unusable("--args is not JSON", str(error)) from error
    if not isinstance(value, dict):
        raise _unusable("--args is not a JSON object", "Arguments have names.")
    return as_object(value)


def assignments(words: Sequence[str]) -> tuple["Assignment", ...]:
    """What was typed, as far as it can be checked before the schema is known; files are read.

    A value that starts with `@` names a file with the value.

    Raises:
        AppError: a word is not an assignment, its file cannot be read, or its JSON is none.
    """
    return tuple(map(Assignment.read, words))


def typed_arguments(
    words: Sequence["Assignment"], root: Field, base: JsonObject | None = None
) -> JsonObject:
    """The arguments of a call, typed by the form; `base` is what they are added to.

    An array takes one assignment for each item.

    Raises:
        AppError: an assignment names no argument or does not fit it.
    """
    given: dict[tuple[str, ...], Value] = {}
    for assignment in words:
        target, path = _target(root, assignment.key)
        value = assignment.json() if assignment.is_json else _typed(target, assignment)
        if path in given:
            value = _one_more(target, given[path], value, assignment.key)
        given[path] = value
    result: JsonObject = dict(base or {})
    for path, value in given.items():
        _place(result, path, value)
    return result


@dataclass(frozen=True, slots=True)
class Assignment:
    """One word: its key, its text, and whether the text is JSON whatever the schema says."""

    key: str
    text: str
    is_json: bool

    @staticmethod
    def read(word: str) -> "Assignment":
        key, equals, text = word.partition("=")
        is_json = key.endswith(":")
        key = key.removesuffix(":")
        if not equals or not key:
            cause = "An argument is key=value, key:=JSON or key=@file."
            raise _unusable(f"“{word[:60]}” is not an argument", cause)
        contents = _contents(key, text[1:]) if text[:1] == "@" else text
        assignment = Assignment(key, contents, is_json)
        if is_json:
            assignment.json()
        return assignment

    def json(self) -> Json:
        try:
            return read_json(self.text)
        except ValueError as error:
            hint = f"For text write {self.key}=… without the colon."
            raise _unusable(f"The value of {self.key} is not JSON", str(error), hint) from error


def _contents(key: str, name: str) -> str:
    path = Path(name).expanduser()
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _no_value(key, f"{path} is not a regular file.")
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST + 1)
    except UnicodeDecodeError as error:
        raise _unusable(f"The file for {key} is not UTF-8 text", f"{path}") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _no_value(key, f"{path}: {reason}.") from error
    if len(text) > _LARGEST:
        raise _no_value(key, f"{path} is larger than {_LARGEST // (1024 * 1024)} MB.")
    return text


def _no_value(key: str, cause: str) -> AppError:
    hint = f"For text that starts with @ write {key}:='\"@…\"'."
    return _unusable(f"The file for {key} cannot be read", cause, hint)


def _target(root: Field, key: str) -> tuple[Field, tuple[str, ...]]:
    """The row that a key means, and the path of its value; dots lead into objects."""
    here, rest = root, key
    path: tuple[str, ...] = ()
    while rest:
        field, name, left = _longest(here, rest)
        if field is None:
            if here.kind is FieldKind.OBJECT and not _is_open(here):
                raise _no_such(root, key)
            return _free(rest, here), (*path, rest)
        if left and field.kind not in (FieldKind.OBJECT, FieldKind.JSON):
            raise _no_such(root, key)
        here, path, rest = field, (*path, name), left
    return here, path


def _longest(here: Field, key: str) -> tuple[Field | None, str, str]:
    """The row whose name is the longest beginning of the key that ends at a dot or at its end."""
    parts = key.split(".")
    for count in range(len(parts), 0, -1):
        name = ".".join(parts[:count])
        if (field := here.field(name)) is not None:
            return field, name, ".".join(parts[count:])
    return None, key, ""


def _is_open(field: Field) -> bool:
    """Whether other names than those of its rows may be sent."""
    extra = as_object(field.schema).get("additionalProperties", not field.fields)
    return extra is True or bool(as_object(extra))


def _free(name: str, here: Field) -> Field:
    """A row for a name the schema does not list but allows."""
    kind = as_object(as_object(here.schema).get("additionalProperties")).get("type")
    text = kind if isinstance(kind, str) else "json"
    return Field(name, FieldKind.STRING if kind == "string" else FieldKind.JSON, text)


def _typed(field: Field, assignment: Assignment) -> Value:
    if field.kind is FieldKind.ARRAY and field.item is not None:
        return _items(field, field.item, assignment)
    return _scalar(field, assignment.text, assignment.key)


def _items(field: Field, item: Field, assignment: Assignment) -> Value:
    text = assignment.text.strip()
    if not text:
        return []
    if text.startswith("["):
        whole = _json_or_absent(text)
        if isinstance(whole, list):
            return as_list(whole)
    if text == "null" and field.nullable:
        return None
    return [_scalar(replace(item, required=True), assignment.text, assignment.key)]


def _scalar(field: Field, text: str, key: str) -> Value:
    if field.kind is FieldKind.JSON:
        return _any(field, text)
    if text == "null" and field.nullable and field.kind is not FieldKind.STRING:
        return None
    if field.kind in (FieldKind.OBJECT, FieldKind.ARRAY):
        value = _json_or_absent(text)
        if value is ABSENT or not fits(field, value):
            raise _unusable(f"{key} does not fit", f"It needs a JSON {field.kind}.")
        return value
    parsed = parse(replace(field, required=True), text)
    if parsed.message:
        raise _unusable(f"{key} does not fit", f"{parsed.message} ({field.type_text}).")
    return parsed.value


def _any(field: Field, text: str) -> Value:
    """JSON if it is JSON of a type the row names, else the text itself."""
    value = _json_or_absent(text)
    kinds = field.type_text.split(" or ")
    if value is ABSENT:
        return text
    accepted = {"json", *_json_names(value)}
    return text if "string" in kinds and not accepted & set(kinds) else value


def _json_names(value: Json) -> tuple[str, ...]:
    for kind, names in _JSON_NAMES:
        if isinstance(value, kind):
            return names
    return ("null",)


def _json_or_absent(text: str) -> Value:
    try:
        return read_json(text)
    except ValueError:
        return ABSENT


def _one_more(field: Field, before: Value, value: Value, key: str) -> Value:
    if field.kind is not FieldKind.ARRAY or not isinstance(before, list):
        raise _unusable(f"{key} is given twice", "Only arrays take several values.")
    return as_list(before) + as_list(value)


def _place(result: JsonObject, path: tuple[str, ...], value: Value) -> None:
    here = result
    for name in path[:-1]:
        here[name] = dict(as_object(here.get(name)))
        here = here[name]
    here[path[-1]] = value


def _no_such(root: Field, key: str) -> AppError:
    names = [field.name for field in root.fields]
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    known = f"There are {', '.join(names[:_LISTED])}{more}." if names else "It takes none."
    return _unusable(f"There is no argument called {key}", known)


def _unusable(title: str, cause: str, hint: str = "") -> AppError:
    return AppError(Family.CONFIGURATION, title, kind=Kind.MISSING, cause=cause, hint=hint)
