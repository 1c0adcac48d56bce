"""Names of servers: which one a file can take, and which one is free."""

from collections.abc import Collection, Iterable

from patchbay.core.config.model import ConfigFile
from patchbay.core.editing import refusals
from patchbay.core.editing.meaning import sound_text


def check_name(file: ConfigFile, name: str) -> None:
    """Ask whether a server of `file` can be called `name`, wherever in it the server stands.

    Raises:
        AppError: it is blank or taken, or no file can hold it.
    """
    if not name.strip():
        raise refusals.nameless()
    sound_text(name)
    if any(entry.name == name for entry in file.entries):
        raise refusals.name_taken(name, file.path)


def free_name(name: str, taken: Collection[str]) -> str:
    """`name`, or the first of `name-2`, `name-3` and so on that is not taken."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free


def free_names(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """The same for several that come one after another."""
    used = set(taken)
    found: list[str] = []
    for name in names:
        found.append(free_name(name, used))
        used.add(found[-1])
    return found
