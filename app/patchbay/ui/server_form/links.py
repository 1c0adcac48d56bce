"""The links at the foot of a list of rows."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import Button

_GAP = 14


class Links(QWidget):
    """Side by side where there is room for all of them, else one under another."""

    def __init__(self, *links: Button) -> None:
        super().__init__()
        self._links = links
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setAlignment(Qt.AlignmentFlag.AlignLeft)
        for link in links:
            self._box.addWidget(link)
        self._turn()

    def show_link(self, link: Button, *, shown: bool) -> bool:
        """Have a link there, or not; whether that is a change."""
        if link.isHidden() is not shown:
            return False
        link.setVisible(shown)
        self.updateGeometry()
        self._turn()
        return True

    @override
    def minimumSizeHint(self) -> QSize:
        widest = max(link.sizeHint().width() for link in self._shown)
        return QSize(widest, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    @property
    def _shown(self) -> list[Button]:
        return [link for link in self._links if not link.isHidden()]

    def _turn(self) -> None:
        shown = self._shown
        gaps = theme.px(_GAP) * (len(shown) - 1)
        fits = sum(link.sizeHint().width() for link in shown) + gaps <= self.width()
        direction = QBoxLayout.Direction
        self._box.setDirection(direction.LeftToRight if fits else direction.TopToBottom)
        self._box.setSpacing(theme.px(_GAP) if fits else 0)
