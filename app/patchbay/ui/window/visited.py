"""The way back to what was in sight before, and forward again."""

from PySide6.QtCore import QObject, QTimer

from patchbay.core.sessions.session import Session
from patchbay.ui.window.frame import Frame
from patchbay.ui.window.server_page import PageName

_MOST = 100


class Visited(QObject):
    """Remembers which page of which server was in sight; servers that are gone are passed over."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._frame = frame
        self._places: list[tuple[Session, PageName]] = []
        self._at = -1
        # One step goes through several pages: what counts is where it ends.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._note)
        frame.shown_changed.connect(self._soon.start)

    def can_go(self, step: int) -> bool:
        """Whether there is something before (-1) or after (1) what is in sight."""
        return self._next(step) is not None

    def go(self, step: int) -> None:
        if (at := self._next(step)) is not None:
            self._at = at
            session, page = self._places[at]
            self._frame.show_session(session).show_page(page)

    def _next(self, step: int) -> int | None:
        if self._soon.isActive():
            self._note()
        alive = self._frame.workspace.pool.sessions
        at = self._at + step
        while 0 <= at < len(self._places):
            if self._places[at][0] in alive:
                return at
            at += step
        return None

    def _note(self) -> None:
        self._soon.stop()
        page = self._frame.page
        if page is None:
            return
        place = page.session, page.page_name
        if self._at < 0 or self._places[self._at] != place:
            self._places = [*self._places[: self._at + 1], place][-_MOST:]
            self._at = len(self._places) - 1
