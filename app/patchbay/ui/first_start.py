"""What is there before any config is open."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import IconLabel, KeyCap, Label, column, frame, hline, row

_WIDTH = 560


class FirstStart(QWidget):
    """Offers the ways to get servers; the window carries them out."""

    open_wanted = Signal()
    demo_wanted = Signal()
    file_dropped = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.open_config = _Choice(
            ("folder-open", "Open a config…", "Any mcp.json, settings.json or YAML file"), "Ctrl+O"
        )
        self.demo = _Choice(
            (
                "flask-conical",
                "Try the demo server",
                "Comes with Patchbay, needs no network and touches no files",
            ),
            "Ctrl+D",
        )
        self.open_config.clicked.connect(self.open_wanted)
        self.demo.clicked.connect(self.demo_wanted)
        self._card = frame("card", column(self.open_config, hline(), self.demo, gap=0))
        self._hint = Label("Or drop a config file anywhere in this window.", "hint", wrap=True)
        self._middle = QWidget()
        self._middle.setLayout(self._make_column())
        self._middle.setMaximumWidth(theme.px(_WIDTH))
        self.setLayout(row(None, (self._middle, 100), None, margins=(24, 16, 24, 16), gap=0))

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

    def _make_column(self) -> QVBoxLayout:
        return column(
            None,
            IconLabel("cable", "accent", 32),
            4,
            Label("Open your servers", "hero"),
            Label(
                "Patchbay works on the files you already have. Nothing starts by itself.",
                "second",
                wrap=True,
            ),
            16,
            self._card,
            self._hint,
            None,
        )

    def _say_drop(self, *, above: bool) -> None:
        words = "Let go to open it." if above else "Or drop a config file anywhere in this window."
        self._hint.setText(words)
        self._hint.set_role("accent" if above else "hint")


class _Choice(QPushButton):
    """A row of the card that is one button."""

    def __init__(self, said: tuple[str, str, str], keys: str) -> None:
        super().__init__()
        icon, title, detail = said
        self.setProperty("kind", "ghost")
        self.setAutoDefault(False)
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)
        words = column(Label(title, "label"), Label(detail, "hint", wrap=True), gap=0)
        self._parts = row(
            IconLabel(icon, "accent", 20), (words, 1), KeyCap(keys), margins=(16, 8, 12, 8), gap=12
        )
        self.setLayout(self._parts)
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @override
    def sizeHint(self) -> QSize:
        return self._parts.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        width = self._parts.minimumSize().width()
        return QSize(width, self.heightForWidth(max(self.width(), width)))

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._parts.totalHeightForWidth(width)


def _files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
