"""The panel below the header that says why a server is not running."""

import re

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit

from patchbay.core.errors import AppError
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Stopped
from patchbay.core.trust.refusals import NotAllowed
from patchbay.ui import theme
from patchbay.ui.controls import (
    STRETCH,
    Button,
    IconButton,
    IconLabel,
    Label,
    column,
    frame,
    row,
)
from patchbay.ui.figures import counted, since
from patchbay.ui.tasks import listen

_TAIL = 8
_TAIL_WIDTH, _TAIL_FRAME, _TAIL_ROW, _LEAST_ROWS = 440, 54, 16, 4
_ERROR = re.compile(r"(?i)error|exception|fatal|panic|denied|refused|cannot|missing|not found")
_INDENT = 24


class FailurePanel(QFrame):
    """Shown while the session has failed or was blocked; closes by hand or by a good start."""

    restart_wanted = Signal()
    log_wanted = Signal()
    configuration_wanted = Signal()
    allow_wanted = Signal(object)
    """The refusal that the person may want to lift."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("ground", "crash")
        self._session = session
        self._title = Label("", "h2", wrap=True, selectable=True)
        self._cause = Label("", "second", wrap=True, selectable=True)
        self._hint = Label("", "small", wrap=True, selectable=True)
        self._kept = Label("", "hint", wrap=True)
        self._again = Button("Restart", "primary", icon="rotate-cw", keys="Ctrl+R")
        self._allow = Button("Allow…", icon="circle-check")
        self._configuration = Button("Show configuration")
        self._report = Button("Copy report")
        self._tail = _tail_view()
        self._tail_note = Label("", "hint")
        self._tail_block = self._make_tail()
        self._lay_out()
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
        self._tail_block.setVisible(wide and bool(self._tail.toPlainText()))
        self._wide = wide

    def _lay_out(self) -> None:
        self._wide = True
        close = IconButton("x", "Close this message", small=True)
        close.clicked.connect(self.hide)
        head = row((IconLabel("circle-x", "danger"), 0), (self._title, 1), close, gap=8)
        head.setAlignment(Qt.AlignmentFlag.AlignTop)
        buttons = row(
            _INDENT, self._again, self._allow, self._configuration, self._report, STRETCH, gap=8
        )
        words = column(
            head,
            row(_INDENT, (self._cause, 1), gap=0),
            row(_INDENT, (self._hint, 1), gap=0),
            4,
            buttons,
            row(_INDENT, (self._kept, 1), gap=0),
            STRETCH,
            gap=6,
        )
        self.setLayout(row((words, 1), self._tail_block, margins=(16, 12, 16, 12), gap=24))

    def _make_tail(self) -> QFrame:
        open_log = Button("Open log", "ghost")
        open_log.clicked.connect(self.log_wanted)
        copy = IconButton("copy", "Copy the last lines", small=True)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._tail.toPlainText()))
        head = frame(
            "blockhead",
            row(
                Label("stderr", "section"),
                self._tail_note,
                STRETCH,
                open_log,
                copy,
                margins=(10, 0, 4, 0),
            ),
            height=30,
        )
        block = frame("block", column(head, (self._tail, 1), margins=(1, 1, 1, 1), gap=0))
        block.setFixedWidth(theme.px(_TAIL_WIDTH))
        return block

    def _connect(self) -> None:
        self._again.clicked.connect(self.restart_wanted)
        self._configuration.clicked.connect(self.configuration_wanted)
        self._report.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report))
        self._allow.clicked.connect(lambda: self.allow_wanted.emit(self._error()))
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
        self._show_title()
        self._cause.setText(error.cause)
        self._cause.setVisible(bool(error.cause))
        self._hint.setText(error.hint)
        self._hint.setVisible(bool(error.hint))
        self._kept.setText(self._kept_words())
        self._show_tail()

    def _show_title(self) -> None:
        error, state = self._error(), self._session.state
        if error is None or self.isHidden():
            return
        if isinstance(state, Failed):
            self._title.setText(f"{error.title}, {since(state.at)}")
        else:
            self._title.setText(error.title)

    def _show_tail(self) -> None:
        lines = self._session.log.tail(Source.STDERR, _TAIL)
        self._tail.setPlainText("\n".join(lines))
        total = self._session.log.count(Source.STDERR)
        self._tail_note.setText(f"last {len(lines)} of {counted(total, 'line')}")
        self._tail_block.setVisible(self._wide and bool(lines))
        rows = max(len(lines), _LEAST_ROWS)
        self._tail_block.setFixedHeight(theme.px(_TAIL_FRAME + rows * _TAIL_ROW))
        self._tail.setExtraSelections([])
        if lines and _ERROR.search(lines[-1]):
            _mark_last_line(self._tail)

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


def _tail_view() -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setProperty("code", "true")
    view.setAccessibleName("Last lines on stderr")
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    return view


def _mark_last_line(view: QPlainTextEdit) -> None:
    selection = QTextEdit.ExtraSelection()
    look = QTextCharFormat()
    look.setForeground(theme.colour("danger"))
    cursor = QTextCursor(view.document().lastBlock())
    cursor.select(QTextCursor.SelectionType.LineUnderCursor)
    selection.format = look  # pyright: ignore[reportAttributeAccessIssue] - the stub lacks the fields
    selection.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue] - the stub lacks the fields
    view.setExtraSelections([selection])
