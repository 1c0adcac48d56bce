"""Options that are a list: each item can be taken away, and another one added."""

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.options import Option, Settings
from patchbay.core.settings import SettingsStore
from patchbay.core.trust.allow import AllowList
from patchbay.core.trust.programs import is_bare_name
from patchbay.core.trust.rules import is_interpreter, understood
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, ElidedLabel, IconButton, Label, clear, column, frame, row
from patchbay.ui.form.lines import Line
from patchbay.ui.settings.option_row import OptionRow

_NAME = re.compile(r"[A-Za-z_][\w().]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Acts:
    """What adding and removing mean for one list, and how an item of it reads."""

    add: Callable[[str], object]
    remove: Callable[[str], object]
    shown: Callable[[str], str] = str
    warning: Callable[[str], str] = lambda _: ""


class ListRow(OptionRow):
    """Items one under another, and a line to add one."""

    def __init__(self, option: Option, store: SettingsStore, acts: Acts) -> None:
        super().__init__(option, store, below=True)
        self._acts = acts
        self._shown: tuple[str, ...] | None = None
        self.removers: list[IconButton] = []
        self._items = column(gap=0)
        self.line = Line()
        self.line.setProperty("mono", "true")
        self.line.setPlaceholderText(f"Another {option.item}")
        self.line.setAccessibleName(f"Another {option.item}")
        self.add = Button("Add", icon="plus")
        self.add.setAccessibleName(f"Add the {option.item}")
        self.add.clicked.connect(self._add)
        self.line.returnPressed.connect(self._add)
        body = QWidget()
        body.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        block = frame("block", self._items)
        body.setLayout(column(block, row((self.line, 1), self.add), gap=6))
        self.set_control(body)

    @override
    def show_settings(self, settings: Settings) -> None:
        items: tuple[str, ...] = getattr(settings, self.option.name)
        if items == self._shown:
            return
        self._shown = items
        clear(self._items)
        self.removers = []
        if not items:
            self._items.addLayout(row(Label("None", "hint"), None, margins=(8, 4, 8, 4)))
        for item in items:
            self._items.addWidget(self._new_item(item))

    def _new_item(self, item: str) -> QWidget:
        shown = visible(self._acts.shown(item))
        remove = IconButton("x", f"Remove {shown}", small=True)
        remove.clicked.connect(lambda: self._remove(item, remove))
        self.removers.append(remove)
        words: list[tuple[QWidget, int] | QWidget] = [(ElidedLabel(shown, "mono"), 1)]
        if warning := self._acts.warning(item):
            words.append(Label(warning, "warn"))
        made = QWidget()
        made.setLayout(row(*words, remove, margins=(8, 2, 4, 2)))
        return made

    def _add(self) -> None:
        text = self.line.text().strip()
        if not text:
            self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.attempt(lambda: self._acts.add(text)):
            self.line.clear()

    def _remove(self, item: str, button: IconButton) -> None:
        """The focus stays in the list, for the next one."""
        had_focus, place = button.hasFocus(), self.removers.index(button)
        if self.attempt(lambda: self._acts.remove(item)) and had_focus:
            left: Sequence[QWidget] = self.removers[place : place + 1] or self.removers[-1:]
            (left[0] if left else self.line).setFocus(Qt.FocusReason.TabFocusReason)


def list_acts(option: Option, allow: AllowList, store: SettingsStore) -> Acts:
    """What the list of this option does."""
    match option.name:
        case "allow":
            return Acts(
                lambda text: allow.add(typed_rule(text)),
                lambda item: allow.remove(understood(item)),
                lambda item: shlex.join(understood(item)),
                _warning,
            )
        case "hosts":
            return Acts(allow.add_host, allow.remove_host)
        case _:
            return _names(option, store)


def typed_rule(text: str) -> str | list[str]:
    """A name, a path or a JSON list as it is; anything else with blanks is a command line."""
    is_whole = text.startswith(("[", "~")) or Path(text).is_absolute()
    if is_whole or not any(map(str.isspace, text)):
        return text
    try:
        return shlex.split(text)
    except ValueError as error:
        raise AppError(
            Family.CONFIGURATION,
            f"“{text}” is no command line",
            cause=f"{error}.",
            kind=Kind.REFUSED,
        ) from error


def _warning(item: str) -> str:
    words = understood(item)
    anything = len(words) == 1 and is_bare_name(words[0]) and is_interpreter(words[0])
    return "runs any code a config hands it" if anything else ""


def _names(option: Option, store: SettingsStore) -> Acts:
    def known(settings: Settings) -> tuple[str, ...]:
        return getattr(settings, option.name)

    def add(text: str) -> None:
        if _NAME.fullmatch(text) is None:
            raise AppError(
                Family.CONFIGURATION,
                f"“{text}” is no name of a variable",
                cause="A name holds letters, digits and _, and begins with no digit.",
                kind=Kind.REFUSED,
            )
        store.revise(
            lambda settings: replace(
                settings, **{option.name: tuple(dict.fromkeys((*known(settings), text)))}
            )
        )

    def remove(item: str) -> None:
        store.revise(
            lambda settings: replace(
                settings, **{option.name: tuple(each for each in known(settings) if each != item)}
            )
        )

    return Acts(add, remove)
