"""Names with values: the variables or the headers of a server."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from patchbay.ui import theme
from patchbay.ui.controls import Button, IconButton, Label, column, row
from patchbay.ui.controls.masked import masked_words
from patchbay.ui.form.lines import Line

_NAME_WIDTH = 180


class SecretLine(Line):
    """One line of dots; itself while its eye is held."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("mono", "true")
        self.eye = IconButton("eye", f"Show {name} while held", small=True)
        self.eye.setCursor(Qt.CursorShape.ArrowCursor)
        self.put_inside(self.eye, 24)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setAccessibleName(name[:1].upper() + name[1:])
        self.eye.pressed.connect(lambda: self.setEchoMode(QLineEdit.EchoMode.Normal))
        self.eye.released.connect(lambda: self.setEchoMode(QLineEdit.EchoMode.Password))


class _Pair(QWidget):
    """One name and its value."""

    removed = Signal()

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.name = Line()
        self.name.setProperty("mono", "true")
        self.name.setPlaceholderText("name")
        self.name.setAccessibleName(f"Name of the {kind}")
        self.name.setFixedWidth(theme.px(_NAME_WIDTH))
        self.value = SecretLine(f"value of the {kind}")
        remove = IconButton("x", f"Remove this {kind}", small=True)
        self.setLayout(row(self.name, (self.value, 1), remove))
        remove.clicked.connect(self.removed)


class Pairs(QWidget):
    """As many rows as somebody adds; those without a name do not count."""

    grown = Signal()

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind
        self._rows = column(gap=6)
        self._pairs: list[_Pair] = []
        self.add = Button(f"Add {kind}", "link", icon="plus")
        self.problem = Label("", "error", wrap=True)
        self.problem.hide()
        self.setLayout(column(self._rows, self.problem, row(self.add, None), gap=2))
        self.add.clicked.connect(lambda: self.append().setFocus())

    @property
    def pairs(self) -> "tuple[_Pair, ...]":
        return tuple(self._pairs)

    @property
    def values(self) -> dict[str, str]:
        named = ((pair.name.text().strip(), pair.value.text()) for pair in self.pairs)
        return {name: value for name, value in named if name}

    def refuses(self) -> bool:
        """Whether a value is only dots for a secret; that is told, and the place gets the focus."""
        told = {pair: masked_words(pair.value.text()) for pair in self.pairs}
        pair = next((pair for pair, words in told.items() if words), None)
        self.problem.setText(told[pair] if pair else "")
        self.problem.setVisible(pair is not None)
        if pair is not None:
            pair.value.setFocus(Qt.FocusReason.OtherFocusReason)
        return pair is not None

    def append(self) -> QLineEdit:
        """One more row; returns the field for its name."""
        pair = _Pair(self._kind)
        pair.removed.connect(lambda: self._remove(pair))
        self._pairs.append(pair)
        self._rows.addWidget(pair)
        self.grown.emit()
        return pair.name

    def _remove(self, pair: _Pair) -> None:
        self._pairs.remove(pair)
        self._rows.removeWidget(pair)
        pair.hide()
        pair.deleteLater()
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.grown.emit()
