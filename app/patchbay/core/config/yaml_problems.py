"""What PyYAML complains of, as a problem with its place and a way to mend it."""

import yaml

from patchbay.core.config.document import Lines
from patchbay.core.config.model import Place, Problem, Severity


def explained(error: yaml.YAMLError, text: str, lines: Lines) -> Problem:
    message, place = "The file is not YAML", None
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        message = ", ".join(part for part in (error.problem, error.context) if part) or message
        place = lines.place(mark.index) if mark is not None else None
    elif isinstance(error, yaml.reader.ReaderError):
        message = f"A character that YAML forbids ({error.reason})"
        place = lines.place(min(error.position, len(text)))
    place = place or Place(1, 1)
    return Problem(Severity.ERROR, _sentence(message), _fix(message, text, place), place)


def _fix(message: str, text: str, place: Place) -> str:
    line = text.splitlines()[place.line - 1 : place.line]
    if line and line[0][place.column - 1 : place.column] == "\t":
        return "YAML indents with spaces; replace the tab."
    if "mapping values" in message:
        return "Quote a value that holds a colon, or check the indentation."
    if "alias" in message:
        return "Write the value out, or define its anchor before it."
    return "Compare the indentation and the quotes with the lines around it."


def _sentence(message: str) -> str:
    return message[:1].upper() + message[1:]
