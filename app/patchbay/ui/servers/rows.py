"""The rows of the sidebar: a head for each file, a row for each of its servers."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)
from typing_extensions import override

from patchbay.core.config.model import ConfigFile, Severity
from patchbay.core.sessions.pool import Pool
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready
from patchbay.core.trust.visible import visible
from patchbay.ui.each_session import EachSession
from patchbay.ui.figures import counted
from patchbay.ui.servers import words
from patchbay.ui.tasks import follow, listen

Index: TypeAlias = QModelIndex | QPersistentModelIndex
_SOON_MS = 30
"""Changes within this time are painted together: many servers that start have very many."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """The head of a group."""

    file: ConfigFile
    running: int
    total: int
    folded: bool
    problems: int = 0
    """Errors and warnings in the file; `is_grave` when one of them is an error."""
    is_grave: bool = False


@dataclass(frozen=True, slots=True)
class ServerRow:
    """One server."""

    session: Session


Row: TypeAlias = FileRow | ServerRow


class ServerRows(QAbstractListModel):
    """Follows the pool: which files are open, which servers they have, how each stands."""

    def __init__(self, pool: Pool, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = pool
        self._rows: list[Row] = []
        self._filter = ""
        self._folded: set[Path] = set()
        self._stale: set[Session] = set()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self._refresh)
        listen(self, pool.changed, lambda _: self.rebuild())
        EachSession(self, pool, self._follow)
        self.rebuild()

    def rebuild(self) -> None:
        """Collect the rows anew; where they are the same ones, only what they say is new."""
        rows = self._collect()
        if [_identity(row) for row in rows] == [_identity(row) for row in self._rows]:
            self._rows = rows
            for place, row in enumerate(rows):
                if isinstance(row, FileRow):
                    self.dataChanged.emit(self.index(place), self.index(place))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    @property
    def is_filtered(self) -> bool:
        return bool(self._filter)

    def set_filter(self, text: str) -> None:
        self._filter = text.strip().lower()
        self.rebuild()

    def fold(self, path: Path, *, folded: bool) -> None:
        (self._folded.add if folded else self._folded.discard)(path)
        self.rebuild()

    def row(self, index: Index) -> Row | None:
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def index_of(self, session: Session) -> QModelIndex:
        for place, row in enumerate(self._rows):
            if isinstance(row, ServerRow) and row.session is session:
                return self.index(place)
        return QModelIndex()

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, answer = self.row(index), _ANSWERS.get(role)
        return answer(row) if row is not None and answer is not None else None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _collect(self) -> list[Row]:
        rows: list[Row] = []
        for file in self._pool.files:
            sessions = self._pool.sessions_of(file)
            shown = [session for session in sessions if self._passes(session)]
            if self._filter and not shown:
                continue
            folded = file.path in self._folded and not self._filter
            rows.append(_head(file, sessions, folded=folded))
            rows.extend(ServerRow(session) for session in shown if not folded)
        return rows

    def _passes(self, session: Session) -> bool:
        return self._filter in session.entry.name.lower()

    def _follow(self, session: Session) -> Callable[[], None]:
        disconnects = [
            session.changed.connect(lambda _: self._note_change(session)),
            session.catalog_changed.connect(lambda _: self._note_change(session)),
            session.asks.changed.connect(lambda _: self._note_change(session)),
            session.run_added.connect(
                lambda run: follow(self, run, lambda: self._note_change(session))
            ),
        ]

        def stop() -> None:
            for disconnect in disconnects:
                disconnect()

        return stop

    def _note_change(self, session: Session) -> None:
        self._stale.add(session)
        if not self._soon.isActive():
            self._soon.start()

    def _refresh(self) -> None:
        stale, self._stale = self._stale, set()
        files = {session.entry.file for session in stale}
        for place, row in enumerate(self._rows):
            if isinstance(row, FileRow) and row.file.path in files:
                sessions = self._pool.sessions_of(row.file)
                self._rows[place] = _head(row.file, sessions, folded=row.folded)
            elif not (isinstance(row, ServerRow) and row.session in stale):
                continue
            self.dataChanged.emit(self.index(place), self.index(place))


def _head(file: ConfigFile, sessions: tuple[Session, ...], *, folded: bool) -> FileRow:
    running = sum(isinstance(session.state, Ready) for session in sessions)
    found = [*file.problems, *(problem for entry in file.entries for problem in entry.problems)]
    counting = [problem for problem in found if problem.severity is not Severity.NOTE]
    is_grave = any(problem.severity is Severity.ERROR for problem in counting)
    return FileRow(file, running, len(sessions), folded, len(counting), is_grave)


def _identity(row: Row) -> object:
    """What makes a row the same one, whatever it says."""
    if isinstance(row, ServerRow):
        return row.session
    return row.file.path, row.folded, bool(row.file.entries)


def _name(row: Row) -> str:
    return row.file.label if isinstance(row, FileRow) else visible(row.session.entry.name)


def _spoken(row: Row) -> str:
    if isinstance(row, ServerRow):
        return words.accessible(row.session)
    problems = f", {counted(row.problems, 'problem')}" if row.problems else ""
    return f"{row.file.label}, {row.running} of {row.total} running{problems}"


def _tip(row: Row) -> str:
    if isinstance(row, FileRow):
        problems = f"\n{counted(row.problems, 'problem')}" if row.problems else ""
        return f"{row.file.path}{problems}"
    session = row.session
    waits = words.next_attempt(session.state)
    return waits or words.obstacles(session.entry) or session.entry.description


_ANSWERS: dict[int, Callable[[Row], Any]] = {
    Qt.ItemDataRole.DisplayRole: _name,
    Qt.ItemDataRole.AccessibleTextRole: _spoken,
    Qt.ItemDataRole.ToolTipRole: _tip,
}
