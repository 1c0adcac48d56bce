"""Asks whether a server may be started, and shows everything there is to judge by."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.trust.consent import Change, Changed
from patchbay.core.trust.plan import StartPlan
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, Label, column, row
from patchbay.ui.dialogs.asking import AskingDialog
from patchbay.ui.dialogs.command_line import CommandLine
from patchbay.ui.dialogs.parts import facts, names, notice, path, words
from patchbay.ui.figures import counted

_WIDTH = 664
_BASICS_NAMED = 3


class ConsentDialog(AskingDialog[Consent]):
    """Puts one question of the gate to a person.

    With a risk in it nothing but a deliberate press of a button starts: the focus is on Cancel,
    and Enter does nothing.
    """

    configuration_wanted = Signal()

    def __init__(self, question: ConsentQuestion, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH, Consent.REFUSED)
        self._is_risky = bool(question.risks)
        remote = question.plan is None
        self.cancel = Button("Cancel")
        self.always = Button("Always allow this entry")
        kind = "dangerline" if self._is_risky else "primary"
        self.once = Button("Connect once" if remote else "Start once", kind)
        self.always.setToolTip(
            "Remembered for exactly this; Patchbay asks again when anything in it changes"
        )
        self.setAccessibleName(_title(question))
        self.fill(_body(question), self._make_buttons())
        self.cancel.clicked.connect(lambda: self.give(Consent.REFUSED))
        self.always.clicked.connect(lambda: self.give(Consent.ALWAYS))
        self.once.clicked.connect(lambda: self.give(Consent.ONCE))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        first: QPushButton = self.cancel if self._is_risky else self.once
        first.setFocus(Qt.FocusReason.TabFocusReason)

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        if arg__1.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(arg__1)
        elif self.cancel.hasFocus():
            self.give(Consent.REFUSED)
        elif self.once.hasFocus() and not self._is_risky:
            self.give(Consent.ONCE)

    def _make_buttons(self) -> QWidget:
        show = Button("Show configuration", "ghost", icon="file-braces")
        show.clicked.connect(self._show_configuration)
        buttons = QWidget()
        buttons.setLayout(row(show, None, self.cancel, self.always, self.once))
        return buttons

    def _show_configuration(self) -> None:
        self.configuration_wanted.emit()
        self.give(Consent.REFUSED)


def _body(question: ConsentQuestion) -> QWidget:
    lines = column(
        Label(_title(question), "h2", wrap=True),
        words(_subtitle(question), "small"),
        8,
        gap=6,
    )
    if isinstance(question.decision, Changed):
        _add_changes(lines, question.decision.changes)
    if question.plan is None:
        _add_address(lines, question)
    else:
        _add_command(lines, question, question.plan)
    if question.risks:
        lines.addSpacing(8)
        lines.addWidget(Label(f"{counted(len(question.risks), 'risk')} found", "section"))
    for risk in question.risks:
        lines.addWidget(
            notice("warn", ("triangle-alert", "warn"), visible(risk.title), visible(risk.detail))
        )
    body = QWidget()
    body.setLayout(lines)
    return body


def _title(question: ConsentQuestion) -> str:
    name = visible(question.entry.name)
    if isinstance(question.decision, Changed):
        return f"{name} changed since your consent"
    return f"{'Connect to' if question.plan is None else 'Start'} {name} for the first time?"


def _subtitle(question: ConsentQuestion) -> str:
    entry = question.entry
    where = f"From {visible(entry.file.name)}, line {entry.place.line}."
    if question.plan is None:
        return f"What you send to its tools leaves your computer. {where}"
    return f"It runs on your computer with your rights. {where}"


def _add_command(lines: QVBoxLayout, question: ConsentQuestion, plan: StartPlan) -> None:
    risky = [place for risk in question.risks for place in risk.indexes]
    lines.addWidget(Label("Exact command line", "section"))
    lines.addWidget(CommandLine(plan.shown, risky=risky, added=plan.added_at))
    lines.addSpacing(4)
    rows: list[tuple[str, QWidget]] = [
        ("Program", path(plan.executable)),
        ("What will run", words(visible(plan.what_will_run))),
    ]
    if plan.added:
        rows.append(("Added by Patchbay", path(" ".join(plan.added))))
    rows += [
        ("Folder", path(question.folder)),
        ("Variables passed", names(question.variables, _basics(question))),
    ]
    if env_file := plan.definition.env_file:
        rows.append(("Env file", path(str(env_file))))
    rows += _secrets(question)
    lines.addLayout(facts(rows))


def _add_address(lines: QVBoxLayout, question: ConsentQuestion) -> None:
    lines.addWidget(Label("Address", "section"))
    lines.addWidget(CommandLine([question.address]))
    rows: list[tuple[str, QWidget]] = []
    if question.variables:
        rows.append(("Headers sent", names(question.variables, "")))
    rows += _secrets(question)
    for each in question.reach:
        value = QWidget()
        value.setLayout(column(path(each.value), words(each.meaning, "hint"), gap=2))
        rows.append((each.label, value))
    if rows:
        lines.addSpacing(4)
        lines.addLayout(facts(rows))


def _secrets(question: ConsentQuestion) -> list[tuple[str, QWidget]]:
    return [("Kept secrets", names(question.secrets, ""))] if question.secrets else []


def _add_changes(lines: QVBoxLayout, changes: tuple[Change, ...]) -> None:
    lines.addWidget(Label(f"{counted(len(changes), 'change')} since then", "section"))
    for change in changes:
        before, after = visible(change.before) or "none", visible(change.after) or "none"
        lines.addWidget(
            notice(
                "info", ("git-compare", "accent"), change.what, f"Before: {before}\nNow: {after}"
            )
        )
    lines.addSpacing(8)


def _basics(question: ConsentQuestion) -> str:
    count = len(question.basics)
    if not count:
        return ""
    known = [name for name in ("PATH", "HOME", "LANG") if name in question.basics]
    named = (known or list(question.basics))[:_BASICS_NAMED]
    more = "…" if count > len(named) else ""
    before = "and " if question.variables else ""
    return f"{before}{count} basic ones ({', '.join(named)}{more})"
