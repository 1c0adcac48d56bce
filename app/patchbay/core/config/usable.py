"""Refuses resolved values that no program and no header can be given."""

from collections.abc import Iterator

from patchbay.core.config.model import Definition, Entry
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import JsonPath


def refuse_unusable(definition: Definition, entry: Entry) -> None:
    """Check what a start would hand on.

    Raises:
        AppError: a value holds a NUL character, or a header what HTTP cannot carry.
    """
    for at, words, flaw in _flaws(definition):
        place = entry.places.get(at, entry.place)
        raise AppError(
            Family.CONFIGURATION,
            f"“{entry.name}” has a value that cannot be used",
            cause=f"{words} holds {flaw} ({place.line}:{place.column}, variables inserted).",
            hint="Correct it in the config file, or the variable it uses.",
            kind=Kind.REFUSED,
            evidence={"file": str(entry.file)},
        )


def _flaws(definition: Definition) -> Iterator[tuple[JsonPath, str, str]]:
    values: list[tuple[JsonPath, str, str]] = [(("command",), "The command", definition.command)]
    values += [
        (("args", index), f"Argument {index + 1}", text)
        for index, text in enumerate(definition.args)
    ]
    variables = {**definition.env_file_values, **definition.env}
    values += [
        (("env", name), f"The variable {name}", name + text) for name, text in variables.items()
    ]
    values.append((("cwd",), "The folder", str(definition.cwd)))
    yield from ((at, words, "a NUL character") for at, words, text in values if "\0" in text)
    for name, text in definition.headers.items():
        if not (name + text).isascii() or not (name + text).isprintable():
            yield ("headers", name), f"The header {name}", "a character that HTTP cannot carry"
