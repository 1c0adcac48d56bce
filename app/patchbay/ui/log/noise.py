"""The row that speaks of lines on stdout which are no messages."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from patchbay.ui.controls import Button, ElidedLabel, IconLabel, Label, frame, row

_HEIGHT = 36


class NoiseHint(QWidget):
    """Appears with the first such line; tells what it means and leads to them."""

    show_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._what = Label("", "strong")
        why = ElidedLabel(
            "Patchbay skipped them; stricter clients may disconnect."
            " In the server, print to stderr instead.",
            "small",
        )
        show = Button("Show", "link", tip="Show only these lines")
        show.clicked.connect(self.show_wanted)
        ground = frame(
            "warn",
            row(
                IconLabel("triangle-alert", "warn"),
                self._what,
                (why, 1),
                show,
                margins=(12, 0, 12, 0),
            ),
            height=_HEIGHT,
        )
        self.setLayout(row(ground, margins=(16, 8, 16, 8)))
        self.hide()

    def set_count(self, count: int) -> None:
        one = count == 1
        noun = "line on stdout is not a protocol message" if one else None
        self._what.setText(f"{count:,} {noun or 'lines on stdout are not protocol messages'}.")
        self.setVisible(count > 0)
