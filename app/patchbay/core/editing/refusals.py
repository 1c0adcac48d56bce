"""Why a change cannot be made by form, in words."""

from collections.abc import Iterable
from pathlib import Path

from patchbay.core.config.document import Node
from patchbay.core.config.model import Problem, Severity
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import JsonPath

_IN_THE_TEXT = "Change it in the text."


def spelled(path: JsonPath) -> str:
    """A path for people: `mcpServers.weather.args[2]`."""
    words = ""
    for step in path:
        words += f"[{step}]" if isinstance(step, int) else f".{step}" if words else step
    return words or "the whole document"


def first_error(problems: Iterable[Problem]) -> Problem:
    """What keeps a text from being read; there is one in whatever was not parsed."""
    return next(each for each in problems if each.severity is Severity.ERROR)


def not_parsed(problems: Iterable[Problem]) -> AppError:
    problem = first_error(problems)
    where = f" in line {problem.place.line}, column {problem.place.column}" if problem.place else ""
    return AppError(
        Family.CONFIGURATION,
        "The file cannot be changed by form while its text is broken",
        cause=f"{problem.message}{where}.",
        hint=problem.fix or _IN_THE_TEXT,
    )


def doubled(problem: Problem) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{spelled(problem.path)} cannot be changed: its name is written twice",
        cause=f"{problem.message}.",
        hint="Delete or rename one of them in the text first.",
    )


def shared(path: JsonPath) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{spelled(path)} cannot be changed by form",
        cause="It uses a YAML anchor, alias, merge key or tag, so a change could reach further.",
        hint=_IN_THE_TEXT,
    )


def missing(path: JsonPath) -> AppError:
    return AppError(Family.CONFIGURATION, f"There is no {spelled(path)} in the file")


def taken(path: JsonPath) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{spelled(path)} exists already",
        hint="Choose another name.",
    )


def whole() -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "The whole document cannot be removed, renamed or moved",
        hint="Choose something inside it.",
    )


def in_a_list(path: JsonPath) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{spelled(path)} cannot be renamed",
        cause="It stands in a list, where nothing has a name.",
    )


def name_taken(name: str, file: Path) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"A server called “{name}” exists already in {file}",
        hint="Choose another name, or change that server.",
        kind=Kind.MISSING,
    )


def nameless() -> AppError:
    return AppError(
        Family.CONFIGURATION, "A server needs a name", hint="Give it one.", kind=Kind.MISSING
    )


def no_container(path: JsonPath, found: Node) -> AppError:
    wanted = "an object" if isinstance(path[-1], str) else "a list"
    return AppError(
        Family.CONFIGURATION,
        f"{spelled(path[:-1])} is not {wanted}",
        cause=f"It is of the kind {found.kind}, so nothing can be added to it.",
        hint=_IN_THE_TEXT,
    )


def unwritable(reason: str) -> AppError:
    return AppError(Family.CONFIGURATION, "This value cannot be written to a config", cause=reason)


def not_as_meant() -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "This change cannot be made by form without touching more of the file",
        cause="The way the text is written around it does not allow it; nothing was changed.",
        hint=_IN_THE_TEXT,
    )


def foreign(root: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "Patchbay does not write this client's format yet",
        cause=f"Servers stand below {root} here.",
        hint="Add it in the text.",
    )


def is_parked(name: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{name} is parked, so there is nothing in the file to change",
        hint="Put it back first.",
    )


def changed_meanwhile(where: str, server: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{where} of {server} is another by now",
        cause="It was changed while this question was open.",
        hint="Close it and begin again.",
    )
