"""Listens to every server there is, however many come and go."""

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QObject

from patchbay.core.sessions.pool import Pool
from patchbay.core.sessions.session import Session
from patchbay.ui.tasks import listen

Follow: TypeAlias = Callable[[Session], Callable[[], object]]
"""Begins to listen to one session; what it returns ends that."""


class EachSession:
    """Calls `follow` once for every session of a pool, and what it returned when the session goes.

    Not `listen` for each: Qt takes long to connect thousands of servers. All ends with `owner`.
    """

    def __init__(self, owner: QObject, pool: Pool, follow: Follow) -> None:
        self._pool, self._follow = pool, follow
        watched = self._watched = dict[Session, Callable[[], object]]()
        owner.destroyed.connect(lambda: [stop() for stop in watched.values()])
        listen(owner, pool.changed, lambda _: self._watch())
        self._watch()

    def _watch(self) -> None:
        sessions = set(self._pool.sessions)
        for session in [gone for gone in self._watched if gone not in sessions]:
            self._watched.pop(session)()
        for session in sessions - set(self._watched):
            self._watched[session] = self._follow(session)
