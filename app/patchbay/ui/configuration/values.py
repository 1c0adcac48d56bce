"""Rows of the definition: a name, what is written, and what it comes to."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QWidget

from patchbay.ui import theme
from patchbay.ui.controls import ElidedLabel, IconButton, IconLabel, Label, column, row
from patchbay.ui.wrapped_code import WrappedCode

DOTS = "•" * 12
_NAME, _VARIABLE = 88, 140


class Value(WrappedCode):
    """A value as written; a secret is dots, and itself only while its eye is pressed."""

    def __init__(self, text: str, name: str, *, secret: bool = False) -> None:
        self._value = text
        eye = IconButton("eye", f"Show {name} while pressed", small=True)
        super().__init__(DOTS if secret else text, name, buttons=(eye,) if secret else ())
        eye.pressed.connect(lambda: self.setPlainText(self._value))
        eye.released.connect(lambda: self.setPlainText(DOTS))
        if not secret:
            eye.deleteLater()


class FormRows(QGridLayout):
    """Names at the left, values at the right, one under the other."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(8)
        self.setVerticalSpacing(12)
        self.setColumnStretch(1, 1)
        self.setColumnMinimumWidth(0, theme.px(_NAME))

    def add(self, name: str, value: QWidget | QLayout, hint: Label | None = None) -> None:
        place = self.rowCount()
        label = Label(name, "label")
        label.setMinimumHeight(theme.px(28))
        self.addWidget(label, place, 0, Qt.AlignmentFlag.AlignTop)
        self.addLayout(column(value, *([hint] if hint else []), gap=3), place, 1)


def named_value(
    name: str, value: Value, mark: tuple[str, str] | None, hint: Label | None
) -> QLayout:
    """A variable or header: its name, its value, a mark for how it stands, a hint below."""
    title = ElidedLabel(name, "mono")
    title.setFixedWidth(theme.px(_VARIABLE))
    title.setMinimumHeight(theme.px(28))
    icon = IconLabel(*mark, 14) if mark else None
    marks = column(icon, None, margins=(0, 7, 0, 0)) if icon else column()
    line = row(column(title, None), (value, 1), marks, gap=6)
    below = row(theme.px(_VARIABLE) + 6, (hint, 1), gap=0) if hint else None
    return column(line, *([below] if below else []), gap=2)


def plain(text: str) -> Label:
    label = Label(text, "second", wrap=True, selectable=True)
    label.setMinimumHeight(theme.px(28))
    return label
