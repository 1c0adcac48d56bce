"""Everything that is set for Patchbay as a whole, made from the described options."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from patchbay.core.options import OPTIONS, Option
from patchbay.core.workspace import Workspace
from patchbay.ui import theme
from patchbay.ui.controls import IconLabel, Label, column, frame, hline, row, scroll
from patchbay.ui.form.descriptions import Words
from patchbay.ui.settings.consents import ConsentList
from patchbay.ui.settings.crashes import CrashReports
from patchbay.ui.settings.lists import ListRow, list_acts
from patchbay.ui.settings.option_row import OptionRow
from patchbay.ui.settings.secrets import SecretList
from patchbay.ui.settings.updates import UpdateState
from patchbay.ui.settings.values import ChoiceRow, NumberRow, StepsRow, SwitchRow, TextRow

_WIDTH = 680


class SettingsPage(QWidget):
    """One row for each option, by group; each change is saved at once."""

    secret_wanted = Signal(str)
    """The name of a kept secret that shall get another value, or nothing for a new one."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._store = workspace.settings
        self._store.load()  # the command line and other windows write them, too
        self.rows: dict[str, OptionRow] = {}
        self.consents = ConsentList(workspace.consents, workspace.gate)
        self.secrets = SecretList(workspace.secrets)
        self.secrets.secret_wanted.connect(self.secret_wanted)
        self.updates = UpdateState(workspace.updates, self._store)
        self.crashes = CrashReports(workspace.crashes)
        self._content = QWidget()
        self._content.setLayout(column(*self._parts(), None, margins=(24, 16, 24, 24), gap=12))
        self.setLayout(column(scroll(_Sheet(self._content)), gap=0))

    def _parts(self) -> Iterator[QWidget]:
        if self._store.problem:
            yield _warning(self._store.problem)
        for group, options in groupby(OPTIONS, lambda option: option.group):
            yield _group(group, self._content_of(group, options))
        yield _group("When Patchbay fails", (self.crashes,))
        where = Label(str(self._store.path), "mono", wrap=True, selectable=True)
        yield _group("File of these settings", (where,))

    def _content_of(self, group: str, options: Iterable[Option]) -> Iterator[QWidget]:
        for option in options:
            self.rows[option.name] = made = self._row(option)
            yield made
        if group == "What may run":
            yield self.consents
        elif group == "Secrets":
            yield self.secrets
        elif group == "Updates":
            yield self.updates

    def _row(self, option: Option) -> OptionRow:
        store = self._store
        match option.default:
            case bool():
                return SwitchRow(option, store)
            case int():
                return (StepsRow if option.steps else NumberRow)(option, store)
            case str():
                return (ChoiceRow if option.choices else TextRow)(option, store)
            case _:
                return ListRow(option, store, list_acts(option, self._workspace.allow, store))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._content.setFixedWidth(min(self.width(), theme.px(_WIDTH)))


class _Sheet(QWidget):
    """As tall as its words are at its width: a layout alone asks for the room of the narrowest."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._row = row(content, None, gap=0)
        self.setLayout(self._row)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._row.totalHeightForWidth(self.width()))


def _group(name: str, content: Iterable[QWidget]) -> QWidget:
    made = QWidget()
    made.setAccessibleName(name)
    made.setLayout(column(Label(name, "h2"), hline(), *content, 8, gap=12))
    return made


def _warning(problem: str) -> QFrame:
    words = column(
        Label("The settings could not be read as a whole", "strong", wrap=True),
        Words(f"{problem} A copy is kept beside it when something is changed here.", "small"),
        gap=0,
    )
    icon = IconLabel("triangle-alert", "warn")
    return frame("warn", row(icon, (words, 1), margins=(12, 8, 12, 8), gap=10))
