"""One option on the page: its name and help, the control, and what went wrong with it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.errors import AppError
from patchbay.core.options import Option, Settings
from patchbay.core.settings import SettingsStore
from patchbay.ui import theme
from patchbay.ui.controls import Label, column
from patchbay.ui.form.descriptions import FaultWords, Words
from patchbay.ui.tasks import listen

_EVEN = 136
_BESIDE_FROM = 440
"""Narrower than this, in pixels of the design, the control stands below the words."""


class OptionRow(QWidget):
    """Shows an option as the settings have it, and saves at once what a person makes of it."""

    def __init__(
        self, option: Option, store: SettingsStore, *, below: bool = False, even: bool = False
    ) -> None:
        """`below`: the control has the whole width; `even`: it is as wide as others of its kind."""
        super().__init__()
        self._control: QWidget | None = None
        self._even = even
        self.option = option
        self.store = store
        self._below = below
        self.fault = FaultWords()
        self._words = QWidget()
        self._words.setLayout(
            column(Label(option.label, "label", wrap=True), Words(option.help, "hint"), gap=2)
        )
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self._words, 1)
        self.setLayout(column(self._box, self.fault, gap=4))

    def set_control(self, control: QWidget) -> None:
        """Put the control in its place, show what is set now, and follow changes from elsewhere."""
        self._control = control
        control.setAccessibleName(self.option.label)
        control.setAccessibleDescription(self.option.help)
        self._box.addWidget(control, 0, Qt.AlignmentFlag.AlignTop)
        self._arrange()
        self.show_settings(self.store.settings)
        listen(self, self.store.changed, self.show_settings)

    def show_settings(self, settings: Settings) -> None:
        raise NotImplementedError

    def save(self, value: object) -> None:
        self.attempt(lambda: self.store.update(**{self.option.name: value}))

    def attempt(self, change: Callable[[], object]) -> bool:
        """Make a change; when it cannot be made, say so here and show what holds."""
        fault = attempted(change)
        self.fault.say(fault)
        if fault:
            self.show_settings(self.store.settings)
        return not fault

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._arrange()

    def _arrange(self) -> None:
        below = self._below or self.width() < theme.px(_BESIDE_FROM)
        directions = QBoxLayout.Direction
        self._box.setDirection(directions.TopToBottom if below else directions.LeftToRight)
        self._box.setSpacing(theme.px(6 if below else 24))
        if self._even and self._control is not None:
            self._control.setFixedWidth(theme.px(_EVEN))


def attempted(change: Callable[[], object]) -> str:
    """Make a change; why it could not be made, for the person who wanted it."""
    try:
        change()
    except AppError as error:
        return ". ".join(part.rstrip(".") for part in (error.title, error.cause) if part) + "."
    except OSError as error:
        return f"It was not saved: {error.strerror or error}."
    return ""
