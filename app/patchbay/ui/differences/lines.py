"""The lines of a difference, of which only the visible ones are ever laid out."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame
from typing_extensions import override

from patchbay.core.store.differences import LineKind
from patchbay.ui import theme
from patchbay.ui.differences.rows import Row, Rows

_PAD, _GAP, _ABOVE = 8, 10, 4
_GROUNDS = {LineKind.ADDED: "ok_soft", LineKind.REMOVED: "danger_soft", LineKind.GAP: "inset"}
_SIGN_COLOURS = {LineKind.ADDED: "ok", LineKind.REMOVED: "danger"}
_WORDS = (LineKind.GAP, LineKind.LINE_END)
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_SEEN_AROUND = 3
_RING = 2


class DifferenceLines(QAbstractScrollArea):
    """Paints the rows in sight; whole lines are selected and copied, changes are gone through."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = Rows()
        self._is_open = False
        self._widest = 0
        self._anchor: int | None = None
        self._head = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._measure()

    def show_rows(self, rows: Rows) -> None:
        self._rows = rows
        self._widest, self._anchor, self._head = 0, None, 0
        self.setAccessibleName(rows.words)
        self.setAccessibleDescription("")
        self._measure()
        self.verticalScrollBar().setValue(0)
        self.viewport().update()

    def set_open(self, *, is_open: bool) -> None:
        """Show the secrets, or dots for them."""
        self._is_open = is_open
        self.viewport().update()

    def selected(self) -> tuple[int, int] | None:
        """First and last of the chosen rows."""
        if self._anchor is None:
            return None
        return min(self._anchor, self._head), max(self._anchor, self._head)

    def select(self, first: int, last: int) -> None:
        self._anchor, self._head = first, last
        self.viewport().update()

    def copy(self) -> None:
        """Put the chosen lines on the clipboard with their signs, as they are shown."""
        if chosen := self.selected():
            rows = self._rows.all[chosen[0] : chosen[1] + 1]
            lines = [row.copied(is_open=self._is_open) for row in rows]
            QGuiApplication.clipboard().setText("\n".join(lines))

    def go_to_change(self, step: int) -> None:
        """The next change after what is chosen, or with -1 the one before; round at the ends."""
        changes = self._rows.changes
        if not changes:
            return
        chosen = self.selected()
        here = chosen[0] if chosen else (-1 if step > 0 else len(self._rows.all))
        if step > 0:
            start = next((each for each in changes if each > here), changes[0])
        else:
            start = next((each for each in reversed(changes) if each < here), changes[-1])
        group = self._rows.group(start)
        self.select(start, start + len(group) - 1)
        self._reveal(start, len(group))
        # The lines are painted: this is how they are read out.
        told = [row.copied(is_open=False) for row in group[:20]]
        self.setAccessibleDescription("\n".join(told))

    @override
    def sizeHint(self) -> QSize:
        tall = len(self._rows.all) * self._line_height + 2 * theme.px(_ABOVE)
        return QSize(theme.px(400), tall + self.horizontalScrollBar().sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        first = self.verticalScrollBar().value()
        last = min(first + self._visible() + 2, len(self._rows.all))
        for number in range(first, last):
            top = theme.px(_ABOVE) + (number - first) * self._line_height
            self._paint_row(painter, number, top)
        if self.hasFocus():
            self._paint_ring(painter)
        painter.end()
        self._fit_width()

    def _paint_ring(self, painter: QPainter) -> None:
        """The rows reach to the edges: a border of the style sheet would lie below them."""
        painter.setPen(QPen(theme.colour("accent"), _RING))
        inset = _RING // 2
        painter.drawRect(self.viewport().rect().adjusted(inset, inset, -inset, -inset))

    def _paint_row(self, painter: QPainter, number: int, top: int) -> None:
        row = self._rows.all[number]
        wide, tall = self.viewport().width(), self._line_height
        chosen = self.selected()
        is_chosen = chosen is not None and chosen[0] <= number <= chosen[1]
        ground = "accent_soft" if is_chosen else _GROUNDS.get(row.kind, "surface")
        painter.fillRect(0, top, wide, tall, theme.colour(ground))
        if row.kind in _WORDS:
            painter.setFont(theme.font(12))
            painter.setPen(theme.colour("text3"))
            room = QRect(self._text_left, top, wide, tall)
            painter.drawText(room, int(_MIDDLE), row.open)
            return
        self._paint_text(painter, row, top)
        self._paint_margin(painter, row, top, ground)

    def _paint_text(self, painter: QPainter, row: Row, top: int) -> None:
        painter.setFont(theme.font(12, mono=True))
        painter.setPen(theme.colour("text"))
        text = row.shown(is_open=self._is_open)
        self._widest = max(self._widest, len(text))
        left = self._text_left - self.horizontalScrollBar().value()
        skipped = max(0, (self._text_left - left) // self._letter)
        part = text[skipped : skipped + self.viewport().width() // self._letter + 2]
        painter.drawText(QPoint(left + skipped * self._letter, top + self._ascent), part)

    def _paint_margin(self, painter: QPainter, row: Row, top: int, ground: str) -> None:
        """Both numbers and the sign, above a text that was scrolled under them."""
        painter.fillRect(0, top, self._text_left, self._line_height, theme.colour(ground))
        painter.setFont(theme.font(11, mono=True))
        painter.setPen(theme.colour("text2" if row.is_change else "text3"))
        align = int(Qt.AlignmentFlag.AlignRight | _MIDDLE)
        for number, right in ((row.old, self._old_right), (row.new, self._new_right)):
            if number is not None:
                painter.drawText(QRect(0, top, right, self._line_height), align, str(number))
        painter.setFont(theme.font(12, mono=True))
        painter.setPen(theme.colour(_SIGN_COLOURS.get(row.kind, "text3")))
        painter.drawText(QPoint(self._sign_left, top + self._ascent), row.sign)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._measure()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self._row_at(event.position().toPoint())
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier or self._anchor is None:
            self._anchor = line
        self.select(self._anchor, line)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._anchor is not None:
            head = self._row_at(event.position().toPoint())
            self.select(self._anchor, head)
            self._reveal(head)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select(0, max(len(self._rows.all) - 1, 0))
        elif event.key() == Qt.Key.Key_F7:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.go_to_change(-1 if back else 1)
        elif (step := self._step(event.key())) is not None:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + step)
        else:
            super().keyPressEvent(event)

    def _step(self, key: int) -> int | None:
        page, all_rows = self._visible(), len(self._rows.all)
        return {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -all_rows,
            Qt.Key.Key_End: all_rows,
        }.get(Qt.Key(key))

    def _measure(self) -> None:
        code = QFontMetrics(theme.font(12, mono=True))
        self._line_height = code.lineSpacing()
        self._ascent = code.ascent()
        self._letter = max(code.horizontalAdvance("0"), 1)
        digit = QFontMetrics(theme.font(11, mono=True)).horizontalAdvance("0")
        numbers = [number for row in self._rows.all[-8:] for number in (row.old, row.new)]
        digits = max(len(str(max((each or 0 for each in numbers), default=0))), 3)
        gap = theme.px(_GAP)
        self._old_right = theme.px(_PAD) + digit * digits
        self._new_right = self._old_right + gap + digit * digits
        self._sign_left = self._new_right + gap
        self._text_left = self._sign_left + self._letter + gap
        tall = self.verticalScrollBar()
        tall.setRange(0, max(0, len(self._rows.all) - self._visible()))
        tall.setPageStep(self._visible())
        self._fit_width()

    def _fit_width(self) -> None:
        """Scroll sideways as far as the widest row that was ever shown."""
        wide = self.horizontalScrollBar()
        width = self._widest * self._letter + self._text_left + theme.px(_PAD)
        wide.setRange(0, max(0, width - self.viewport().width()))
        wide.setPageStep(self.viewport().width())
        wide.setSingleStep(8 * self._letter)

    def _visible(self) -> int:
        room = self.viewport().height() - 2 * theme.px(_ABOVE)
        return max(1, room // self._line_height)

    def _row_at(self, point: QPoint) -> int:
        above = self.verticalScrollBar().value()
        number = above + (point.y() - theme.px(_ABOVE)) // self._line_height
        return max(0, min(number, len(self._rows.all) - 1))

    def _reveal(self, start: int, count: int = 1) -> None:
        bar = self.verticalScrollBar()
        first, visible = bar.value(), self._visible()
        if start < first or start + min(count, visible) > first + visible:
            bar.setValue(max(0, start - _SEEN_AROUND))
