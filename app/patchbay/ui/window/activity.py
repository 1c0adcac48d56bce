"""The bar at the bottom that shows a call running in a server whose page is not shown."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QProgressBar

from patchbay.core.calls.run import Run, Status
from patchbay.core.sessions.pool import Pool
from patchbay.core.sessions.session import Session
from patchbay.ui.controls import Button, ElidedLabel, Label, Spinner, row
from patchbay.ui.each_session import EachSession
from patchbay.ui.figures import duration


class ActivityBar(QFrame):
    """Looks for the newest running call elsewhere; hidden when there is none."""

    show_wanted = Signal(object)

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self.setProperty("ground", "bar")
        self.setFixedHeight(36)
        self._pool = pool
        self._shown: Session | None = None
        self._session: Session | None = None
        self._run: Run | None = None
        self._name = Label("", "label")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(120)
        self._message = ElidedLabel("", "small")
        self._elapsed = Label("", "small")
        show = Button("Show", "ghost")
        cancel = Button("Cancel", "ghost", icon="x")
        self.setLayout(
            row(
                Spinner(),
                self._name,
                self._bar,
                (self._message, 1),
                self._elapsed,
                show,
                cancel,
                margins=(16, 0, 8, 0),
            )
        )
        show.clicked.connect(lambda: self.show_wanted.emit(self._session))
        cancel.clicked.connect(lambda: self._run.cancel() if self._run else None)
        self._tick = QTimer(self)
        self._tick.setInterval(100)
        self._tick.timeout.connect(self._look)
        EachSession(self, pool, lambda session: session.run_added.connect(self._note_run))
        self.hide()

    def shown_session_is(self, session: Session | None) -> None:
        """The page of this session is in sight, so its calls need no bar."""
        self._shown = session
        self._look()

    def _note_run(self, _: Run) -> None:
        self._look()

    def _look(self) -> None:
        """Find the call to show; ticks only while there is one."""
        self._session, self._run = self._newest()
        run = self._run
        if run is None:
            self._tick.stop()
            self.hide()
            return
        self._tick.start()
        self._name.setText(f"{self._session.entry.name if self._session else ''} · {run.name}")
        last = run.progress[-1] if run.progress else None
        words = "Paused: the server waits for your answer" if run.asks else ""
        self._message.setText(words or (last.message if last else ""))
        self._bar.setRange(0, 100 if run.share is not None else 0)
        self._bar.setValue(round(100 * (run.share or 0)))
        self._elapsed.setText(duration(run.elapsed))
        self.show()

    def _newest(self) -> tuple[Session | None, Run | None]:
        for session in self._pool.sessions:
            if session is self._shown:
                continue
            for run in reversed(session.runs):
                if run.status is Status.RUNNING:
                    return session, run
        return None, None
