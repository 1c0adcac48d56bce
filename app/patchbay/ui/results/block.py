"""The frame around one part of a result: a head that names it, and its body."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import Badge, ElidedLabel, IconButton, Label, column, frame, row

_HEAD = 30
_TALLEST = 16_777_215
"""Qt knows no taller widgets; a text of 256 MB would be one."""


class Body(QWidget):
    """What a block shows. It says how tall it must and how tall it may be."""

    extent_changed = Signal()

    @property
    def settled(self) -> bool:
        """It waits for nothing more."""
        return True

    def extent(self) -> tuple[int, int]:
        """The least height that is useful, and the height from which on nothing is gained."""
        return self.sizeHint().height(), self.sizeHint().height()

    @override
    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self.extent_changed.emit()
        return handled


class Block(QFrame):
    """A titled frame; takes its height from its body."""

    def __init__(self, title: str, meta: str, body: Body, *, role: str = "") -> None:
        super().__init__()
        self.setProperty("ground", "block")
        self.body = body
        self._meta = ElidedLabel(meta, "hint")
        self._tools = QHBoxLayout()
        self._tools.setSpacing(2)
        badge = [Badge(role, "outline")] if role else []
        self._head = frame(
            "blockhead",
            row(
                Label(title, "section"),
                *badge,
                (self._meta, 1),
                self._tools,
                margins=(10, 0, 4, 0),
            ),
        )
        self._box = column(self._head, (body, 1), gap=0)
        self.setLayout(self._box)
        self.setAccessibleName(f"{title}, {meta}" if meta else title)
        body.extent_changed.connect(self.fit)
        self.fit()

    @property
    def meta(self) -> str:
        return self._meta.text()

    def tools(self) -> list[QAbstractButton]:
        return self._head.findChildren(QAbstractButton)

    def set_meta(self, meta: str) -> None:
        self._meta.setText(meta)

    def add_tool(self, tool: QWidget) -> None:
        self._tools.addWidget(tool, 0, Qt.AlignmentFlag.AlignVCenter)

    def add_button(self, icon: str, name: str, keys: str = "") -> IconButton:
        button = IconButton(icon, name, small=True, keys=keys)
        self.add_tool(button)
        return button

    def replace_body(self, body: Body) -> None:
        """Show the same content in another way."""
        before, self.body = self.body, body
        before.hide()
        before.deleteLater()
        self._box.addWidget(body, 1)
        body.extent_changed.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Take the height the body asks for."""
        self._head.setFixedHeight(theme.px(_HEAD))
        around = theme.px(_HEAD) + 2
        least, most = self.body.extent()
        self.setMinimumHeight(around + least)
        self.setMaximumHeight(min(around + max(most, least), _TALLEST))
