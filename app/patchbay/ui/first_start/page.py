"""The page without a server: the ways to get some."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.config.discovery import FoundConfig
from patchbay.core.sessions.runners import Runner
from patchbay.ui import theme
from patchbay.ui.controls import IconLabel, Label, column, frame, hline, row, scroll
from patchbay.ui.first_start.choice import Choice
from patchbay.ui.first_start.config_list import (
    ConfigList,
    row_of_found,
    row_of_recent,
    words_for_all,
)
from patchbay.ui.first_start.runner_lines import RunnerLines

_WIDTH = 560
_MOST_RECENT = 5


class FirstStart(QWidget):
    """Offers the ways to get servers, and what was found by others; the window carries it out."""

    came_into_sight = Signal()
    open_wanted = Signal()
    paste_wanted = Signal()
    demo_wanted = Signal()
    file_wanted = Signal(Path)
    files_wanted = Signal(object)
    """The paths of several configs, as a tuple."""
    file_dropped = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.found = ConfigList("Found on this computer")
        self.recent = ConfigList("Opened before")
        self.runners = RunnerLines()
        self._make_choices()
        self._found_paths: frozenset[Path] = frozenset()
        self._otherwise = Label("Start here", "section")
        self._hint = Label("Or drop a config file anywhere in this window.", "hint", wrap=True)
        self._middle = QWidget()
        self._middle.setLayout(self._make_column())
        self._middle.setMaximumWidth(theme.px(_WIDTH))
        content = QWidget()
        content.setLayout(row(None, (self._middle, 100), None, margins=(24, 16, 24, 16), gap=0))
        self.setLayout(column(scroll(content), gap=0))
        for configs in (self.found, self.recent):
            configs.open_wanted.connect(self.file_wanted)
        self.found.all_wanted.connect(self.files_wanted)

    def show_found(self, configs: Sequence[FoundConfig], home: Path) -> None:
        self._found_paths = frozenset(config.path for config in configs)
        rows = [row_of_found(config, home) for config in configs]
        self.found.show_rows(rows, words_for_all(configs))
        self._name_other_ways()

    def set_recent(self, paths: Sequence[Path], home: Path | None = None) -> None:
        """The configs that were opened before, the latest first; those found are not repeated."""
        others = [path for path in paths if path not in self._found_paths][:_MOST_RECENT]
        self.recent.show_rows([row_of_recent(path, home or Path.home()) for path in others])
        self._name_other_ways()

    def _name_other_ways(self) -> None:
        """There is nothing else where nothing was found."""
        something = not (self.found.isHidden() and self.recent.isHidden())
        self._otherwise.setText("Or start from something else" if something else "Start here")

    def show_runners(self, runners: Sequence[Runner]) -> None:
        self.runners.show_runners(runners)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.came_into_sight.emit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._middle.setMaximumWidth(theme.px(_WIDTH))

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _files(event):
            event.acceptProposedAction()
            self._say_drop(above=True)

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._say_drop(above=False)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self._say_drop(above=False)
        event.acceptProposedAction()
        for file in _files(event):
            self.file_dropped.emit(file)

    def _make_choices(self) -> None:
        self.open_config = Choice(
            "folder-open", "Open a config…", "Any mcp.json, settings.json or YAML file", "Ctrl+O"
        )
        self.paste = Choice(
            "clipboard-paste",
            "Paste JSON…",
            "A snippet from a README, or a command line",
            "Ctrl+Shift+V",
        )
        self.demo = Choice(
            "flask-conical",
            "Try the demo server",
            "Comes with Patchbay, needs no network and touches no files",
            "Ctrl+D",
        )
        self.open_config.clicked.connect(self.open_wanted)
        self.paste.clicked.connect(self.paste_wanted)
        self.demo.clicked.connect(self.demo_wanted)

    def _make_column(self) -> QVBoxLayout:
        choices = column(self.open_config, hline(), self.paste, hline(), self.demo, gap=0)
        ways = column(self._otherwise, frame("card", choices), self._hint, gap=6)
        said = "Patchbay works on the files you already have. Nothing starts by itself."
        head = column(Label("Open your servers", "hero"), Label(said, "second", wrap=True))
        icon = IconLabel("cable", "accent", 32)
        parts = (icon, head, self.found, self.recent, ways, self.runners)
        return column(None, *parts, None, gap=20)

    def _say_drop(self, *, above: bool) -> None:
        words = "Let go to open it." if above else "Or drop a config file anywhere in this window."
        self._hint.setText(words)
        self._hint.set_role("accent" if above else "hint")


def _files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
