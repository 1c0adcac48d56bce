"""macOS: no adoption and no /proc, so descendants are remembered from snapshots of `ps`.

A process that leaves its group and loses its parent between two snapshots escapes; snapshots are
taken whenever a known process forks, and again before every sweep.
"""

import contextlib
import os
import select
import threading
import time

_PS = "/bin/ps"
_FRESH = 0.25
_CALM = 1.0


class Seen:
    """One row of a snapshot. A process is the same only if its start time is the same too."""

    __slots__ = ("group", "parent", "started")

    def __init__(self, parent: int, group: int, started: str) -> None:
        self.parent = parent
        self.group = group
        self.started = started


Snapshot = dict[int, Seen]
Groups = dict[int, int]
"""Process ids, each with its process group."""


class SeenDescendants:
    """Remembers every descendant of the server that any snapshot showed."""

    ADOPTS = False

    def __init__(self) -> None:
        self._server = 0
        self._known: dict[int, str] = {}
        self._alive: Groups = {}
        self._taken = 0.0
        self._lock = threading.Lock()

    def before_fork(self) -> None:
        """Nothing to do."""

    def in_child(self, parent: int) -> None:
        """Nothing to do: there is no death signal here."""

    def follow(self, server: int) -> None:
        self._server = server
        threading.Thread(target=self._watch, daemon=True).start()

    def alive(self) -> Groups:
        with self._lock:
            if time.monotonic() - self._taken > _FRESH:
                self._alive = self._look()
                self._taken = time.monotonic()
            return dict(self._alive)

    def _look(self) -> Groups:
        now = snapshot()
        roots = {self._server}
        roots |= {
            process
            for process, started in self._known.items()
            if process in now and now[process].started == started
        }
        family = {process for process in roots if process in now}
        family |= {process for process, seen in now.items() if seen.group == self._server}
        grew = True
        while grew:
            young = {process for process, seen in now.items() if seen.parent in family}
            grew = not young <= family
            family |= young
        family.discard(os.getpid())
        self._known = {process: now[process].started for process in family}
        return {process: now[process].group for process in family}

    def _watch(self) -> None:
        """Take a snapshot after each fork of a process known so far, at most one each second."""
        queue = select.kqueue()
        watched: set[int] = set()
        while True:
            for process in set(self.alive()) - watched:
                forks = select.kevent(
                    process,
                    select.KQ_FILTER_PROC,
                    select.KQ_EV_ADD | select.KQ_EV_CLEAR,
                    select.KQ_NOTE_FORK,
                )
                with contextlib.suppress(OSError):
                    queue.control([forks], 0)
                watched.add(process)
            queue.control(None, 8, None)
            time.sleep(_CALM)


def snapshot() -> Snapshot:
    """All processes of this machine that are not zombies."""
    reading, writing = os.pipe()
    try:
        process = os.posix_spawn(
            _PS,
            [_PS, "-axo", "pid=,ppid=,pgid=,state=,lstart="],
            {"LC_ALL": "C"},
            file_actions=[(os.POSIX_SPAWN_DUP2, writing, 1)],
        )
    except OSError:
        os.close(reading)
        return {}
    finally:
        os.close(writing)
    with os.fdopen(reading, "rb") as file:
        rows = file.read().decode("ascii", "replace").splitlines()
    with contextlib.suppress(ChildProcessError):  # the thread that reaps may have been faster
        os.waitpid(process, 0)
    return _rows(rows, process)


def _rows(rows: list[str], ps: int) -> Snapshot:
    found: Snapshot = {}
    for row in rows:
        columns = row.split(None, 4)
        if len(columns) == 5 and not columns[3].startswith("Z") and int(columns[0]) != ps:
            found[int(columns[0])] = Seen(int(columns[1]), int(columns[2]), columns[4])
    return found
