"""Tells that a command may not run, and offers the ways to allow it."""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry
from patchbay.core.trust.programs import is_bare_name
from patchbay.core.trust.refusals import NotAllowed
from patchbay.core.trust.rules import Rule, is_interpreter, is_rule
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, IconLabel, Label, column, row
from patchbay.ui.dialogs.asking import AskingDialog
from patchbay.ui.dialogs.command_line import CommandLine
from patchbay.ui.dialogs.parts import facts, notice, path, words

_WIDTH = 552
_RULES_NAMED = 6
_NAME_LENGTH = 24


class BlockedAnswer(Enum):
    """What the person chose; the rule itself is made from the resolved definition."""

    CLOSED = "closed"
    ALLOW_LINE = "exactly this command line"
    ALLOW_PROGRAM = "the program by the name or path in the config"


class BlockedDialog(AskingDialog[BlockedAnswer]):
    """Shows a refusal of the allow-list; `rules` are what is allowed now."""

    configuration_wanted = Signal()

    def __init__(
        self, error: NotAllowed, entry: Entry, rules: Sequence[Rule], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, _WIDTH, BlockedAnswer.CLOSED)
        command = error.command
        self.line = Button("Allow this exact command")
        self.program = Button(f"Allow {_short(command)}")
        # A path that leads nowhere is a mistake in the entry; a rule would not help it.
        offered = is_rule(command) and (is_bare_name(command) or error.executable is not None)
        self.line.setVisible(offered and bool(entry.args))
        self.program.setVisible(offered and not (is_interpreter(command) and entry.args))
        self.close_button = Button("Close", "primary")
        self.setAccessibleName(f"{command} is not on the allow-list")
        self.fill(_body(error, entry, rules), self._make_buttons())
        self.line.clicked.connect(lambda: self.give(BlockedAnswer.ALLOW_LINE))
        self.program.clicked.connect(lambda: self.give(BlockedAnswer.ALLOW_PROGRAM))
        self.close_button.clicked.connect(lambda: self.give(BlockedAnswer.CLOSED))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.close_button.setFocus(Qt.FocusReason.TabFocusReason)

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        if arg__1.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(arg__1)
        elif self.close_button.hasFocus():
            self.give(BlockedAnswer.CLOSED)

    def _make_buttons(self) -> QWidget:
        show = Button("Show configuration", "ghost", icon="file-braces")
        show.set_wide(wide=False)
        show.clicked.connect(self._show_configuration)
        buttons = QWidget()
        buttons.setLayout(row(show, None, self.line, self.program, self.close_button))
        return buttons

    def _show_configuration(self) -> None:
        self.configuration_wanted.emit()
        self.give(BlockedAnswer.CLOSED)


def _body(error: NotAllowed, entry: Entry, rules: Sequence[Rule]) -> QWidget:
    command = error.command
    found = path(str(error.executable)) if error.executable else None
    title = Label(f"{visible(_short(command))} is not on the allow-list", "h2", wrap=True)
    lines = column(
        row(IconLabel("ban", "danger", 20), (title, 1), gap=10),
        words(f"Patchbay starts only programs you allowed: {_listed(rules)}. Nothing ran."),
        4,
        CommandLine([entry.command or "", *entry.args]),
        4,
        facts(
            [
                ("Server", words(f"{visible(entry.name)}, from {_where(entry)}")),
                ("Resolves to", found or words("Nothing: no such program was found")),
            ],
            96,
        ),
        8,
        notice("info", ("info", "accent"), "", _advice(error)),
        gap=6,
    )
    body = QWidget()
    body.setLayout(lines)
    return body


def _where(entry: Entry) -> str:
    return f"{visible(entry.file.name)} line {entry.place.line}"


def _listed(rules: Sequence[Rule]) -> str:
    plain = [visible(rule[0]) for rule in rules if len(rule) == 1 and is_bare_name(rule[0])]
    more = len(rules) - len(plain[:_RULES_NAMED])
    shown = [*plain[:_RULES_NAMED], *([f"{more} more"] if more else [])]
    return ", ".join(shown) or "none so far"


def _advice(error: NotAllowed) -> str:
    command = error.command
    if not is_rule(command):
        return "Write one program in command and everything else in args; no shell is involved."
    if not is_bare_name(command) and error.executable is None:
        return "There is no program at this path. Correct the command of the entry first."
    if is_interpreter(command):
        return "An interpreter can run any code, so allow this one command line, not the program."
    if is_bare_name(command):
        return (
            f"Allow {visible(_short(command))} only if every server that uses it may start it,"
            " with any arguments."
        )
    return "This names one file. Allow it only if you know what put it there."


def _short(command: str) -> str:
    """A command as a button can name it: the end of a path says most."""
    return command if len(command) <= _NAME_LENGTH else f"…{command[-_NAME_LENGTH:]}"
