"""The questions of all servers: the oldest is one key away, and each is announced once."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from patchbay.core.calls.ask import Ask
from patchbay.core.sessions.pool import Pool
from patchbay.core.sessions.session import Session
from patchbay.core.trust.visible import visible
from patchbay.ui.each_session import EachSession


class Questions:
    """Knows what is asked anywhere, whichever page is in sight."""

    def __init__(self, window: QWidget, pool: Pool) -> None:
        self._window, self._pool = window, pool
        announce = self._announce
        EachSession(window, pool, lambda session: session.asks.added.connect(announce))

    def oldest(self) -> tuple[Session, Ask] | None:
        """The question that has waited longest."""
        found = [(session, ask) for session in self._pool.sessions for ask in session.asks.open]
        return max(found, key=lambda each: each[1].waited, default=None)

    @property
    def any_waits(self) -> bool:
        return any(session.asks.open for session in self._pool.sessions)

    def _announce(self, ask: Ask) -> None:
        """Say it to a screen reader, politely: it must not cut off what is being read."""
        words = f"{visible(ask.server)} asks: {ask.question.message}"
        event = QAccessibleAnnouncementEvent(self._window, words)
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
        QAccessible.updateAccessibility(event)
