"""Explains why a program does not start: not allowed, or not there."""

import os
import shlex
from pathlib import Path

from patchbay.core.config.model import Definition
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.trust.programs import find_elsewhere, is_bare_name, search_folders
from patchbay.core.trust.rules import is_interpreter, is_rule, shown_line


class NotAllowed(AppError):  # noqa: N818 - an AppError by another name says less
    """No rule of the allow-list covers a command; `executable` is what it would have started."""

    def __init__(self, definition: Definition, command: str, executable: Path | None) -> None:
        super().__init__(
            Family.CONFIGURATION,
            f"“{definition.name}” may not start {definition.command or 'an empty command'}",
            cause=f"{command or 'The command'} is not on the allow-list.",
            hint=_way_to_allow(definition, command),
            kind=Kind.REFUSED,
            evidence={
                "command": command,
                "resolved": str(executable) if executable else "not found",
                "file": str(definition.file),
            },
        )
        self.command = command
        self.executable = executable


def _way_to_allow(definition: Definition, command: str) -> str:
    if not is_rule(command):
        return "Write one program in command and everything else in args; no shell is involved."
    line = shown_line(definition)
    if is_interpreter(command) and definition.masked_args:
        return (
            f"{command} runs any code it is given, so allow this one command line, in the window or"
            f" with its secret written out: patchbay allow -- {shlex.join(line)}"
        )
    if is_interpreter(command) and len(line) > 1:
        return (
            f"{command} runs any code it is given, so allow this one command line,"
            f" in the window or with: patchbay allow -- {shlex.join(line)}"
        )
    return f"If you trust it, allow it in the window or with: patchbay allow {shlex.quote(command)}"


def not_found(definition: Definition, command: str, search_path: str) -> AppError:
    """The command is allowed, but there is no such program."""
    title = f"Could not start “{definition.name}”"
    if not is_bare_name(command):
        return AppError(
            Family.CONFIGURATION,
            title,
            cause=f"There is no program at {command}.",
            hint="Correct the path in the config file, or install the program.",
            evidence={"command": command},
        )
    folders = os.pathsep.join(map(str, search_folders(search_path)))
    evidence = {"command": command, "looked in": folders or "nowhere: PATH is empty"}
    hint = f"Install {command}, or add its folder to the PATH of your login shell."
    elsewhere = [str(path) for path in find_elsewhere(command)]
    if elsewhere:
        evidence["found elsewhere"] = ", ".join(elsewhere)
        hint = (
            f"It was found as {elsewhere[0]}: add its folder to your PATH,"
            " or write that path in the config file and allow it."
        )
    return AppError(
        Family.CONFIGURATION,
        title,
        cause=f"There is no program called {command} in the search path.",
        hint=hint,
        evidence=evidence,
    )
