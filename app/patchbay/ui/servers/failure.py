"""The panel below the header that says why a server is not running."""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QSizePolicy

from patchbay.core.errors import Action, AppError, Remedy
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Stopped
from patchbay.core.trust.refusals import NotAllowed
from patchbay.ui.controls import STRETCH, Button, IconButton, IconLabel, Label, column, row
from patchbay.ui.figures import counted, since
from patchbay.ui.servers.last_lines import LastLines
from patchbay.ui.tasks import listen

_INDENT = 24
_MOST_REMEDIES = 2


class FailurePanel(QFrame):
    """Shown while the session has failed or was blocked; closes by hand or by a good start."""

    restart_wanted = Signal()
    log_wanted = Signal()
    configuration_wanted = Signal()
    allow_wanted = Signal(object)
    """The refusal that the person may want to lift."""
    remedy_wanted = Signal(object)
    """The `Remedy` that the person chose."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("ground", "crash")
        self._session = session
        self._title = Label("", "h2", wrap=True, selectable=True)
        self._cause = Label("", "second", wrap=True, selectable=True)
        self._hint = Label("", "small", wrap=True, selectable=True)
        self._attempts = Label("", "small", wrap=True, selectable=True)
        self._kept = Label("", "hint", wrap=True)
        self._again = Button("Restart", "primary", icon="rotate-cw", keys="Ctrl+R")
        self._allow = Button("Allow…", icon="circle-check")
        self._configuration = Button("Show configuration")
        self._report = Button("Copy report")
        self._remedies = [Button() for _ in range(_MOST_REMEDIES)]
        self._offered: tuple[Remedy, ...] = ()
        self._applied: tuple[AppError | None, str] = (None, "")
        self._tail = LastLines()
        self._lay_out()
        # A hidden page counts too: the lines beside the words would keep the window wide.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._connect()
        self._follow()

    @property
    def report(self) -> str:
        """What a person would send to whoever runs the server; already redacted."""
        error = self._error()
        if error is None:
            return ""
        details = self._session.details
        lines = [
            f"{self._session.entry.name}: {error.title}",
            error.cause,
            error.hint,
            f"Command: {details.command_line}" if details.command_line else "",
            f"Server: {details.name} {details.version}".rstrip() if details.name else "",
            *(f"{name}: {value}" for name, value in error.evidence.items()),
        ]
        return "\n".join(line for line in lines if line) + "\n"

    def set_wide(self, *, wide: bool) -> None:
        self._tail.setVisible(wide and not self._tail.is_empty)
        self._wide = wide

    def show_applied(self, words: str) -> None:
        """Say that a remedy is in the config now; what is left is to start."""
        self._applied = self._error(), words
        self._follow()
        self._again.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        self._wide = True
        close = IconButton("x", "Close this message", small=True)
        close.clicked.connect(self.hide)
        head = row((IconLabel("circle-x", "danger"), 0), (self._title, 1), close, gap=8)
        head.setAlignment(Qt.AlignmentFlag.AlignTop)
        acts = (*self._remedies, self._allow, self._configuration, self._report)
        buttons = row(_INDENT, self._again, *acts, STRETCH, gap=8)
        words = column(
            head,
            row(_INDENT, (self._cause, 1), gap=0),
            row(_INDENT, (self._hint, 1), gap=0),
            row(_INDENT, (self._attempts, 1), gap=0),
            4,
            buttons,
            row(_INDENT, (self._kept, 1), gap=0),
            STRETCH,
            gap=6,
        )
        self.setLayout(row((words, 1), self._tail, margins=(16, 12, 16, 12), gap=24))

    def _connect(self) -> None:
        self._again.clicked.connect(self.restart_wanted)
        self._configuration.clicked.connect(self.configuration_wanted)
        self._report.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report))
        self._allow.clicked.connect(lambda: self.allow_wanted.emit(self._error()))
        self._tail.log_wanted.connect(self.log_wanted)
        for place, button in enumerate(self._remedies):
            button.clicked.connect(partial(self._choose, place))
        listen(self, self._session.changed, lambda _: self._follow())
        # “12 s ago” grows while it is looked at.
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._show_title)

    def _error(self) -> AppError | None:
        match self._session.state:
            case Failed(error=error):
                return error
            case Stopped(blocked=AppError() as blocked):
                return blocked
            case _:
                return None

    def _follow(self) -> None:
        error = self._error()
        self.setVisible(error is not None)
        if error is None:
            self._tick.stop()
            return
        self._tick.start()
        blocked = isinstance(self._session.state, Stopped)
        self._again.setText("Start" if blocked else "Restart")
        self._again.set_icon("play" if blocked else "rotate-cw")
        self._again.set_keys("F5" if blocked else "Ctrl+R")
        self._allow.setVisible(isinstance(error, NotAllowed))
        applied = self._applied[1] if self._applied[0] is error else ""
        self._show_remedies(() if applied else error.remedies)
        self._show_title()
        self._cause.setText(error.cause)
        self._cause.setVisible(bool(error.cause))
        self._hint.setText(applied or error.hint)
        self._hint.setVisible(bool(applied or error.hint))
        attempts = error.evidence.get("attempts", "")
        self._attempts.setText(f"Tried:\n{attempts}" if attempts else "")
        self._attempts.setVisible(bool(attempts))
        self._kept.setText(self._kept_words())
        # Of a start that was refused there are no lines; those of an earlier one mislead.
        self._tail.show_lines(() if blocked else self._session.log.fresh(Source.STDERR))
        self._tail.setVisible(self._wide and not self._tail.is_empty)

    def _show_remedies(self, remedies: tuple[Remedy, ...]) -> None:
        self._offered = remedies[:_MOST_REMEDIES]
        labels = [remedy.label for remedy in self._offered]
        for place, button in enumerate(self._remedies):
            button.setText(labels[place] if place < len(labels) else "")
            button.setVisible(place < len(labels))
        edits = any(remedy.action is Action.EDIT for remedy in self._offered)
        self._configuration.setVisible(not edits)

    def _choose(self, place: int) -> None:
        if place < len(self._offered):
            self.remedy_wanted.emit(self._offered[place])

    def _show_title(self) -> None:
        error, state = self._error(), self._session.state
        if error is None or self.isHidden():
            return
        if isinstance(state, Failed):
            self._title.setText(f"{error.title}, {since(state.at)}")
        else:
            self._title.setText(error.title)

    def _kept_words(self) -> str:
        session = self._session
        parts = [
            counted(len(session.log.lines), "log line") if session.log.lines else "",
            counted(len(session.traffic.exchanges), "message") if session.traffic.exchanges else "",
            counted(len(session.runs), "call") + " with arguments and results"
            if session.runs
            else "",
        ]
        kept = ", ".join(part for part in parts if part)
        return f"Kept: {kept}" if kept else ""
