"""A way to get servers, as a row that is one button."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from patchbay.ui.controls import IconLabel, KeyCap, Label, column, row


class Choice(QPushButton):
    """Says what it does, what to know about that, and with which keys."""

    def __init__(self, icon: str, title: str, detail: str, keys: str) -> None:
        super().__init__()
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
