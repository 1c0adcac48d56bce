"""Which version this is, and which one there is."""

from PySide6.QtWidgets import QWidget

from patchbay import __version__
from patchbay.core.errors import AppError
from patchbay.core.settings import SettingsStore
from patchbay.core.updates import VARIABLE, UpdateCheck
from patchbay.ui.controls import Button, column, row
from patchbay.ui.figures import day_and_time
from patchbay.ui.form.descriptions import FaultWords, Words
from patchbay.ui.tasks import listen, spawn


class UpdateState(QWidget):
    """Says what is known, and asks when a person wants to know now."""

    def __init__(self, updates: UpdateCheck, store: SettingsStore) -> None:
        super().__init__()
        self._updates = updates
        self._asking = False
        self.words = Words("", "second")
        self.ask = Button("Ask now", icon="rotate-cw")
        self.fault = FaultWords()
        self.ask.clicked.connect(self._start_asking)
        self.setLayout(column(row((self.words, 1), self.ask), self.fault, gap=4))
        listen(self, updates.changed, lambda _: self._follow())
        listen(self, store.changed, lambda _: self._follow())
        self._follow()

    def _follow(self) -> None:
        self.words.setText(" ".join(self._said()))

    def _said(self) -> list[str]:
        updates = self._updates
        said = [f"This is Patchbay {__version__}."]
        if updates.newer:
            said.append(f"Version {updates.newer} is there.")
        if updates.last is not None:
            known = "" if updates.newer or not updates.last.version else "There is no newer one. "
            said.append(f"{known}Asked {day_and_time(updates.last.at)}.")
        if updates.address_is_given:
            said.append(f"{VARIABLE} gives another address than the settings.")
        elif not updates.address:
            said.append("No address is set: nobody is asked.")
        return said

    def _start_asking(self) -> None:
        if not self._asking:
            self._asking = True
            spawn(self, self._ask())

    async def _ask(self) -> None:
        self.fault.say("")
        try:
            await self._updates.ask()
        except AppError as error:
            self.fault.say(str(error))
        finally:
            self._asking = False
