"""Asks for the value of a variable and keeps it for the person."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLayout, QWidget
from typing_extensions import override

from patchbay.core.errors import AppError
from patchbay.core.keychain.kept import KeptSecrets, Place
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, Label, Segments, column, row
from patchbay.ui.dialogs.deciding import DecidingDialog
from patchbay.ui.form.descriptions import FaultWords, Words
from patchbay.ui.server_form.inputs import FormLine, SecretLine
from patchbay.ui.tasks import spawn

_WIDTH = 552
_PLACES = (Place.KEYCHAIN, Place.MEMORY)
_MEANING = (
    "${%s} in a config gets this value where neither the environment nor an env file has one."
    " Other programs do not see it."
)


async def ask_for_secret(
    parent: QWidget | None, secrets: KeptSecrets, place: Place, name: str = ""
) -> str:
    """The name of what was kept; empty when it was given up.

    `name` is what the value is for; without it the person says that, too.
    """
    dialog = KeepSecretDialog(secrets, place, name, parent)
    dialog.open()
    return await dialog.answer()


class KeepSecretDialog(DecidingDialog[str]):
    """One value, behind dots; it stays open until the value is kept."""

    def __init__(
        self,
        secrets: KeptSecrets,
        place: Place,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, _WIDTH, "")
        self._secrets = secrets
        self._keychain: str | None = "the keychain of this system"
        self._asks_for_name = not name
        self.name, self.value = FormLine(code=True), SecretLine()
        self.name.setText(name)
        self.name.setPlaceholderText("NAME")
        self.value.set_secret(secret=True)
        self.name.setAccessibleName("Name")
        self.value.setAccessibleName("Value")
        self.places = Segments("Keychain", "Until Patchbay closes")
        self.places.setAccessibleName("Where it is kept")
        self.places.choose(_PLACES.index(place))
        self.where, self.fault = Words("", "hint"), FaultWords()
        self.cancel, self.main = Button("Cancel"), Button("Keep", "primary")
        self.setAccessibleName(self._title(name))
        buttons = QWidget()
        buttons.setLayout(row(None, self.cancel, self.main))
        self.fill(self._make_body(self._title(name)), buttons)
        self.places.chosen.connect(self._say_where)
        self.cancel.clicked.connect(lambda: self.give(""))
        self.main.clicked.connect(self._confirm)
        self._say_where()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        first = self.name if self._asks_for_name else self.value
        first.setFocus(Qt.FocusReason.TabFocusReason)
        spawn(self, self._look())

    def _title(self, name: str) -> str:
        if not name:
            return "Keep a secret"
        verb = "Change" if self._secrets.place(name) else "Set"
        return f"{verb} {visible(name)}"

    def _make_body(self, title: str) -> QWidget:
        heading, meaning = (
            Label(title, "h2", wrap=True),
            Words(_MEANING % (self.name.text() or "NAME"), "second"),
        )
        parts: list[QWidget | QLayout | int] = [heading, meaning, 8]
        if self._asks_for_name:
            parts += [_named("Name", self.name), self.name, 4]
        parts += [_named("Value", self.value), self.value, 4]
        parts += [_named("Kept in", self.places), row(self.places, None), self.where, self.fault]
        body = QWidget()
        body.setLayout(column(*parts, gap=4))
        return body

    async def _look(self) -> None:
        """Which keychain there is; looking for it takes a moment and asks nobody."""
        try:
            self._keychain = await self._secrets.keychain()
        except AppError:
            self._keychain = None
            self.places.choose(_PLACES.index(Place.MEMORY))
        self._say_where()

    def _say_where(self) -> None:
        if not self.main.isEnabled():
            return  # it says what is waited for
        missing = "" if self._keychain else "There is no keychain that Patchbay can use here. "
        if self._place() is Place.MEMORY:
            self.where.setText(f"{missing}In memory; when Patchbay is closed it is gone.")
        else:
            self.where.setText(missing or f"Encrypted, in {self._keychain}.")
        self._fit_again()

    def _place(self) -> Place:
        return _PLACES[self.places.place]

    def _confirm(self) -> None:
        if self.main.isEnabled():
            spawn(self, self._keep(self.name.text().strip(), self.value.text()))

    async def _keep(self, name: str, value: str) -> None:
        self.fault.say("")
        self.main.setEnabled(False)
        self.where.setText("Waiting for the keychain…")
        try:
            await self._secrets.keep(name, value, self._place())
        except AppError as error:
            self.fault.say(error.what_and_why)
        except OSError as error:
            self.fault.say(f"It was not kept: {error.strerror or error}.")
        else:
            self.give(name)
            return
        self.main.setEnabled(True)
        self._say_where()
        wrong = self.name if self._asks_for_name and value else self.value
        wrong.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit_again(self) -> None:
        if self.isVisible():
            self._fit()


def _named(words: str, field: QWidget) -> Label:
    label = Label(words, "label")
    label.setBuddy(field)
    return label
