"""What dialogs are made of: named facts, badges that wrap, risks."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QWidget,
)
from typing_extensions import override

from patchbay.core.trust.visible import visible
from patchbay.ui import theme
from patchbay.ui.controls import Badge, IconLabel, Label, column, frame, row

_NAMES_SHOWN = 40


def facts(rows: Sequence[tuple[str, QWidget]], name_width: int = 112) -> QGridLayout:
    """Names at the left, what they stand for at the right."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(1, 1)
    grid.setColumnMinimumWidth(0, theme.px(name_width))
    for place, (name, value) in enumerate(rows):
        grid.addWidget(Label(name, "small"), place, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(value, place, 1)
    return grid


def path(text: str) -> QLabel:
    """A path or anything else a machine reads; breaks where it must, so that all of it shows."""
    return _Breaking(visible(text))


def words(text: str, role: str = "second") -> Label:
    return Label(text, role, wrap=True, selectable=True)


def names(shown: Sequence[str], rest: str) -> QWidget:
    """Names as badges, and in a few words what comes with them."""
    badges: list[QWidget] = [Badge(visible(name), "outline") for name in shown[:_NAMES_SHOWN]]
    parts = [f"{len(shown) - _NAMES_SHOWN} more"] if len(shown) > _NAMES_SHOWN else []
    parts += [rest] if rest else []
    if parts:
        badges.append(Label(" and ".join(parts), "hint"))
    widget = QWidget()
    widget.setLayout(Flow(badges))
    policy = widget.sizePolicy()
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
    return widget


def notice(ground: str, icon: tuple[str, str], title: str, detail: str) -> QFrame:
    """A row on a soft ground."""
    lines: list[QWidget] = [Label(title, "strong", wrap=True)] if title else []
    lines += [Label(detail, "small", wrap=True)] if detail else []
    return frame(
        ground, row(IconLabel(*icon), (column(*lines, gap=0), 1), margins=(12, 8, 12, 8), gap=10)
    )


class _Breaking(QLabel):
    """One long word that may be broken anywhere; copying gives it back whole."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setProperty("role", "mono")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)


class Flow(QLayout):
    """Parts from left to right, and on in the next line where there is no more room."""

    def __init__(self, parts: Sequence[QWidget], gap: int = 6) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap = gap
        for part in parts:
            self.addWidget(part)

    @override
    def addItem(self, arg__1: QLayoutItem) -> None:
        self._items.append(arg__1)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride] - Qt wants None at the end
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride] - as above
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, arg__1: int) -> int:
        return self._place(QRect(0, 0, arg__1, 0), move=False)

    @override
    def setGeometry(self, arg__1: QRect) -> None:
        super().setGeometry(arg__1)
        self._place(arg__1, move=True)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        sizes = [item.sizeHint() for item in self._items]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def _place(self, room: QRect, *, move: bool) -> int:
        """The height that is needed in the width of `room`."""
        left, top, tall = room.x(), room.y(), 0
        for item in self._items:
            size = item.sizeHint()
            if left > room.x() and left + size.width() > room.x() + room.width():
                left, top, tall = room.x(), top + tall + self._gap, 0
            if move:
                item.setGeometry(QRect(QPoint(left, top), size))
            left += size.width() + self._gap
            tall = max(tall, size.height())
        return top + tall - room.y()
