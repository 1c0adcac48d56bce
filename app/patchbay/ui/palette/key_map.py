"""Every key that does something, as a page that can be searched."""

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.commands import Command
from patchbay.ui.controls import column, row
from patchbay.ui.listing import Item
from patchbay.ui.listing.parts import FilterField
from patchbay.ui.palette.sections import MOST, Offer, Row, Section
from patchbay.ui.palette.spelling import spelled
from patchbay.ui.palette.view import RowsView
from patchbay.ui.palette.widget_keys import PART_KEYS

_WIDTH = 720


class KeyMap(QWidget):
    """Lists the commands that have keys, read from the very table that binds them.

    `groups` tells which groups of commands there are and what they are called.
    """

    def __init__(self, commands: Iterable[Command], groups: Mapping[str, str]) -> None:
        super().__init__()
        offers = [each for each in commands if each.keys]
        self._sections = [
            _section(title, [(each.text, each.keys) for each in offers if each.group == group])
            for group, title in groups.items()
        ]
        self._sections += [_section(title, keys) for title, keys in PART_KEYS.items()]
        self.search = FilterField("Filter keys and what they do", "")
        self.list = RowsView("Keys", all_keys=True)
        self.setFocusProxy(self.search)
        self._middle = QWidget()
        top = row(self.search, margins=(16, 12, 16, 4))
        self._middle.setLayout(column(top, (self.list, 1), gap=0))
        self.setLayout(row((self._middle, 100), None, gap=0))
        self._fit()
        self.search.textChanged.connect(self._find)
        self.search.down.connect(self._enter_list)
        self._find("")

    @property
    def rows(self) -> list[Row]:
        return list(self.list.rows)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        # Keys far away from what they do are hard to find.
        self._middle.setMaximumWidth(theme.px(_WIDTH))

    def _enter_list(self) -> None:
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _find(self, typed: str) -> None:
        found = (section.rows(typed, MOST) for section in self._sections)
        self.list.show_rows([each for rows in found for each in rows], typed)


def _section(title: str, keys: Iterable[tuple[str, tuple[str, ...]]]) -> Section:
    shown = {text: Offer(text, keys=pressed) for text, pressed in keys}
    items = [
        Item(text, text, also=" ".join(map(spelled, offer.keys))) for text, offer in shown.items()
    ]
    return Section(title, items, partial(_offer, shown))


def _offer(shown: Mapping[str, Offer], text: str) -> Offer:
    return shown[text]
