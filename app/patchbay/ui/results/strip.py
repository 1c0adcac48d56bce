"""The runs of this sitting in one line, newest first."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget
from typing_extensions import override

from patchbay.core.calls.comparing import ended
from patchbay.core.calls.run import Run, Status
from patchbay.ui import figures, theme
from patchbay.ui.controls import STRETCH, Button, IconButton, column, fixed, hline, row
from patchbay.ui.tasks import listen

_MOST_BUTTONS = 12
_MOST_IN_MENU = 40
_HEIGHT = 36


def icon_of(run: Run) -> tuple[str, str]:
    """Icon and colour that tell how a run stands."""
    if run.is_error:
        return "circle-x", "danger"
    return {
        Status.RUNNING: ("loader", "accent"),
        Status.DONE: ("circle-check", "ok"),
        Status.FAILED: ("circle-x", "danger"),
        Status.CANCELLED: ("circle-slash", "text3"),
    }[run.status]


def words_of(run: Run) -> str:
    """`#4  182 ms`, `#3  error`, `#7  failed`."""
    if run.is_error:
        return f"#{run.number}  error"
    if run.status is Status.DONE:
        return f"#{run.number}  {figures.duration(run.took or 0)}"
    return f"#{run.number}  {run.status.value}"


class RunButton(Button):
    """One run; follows its state."""

    def __init__(self, run: Run) -> None:
        super().__init__("", "run")
        self.run = run
        self.setCheckable(True)
        self._stop_listening = listen(self, run.changed, lambda _: self.follow())
        self.follow()

    def follow(self) -> None:
        words = words_of(self.run)
        if words != self.text():
            self.setText(words)
            self.set_icon(*icon_of(self.run))
            self.setAccessibleName(f"Run {words.removeprefix('#')}")

    def part(self) -> None:
        """Stop listening and go."""
        self._stop_listening()
        self.hide()
        self.deleteLater()


class RunStrip(QWidget):
    """Shows as many runs as there is room for, the rest in a menu; tells which one was chosen."""

    chosen = Signal(object)
    arguments_wanted = Signal()
    again_wanted = Signal()
    compare_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._runs: Sequence[Run] = ()
        self._shown: Run | None = None
        self._fitted: tuple[object, ...] = ()
        """What the room was shared by last."""
        self._buttons: list[RunButton] = []
        self._row = row(gap=2)
        self._more = IconButton("ellipsis", "Earlier calls", small=True)
        self._arguments = IconButton("square-pen", "Use these arguments", keys="Ctrl+Shift+A")
        self._again = IconButton("rotate-cw", "Run again", keys="Ctrl+Shift+Enter")
        self._compare = IconButton("columns-2", "Compare runs", keys="Ctrl+Shift+M")
        self._compare.setCheckable(True)
        self._more.clicked.connect(self._open_menu)
        self._arguments.clicked.connect(self.arguments_wanted)
        self._again.clicked.connect(self.again_wanted)
        self._compare.clicked.connect(self.compare_wanted)
        line = row(
            (self._row, 0),
            self._more,
            STRETCH,
            self._compare,
            self._arguments,
            self._again,
            margins=(8, 4, 8, 4),
            gap=2,
        )
        self.setLayout(column((line, 1), hline(), gap=0))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_runs(self, runs: Sequence[Run]) -> None:
        """Show these runs; the newest is the last of them."""
        self._runs = tuple(reversed(runs))
        wanted = self._runs[:_MOST_BUTTONS]
        kept = {button.run: button for button in self._buttons if button.run in wanted}
        for button in self._buttons:
            if button.run not in kept:
                self._row.removeWidget(button)
                button.part()
        self._buttons = [kept.get(run) or self._made(run) for run in wanted]
        for place, button in enumerate(self._buttons):
            if self._row.indexOf(button) != place:
                self._row.insertWidget(place, button)
        self.show_chosen(self._shown)

    def show_chosen(self, run: Run | None) -> None:
        self._shown = run
        for button in self._buttons:
            button.setChecked(button.run is run)
        self._arguments.setEnabled(run is not None)
        self._again.setEnabled(run is not None and run.status is not Status.RUNNING)
        self._compare.setVisible(len(ended(self._runs)) > 1)
        self._fit()

    def show_comparing(self, *, on: bool) -> None:
        """Let the button say whether two runs are compared."""
        self._compare.setChecked(on)

    def focus_compare(self) -> None:
        self._compare.setFocus()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, theme.px(_HEIGHT) + 1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _made(self, run: Run) -> RunButton:
        button = RunButton(run)
        button.clicked.connect(lambda: self._choose(run))
        fixed(button)
        return button

    def _choose(self, run: Run) -> None:
        self.show_chosen(run)
        self.chosen.emit(run)

    def _fit(self) -> None:
        """Hide the runs there is no room for, but never the chosen one."""
        chosen = next((button for button in self._buttons if button.isChecked()), None)
        widths = [button.sizeHint().width() for button in self._buttons]
        tools = (self._arguments, self._again, self._compare)
        tools_width = sum(tool.sizeHint().width() + 2 for tool in tools if not tool.isHidden())
        asked = (self.width(), chosen, widths, len(self._runs), tools_width)
        if asked != self._fitted:
            self._fitted = asked
            self._share_room(chosen, widths, tools_width)

    def _share_room(self, chosen: RunButton | None, widths: Sequence[int], tools: int) -> None:
        room = self.width() - 16 - tools - 8
        room -= self._more.sizeHint().width()
        if chosen is not None:
            room -= chosen.sizeHint().width() + 2
        hidden = len(self._runs) - len(self._buttons)
        for button, width in zip(self._buttons, widths, strict=True):
            if button is chosen:
                button.show()
                continue
            room -= width + 2
            button.setVisible(room >= 0)
            hidden += room < 0
        self._more.setVisible(hidden > 0)

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for run in self._runs[:_MOST_IN_MENU]:
            action = QAction(theme.icon(*icon_of(run)), words_of(run), menu)
            action.triggered.connect(lambda _checked=False, run=run: self._choose(run))
            menu.addAction(action)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))
