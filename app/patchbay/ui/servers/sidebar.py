"""The list of servers at the left of the window."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QMenu
from typing_extensions import override

from patchbay.core.config.model import ConfigFile
from patchbay.core.sessions.pool import Pool
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready, Starting, Stopping
from patchbay.ui.controls import Button, ElidedLabel, IconButton, SearchField, column, frame, row
from patchbay.ui.servers.delegate import ServerDelegate
from patchbay.ui.servers.rows import FileRow, ServerRow, ServerRows
from patchbay.ui.tables import Nothing

_ALT = Qt.KeyboardModifier.AltModifier
_ARC_MS, _SECOND_MS = 100, 1_000
_STEPS: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class ServerList(QListView):
    """The rows themselves: choosing, folding, and the start or stop at the end of a row."""

    chosen = Signal(object)
    file_chosen = Signal(object)
    toggled = Signal(object)
    """A session that shall start or stop."""
    remove_wanted = Signal(object)
    move_wanted = Signal(object, int)

    def __init__(self, rows: ServerRows) -> None:
        super().__init__()
        self._rows = rows
        self._delegate = ServerDelegate(rows)
        self.setModel(rows)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Servers")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self._open)
        self._nothing = Nothing(self)
        rows.modelReset.connect(self._follow_rows)
        self._follow_rows()

    @property
    def current(self) -> Session | None:
        return self._delegate.current

    def set_marks_only(self, *, on: bool) -> None:
        self._delegate.marks_only = on
        self.scheduleDelayedItemsLayout()
        self._say_what_is_absent()

    def show_current(self, session: Session | None) -> None:
        """Mark a session as the one whose page is shown; tells nobody."""
        self._delegate.current = session
        index = self._rows.index_of(session) if session else QModelIndex()
        if index.isValid() and index != self.currentIndex():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(index)
        self.viewport().update()

    @override
    def dataChanged(
        self,
        topLeft: QModelIndex | QPersistentModelIndex,
        bottomRight: QModelIndex | QPersistentModelIndex,
        roles: Sequence[int] = (),
    ) -> None:
        """What a row says never changes its size: 2,000 need not be measured for one."""
        QAbstractItemView.dataChanged(self, topLeft, bottomRight, roles)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, found = event.key(), self._rows.row(self.currentIndex())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif key == Qt.Key.Key_Space and isinstance(found, ServerRow):
            self.toggled.emit(found.session)
        elif key == Qt.Key.Key_Delete and isinstance(found, ServerRow):
            self.remove_wanted.emit(found.session)
        elif (rows := _STEPS.get(key)) and event.modifiers() == _ALT:
            if isinstance(found, ServerRow):
                self.move_wanted.emit(found.session, rows)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and isinstance(found, FileRow):
            self._rows.fold(found.file.path, folded=key == Qt.Key.Key_Left)
        else:
            super().keyPressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        found = self._rows.row(index)
        left = event.button() == Qt.MouseButton.LeftButton
        if isinstance(found, ServerRow) and left and self._delegate.has_button(found.session):
            room = ServerDelegate.button_room(self.visualRect(index))
            if room.contains(event.position().toPoint()):
                self.toggled.emit(found.session)
                return
        super().mouseReleaseEvent(event)

    def _follow_rows(self) -> None:
        """An empty list has nothing to show the focus with, and nothing to do."""
        some = self._rows.rowCount() > 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if some else Qt.FocusPolicy.NoFocus)
        self._say_what_is_absent()

    def _say_what_is_absent(self) -> None:
        """Where rows would be; the strip of marks has no room for words."""
        if self._rows.rowCount() or self._delegate.marks_only:
            self._nothing.say("")
        elif self._rows.is_filtered:
            self._nothing.say("No server is called so", "Change what stands in the filter.")
        else:
            told = "Servers appear here, grouped by the file they come from."
            self._nothing.say("No servers yet", told)

    def _open(self, index: QModelIndex) -> None:
        found = self._rows.row(index)
        if isinstance(found, ServerRow):
            self.chosen.emit(found.session)
        elif isinstance(found, FileRow):
            if found.file.entries:
                self._rows.fold(found.file.path, folded=not found.folded)
            else:
                self.file_chosen.emit(found.file)


class Sidebar(QFrame):
    """Search, servers grouped by file, and how many of them run."""

    chosen = Signal(object)
    file_chosen = Signal(object)
    toggled = Signal(object)
    open_wanted = Signal()
    close_file_wanted = Signal(object)
    add_wanted = Signal()
    add_to_wanted = Signal(object)
    versions_wanted = Signal(object)
    start_all_wanted = Signal(object)
    """The path of a file whose servers shall start."""
    stop_all_wanted = Signal(object)
    remove_wanted = Signal(object)
    move_wanted = Signal(object, int)
    menu_wanted = Signal(QPoint)
    server_menu_wanted = Signal(object, QPoint)

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self.setProperty("ground", "sidebar")
        self._pool = pool
        self._rows = ServerRows(pool, self)
        self.list = ServerList(self._rows)
        self.search = SearchField("Filter servers", "Ctrl+L")
        self._compact = False
        self._running = ElidedLabel("", "small")
        self._open = IconButton("folder-open", "Open a config", keys="Ctrl+O")
        self._add = Button("Add server", "ghost", icon="plus")
        self._menu = IconButton("menu", "Menu", keys="Alt+M")
        self._menu.clicked.connect(self.ask_for_menu)
        self._foot = frame(
            "bar", row((self._running, 1), self._open, self._add, margins=(16, 0, 8, 0)), height=40
        )
        top = row((self.search, 1), self._menu, margins=(12, 10, 8, 6), gap=4)
        self.setLayout(column(top, (self.list, 1), self._foot, gap=0))
        self._connect()
        self._count()

    def show_current(self, session: Session | None) -> None:
        self.list.show_current(session)

    def set_compact(self, *, compact: bool) -> None:
        """With little room, the same words in short."""
        self.search.setPlaceholderText("Filter" if compact else "Filter servers")
        self._compact = compact
        self._count()
        self._add.setText("Add" if compact else "Add server")
        self._add.setAccessibleName("Add server")
        self._add.updateGeometry()

    def set_marks_only(self, *, on: bool) -> None:
        """The narrowest form: a strip of state marks, and the menu above it."""
        self.search.setVisible(not on)
        self._foot.setVisible(not on)
        self.list.set_marks_only(on=on)

    def ask_for_menu(self) -> None:
        self.menu_wanted.emit(self._menu.mapToGlobal(self._menu.rect().bottomLeft()))

    def neighbour(self, step: int) -> Session | None:
        """The session `step` rows below the shown one, around the end."""
        sessions = list(self._pool.sessions)
        if not sessions:
            return None
        if self.list.current not in sessions:
            return sessions[0]
        return sessions[(sessions.index(self.list.current) + step) % len(sessions)]

    def _connect(self) -> None:
        self.search.textChanged.connect(self._rows.set_filter)
        self.search.returnPressed.connect(self._choose_first)
        self.list.chosen.connect(self.chosen)
        self.list.file_chosen.connect(self.file_chosen)
        self.list.toggled.connect(self.toggled)
        self._open.clicked.connect(self.open_wanted)
        self._add.clicked.connect(self.add_wanted)
        self.list.remove_wanted.connect(self.remove_wanted)
        self.list.move_wanted.connect(self.move_wanted)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._row_menu)
        self._rows.modelReset.connect(self._follow_reset)
        self._rows.dataChanged.connect(self._count)
        # Repainted only while some server starts or stops, or is about to be tried again.
        self._turning = QTimer(self)
        self._turning.timeout.connect(self.list.viewport().update)

    def _follow_reset(self) -> None:
        self.list.show_current(self.list.current)
        self._count()

    def _choose_first(self) -> None:
        for place in range(self._rows.rowCount()):
            found = self._rows.row(self._rows.index(place))
            if isinstance(found, ServerRow):
                self.chosen.emit(found.session)
                return

    def _row_menu(self, point: QPoint) -> None:
        found = self._rows.row(self.list.indexAt(point))
        at = self.list.viewport().mapToGlobal(point)
        if isinstance(found, ServerRow):
            self.server_menu_wanted.emit(found.session, at)
        elif isinstance(found, FileRow):
            self._file_menu(found.file).popup(at)

    def _file_menu(self, file: ConfigFile) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        path = file.path
        start = menu.addAction("Start all", lambda: self.start_all_wanted.emit(path))
        stop = menu.addAction("Stop all", lambda: self.stop_all_wanted.emit(path))
        start.setEnabled(bool(self._pool.startable(path)))
        stop.setEnabled(bool(self._pool.stoppable(path)))
        menu.addSeparator()
        menu.addAction("Add a server…", lambda: self.add_to_wanted.emit(file))
        menu.addAction("Show the file and its problems", lambda: self.file_chosen.emit(file))
        menu.addAction("Versions of this config…", lambda: self.versions_wanted.emit(file))
        menu.addSeparator()
        menu.addAction("Close this config", lambda: self.close_file_wanted.emit(file))
        return menu

    def _count(self) -> None:
        sessions = self._pool.sessions
        running = sum(isinstance(session.state, Ready) for session in sessions)
        words = f"{running} of {len(sessions)}" if sessions else "0 servers"
        told = f"{words} running" if sessions else words
        self._running.setText(words if self._compact else told)
        self._running.setToolTip(told)
        self._animate()

    def _animate(self) -> None:
        """An arc turns ten times a second, seconds until a retry are counted down one by one."""
        sessions = self._pool.sessions if self.isVisible() else ()
        moving = any(isinstance(session.state, (Starting, Stopping)) for session in sessions)
        pace = _ARC_MS if moving else _SECOND_MS
        if not moving and not any(session.will_retry for session in sessions):
            self._turning.stop()
        elif not self._turning.isActive() or self._turning.interval() != pace:
            self._turning.start(pace)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._animate()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._animate()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.list.scheduleDelayedItemsLayout()
