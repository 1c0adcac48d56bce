"""The secrets that are kept for the person: their names, and the ways to change or forget one."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.errors import AppError
from patchbay.core.keychain.kept import KeptSecrets, Place
from patchbay.ui.controls import Button, ElidedLabel, Label, clear, column, frame, hline, row
from patchbay.ui.form.descriptions import FaultWords, Words
from patchbay.ui.tasks import listen, spawn

_HELP = (
    "${NAME} in a config gets its value from here where neither the environment nor an env file has"
    " one. Values are never shown again, and no other program gets them but the servers whose"
    " entries name them."
)
_NONE = "None. Secrets that your configs hold are where you wrote them."
_PLACES = {Place.KEYCHAIN: "keychain", Place.MEMORY: "until Patchbay closes"}


class SecretList(QWidget):
    """Reads the names whenever it is shown: the command line keeps secrets, too."""

    secret_wanted = Signal(str)
    """The name of the one to give another value, or nothing for a new one."""

    def __init__(self, secrets: KeptSecrets) -> None:
        super().__init__()
        self._secrets = secrets
        self._shown: tuple[tuple[str, Place | None], ...] | None = None
        self.changers: list[Button] = []
        self.forgetters: list[Button] = []
        self._items = column(gap=0)
        self.add = Button("Keep a secret…", icon="plus")
        self.add.clicked.connect(lambda: self.secret_wanted.emit(""))
        self.fault = FaultWords()
        words = column(Label("Kept secrets", "label"), Words(_HELP, "hint"), gap=2)
        block = frame("block", self._items)
        self.setLayout(column(words, block, row(self.add, None), self.fault, gap=6))
        listen(self, secrets.changed, lambda _: self._follow())
        self._follow()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._secrets.load()

    def _follow(self) -> None:
        shown = tuple((name, self._secrets.place(name)) for name in self._secrets.names)
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._items)
        self.changers, self.forgetters = [], []
        if not shown:
            self._items.addLayout(row((Words(_NONE, "hint"), 1), margins=(8, 4, 8, 4)))
        for index, (name, place) in enumerate(shown):
            if index:
                self._items.addWidget(hline())
            self._items.addWidget(self._new_item(name, place))

    def _new_item(self, name: str, place: Place | None) -> QWidget:
        change, forget = Button("Change…", "link"), Button("Forget", "link")
        change.setAccessibleName(f"Change {name}")
        forget.setAccessibleName(f"Forget {name}")
        change.clicked.connect(lambda: self.secret_wanted.emit(name))
        forget.clicked.connect(lambda: spawn(self, self._forget(name, forget)))
        self.changers.append(change)
        self.forgetters.append(forget)
        where = Label(_PLACES[place] if place else "", "hint")
        made = QWidget()
        parts = (ElidedLabel(name, "mono"), 1), where, change, forget
        made.setLayout(row(*parts, margins=(8, 4, 8, 4), gap=12))
        return made

    async def _forget(self, name: str, button: Button) -> None:
        """The focus stays in the list, for the next one."""
        place = self.forgetters.index(button)
        button.setEnabled(False)
        self.fault.say("")
        try:
            await self._secrets.forget(name)
        except AppError as error:
            self.fault.say(error.what_and_why)
            button.setEnabled(True)
        except OSError as error:
            self.fault.say(f"It was not forgotten: {error.strerror or error}.")
            button.setEnabled(True)
        else:
            left = self.forgetters[place : place + 1] or self.forgetters[-1:]
            (left[0] if left else self.add).setFocus(Qt.FocusReason.OtherFocusReason)
