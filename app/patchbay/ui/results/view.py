"""The right-hand side of every call: earlier runs, how the chosen one ended, what came back."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from patchbay.core.calls.comparing import pair
from patchbay.core.calls.run import Run, Status
from patchbay.ui.controls import Label, column, scroll
from patchbay.ui.results import copying, raw, saving
from patchbay.ui.results.answer import Answer
from patchbay.ui.results.block import Body
from patchbay.ui.results.compare import Comparison
from patchbay.ui.results.opening import Opener
from patchbay.ui.results.pages import Pages
from patchbay.ui.results.picture import PictureBlock
from patchbay.ui.results.running import RunningCard
from patchbay.ui.results.status_line import StatusLine
from patchbay.ui.results.strip import RunStrip
from patchbay.ui.tasks import listen, spawn

_PATIENCE_MS = 100
"""A call that is answered sooner shows no card of its progress, which would only flicker."""

NO_RUNS = "Fill the form and press Ctrl+Enter.\nEvery run of this sitting is kept here."


class ResultView(QWidget):
    """Shows one run at a time, or compares two; the page that owns it says which runs there are.

    It changes no run: what a person wants of one is told by the signals, each with the run.
    """

    run_chosen = Signal(object)
    cancel_wanted = Signal(object)
    use_arguments_wanted = Signal(object)
    run_again_wanted = Signal(object)
    link_opened = Signal(str)

    def __init__(self, opener: Opener, *, empty: str = NO_RUNS) -> None:
        super().__init__()
        self._opener = opener
        self._runs: Sequence[Run] = ()
        self._run: Run | None = None
        self._comparison: Comparison | None = None
        self._stop_listening: Callable[[], None] = lambda: None
        self._was = Status.RUNNING
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PATIENCE_MS)
        self._soon.timeout.connect(self._show)
        self._strip, self._status = RunStrip(), StatusLine()
        self._pages = Pages(self._made, _empty(empty))
        self.setLayout(column(self._strip, self._status, (self._pages, 1), gap=0))
        self._strip.chosen.connect(self._choose)
        self._strip.arguments_wanted.connect(self.use_arguments)
        self._strip.again_wanted.connect(self.run_again)
        self._strip.compare_wanted.connect(self.toggle_comparison)
        self._status.copy_wanted.connect(self.copy_result)
        self._status.save_wanted.connect(self.save_result)
        self._status.raw_toggled.connect(self._show_raw)
        self.show_run(None)

    @property
    def run(self) -> Run | None:
        return self._run

    @property
    def picture(self) -> PictureBlock | None:
        """The first picture of the shown run, to be zoomed by keys."""
        page = self._pages.page(self._run) if self._run else None
        return page.findChild(PictureBlock) if page else None

    @property
    def settled(self) -> bool:
        """The shown run has ended, or two are compared, and all that is shown is there."""
        if self._comparison is not None:
            return self._comparison.settled
        if self._run is None or self._run.status is Status.RUNNING:
            return False
        page = self._pages.page(self._run)
        if page is None or not all(answer.is_filled for answer in page.findChildren(Answer)):
            return False
        return all(body.settled for body in page.findChildren(Body))

    @property
    def can_compare(self) -> bool:
        return pair(self._runs, self._run) is not None

    def set_runs(self, runs: Sequence[Run]) -> None:
        """Say which runs can be chosen; the newest is the last."""
        now = tuple(runs)
        if self._comparison is not None:
            self._comparison.set_runs(now)
        if now == self._runs:
            self._strip.show_chosen(self._run)  # how they stand may have changed
        else:
            self._runs = now
            self._strip.set_runs(self._runs)
            self._strip.setVisible(bool(self._runs))
            self._pages.keep_only(self._runs)

    def show_run(self, run: Run | None) -> None:
        """Show a run, and follow it until another is shown."""
        self._stop_listening()
        self._stop_listening = (
            listen(self, run.changed, lambda _: self._follow(run)) if run else lambda: None
        )
        self._run = run
        self._forget_comparison()
        self._strip.setVisible(bool(self._runs))
        if run and self._may_be_quick(run):
            self._was = run.status
            self._strip.show_chosen(run)
            self._soon.start()
        else:
            self._show()

    def cancel(self) -> None:
        if self._run is not None and self._run.status is Status.RUNNING:
            self.cancel_wanted.emit(self._run)

    def choose_newer(self) -> None:
        self._choose_beside(1)

    def choose_older(self) -> None:
        self._choose_beside(-1)

    def use_arguments(self) -> None:
        if self._run is not None:
            self.use_arguments_wanted.emit(self._run)

    def run_again(self) -> None:
        if self._run is not None:
            self.run_again_wanted.emit(self._run)

    def copy_result(self) -> None:
        if self._run is not None:
            spawn(self, self._copy(self._run))

    def save_result(self) -> None:
        """Save the whole result, as the server sent it."""
        run = self._run
        if run is not None and run.result is not None:
            name = f"{saving.file_name(run.name)}-{run.number}.json"
            saving.save(self, name, saving.writes_result(run.result))

    def toggle_raw(self) -> None:
        self._close_comparison()
        self._status.toggle_raw()

    def toggle_comparison(self) -> None:
        """Compare the shown run with the one before it; when it is compared, show it alone."""
        if self._comparison is not None:
            self._close_comparison()
        elif (two := pair(self._runs, self._run)) is not None:
            self._compare(two)

    def _choose(self, run: Run) -> None:
        self.show_run(run)
        self.run_chosen.emit(run)

    def _choose_beside(self, step: int) -> None:
        if self._run in self._runs:
            place = self._runs.index(self._run) + step
            if 0 <= place < len(self._runs):
                self._choose(self._runs[place])

    def _follow(self, run: Run) -> None:
        """Rebuild when the run has ended; its progress is followed by its own card."""
        if self._comparison is not None:
            return  # what is shown afterwards is made from how the run stands then
        if run.status is not self._was:
            self._show()
            return
        if run.status is Status.RUNNING:
            return  # searching the page at each step of a flood of them would take all the time
        page = self._pages.page(run)
        if page is not None and (answer := page.findChild(Answer)):
            answer.show_notes()

    def _may_be_quick(self, run: Run) -> bool:
        """What was shown before may stay for a moment."""
        begins = run.status is Status.RUNNING and run.elapsed * 1000 < _PATIENCE_MS
        return begins and self.isVisible() and self._pages.page(run) is None

    def _show(self) -> None:
        self._soon.stop()
        self._forget_comparison()
        run = self._run
        self._was = run.status if run else Status.RUNNING
        ended = run if run and run.status is not Status.RUNNING else None
        self._status.setVisible(ended is not None)
        if ended is not None:
            self._status.show_run(ended)
        self._status.show_raw(on=False)
        self._strip.show_chosen(run)
        self._pages.show_run(run)

    def _made(self, run: Run) -> QWidget:
        if run.status is Status.RUNNING:
            card = RunningCard(run)
            card.cancel_wanted.connect(lambda: self.cancel_wanted.emit(run))
            inner = QWidget()
            inner.setLayout(column(card, None, margins=(16, 12, 16, 16)))
            return scroll(inner)
        answer = Answer(run, self._opener, self._last_good(run))
        answer.link_opened.connect(self.link_opened)
        answer.last_good_wanted.connect(lambda: self._choose_last_good(run))
        return scroll(answer)

    def _last_good(self, run: Run) -> Run | None:
        """The last run before a failed one that went well."""
        if run.result is not None:
            return None
        good = (
            other
            for other in reversed(self._runs)
            if other.number < run.number and other.status is Status.DONE and not other.is_error
        )
        return next(good, None)

    def _choose_last_good(self, run: Run) -> None:
        if good := self._last_good(run):
            self._choose(good)

    def _show_raw(self, on: bool) -> None:  # noqa: FBT001 - a slot of QAbstractButton.toggled
        if on and self._run and self._run.result:
            self._pages.show_extra(raw.page(self._run.result, self._opener))
        else:
            self._pages.show_run(self._run)

    def _compare(self, two: tuple[Run, Run]) -> None:
        self._status.show_raw(on=False)
        page = self._comparison = Comparison(self._runs, two, self._opener)
        page.close_wanted.connect(self._close_comparison)
        self._status.hide()
        self._pages.show_extra(page)
        self._strip.show_comparing(on=True)
        page.setFocus()

    def _close_comparison(self) -> None:
        """Show the run that was shown before."""
        if self._comparison is not None:
            self._show()

    def _forget_comparison(self) -> None:
        """It goes when the next page is shown, which may be a moment later."""
        if self._comparison is not None and not self._comparison.give_focus_back():
            self._strip.focus_compare()
        self._comparison = None
        self._strip.show_comparing(on=False)

    async def _copy(self, run: Run) -> None:
        QGuiApplication.clipboard().setText(await copying.words_of(run, self._opener))


def _empty(words: str) -> QWidget:
    page = QWidget()
    lines = [Label("No runs yet", "strong"), Label(words, "hint", wrap=True)]
    for line in lines:
        line.setAlignment(Qt.AlignmentFlag.AlignCenter)
    page.setLayout(column(None, *lines, None, margins=(24, 24, 24, 24), gap=6))
    return page
