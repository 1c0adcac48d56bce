"""What stands above a server's pages: its name, its state, its command line, start and stop."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from patchbay.core.config.built_in import shown_command
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Details, Ready, Starting, Stopping
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import (
    Badge,
    Button,
    ElidedLabel,
    IconButton,
    IconLabel,
    Label,
    StateMark,
    column,
    frame,
    row,
)
from patchbay.ui.servers import words
from patchbay.ui.tasks import listen

_CURRENT_ERA = "2026"
_LONGEST_TIP = 1_000
_EARLIER = "Its definition was changed since it was started; a restart takes the new one."


class ServerHeader(QFrame):
    """Follows one session; the buttons are those that make sense in its state."""

    start_wanted = Signal()
    stop_wanted = Signal()
    restart_wanted = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("ground", "surface")
        self._session = session
        self._mark = StateMark()
        self._name = Label(visible(session.entry.name), "h1")
        self._version = Badge("", "outline")
        self._era = Badge("", "neutral", "The protocol both agreed on")
        self._earlier = Badge("runs with the earlier settings", "warn", _EARLIER)
        self._status = ElidedLabel("", "small")
        self._start = Button("Start", icon="play", keys="F5")
        self._restart = Button("Restart", "ghost", icon="rotate-cw")
        self._stop = Button("Stop", icon="square")
        self._cancel = Button("Cancel start", icon="x")
        self._command = ElidedLabel("", "mono")
        self._program = ElidedLabel("", "monohint", Qt.TextElideMode.ElideMiddle)
        self._copy = IconButton("copy", "Copy command line", small=True)
        self._tick = QTimer(self)
        self._lay_out()
        self._connect()
        self._follow()

    def set_wide(self, *, wide: bool) -> None:
        """With little room the buttons keep their icons only."""
        for button in (self._restart, self._stop):
            button.set_wide(wide=wide)
        self._program.setVisible(wide or self._is_remote)

    @property
    def _is_remote(self) -> bool:
        entry = self._session.entry
        return entry.url is not None and entry.command is None

    def _lay_out(self) -> None:
        menu = IconButton("ellipsis", "More about this server")
        menu.clicked.connect(
            lambda: self.menu_wanted.emit(menu.mapToGlobal(menu.rect().bottomLeft()))
        )
        buttons = (self._start, self._restart, self._cancel, self._stop, menu)
        top = row(
            self._mark,
            2,
            self._name,
            self._version,
            self._era,
            self._earlier,
            4,
            (self._status, 1),
            *buttons,
            gap=6,
        )
        line = frame(
            "command",
            row(
                IconLabel("external-link" if self._is_remote else "terminal", "text3", 14),
                (self._command, 3),
                (self._program, 1),
                self._copy,
                margins=(8, 0, 2, 0),
            ),
            height=28,
        )
        self._program.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setLayout(column(top, line, margins=(16, 10, 12, 8)))

    def _connect(self) -> None:
        session = self._session
        self._start.clicked.connect(self.start_wanted)
        self._stop.clicked.connect(self.stop_wanted)
        self._cancel.clicked.connect(self.stop_wanted)
        self._restart.clicked.connect(self.restart_wanted)
        self._copy.clicked.connect(
            lambda: QGuiApplication.clipboard().setText(self._command.text())
        )
        self._tick.timeout.connect(self._show_status)
        listen(self, session.changed, lambda _: self._follow())
        listen(self, session.asks.changed, lambda _: self._follow())

    def _follow(self) -> None:
        session, state, details = self._session, self._session.state, self._session.details
        self._name.setText(visible(session.entry.name))
        self._mark.set_mark(words.mark(session))
        self._mark.setAccessibleName("asks" if session.asks.open else words.word(state))
        self._version.setText(details.version)
        self._version.setVisible(bool(details.version))
        self._version.setToolTip(_introduction(details))
        self._era.set(
            f"MCP {details.protocol}",
            "accent" if details.protocol.startswith(_CURRENT_ERA) else "neutral",
        )
        self._era.setVisible(bool(details.protocol))
        self._earlier.setVisible(session.has_earlier_settings)
        moving = isinstance(state, (Starting, Stopping))
        self._start.setVisible(not session.is_live)
        self._start.setEnabled(not session.entry.blocked_by_problems)
        self._start.setToolTip(words.obstacles(session.entry))
        self._restart.setVisible(isinstance(state, Ready))
        self._stop.setVisible(isinstance(state, Ready))
        self._cancel.setVisible(isinstance(state, Starting))
        self._show_command()
        self._show_status()
        self._tick.start(100 if moving else 1000) if self.isVisible() else self._tick.stop()

    def _show_command(self) -> None:
        entry, details = self._session.entry, self._session.details
        self._command.setText(details.command_line or shown_command(entry))
        self._program.setText(details.executable or _road(details))

    def _show_status(self) -> None:
        self._status.setText(words.status(self._session))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tick.stop()


def _road(details: Details) -> str:
    """How a server at an address is reached; it may be another way than its file says."""
    return f"over {details.transport}" if details.transport not in ("", "stdio") else ""


def _introduction(details: Details) -> str:
    """How the server introduced itself; its log has all of its instructions."""
    named = f"It calls itself {details.title or details.name} {details.version}"
    return f"{named}\n\n{details.instructions[:_LONGEST_TIP]}".rstrip()
