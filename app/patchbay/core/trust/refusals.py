"""Explains why a program does not start: not allowed, or not there."""

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from patchbay.core.config.model import Definition
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.remedies import EDIT_COMMAND
from patchbay.core.trust.commands import ONE_PROGRAM, at_path, odd_command
from patchbay.core.trust.programs import find_elsewhere, is_bare_name, search_folders
from patchbay.core.trust.rules import is_interpreter, is_rule, shown_line

_FOLDERS_NAMED = 3
_COMES_WITH = {
    **dict.fromkeys(("npx", "npm", "node"), "Node.js"),
    **dict.fromkeys(("uvx", "uv"), "uv (docs.astral.sh/uv)"),
    **dict.fromkeys(("docker",), "Docker"),
    **dict.fromkeys(("bunx", "bun"), "Bun"),
    **dict.fromkeys(("pnpx", "pnpm"), "pnpm"),
}


class NotAllowed(AppError):  # noqa: N818 - an AppError by another name says less
    """No rule of the allow-list covers a command; `executable` is what it would have started."""

    def __init__(self, definition: Definition, command: str, executable: Path | None) -> None:
        super().__init__(
            Family.CONFIGURATION,
            f"“{definition.name}” may not start {definition.command or 'an empty command'}",
            cause=_why_refused(definition, command, executable),
            hint=_way_to_allow(definition, command, executable),
            kind=Kind.REFUSED,
            evidence={
                "command": command,
                "resolved": str(executable) if executable else "not found",
                "file": str(definition.file),
            },
            remedies=(EDIT_COMMAND,),
        )
        self.command = command
        self.executable = executable


def _why_refused(definition: Definition, command: str, executable: Path | None) -> str:
    odd, _ = odd_command(definition.command)
    if odd and executable is None:
        return odd
    blocked = f"{command} is not on the allow-list."
    if executable is not None or is_bare_name(command):
        return blocked
    return f"{blocked} {at_path(Path(command))[0]}"


def _way_to_allow(definition: Definition, command: str, executable: Path | None) -> str:
    odd, correction = odd_command(definition.command)
    if (odd and executable is None) or not is_rule(command):
        return correction or ONE_PROGRAM
    if executable is None and not is_bare_name(command):
        return f"{at_path(Path(command))[1]} Then it can be allowed."
    line = shown_line(definition)
    if not is_interpreter(command) or (len(line) == 1 and not definition.kept_args):
        allow = f"patchbay allow {shlex.quote(command)}"
        return f"If you trust it, allow it in the window or with: {allow}"
    way = "in the window or with its secret written out" if definition.kept_args else ""
    return (
        f"{command} runs any code it is given, so allow this one command line,"
        f" {way or 'in the window or with'}: patchbay allow -- {shlex.join(line)}"
    )


def not_found(definition: Definition, command: str, search_path: str) -> AppError:
    """The command is allowed, but there is no such program."""
    title = f"Could not start “{definition.name}”"
    if not is_bare_name(command):
        cause, hint = at_path(Path(command))
        return AppError(
            Family.CONFIGURATION,
            title,
            cause=cause,
            hint=hint,
            short="no program",
            evidence={"command": command},
            remedies=(EDIT_COMMAND,),
        )
    folders = [str(folder) for folder in search_folders(search_path)]
    looked_in = os.pathsep.join(folders) or "nowhere: PATH is empty"
    evidence = {"command": command, "looked in": looked_in}
    elsewhere = [str(path) for path in find_elsewhere(command)]
    if elsewhere:
        evidence["found elsewhere"] = ", ".join(elsewhere)
    return AppError(
        Family.CONFIGURATION,
        title,
        cause=f"There is no program called {command} in {_folders_in_words(folders)}.",
        hint=_where_else(command, elsewhere),
        short="no program",
        evidence=evidence,
        remedies=(EDIT_COMMAND,),
    )


def _folders_in_words(folders: Sequence[str]) -> str:
    if not folders:
        return "the search path, which is empty"
    named = ", ".join(folders[:_FOLDERS_NAMED])
    more = len(folders) - _FOLDERS_NAMED
    count = "the one folder" if len(folders) == 1 else f"the {len(folders)} folders"
    return f"{count} of the search path: {named}" + (f" and {more} more" if more > 0 else "")


def _where_else(command: str, elsewhere: Sequence[str]) -> str:
    if elsewhere:
        return (
            f"It is at {elsewhere[0]}: give this path as the command, or add its folder to the PATH"
            " of your login shell."
        )
    comes_with = _COMES_WITH.get(command)
    install = f"Install {comes_with}, which brings it" if comes_with else f"Install {command}"
    return f"{install}, or add its folder to the PATH of your login shell."
