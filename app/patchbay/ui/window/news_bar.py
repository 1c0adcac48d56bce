"""A strip above the page for what Patchbay has to tell about itself."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame

from patchbay import __version__
from patchbay.ui.controls import Button, IconButton, IconLabel, Label, row


@dataclass(frozen=True, slots=True)
class News:
    """Something worth knowing, and the one thing to do about it."""

    words: str
    act: str
    run: Callable[[], object]


class NewsBar(QFrame):
    """Shows one piece of news until it is closed or acted on; then the next."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "info")
        self._waiting: list[News] = []
        self.words = Label("", "small", wrap=True, selectable=True)
        self.act = Button("", "link")
        self.close_button = IconButton("x", "Close this message", small=True)
        icon = IconLabel("info", "accent")
        self.setLayout(
            row(icon, (self.words, 1), self.act, self.close_button, margins=(16, 6, 8, 6))
        )
        self.act.clicked.connect(self._act)
        self.close_button.clicked.connect(self._next)
        self.hide()

    def tell(self, news: News) -> None:
        self._waiting.append(news)
        self._follow()

    def _follow(self) -> None:
        self.setVisible(bool(self._waiting))
        if self._waiting:
            self.words.setText(self._waiting[0].words)
            self.act.setText(self._waiting[0].act)
            self.act.updateGeometry()

    def _next(self) -> None:
        del self._waiting[:1]
        self._follow()

    def _act(self) -> None:
        news = self._waiting[0]
        self._next()
        news.run()


def ended_badly(report: Path) -> News:
    """The process crashed in the last sitting."""
    return News(
        "Patchbay ended unexpectedly last time. A report was kept on this computer.",
        "Open the report",
        lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(report))),
    )


def newer_version(version: str, show: Callable[[], object]) -> News:
    return News(f"Version {version} of Patchbay is there; this is {__version__}.", "Settings", show)
