"""The palette over the window: type a few letters, press Enter."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QMargins, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget
from shiboken6 import Shiboken
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import IconLabel, KeyCap, Label, column, frame, hline, row
from patchbay.ui.palette.sections import Offer, Section, find
from patchbay.ui.palette.view import RowsView, said

_WIDTH, _TOP, _HEAD, _FOOT, _AROUND = 600, 72, 45, 35, 16
_MOST_ROWS_TALL = 420
_SHADOW = 12


class Palette(QWidget):
    """Stands over a window until something is chosen or it is left; the focus goes back then.

    It takes the clicks that go beside it. Choosing gives the focus back first and acts after.
    """

    left = Signal()

    def __init__(self, window: QWidget, sections: Sequence[Section]) -> None:
        super().__init__(window)
        self._sections = tuple(sections)
        self._before = QApplication.focusWidget()
        self._is_left = False
        self.list = RowsView("Found")
        self.field = _Field(self.list.press)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._nothing = frame("", row(Label("Nothing found", "hint"), margins=(16, 8, 16, 8)))
        self.panel = self._make_panel()
        self._connect()
        window.installEventFilter(self)

    def open(self) -> None:
        """Show it with everything in it, ready for typing."""
        for section in self._sections:
            section.prepare()
        self._find("")
        self._fit()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Close, and give the focus back to what had it."""
        if self._is_left:
            return
        self._is_left = True
        if self.field.hasFocus():
            self._give_focus_back()
        self.hide()
        self.deleteLater()
        self.left.emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return False

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and self.isVisible():
            self._fit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.leave()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_shade())
        for spread in range(1, _SHADOW):
            room = QRectF(self.panel.geometry().adjusted(-spread, 2 - spread, spread, spread + 4))
            painter.drawRoundedRect(room, 8 + spread, 8 + spread)
        painter.end()

    def _make_panel(self) -> QWidget:
        head = row(
            IconLabel("search", "text3"),
            (self.field, 1),
            KeyCap("Esc"),
            margins=(16, 0, 14, 0),
            gap=10,
        )
        lines = column(
            frame("", head, height=_HEAD),
            hline(),
            (self.list, 1),
            self._nothing,
            hline(),
            frame("", _foot(self._sections), height=_FOOT),
            gap=0,
        )
        panel = frame("raised", lines)
        panel.setParent(self)
        return panel

    def _connect(self) -> None:
        self.field.textChanged.connect(self._find)
        self.field.left.connect(self.leave)
        self.field.returnPressed.connect(self._take_chosen)
        self.list.taken.connect(self._take)
        self.list.selectionModel().currentChanged.connect(self._say)

    def _give_focus_back(self) -> None:
        before = self._before
        if before is not None and Shiboken.isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.field.clearFocus()

    def _find(self, typed: str) -> None:
        rows = find(self._sections, typed)
        prefixes = {section.prefix for section in self._sections}
        words = typed.lstrip()
        self.list.show_rows(rows, words[1:] if words[:1] in prefixes - {""} else words)
        self.list.step(1)
        self._nothing.setVisible(not rows)
        self._say()
        self._fit()

    def _say(self) -> None:
        """The field has the focus: what is chosen is told as what belongs to it."""
        offer = self.list.offer
        self.field.setAccessibleDescription(said(offer) if offer else "Nothing found")

    def _take_chosen(self) -> None:
        if (offer := self.list.offer) is not None:
            self._take(offer)

    def _take(self, offer: Offer) -> None:
        if offer.run is None or offer.lacking:
            return
        self.leave()
        offer.run()

    def _fit(self) -> None:
        room = self.window().size()
        self.setGeometry(0, 0, room.width(), room.height())
        wide = min(theme.px(_WIDTH), room.width() - 2 * _AROUND)
        top = min(theme.px(_TOP), room.height() // 8)
        around = theme.px(_HEAD + _FOOT) + 4
        most = min(theme.px(_MOST_ROWS_TALL), room.height() - top - around - _AROUND)
        rows = min(self.list.tall, most) if self.list.rows else theme.px(36)
        self.list.setVisible(bool(self.list.rows))
        before = self.panel.geometry()
        self.panel.setGeometry((room.width() - wide) // 2, top, wide, rows + around)
        if self.panel.geometry() != before:  # all that lies below is painted with it
            shadow = QMargins(_SHADOW, _SHADOW, _SHADOW, _SHADOW + 4)
            self.update(before.united(self.panel.geometry()).marginsAdded(shadow))


class _Field(QLineEdit):
    """Where the words are typed; the keys that move go to the list."""

    left = Signal()

    def __init__(self, moves: Callable[[int], bool]) -> None:
        super().__init__()
        self._moves = moves
        self.setPlaceholderText("Type what to do or where to go")
        self.setAccessibleName("Command palette")

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        if arg__1.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif not self._moves(arg__1.key()):
            super().keyPressEvent(arg__1)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        self._moves(Qt.Key.Key_Down if next else Qt.Key.Key_Up)
        return True

    @override
    def focusOutEvent(self, arg__1: QFocusEvent) -> None:
        super().focusOutEvent(arg__1)
        if arg__1.reason() not in _STAYS:
            self.left.emit()


_STAYS = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


def _shade() -> QColor:
    shade = theme.colour("scrim")
    shade.setAlpha(4)
    return shade


def _foot(sections: Sequence[Section]) -> QHBoxLayout:
    """The keys that work here, and the prefixes; the prefixes give way first."""
    parts: list[QWidget] = [KeyCap("↑"), KeyCap("↓"), Label("move", "hint")]
    parts += [KeyCap("Enter"), Label("choose", "hint")]
    prefixes = {section.prefix: section.title.lower() for section in reversed(sections)}
    shown: list[QWidget] = []
    for prefix, title in reversed(prefixes.items()):
        if prefix:
            shown += [KeyCap(prefix), Label(title, "hint")]
    return row(*parts, None, *shown, margins=(16, 0, 14, 0))
