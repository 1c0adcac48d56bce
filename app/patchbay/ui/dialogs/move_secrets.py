"""Asks which secrets leave a config, what their variables are called, and where they go."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLayout, QWidget
from typing_extensions import override

from patchbay.core.drafts.secret_move import SecretMove
from patchbay.core.editing.movable import Movable, Named
from patchbay.core.errors import AppError
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, Label, Segments, column, row
from patchbay.ui.dialogs.deciding import DecidingDialog
from patchbay.ui.figures import counted
from patchbay.ui.form.descriptions import FaultWords, Words, breakable
from patchbay.ui.form.lines import mark
from patchbay.ui.server_form.inputs import FormLine
from patchbay.ui.tasks import spawn

_WIDTH = 600
_KEYCHAIN, _ENV_FILE = range(2)
_LONGEST = 30
_MEANING = (
    "The file then names variables instead of values. That is not saved yet and undo takes it"
    " back; what was kept stays kept. Other programs that read this file need these variables too:"
    " in their environment, or by envFile if they know it. The versions of the file that Patchbay"
    " keeps still hold the values."
)


async def ask_to_move_secrets(
    parent: QWidget | None, move: SecretMove, *, to_env_file: bool = False
) -> bool:
    """Whether secrets were moved; `to_env_file` is the place that is chosen at first."""
    dialog = MoveSecretsDialog(move, to_env_file=to_env_file, parent=parent)
    dialog.open()
    return await dialog.answer()


class MoveSecretsDialog(DecidingDialog[bool]):
    """A row for each secret, which never shows it; stays open until all chosen ones are moved."""

    def __init__(
        self, move: SecretMove, *, to_env_file: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, _WIDTH, otherwise=False)
        self._move = move
        self._keychain: str | None = "the keychain of this system"
        self._looking: asyncio.Task[None] | None = None
        self._moving: asyncio.Task[None] | None = None
        self.rows = [_Row(each, name) for each, name in zip(move.found, move.names, strict=True)]
        self.places = Segments("Keychain", "Env file")
        self.places.setAccessibleName("Where they are kept")
        self.places.choose(_ENV_FILE if to_env_file else _KEYCHAIN)
        self.where, self.fault = Words("", "hint"), FaultWords()
        self.cancel, self.main = Button("Cancel"), Button("Move", "primary")
        title = f"Move secrets out of {visible(move.entry.file.name)}"
        self.setAccessibleName(title)
        buttons = QWidget()
        buttons.setLayout(row(None, self.cancel, self.main))
        self.fill(self._make_body(title), buttons)
        self.places.chosen.connect(self._say_where)
        self.cancel.clicked.connect(lambda: self.give(answer=False))
        self.main.clicked.connect(self._confirm)
        for each in self.rows:
            each.box.toggled.connect(self._count)
        self._count()
        self._say_where()

    @property
    def chosen(self) -> Sequence[Named]:
        """What is to be moved, under the names as they are typed now."""
        return [Named(each.secret, each.typed) for each in self.rows if each.box.isChecked()]

    @property
    def settled(self) -> bool:
        """Whether it is known which keychain there is."""
        return self._looking is not None and self._looking.done()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.main.setFocus(Qt.FocusReason.TabFocusReason)
        self._looking = spawn(self, self._look())

    def _make_body(self, title: str) -> QWidget:
        parts: list[QWidget | QLayout | int] = [
            Label(title, "h2", wrap=True),
            Words(_MEANING, "second"),
            8,
            self._make_table(),
            8,
            Label("Kept in", "label"),
            row(self.places, None),
            self.where,
            self.fault,
        ]
        body = QWidget()
        body.setLayout(column(*parts, gap=4))
        return body

    def _make_table(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for place, heading in enumerate(("Secret", "Variable")):
            grid.addWidget(Label(heading, "label"), 0, place)
        for place, each in enumerate(self.rows):
            grid.addWidget(each.box, 2 * place + 1, 0)
            grid.addWidget(each.name, 2 * place + 1, 1)
            grid.addWidget(each.fault, 2 * place + 2, 1)
            each.name.textEdited.connect(self._fit_again)
        return grid

    def _count(self) -> None:
        count = len(self.chosen)
        self.main.setText(f"Move {counted(count, 'secret')}" if count else "Move")
        self.main.setEnabled(count > 0)

    async def _look(self) -> None:
        """Which keychain there is; looking for it takes a moment and asks nobody."""
        try:
            self._keychain = await self._move.keychain()
        except AppError:
            self._keychain = None
            self.places.choose(_ENV_FILE)
        self._say_where()

    def _say_where(self) -> None:
        missing = "" if self._keychain else "There is no keychain that Patchbay can use here. "
        if self.places.place == _ENV_FILE:
            self.where.setText(f"{missing}{self._env_file()}")
        else:
            self.where.setText(missing or f"Encrypted, in {self._keychain}.")
        self._fit_again()

    def _env_file(self) -> str:
        target = self._move.env_file
        if target.problem is not None:
            return str(target.problem)
        path = breakable(visible(str(target.path)))
        if not target.is_new:
            return f"As plain text, added to {path}. What it holds stays as it is."
        return (
            f"As plain text, in the new file {path}, which only you can read."
            " Keep it out of version control."
        )

    def _confirm(self) -> None:
        if self.main.isEnabled() and (self._moving is None or self._moving.done()):
            self._moving = spawn(self, self._go(self.chosen))

    async def _go(self, chosen: Sequence[Named]) -> None:
        self.fault.say("")
        if self._refuses_names(chosen):
            return
        self.main.setEnabled(False)
        try:
            await self._carry_out(chosen)
        except AppError as error:
            self._fail(str(error))
        except OSError as error:
            self._fail(f"Nothing was moved: {error.strerror or error}.")
        else:
            self.give(answer=True)

    async def _carry_out(self, chosen: Sequence[Named]) -> None:
        if self.places.place == _ENV_FILE:
            await self._move.to_env_file(chosen)
        else:
            self.where.setText("Waiting for the keychain…")
            await self._move.to_keychain(chosen)

    def _fail(self, words: str) -> None:
        self.fault.say(words)
        self._count()
        self._say_where()
        self.main.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refuses_names(self, chosen: Sequence[Named]) -> bool:
        """Whether a name cannot be used; that is told there, and the first one gets the focus."""
        faults = self._move.faults(chosen)
        for each in self.rows:
            each.say(faults.get(each.secret, ""))
        wrong = next((each for each in self.rows if each.secret in faults), None)
        if wrong is not None:
            self._fit_again()
            wrong.name.setFocus(Qt.FocusReason.OtherFocusReason)
        return wrong is not None

    def _fit_again(self) -> None:
        if self.isVisible():
            self._fit()


class _Row:
    """One secret: where it stands, whether it moves, and the name of its variable."""

    def __init__(self, secret: Movable, name: str) -> None:
        self.secret = secret
        where = visible(secret.where)
        self.box, self.name, self.fault = (
            QCheckBox(_short(where)),
            FormLine(code=True),
            FaultWords(),
        )
        self.box.setChecked(True)
        self.box.setAccessibleName(where)
        self.box.setToolTip(where if len(where) > _LONGEST else "")
        self.name.setText(name)
        self.name.setCursorPosition(0)
        self.name.setAccessibleName(f"Variable for {where}")
        self.box.toggled.connect(self.name.setEnabled)
        self.box.toggled.connect(lambda: self.say(""))
        self.name.textEdited.connect(lambda: self.say(""))

    @property
    def typed(self) -> str:
        return self.name.text().strip()

    def say(self, fault: str) -> None:
        self.fault.say(fault)
        mark(self.name, bad=bool(fault))
        self.name.setAccessibleDescription(fault)


def _short(where: str) -> str:
    """Few enough letters to leave room for the name; none of them underlines another."""
    half = _LONGEST // 2
    shown = where if len(where) <= _LONGEST else f"{where[:half]}…{where[1 - half :]}"
    return shown.replace("&", "&&")
