"""Options with one value: a choice, a number, a switch, a line of text."""

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox
from typing_extensions import override

from patchbay.core.options import Option, Settings
from patchbay.core.settings import SettingsStore
from patchbay.ui.controls import IntegerField, Segments
from patchbay.ui.form.choices import Drop
from patchbay.ui.form.lines import Line
from patchbay.ui.settings.option_row import OptionRow


class ChoiceRow(OptionRow):
    """A few short choices side by side."""

    def __init__(self, option: Option, store: SettingsStore) -> None:
        super().__init__(option, store)
        self.segments = Segments(*(choice.capitalize() for choice in option.choices))
        self.segments.chosen.connect(self._choose)
        self.set_control(self.segments)

    @override
    def show_settings(self, settings: Settings) -> None:
        value = getattr(settings, self.option.name)
        self.segments.choose(self.option.choices.index(value))

    def _choose(self, place: int) -> None:
        self.save(self.option.choices[place])


class StepsRow(OptionRow):
    """A number of which a few are offered; another one from the file is offered, too."""

    def __init__(self, option: Option, store: SettingsStore) -> None:
        super().__init__(option, store, even=True)
        self.drop = Drop()
        self.drop.activated.connect(self._choose)
        self.set_control(self.drop)

    @override
    def show_settings(self, settings: Settings) -> None:
        value = getattr(settings, self.option.name)
        steps = sorted({*self.option.steps, value})
        self.drop.clear()
        for step in steps:
            self.drop.addItem(f"{step} {self.option.unit}", step)
        self.drop.setCurrentIndex(steps.index(value))

    def _choose(self, place: int) -> None:
        self.save(self.drop.itemData(place))


class NumberRow(OptionRow):
    """Any whole number between two."""

    def __init__(self, option: Option, store: SettingsStore) -> None:
        super().__init__(option, store, even=True)
        self.field = IntegerField(option.least, option.most)
        self.field.setSuffix(f" {option.unit}")
        self.field.setKeyboardTracking(False)
        self.field.valueChanged.connect(self.save)
        self.set_control(self.field)

    @override
    def show_settings(self, settings: Settings) -> None:
        with QSignalBlocker(self.field):
            self.field.setValue(getattr(settings, self.option.name))


class SwitchRow(OptionRow):
    """Yes or no."""

    def __init__(self, option: Option, store: SettingsStore) -> None:
        super().__init__(option, store)
        self.box = QCheckBox("On")
        self.box.clicked.connect(lambda: self.save(self.box.isChecked()))
        self.set_control(self.box)

    @override
    def show_settings(self, settings: Settings) -> None:
        self.box.setChecked(getattr(settings, self.option.name))


class TextRow(OptionRow):
    """One line of text, saved when it is left or entered."""

    def __init__(self, option: Option, store: SettingsStore) -> None:
        super().__init__(option, store, below=True)
        self.line = Line()
        self.line.setProperty("mono", "true")
        self.line.returnPressed.connect(self._take)
        self.line.left.connect(self._take)
        self.set_control(self.line)

    @override
    def show_settings(self, settings: Settings) -> None:
        if not self.line.hasFocus():
            self.line.setText(getattr(settings, self.option.name))

    def _take(self) -> None:
        text = self.line.text().strip()
        if text != getattr(self.store.settings, self.option.name):
            self.save(text)
