"""Connects to one server: in the way that worked last time, then in others where that may help."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from patchbay.core.config.model import Entry
from patchbay.core.errors import AppError
from patchbay.core.sessions import sdk
from patchbay.core.sessions.books import Books
from patchbay.core.sessions.eras import Eras
from patchbay.core.sessions.gate import Cleared
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.parts import Parts
from patchbay.core.sessions.persistence import End
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.sessions.states import Starting, State
from patchbay.core.sessions.ways import KnownWay, Trail

if TYPE_CHECKING:
    from patchbay.core.sessions.connection import Connection

Serve: TypeAlias = "Callable[[Connection], Awaitable[End]]"


class Connector:
    """Tries the ways to one server, tells the log of each, and remembers which of them worked.

    `state` tells how the session stands, and so what a start waited for.
    """

    def __init__(self, eras: Eras, parts: Parts, books: Books, state: Callable[[], State]) -> None:
        self._parts = parts
        self._books = books
        self._log = books.log
        self._state = state
        self._known_way = KnownWay(eras)

    async def connect(self, entry: Entry, cleared: Cleared, serve: Serve) -> End:
        """Let `serve` open and serve connections, until one of them was up.

        Raises:
            AppError: none came up.
        """
        secrets = Redactor(cleared.definition.secrets)
        self._log.redactor = self._books.traffic.redactor = secrets
        connect = await sdk.load()
        trail = Trail(self._known_way.first(entry, cleared.definition))
        while True:
            connection = connect(cleared, self._parts, self._books, trail.way)
            try:
                return await serve(connection)
            except Exception as error:
                why = self._why(error, connection, trail.failures)
                words = trail.go_on(why, connection.other_way(error))
                if not words:
                    raise trail.verdict(found=connection.was_welcome) from error
                self._log.add(Source.PATCHBAY, words, "info")

    def remember(self, entry: Entry, connection: "Connection") -> None:
        """This one is up."""
        try:
            self._known_way.keep(entry, connection.way, is_modern=connection.is_modern)
        except OSError as error:
            words = f"The protocol era could not be remembered: {error}"
            self._log.add(Source.PATCHBAY, words, "warning")

    def _why(
        self, error: Exception, connection: "Connection", earlier: Sequence[AppError]
    ) -> AppError:
        state = self._state()
        if connection.ran_late(error) and isinstance(state, Starting):
            return connection.why_late(state)
        return connection.why_not_up(error, earlier)
