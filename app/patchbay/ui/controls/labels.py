"""Words on the screen: labels by role, badges, key caps."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls.frames import fixed


class Label(QLabel):
    """Plain words in one of the roles of the style sheet; what a server says is never markup."""

    def __init__(
        self, text: str = "", role: str = "", *, wrap: bool = False, selectable: bool = False
    ) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.set_role(role)
        if wrap:
            self.setWordWrap(True)
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        if selectable:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def set_role(self, role: str) -> None:
        if role != self.property("role"):
            self.setProperty("role", role or None)
            repolish(self)


class ElidedLabel(Label):
    """One line that gives up its end, or its middle, when there is no room; the tip has it all."""

    def __init__(
        self,
        text: str = "",
        role: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__("", role)
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(24)
        self.setText(text)

    @override
    def setText(self, text: str) -> None:
        super().setText(" ".join(text.split()) if "\n" in text else text)
        self.setAccessibleName(text)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = self.fontMetrics().elidedText(self.text(), self._mode, self.width())
        painter.drawText(self.rect(), int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()
        self.setToolTip("" if shown == self.text() else _short(self.text()))


class Badge(QLabel):
    """A small word on a soft ground.

    `tone` is neutral, ok, warn, danger, accent, violet or outline.
    """

    def __init__(self, text: str, tone: str = "neutral", tip: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setProperty("badge", tone)
        self.setToolTip(tip)
        fixed(self)

    @override
    def sizeHint(self) -> QSize:
        # The line of the code font is taller than its letters need.
        return super().sizeHint().boundedTo(self.maximumSize())

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def set(self, text: str, tone: str) -> None:
        self.setText(text)
        self.setProperty("badge", tone)
        repolish(self)


class KeyCap(QLabel):
    """The keys that do what stands beside it."""

    def __init__(self, keys: str) -> None:
        super().__init__(keys)
        self.setProperty("role", "key")
        fixed(self)


class IconLabel(QWidget):
    """An icon that stands beside words which say the same; not for itself a control."""

    def __init__(self, name: str, colour: str = "text2", size: int = 16) -> None:
        super().__init__()
        self._name, self._colour, self._size = name, colour, size
        fixed(self)

    def set_icon(self, name: str, colour: str) -> None:
        self._name, self._colour = name, colour
        self.update()

    @override
    def sizeHint(self) -> QSize:
        side = theme.px(self._size)
        return QSize(side, side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        picture = theme.pixmap(self._name, self._colour, self._size, self.devicePixelRatioF())
        painter.drawPixmap(0, 0, picture)
        painter.end()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.updateGeometry()


def repolish(widget: QWidget) -> None:
    """Let the style sheet look at the widget's properties again, if it ever did."""
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.updateGeometry()
    widget.update()


def _short(text: str) -> str:
    return text if len(text) <= 1_000 else f"{text[:1_000]}…"
