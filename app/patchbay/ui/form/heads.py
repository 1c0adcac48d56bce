"""The line above a field: its name, whether it is required, its type."""

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from patchbay.core.calls.fields import Field
from patchbay.ui import theme

_HEIGHT, _FOLD_HEIGHT = 17, 24
_CHEVRON, _INDENT = 14, 20
_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class Head(QWidget):
    """Name at the left, type at the right; the name is the last to be cut."""

    clicked = Signal()

    def __init__(self, field: Field, name: str) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._field, self._name, self._corner = field, name, field.type_text
        self._told()

    def set_name(self, name: str) -> None:
        self._name = name
        self._told()
        self.update()

    def set_corner(self, corner: str) -> None:
        if corner != self._corner:
            self._corner = corner
            self._told()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(_HEIGHT))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.updateGeometry()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_words(painter, self.rect(), self._field, self._name, self._corner)
        painter.end()

    def _told(self) -> None:
        self.setToolTip(spoken(self._field, self._name, self._corner))


class FoldHead(QAbstractButton):
    """The head of a group: folds and unfolds it; Backspace asks to send nothing of it."""

    emptied = Signal()

    def __init__(self, field: Field, name: str) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._field, self._name, self._corner = field, name, field.type_text
        self.toggled.connect(self._told)
        self._told()

    def set_name(self, name: str) -> None:
        self._name = name
        self._told()

    def set_corner(self, corner: str) -> None:
        if corner != self._corner:
            self._corner = corner
            self._told()

    @override
    def sizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(_FOLD_HEIGHT))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.setChecked(event.key() == Qt.Key.Key_Right)
        elif event.key() == Qt.Key.Key_Backspace:
            self.emptied.emit()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.updateGeometry()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = theme.px(_CHEVRON)
        name = "chevron-down" if self.isChecked() else "chevron-right"
        picture = theme.pixmap(name, "text3", _CHEVRON, self.devicePixelRatioF())
        painter.drawPixmap(0, (self.height() - side) // 2, picture)
        words = self.rect().adjusted(theme.px(_INDENT), 0, 0, 0)
        paint_words(painter, words, self._field, self._name, self._corner)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def _told(self) -> None:
        said = spoken(self._field, self._name, self._corner)
        self.setToolTip(said)
        self.setAccessibleName(f"{said}, {'open' if self.isChecked() else 'folded'}")
        self.update()


def spoken(field: Field, name: str, corner: str) -> str:
    """What the head says, as one line."""
    title = field.title if field.title.casefold() != name.casefold() else ""
    state = ("required",) if field.required and field.name else ()
    old = ("deprecated",) if field.deprecated else ()
    parts = (name, " ".join(title[:200].split()), *state, *old, corner)
    return ", ".join(part for part in parts if part)


def paint_words(painter: QPainter, room: QRect, field: Field, name: str, corner: str) -> None:
    """Name, star and type; a name that the server calls deprecated is struck out."""
    font = theme.font(13, 500)
    font.setStrikeOut(field.deprecated)
    metrics = QFontMetrics(font)
    star = metrics.horizontalAdvance(" *") if field.required and field.name else 0
    shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room.width() - star)
    painter.setFont(font)
    painter.setPen(theme.colour("text3" if field.deprecated else "text"))
    painter.drawText(room, _LEFT, shown)
    taken = metrics.horizontalAdvance(shown)
    if star:
        font.setStrikeOut(False)
        painter.setFont(font)
        painter.setPen(theme.colour("danger"))
        painter.drawText(room.adjusted(taken, 0, 0, 0), _LEFT, " *")
    _paint_corner(painter, room.adjusted(taken + star + 8, 0, 0, 0), corner)


def _paint_corner(painter: QPainter, room: QRect, corner: str) -> None:
    font = theme.font(11, mono=True)
    painter.setFont(font)
    painter.setPen(theme.colour("text3"))
    fits = QFontMetrics(font).elidedText(corner, Qt.TextElideMode.ElideRight, max(room.width(), 0))
    if len(fits) > 2:
        painter.drawText(room, _RIGHT, fits)
