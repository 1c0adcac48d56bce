"""How the parts of a row are placed: head, description, field, null switch."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.calls.fields import Field
from patchbay.ui.controls import Button, column, frame, row, vline
from patchbay.ui.form.descriptions import Description
from patchbay.ui.form.editor import Editor, Shape
from patchbay.ui.form.heads import FoldHead, Head

_INDENT = 20
_BESIDE_BOX = 26
_TOP = Qt.AlignmentFlag.AlignTop


class Panel(QWidget):
    """A head, a description under it, and under that the field with its null switch."""

    def __init__(self, field: Field, editor: Editor, name: str) -> None:
        super().__init__()
        self.field, self.editor, self.name = field, editor, name
        self.null = _null_switch() if field.nullable else None
        self._null_line: QLineEdit | None = None
        self._line: QHBoxLayout = row((editor, 1), gap=6)
        self._column: QVBoxLayout = column(gap=2)
        self.setLayout(self._column)
        self._lay_out()

    def set_name(self, name: str) -> None:
        self.name = name

    def set_corner(self, corner: str) -> None:
        del corner

    def set_null(self, *, null: bool) -> None:
        """Show null in place of the field."""
        if self.null is not None:
            self.null.setChecked(null)
        if null and self._null_line is None:
            self._null_line = _null_line()
            self._line.insertWidget(self._line.indexOf(self.editor), self._null_line, 1)
        if self._null_line is not None:
            self._null_line.setVisible(null)
        self.editor.setVisible(not null)

    def speak(self, name: str, description: str) -> None:
        """Give a screen reader the field's name, and all that stands around it."""
        self.editor.speak(name, description)
        if self.null is not None:
            self.null.setAccessibleName(f"null for {name}")

    def reveal(self) -> None:
        """Open whatever hides the field."""

    def target(self) -> QWidget:
        return self.editor.target()

    def _lay_out(self) -> None:
        """The field alone: an item of a list has its number elsewhere."""
        if self.editor.shape is Shape.BOX:
            self._line.setStretch(0, 0)
            self._line.addStretch(1)
        if self.null is not None:
            self._line.addWidget(self.null, 0, _TOP)
        self._column.addLayout(self._line)


class HeadedPanel(Panel):
    """The usual row."""

    @override
    def set_corner(self, corner: str) -> None:
        self._head.set_corner(corner)

    @override
    def _lay_out(self) -> None:
        self._head = Head(self.field, self.name)
        self._head.clicked.connect(self.editor.press)
        self._column.addWidget(self._head)
        if self.field.description:
            self._column.addWidget(Description(self.field.description))
        self._column.addSpacing(2)
        super()._lay_out()


class BoxPanel(HeadedPanel):
    """A check box with its name beside it."""

    @override
    def _lay_out(self) -> None:
        self._head = Head(self.field, self.name)
        self._head.clicked.connect(self.editor.press)
        self._line.setStretch(0, 0)
        self._line.addWidget(self._head, 1)
        if self.null is not None:
            self._line.addWidget(self.null)
        self._column.addLayout(self._line)
        self._column.setSpacing(0)
        if self.field.description:
            description = Description(self.field.description)
            self._column.addLayout(row(description, margins=(_BESIDE_BOX, 0, 0, 0)))


class GroupPanel(Panel):
    """A head that folds, a description, and the rows of the group along a guide line."""

    @override
    def set_name(self, name: str) -> None:
        super().set_name(name)
        self._head.set_name(name)

    @override
    def set_corner(self, corner: str) -> None:
        self._head.set_corner(corner)

    @override
    def set_null(self, *, null: bool) -> None:
        if self.null is not None:
            self.null.setChecked(null)
        self._head.setEnabled(not null)
        self._show_body(shown=self._head.isChecked() and not null)

    @override
    def speak(self, name: str, description: str) -> None:
        """The head says name and state by itself."""
        self._head.setAccessibleDescription(description)
        if self.null is not None:
            self.null.setAccessibleName(f"null for {name}")

    @override
    def reveal(self) -> None:
        self._head.setChecked(True)

    @override
    def target(self) -> QWidget:
        return self._head

    @override
    def _lay_out(self) -> None:
        self._head = FoldHead(self.field, self.name)
        self._head.toggled.connect(self._unfold)
        self._head.emptied.connect(self.editor.forget)
        top = row((self._head, 1), gap=6)
        if self.null is not None:
            top.addWidget(self.null)
        self._column.addLayout(top)
        if self.field.description:
            description = Description(self.field.description)
            self._column.addLayout(row(description, margins=(_INDENT, 0, 0, 0)))
        guided = row(vline(), (self.editor, 1), margins=(7, 6, 0, 0), gap=12)
        self._body = frame("", guided)
        self._body.hide()
        self._column.addWidget(self._body)

    def _unfold(self) -> None:
        self._show_body(shown=self._head.isChecked())

    def _show_body(self, *, shown: bool) -> None:
        if shown:
            self.editor.build()
        self._body.setVisible(shown)


def panel(field: Field, editor: Editor, name: str) -> Panel:
    """The panel that fits the editor."""
    if editor.shape is Shape.GROUP:
        return GroupPanel(field, editor, name)
    if not field.name:
        return Panel(field, editor, name)
    if editor.shape is Shape.BOX:
        return BoxPanel(field, editor, name)
    return HeadedPanel(field, editor, name)


def _null_switch() -> Button:
    switch = Button("null", "null", tip="Send null (Ctrl+Shift+N)")
    switch.setCheckable(True)
    return switch


def _null_line() -> QLineEdit:
    line = QLineEdit("null")
    line.setProperty("null", "true")
    line.setReadOnly(True)
    line.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return line
