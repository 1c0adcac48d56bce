"""Why a program could not be started, from what the relay reports and what lies at its path."""

import errno
from pathlib import Path

from patchbay.core.errors import AppError, Family, Remedy
from patchbay.core.remedies import (
    EDIT_ARGUMENTS,
    EDIT_COMMAND,
    EDIT_ENCODING,
    EDIT_FOLDER,
)
from patchbay.core.sessions.relay_events import SpawnFailed

_BEGINNING = 128

_WORDS: dict[str, tuple[str, str, str, tuple[Remedy, ...]]] = {
    "bad-cwd": (
        "The folder to start in cannot be used",
        "There is no folder {path}.",
        "Make the folder, or change “cwd” in the server's entry.",
        (EDIT_FOLDER,),
    ),
    "no-such-command": (
        "There is no program at {path}",
        "The file is not there any more.",
        "Install it again, or give its new path in the server's entry.",
        (EDIT_COMMAND,),
    ),
    "not-executable": (
        "{path} cannot be executed",
        "The file lacks the right to be executed, or its disk forbids it.",
        "Run “chmod +x” on it, or give the program that runs it as the command.",
        (EDIT_COMMAND,),
    ),
    "bad-interpreter": (
        "The interpreter of {path} is missing",
        "The file names an interpreter in its first line that does not exist.",
        "Install that interpreter, or repair the first line.",
        (EDIT_COMMAND,),
    ),
    "bad-format": (
        "{path} is not a program for this machine",
        "The system does not recognise its format.",
        "Install the build for this system, or add a “#!” line to a script.",
        (EDIT_COMMAND,),
    ),
    "bad-encoding": (
        "The encoding {path} cannot be used",
        "It is unknown, or it cannot be split into lines.",
        "Change “encoding” in the server's entry; most servers speak utf-8.",
        (EDIT_ENCODING,),
    ),
    "no-spool": (
        "Patchbay has no room for large messages",
        "Its cache folder {path} cannot be written.",
        "Make room on that disk, or check the rights of the folder.",
        (),
    ),
    "version": (
        "Two versions of Patchbay are mixed",
        "Its helper process speaks another version than the window.",
        "Install Patchbay again.",
        (),
    ),
    "too-long": (
        "The command line is too long",
        "Arguments and environment together exceed what the system accepts.",
        "Shorten the arguments or the environment of this server.",
        (EDIT_ARGUMENTS,),
    ),
}


def spawn_error(failed: SpawnFailed) -> AppError:
    """What the relay could not start, and why."""
    title, cause, hint, remedies = _WORDS.get(
        failed.why,
        (
            "{path} could not be started",
            f"The system said: error {failed.errno}.",
            "Start it in a terminal to see more.",
            (EDIT_COMMAND,),
        ),
    )
    return AppError(
        Family.CONFIGURATION if remedies else Family.CONNECTION,
        title.format(path=failed.path),
        cause=_seen(failed) or cause.format(path=failed.path),
        hint=hint,
        evidence={"reason": failed.why, "path": failed.path},
        remedies=remedies,
    )


def _seen(failed: SpawnFailed) -> str:
    """A closer cause, from what is at the path."""
    path = Path(failed.path)
    try:
        match failed.why:
            case "bad-cwd":
                return _folder(path, failed.errno)
            case "not-executable" if path.is_dir():
                return "It is a folder."
            case "bad-interpreter" | "bad-format" if path.is_file():
                return _format(path)
            case _:
                return ""
    except (OSError, ValueError):
        return ""


def _folder(path: Path, number: int | None) -> str:
    if path.is_file() or number == errno.ENOTDIR:
        return f"{path} is a file, not a folder."
    if number in (errno.EACCES, errno.EPERM) and path.exists():
        return f"You may not enter the folder {path}."
    return ""


def _format(path: Path) -> str:
    with path.open("rb") as file:
        begin = file.read(_BEGINNING)
    if begin.startswith(b"#!"):
        interpreter = begin[2:].split(b"\n", 1)[0].strip().decode("utf-8", "replace")
        ends = " The line ends as on Windows, which Linux and macOS do not understand."
        return f"Its first line names {interpreter}, which cannot be run." + (
            ends if b"\r\n" in begin else ""
        )
    if not begin:
        return "The file is empty."
    if begin.startswith((b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"MZ")):
        return f"It was built for {_system(begin)}."
    return ""


def _system(begin: bytes) -> str:
    if begin.startswith(b"MZ"):
        return "Windows"
    return "another kind of processor" if begin.startswith(b"\x7fELF") else "macOS"
