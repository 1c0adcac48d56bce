"""Finds programs by name: in the absolute folders of a search path and nowhere else."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from patchbay.core.config.folders import expanded

_USUAL_FOLDERS = (
    "~/.nvm/versions/node/*/bin",
    "~/.volta/bin",
    "~/.local/share/fnm/aliases/default/bin",
    "~/.fnm/aliases/default/bin",
    "~/Library/Application Support/fnm/aliases/default/bin",
    "~/.local/share/fnm/node-versions/*/installation/bin",
    "~/Library/Application Support/fnm/node-versions/*/installation/bin",
    "~/.local/share/mise/shims",
    "~/.asdf/shims",
    "~/.pyenv/shims",
    "~/.pyenv/versions/*/bin",
    "~/.local/bin",
    "~/.cargo/bin",
    "~/.bun/bin",
    "~/.deno/bin",
    "~/.local/share/pnpm",
    "~/Library/pnpm",
    "~/.npm-global/bin",
    "~/.yarn/bin",
    "~/go/bin",
    "/opt/homebrew/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/usr/local/bin",
    "/snap/bin",
    "/opt/local/bin",
)
_WINDOWS_FOLDERS = (
    "~/AppData/Roaming/npm",
    "~/AppData/Local/Volta/bin",
    "~/AppData/Local/pnpm",
    "~/.bun/bin",
    "~/.local/bin",
    "~/.cargo/bin",
    "~/scoop/shims",
    "C:/Program Files/nodejs",
)
_DEFAULT_PATHEXT = ".COM;.EXE;.BAT;.CMD"
IS_WINDOWS = sys.platform == "win32"


def is_bare_name(command: str) -> bool:
    """Whether `command` names a program without saying where it is."""
    return bool(command) and "/" not in command and "\\" not in command and ":" not in command


def search_folders(search_path: str) -> Iterator[Path]:
    """The folders of a search path; relative and empty entries mean the current one: skipped."""
    for entry in search_path.split(os.pathsep):
        folder = Path(entry.strip('"') if IS_WINDOWS else entry)
        if folder.is_absolute():
            yield folder


def find_program(name: str, search_path: str) -> Path | None:
    """The first program called `name` in the search path, as an absolute path."""
    if not is_bare_name(name):
        return None
    return next(_programs_in(search_folders(search_path), name), None)


def find_elsewhere(name: str) -> tuple[Path, ...]:
    """Programs called `name` where version managers put them."""
    if not is_bare_name(name):
        return ()
    patterns = _WINDOWS_FOLDERS if IS_WINDOWS else _USUAL_FOLDERS
    return tuple(_programs_in(_existing(patterns), name))


def is_program(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.X_OK)
    except (OSError, ValueError):
        return False


def with_extensions(path: Path) -> Iterator[Path]:
    """`path` and, on Windows, `path` with each extension that may be left out there."""
    if IS_WINDOWS and not path.suffix:
        extensions = os.environ.get("PATHEXT") or _DEFAULT_PATHEXT
        yield from (path.with_name(path.name + each.lower()) for each in extensions.split(";"))
    yield path


def _programs_in(folders: Iterator[Path], name: str) -> Iterator[Path]:
    for folder in folders:
        yield from (path for path in with_extensions(folder / name) if is_program(path))


def _existing(patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        path = expanded(pattern, Path("/"))
        if "*" not in pattern:
            yield path
            continue
        root, _, rest = str(path).partition("*")
        yield from sorted(Path(root).glob(f"*{rest}"), reverse=True)
