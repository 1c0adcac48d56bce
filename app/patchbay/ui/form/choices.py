"""Fields with a few answers: a drop-down, and a check box that can also be left out."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from patchbay.core.calls.fields import ABSENT, Field, Value
from patchbay.core.calls.loose import alike
from patchbay.ui import theme
from patchbay.ui.controls import column
from patchbay.ui.form.editor import Editor, Shape, absent_words
from patchbay.ui.form.lines import mark

_LONGEST = 200


class Drop(QComboBox):
    """A drop-down that the wheel turns only when it has the focus."""

    left = Signal()
    emptied = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._absent = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(3)
        self.setMinimumWidth(60)
        self.setMaxVisibleItems(16)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def set_absent(self, *, absent: bool) -> None:
        """Whether what is shown stands for no value."""
        self._absent = absent
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_ComboBox
        painter.drawComplexControl(control, option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, part, self)
        text = self.currentText() or self.placeholderText()
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        # The style sheet has one colour for both, so the words are painted here.
        painter.setPen(theme.colour("text3" if self._absent or not self.isEnabled() else "text"))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.emptied.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class ChoiceEditor(Editor):
    """One of the values that the schema names; the first entry of an optional one sends nothing."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.drop = Drop()
        self._first = 0 if field.required else 1
        if self._first:
            self.drop.addItem(absent_words(field))
        self.drop.addItems([_line(choice.label) for choice in field.choices])
        for place, choice in enumerate(field.choices):
            if choice.description:
                self.drop.setItemData(
                    place + self._first, choice.description, Qt.ItemDataRole.ToolTipRole
                )
        self.drop.setPlaceholderText(absent_words(field) or "choose one")
        self.setLayout(column(self.drop, gap=0))
        self.drop.activated.connect(self._tell)
        self.drop.emptied.connect(self.forget)
        self.drop.left.connect(self.left)
        self.set_value(ABSENT)

    @override
    def value(self) -> Value:
        place = self.drop.currentIndex() - self._first
        return self.field.choices[place].value if place >= 0 else ABSENT

    @override
    def set_value(self, value: Value) -> None:
        place = -1
        if value is not ABSENT:
            choices = enumerate(self.field.choices)
            place = next((at for at, choice in choices if alike(choice.value, value)), -1)
        self.drop.setCurrentIndex(place + self._first)
        self._paint_absent()

    @override
    def target(self) -> QWidget:
        return self.drop

    @override
    def show_bad(self, *, bad: bool) -> None:
        mark(self.drop, bad=bad)

    def _tell(self) -> None:
        self._paint_absent()
        self.edited.emit()

    def _paint_absent(self) -> None:
        self.drop.set_absent(absent=self.value() is ABSENT)


class Box(QCheckBox):
    """A check box with a third state where the value may be left out."""

    left = Signal()
    emptied = Signal()

    def __init__(self, *, optional: bool) -> None:
        super().__init__()
        self._optional = optional
        self.setTristate(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        """Without words, also without the room that Qt leaves for them."""
        hint = super().sizeHint()
        return hint if self.text() else QSize(theme.px(20), hint.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def nextCheckState(self) -> None:
        """From not sent to true, to false, and where that is allowed to not sent again."""
        state = Qt.CheckState
        after_false = state.PartiallyChecked if self._optional else state.Checked
        self.setCheckState(
            {state.PartiallyChecked: state.Checked, state.Checked: state.Unchecked}.get(
                self.checkState(), after_false
            )
        )

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.emptied.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


_STATES: dict[Value, Qt.CheckState] = {
    ABSENT: Qt.CheckState.PartiallyChecked,
    True: Qt.CheckState.Checked,
    False: Qt.CheckState.Unchecked,
}
_VALUES: dict[Qt.CheckState, Value] = {state: value for value, state in _STATES.items()}


class TruthEditor(Editor):
    """True, false, or not sent."""

    shape = Shape.BOX

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.box = Box(optional=not field.required)
        self.setLayout(column(self.box, gap=0))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_value(ABSENT)
        self.box.clicked.connect(self._tell)
        self.box.emptied.connect(self.forget)
        self.box.left.connect(self.left)

    @override
    def value(self) -> Value:
        return _VALUES[self.box.checkState()]

    @override
    def set_value(self, value: Value) -> None:
        self.box.setCheckState(_STATES[value])
        self._say()

    @override
    def target(self) -> QWidget:
        return self.box

    @override
    def corner(self) -> str:
        absent = self.value() is ABSENT and not self.field.required
        return (
            f"{self.field.type_text}, {absent_words(self.field)}"
            if absent
            else (self.field.type_text)
        )

    def _tell(self) -> None:
        self._say()
        self.edited.emit()

    def _say(self) -> None:
        """An item of a list has no name beside it, and says its value."""
        if not self.field.name:
            self.box.setText({True: "true", False: "false"}.get(self.value(), "no value"))

    @override
    def press(self) -> None:
        self.box.click()


def _line(text: str) -> str:
    one = " ".join(text[:_LONGEST].split())
    return f"{one}…" if len(text) > _LONGEST else one or '""'
