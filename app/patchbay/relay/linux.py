"""Linux: the relay adopts orphans, the server dies with the relay, /proc lists everybody."""

import contextlib
import ctypes
import math
import os
import resource
import signal

Groups = dict[int, int]
"""Process ids, each with its process group."""

_SET_CHILD_SUBREAPER = 36
_SET_DEATH_SIGNAL = 1
_MARK = 700_000


def birthmark(hard: int) -> int:
    """A hard limit on message queue bytes, below `hard`, that only descendants of servers have.

    Limits are inherited whatever a process does to its session, group or environment, and without
    privileges a hard one can only be lowered. Once a relay has been killed, this is how the window
    tells the orphans it adopted from strangers. Nobody uses POSIX message queues of that size, and
    the limit still leaves room for them.
    """
    return _MARK if hard == resource.RLIM_INFINITY or hard > _MARK else max(hard - 1, 0)


def bears_birthmark(process: int) -> bool:
    """Whether a process descends from a server: its hard limit is lower than ours."""
    try:
        return _hard_limit(str(process)) < _hard_limit("self")
    except (OSError, ValueError, IndexError):
        return False


def _hard_limit(process: str) -> float:
    with open(f"/proc/{process}/limits") as file:
        for line in file:
            if line.startswith("Max msgqueue size"):
                found = line.split()[4]
                return math.inf if found == "unlimited" else int(found)
    return math.inf


class AdoptedDescendants:
    """As a subreaper this process becomes the parent of every orphan below it."""

    ADOPTS = True

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)

    def before_fork(self) -> None:
        self._libc.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def in_child(self, parent: int) -> None:
        """Die when the relay's main thread does, also if it did so before this took effect."""
        self._libc.prctl(_SET_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)
        _, hard = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
        with contextlib.suppress(ValueError, OSError):
            mark = birthmark(hard)
            resource.setrlimit(resource.RLIMIT_MSGQUEUE, (mark, mark))

    def follow(self, server: int) -> None:
        """Nothing to do: whoever descends from the server descends from this process."""

    def alive(self) -> Groups:
        return descendants_of(os.getpid())


def descendants_of(root: int) -> Groups:
    """All living descendants of a process, itself not included; zombies do not count."""
    children: dict[int, list[int]] = {}
    groups: Groups = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (found := _parent_and_group(entry)) is not None:
            parent, group, is_dead = found
            children.setdefault(parent, []).append(int(entry))
            if not is_dead:
                groups[int(entry)] = group
    below: Groups = {}
    waiting = [root]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            waiting.append(child)
            if child in groups:
                below[child] = groups[child]
    return below


def _parent_and_group(process: str) -> tuple[int, int, bool] | None:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            text = file.read()
    except OSError:
        return None
    state, parent, group, _ = text[text.rfind(b")") + 2 :].split(None, 3)
    return int(parent), int(group), state in b"ZX"
