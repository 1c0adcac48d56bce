"""The saved calls of what a form is about, as the list that opens below their button."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QPushButton, QWidget
from typing_extensions import override

from patchbay.core.calls.saved import SavedCall
from patchbay.core.trust.visible import visible
from patchbay.ui import theme
from patchbay.ui.controls import (
    Button,
    ElidedLabel,
    IconButton,
    Label,
    column,
    frame,
    hline,
    row,
    scroll,
)
from patchbay.ui.figures import counted, day_and_time

_WIDTH, _TALLEST = 320, 360
_ROW = 32
MOST = 60
"""Calls that get a row; a row costs time to make, and the palette finds all of them."""
_KEYS = "Enter fills the form, Ctrl+Enter runs it, F2 renames it, Delete removes it"


@dataclass(frozen=True, slots=True)
class Kept:
    """What there is to show: `gone` are calls of what the server does not offer now.

    `removed` is the name of the call that was taken out last, as long as it can be put back.
    """

    calls: Sequence[SavedCall] = ()
    gone: Sequence[SavedCall] = ()
    removed: str = ""


class SavedRow(QPushButton):
    """One call: the row fills the form, its buttons do the rest."""

    def __init__(self, call: SavedCall, press: Callable[["SavedRow", QKeyEvent], bool]) -> None:
        super().__init__()
        self.call = call
        self._press = press
        name = visible(call.name)
        self.run = IconButton("play", f"Run {name}", small=True)
        self.rename = IconButton("pencil", f"Rename {name}…", small=True)
        self.remove = IconButton("trash-2", f"Remove {name}", small=True)
        self.setProperty("kind", "ghost")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.setAccessibleDescription(_KEYS)
        self.setToolTip(f"Saved {day_and_time(call.saved_at.astimezone())}")
        buttons = (self.run, self.rename, self.remove)
        self.setLayout(row((ElidedLabel(name), 1), *buttons, margins=(8, 0, 2, 0), gap=2))

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, theme.px(_ROW))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, theme.px(_ROW))

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        if not self._press(self, e):
            super().keyPressEvent(e)


class SavedList(QWidget):
    """Chooses, runs, renames and removes saved calls, and saves another one.

    Everything is done by whoever listens. It closes for all but a removal and its undoing.
    """

    save_wanted = Signal()
    fill_wanted = Signal(object)
    run_wanted = Signal(object)
    rename_wanted = Signal(object)
    remove_wanted = Signal(object)
    undo_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Saved calls")
        self.save = Button("Save this call…", "link", icon="bookmark", keys="Ctrl+Shift+B")
        self.undo = Button("Undo", "link", icon="undo-2")
        self.rows: list[SavedRow] = []
        self._gone: list[QWidget] = []
        self._lines = column()
        self._area = scroll(QWidget())
        self._removed = ElidedLabel("", "small")
        self._foot = QWidget()
        self._foot.setLayout(row((self._removed, 1), self.undo, margins=(12, 4, 8, 4)))
        head = row(self.save, None, margins=(10, 6, 8, 6))
        parts = column(head, hline(), self._area, self._foot, margins=(1, 1, 1, 1), gap=0)
        self._whole = column(frame("raised", parts), gap=0)
        self.setLayout(self._whole)
        self.save.clicked.connect(lambda: self._leave(self.save_wanted.emit))
        self.undo.clicked.connect(self.undo_wanted)
        self.show_kept(Kept())

    def show_kept(self, kept: Kept) -> None:
        """Take other calls; the focus stays at its place in the list."""
        place = next((at for at, each in enumerate(self.rows) if _has_focus(each)), None)
        self._lines = column(margins=(4, 4, 4, 4), gap=0)
        self.rows = [self._row(call) for call in kept.calls[:MOST]]
        for each in self.rows:
            self._lines.addWidget(each)
        if not self.rows:
            words = "No saved calls yet" if not kept.gone else "None of this"
            self._lines.addLayout(row(Label(words, "hint"), None, margins=(8, 8, 8, 8)))
        self._add_hint(kept.calls, "found with Ctrl+K")
        self._show_gone(kept.gone)
        if before := self._area.takeWidget():
            before.deleteLater()  # not at once: it may be one of its buttons that was pressed
        content = frame("", self._lines)
        self._area.setWidget(content)
        content.setAutoFillBackground(False)  # the ground below shows
        self._removed.setText(f"Removed “{visible(kept.removed)}”")
        self._foot.setVisible(bool(kept.removed))
        self._fit()
        if place is not None:
            self._focus(self.rows[min(place, len(self.rows) - 1)] if self.rows else self.save)

    def open_below(self, widget: QWidget) -> None:
        """Show it as a menu of `widget`, right below it and inside the screen."""
        self.setWindowFlags(Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self._fit()
        room = widget.screen().availableGeometry()
        below = widget.mapToGlobal(QPoint(widget.width() - self.width(), widget.height() + 2))
        self.move(_inside(QRect(below, self.size()), room))
        self.show()
        self._focus(self.rows[0] if self.rows else self.save)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()  # only now its parts are as large as the style wants them

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif not self._step(event.key()) and not self._click(event):
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """As tall as its rows, up to where they scroll."""
        self._area.setFixedHeight(min(self._lines.sizeHint().height(), theme.px(_TALLEST)))
        self.setFixedSize(theme.px(_WIDTH), self._whole.sizeHint().height())

    def _row(self, call: SavedCall) -> SavedRow:
        made = SavedRow(call, self._press)
        made.clicked.connect(lambda: self._leave(lambda: self.fill_wanted.emit(call)))
        made.run.clicked.connect(lambda: self._leave(lambda: self.run_wanted.emit(call)))
        self._connect(call, made.rename, made.remove)
        return made

    def _connect(self, call: SavedCall, rename: QAbstractButton, remove: QAbstractButton) -> None:
        rename.clicked.connect(lambda: self._leave(lambda: self.rename_wanted.emit(call)))
        remove.clicked.connect(lambda: self.remove_wanted.emit(call))

    def _show_gone(self, gone: Sequence[SavedCall]) -> None:
        if not gone:
            return
        title = Label("Not offered now", "section")
        self._lines.addWidget(hline())
        self._lines.addLayout(row(title, None, margins=(8, 8, 8, 2)))
        for call in gone[:MOST]:
            self._lines.addLayout(self._gone_row(call))
        self._add_hint(gone, "not shown")

    def _gone_row(self, call: SavedCall) -> QHBoxLayout:
        """It can be renamed and removed, but there is nothing to fill in or to run."""
        name = visible(call.name)
        rename = IconButton("pencil", f"Rename {name}…", small=True)
        remove = IconButton("trash-2", f"Remove {name}", small=True)
        self._connect(call, rename, remove)
        words = (ElidedLabel(name, "second"), 2), (ElidedLabel(visible(call.target), "monohint"), 1)
        return row(*words, rename, remove, margins=(8, 4, 2, 4), gap=2)

    def _add_hint(self, calls: Sequence[SavedCall], what: str) -> None:
        if len(calls) > MOST:
            words = f"{counted(len(calls) - MOST, 'more is', 'more are')} {what}"
            self._lines.addLayout(row(Label(words, "hint"), None, margins=(8, 4, 8, 4)))

    def _press(self, made: SavedRow, event: QKeyEvent) -> bool:
        """Whether a key that reached a row means something."""
        runs = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() in _ENTER and runs:
            made.run.click()
        elif event.key() == Qt.Key.Key_F2:
            made.rename.click()
        elif event.key() == Qt.Key.Key_Delete:
            made.setFocus(Qt.FocusReason.OtherFocusReason)  # else it would go with its button
            made.remove.click()
        else:
            return self._step(event.key()) or self._click(event)
        return True

    def _click(self, event: QKeyEvent) -> bool:
        """Enter presses the button that has the focus."""
        focused = self.focusWidget()
        if event.key() in _ENTER and isinstance(focused, QAbstractButton):
            focused.click()
            return True
        return False

    def _step(self, key: int) -> bool:
        """Up and Down go from row to row, and to the button above them."""
        turn = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        stops: list[QWidget] = [self.save, *self.rows]
        now = next((at for at, each in enumerate(stops) if _has_focus(each)), 0)
        if turn:
            self._focus(stops[(now + turn) % len(stops)])
        return bool(turn)

    def _focus(self, widget: QWidget) -> None:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(widget, 0, 8)

    def _leave(self, act: Callable[[], object]) -> None:
        """Close first: what is done may open a dialog, or want the focus elsewhere."""
        self.close()
        act()


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def _has_focus(widget: QWidget) -> bool:
    focused = widget.window().focusWidget()
    return focused is widget or bool(focused and widget.isAncestorOf(focused))


def _inside(wanted: QRect, room: QRect) -> QPoint:
    left = max(room.left(), min(wanted.left(), room.right() - wanted.width()))
    top = max(room.top(), min(wanted.top(), room.bottom() - wanted.height()))
    return QPoint(left, top)
