"""What a pasted or typed server would be, before anything is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from patchbay.core.config.references import without_references
from patchbay.core.errors import AppError
from patchbay.core.pasting.pasted_server import PastedServer
from patchbay.core.trust.visible import visible
from patchbay.ui import theme
from patchbay.ui.controls import Badge, Label, clear, column
from patchbay.ui.dialogs.parts import Flow, facts, notice, path

_CHIPS, _CHIP_LENGTH = 40, 56


class ServerPreview(QWidget):
    """Shows one server, what was done to read it, or why there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._column = column(gap=8)
        self.setLayout(self._column)

    def show_server(self, server: PastedServer, notes: Sequence[str] = ()) -> None:
        clear(self._column)
        rows = [(fact.name, fact.widget()) for fact in _facts(server) if fact.words]
        self._column.addLayout(facts(rows))
        if notes:
            self._column.addWidget(noted(notes))

    def show_change(
        self, before: PastedServer, after: PastedServer, notes: Sequence[str] = ()
    ) -> None:
        """What is now at the left, what it would be at the right."""
        clear(self._column)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, theme.px(88))
        for place, title in enumerate(("", "Now", "Then")):
            grid.addWidget(Label(title, "section"), 0, place)
            grid.setColumnStretch(place, min(place, 1))
        pairs = zip(_facts(before), _facts(after, before), strict=True)
        for line, (now, then) in enumerate((pair for pair in pairs if _is_told(*pair)), start=1):
            grid.addWidget(Label(now.name, "small"), line, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(now.widget(), line, 1, Qt.AlignmentFlag.AlignTop)
            same = Label("as it is", "hint")
            shown = same if now.words == then.words else then.widget()
            grid.addWidget(shown, line, 2, Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(grid)
        if notes:
            self._column.addWidget(noted(notes))

    def show_problem(self, problem: AppError) -> None:
        clear(self._column)
        self._column.addWidget(failed(problem))

    def show_words(self, words: str) -> None:
        clear(self._column)
        self._column.addWidget(Label(words, "hint", wrap=True))


def noted(notes: Sequence[str]) -> QWidget:
    """What was done to a text to read it."""
    told = "\n".join(f"{note[:1].upper()}{note[1:]}." for note in notes)
    return notice("info", ("info", "accent"), "", visible_lines(told))


def failed(problem: AppError) -> QWidget:
    told = " ".join(part for part in (problem.cause, problem.hint) if part)
    return notice("danger", ("circle-x", "danger"), problem.title, visible_lines(told))


def visible_lines(text: str) -> str:
    return "\n".join(map(visible, text.split("\n")))


def chips(words: Sequence[str]) -> QWidget:
    """One badge for each word, so that it shows where one ends."""
    badges: list[QWidget] = [_chip(word) for word in words[:_CHIPS]]
    if len(words) > _CHIPS:
        badges.append(Label(f"and {len(words) - _CHIPS} more", "hint"))
    made = QWidget()
    made.setLayout(Flow(badges, 4))
    policy = made.sizePolicy()
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
    return made


def _chip(word: str) -> Badge:
    shown = visible(word) or '""'
    short = shown if len(shown) <= _CHIP_LENGTH else f"{shown[: _CHIP_LENGTH - 1]}…"
    return Badge(short, "outline", tip=shown if short != shown else "")


@dataclass(frozen=True, slots=True)
class _Fact:
    """One field of a server in words; `is_one` means one long word."""

    name: str
    words: list[str]
    is_one: bool = False

    def widget(self) -> QWidget:
        if not self.words:
            return Label("none", "hint")
        return path(self.words[0]) if self.is_one else chips(self.words)


def _facts(server: PastedServer, before: PastedServer | None = None) -> list[_Fact]:
    """What there is to say; a value that is another than it was `before` is told so."""
    was = before or server
    return [
        _Fact("Address", [server.url] if server.url else [], is_one=True),
        _Fact("Command", [server.command] if server.command else []),
        _Fact("Arguments", list(server.args)),
        _Fact("Folder", [server.cwd] if server.cwd else [], is_one=True),
        _Fact("Environment", _masked(server.env, was.env)),
        _Fact("Headers", _masked(server.headers, was.headers)),
    ]


def _is_told(now: _Fact, then: _Fact) -> bool:
    return bool(now.words or then.words)


def _masked(values: Mapping[str, str], before: Mapping[str, str]) -> list[str]:
    """Names with their values as dots; a reference is no secret."""
    found: list[str] = []
    for name, value in values.items():
        shown = "•••" if without_references(value) else value
        is_other = name in before and before[name] != value
        found.append(f"{name} = {shown}, another value" if is_other else f"{name} = {shown}")
    return found
