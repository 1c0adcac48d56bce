"""Configs that could be opened, a row for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from patchbay.core.config.discovery import FoundConfig
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import (
    Button,
    ElidedLabel,
    IconLabel,
    Label,
    clear,
    column,
    frame,
    hline,
    row,
)
from patchbay.ui.figures import counted

_ICONS = {
    "Claude Desktop": "message-square",
    "Cursor": "square-dashed-mouse-pointer",
    **dict.fromkeys(("VS Code", "VS Code Insiders"), "code-xml"),
    **dict.fromkeys(("Claude Code", "Copilot CLI", "Gemini CLI"), "terminal"),
}
_OTHER_ICON = "file-braces"


@dataclass(frozen=True, slots=True)
class ConfigRow:
    """What one row says; `problem` stands in the place of the path."""

    icon: str
    title: str
    path: Path
    where: str
    count: str = ""
    problem: str = ""


class ConfigList(QFrame):
    """Opens one of its configs, or all that can be used as they are; hidden while it has none."""

    open_wanted = Signal(Path)
    all_wanted = Signal(object)
    """The paths, as a tuple."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.open_all = Button("", "link")
        self.open_all.clicked.connect(lambda: self.all_wanted.emit(self._usable))
        self._usable: tuple[Path, ...] = ()
        self._rows = column(gap=0)
        head = row(Label(title, "section"), None, self.open_all)
        self.setLayout(column(head, frame("card", self._rows), gap=6))
        self.hide()

    def show_rows(self, rows: Sequence[ConfigRow], all_words: str = "") -> None:
        """`all_words` is what opening all of them is called, if that is offered."""
        clear(self._rows)
        self._usable = tuple(each.path for each in rows if not each.problem)
        for place, each in enumerate(rows):
            if place:
                self._rows.addWidget(hline())
            self._rows.addWidget(self._make_row(each))
        self.open_all.setText(all_words)
        self.open_all.setVisible(bool(all_words))
        self.setVisible(bool(rows))

    def _make_row(self, said: ConfigRow) -> QWidget:
        middle = Qt.TextElideMode.ElideMiddle
        where = ElidedLabel(visible(said.where), "monohint", middle)
        parts: list[QWidget] = [ElidedLabel(visible(said.title), "label"), where]
        if said.problem:
            parts.append(Label(visible(said.problem), "error", wrap=True))
        button = Button("Open")
        button.setAccessibleName(f"Open {said.title}")
        button.setAccessibleDescription(f"{said.where} {said.problem or said.count}".strip())
        button.clicked.connect(partial(self.open_wanted.emit, said.path))
        made = QWidget()
        made.setLayout(
            row(
                IconLabel(said.icon, "text2", 20),
                (column(*parts, gap=0), 1),
                Label(said.count, "small"),
                button,
                margins=(16, 8, 12, 8),
                gap=12,
            )
        )
        return made


def row_of_found(config: FoundConfig, home: Path) -> ConfigRow:
    count = "" if config.servers is None else counted(config.servers, "server")
    icon = _ICONS.get(config.client, _OTHER_ICON)
    where = short_path(config.path, home)
    return ConfigRow(icon, config.client, config.path, where, count, config.problem)


def row_of_recent(path: Path, home: Path) -> ConfigRow:
    return ConfigRow("history", path.name, path, short_path(path.parent, home))


def words_for_all(configs: Sequence[FoundConfig]) -> str:
    """Nothing where it would do no more than a row does."""
    usable = [config.servers for config in configs if not config.problem]
    if len(usable) < 2:
        return ""
    known = [servers for servers in usable if servers is not None]
    if len(known) < len(usable):
        return f"Open all {counted(len(usable), 'file')}"
    return f"Open all {counted(sum(known), 'server')}"


def short_path(path: Path, home: Path) -> str:
    """With `~` for the home folder, as people write it."""
    if not path.is_relative_to(home):
        return str(path)
    inner = path.relative_to(home)
    return str(Path("~") / inner)
