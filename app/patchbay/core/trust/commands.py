"""Tells what is wrong with a command as it is written, and with what lies at its path."""

import os
import shlex
from contextlib import suppress
from pathlib import Path

from patchbay.core.trust.programs import is_bare_name, is_program

_QUOTES = "\"'“”‘’"  # noqa: RUF001 - the quotes that word processors make
_SHELL = (";", "|", "&", "<", ">", "$", "`", "\n")
ONE_PROGRAM = "Write one program in command and everything else in args; no shell is involved."


def odd_command(command: str) -> tuple[str, str]:
    """Why `command` cannot be the name of a program, and what to write instead; empty if it can."""
    inner = command.strip(_QUOTES)
    oddities = (
        (not command.strip(), "The entry names no program.", f"Fill in its command. {ONE_PROGRAM}"),
        (
            "\0" in command,
            "The command holds a null character.",
            f"Type it again; it may have come along with a copy. {ONE_PROGRAM}",
        ),
        (
            command[:1] in _QUOTES and command[-1:] in _QUOTES,
            "The command has quotes around it, and no shell takes them off.",
            f"Write {inner} without quotes in command, and everything else in args.",
        ),
        (
            command != command.strip(),
            "There are spaces around the command.",
            f"Take them off. {ONE_PROGRAM}",
        ),
        (
            any(mark in command for mark in _SHELL),
            "The command is written for a shell, and no shell is involved.",
            "Write one program in command and its arguments in args, or put all into a script.",
        ),
    )
    told = next(((cause, hint) for is_so, cause, hint in oddities if is_so), ("", ""))
    if not told[0] and " " in command and not is_program(Path(command)):
        return _several_words(command)
    return told


def at_path(path: Path) -> tuple[str, str]:
    """Why the file at `path` is no program, and what to do; it is there and is none."""
    with suppress(OSError, ValueError):
        if path.is_dir():
            return f"{path} is a folder.", "Give the path of a program in it as the command."
        if path.exists() and not os.access(path, os.X_OK):
            return (
                f"{path} lacks the right to be executed.",
                f"Run “chmod +x {shlex.quote(str(path))}”, or give the program that runs it as the"
                " command.",
            )
        if path.is_symlink():
            return f"{path} is a link to a file that is gone.", "Install the program again."
    return (
        f"There is no program at {path}.",
        "Correct the path in the config file, or install the program.",
    )


def _several_words(command: str) -> tuple[str, str]:
    try:
        program, *args = shlex.split(command)
    except ValueError:
        program, *args = command.split()
    if not (is_bare_name(program) or program.startswith(("/", "~", "."))):
        return "The command holds spaces.", ONE_PROGRAM
    words = ", ".join(args)
    return (
        "Program and arguments are written as one command.",
        f"Write {program} in command and each of {words} as one of the args.",
    )
