"""Shows what a file once was, and offers to bring a version of it back."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QWidget
from typing_extensions import override

from patchbay.core.config.decoding import decode
from patchbay.core.errors import AppError
from patchbay.core.store.differences import LineKind, unified
from patchbay.core.store.versions import Version
from patchbay.core.trust.visible import visible
from patchbay.ui import theme
from patchbay.ui.controls import Button, Label, column, frame, row
from patchbay.ui.dialogs.deciding import RoomyDialog
from patchbay.ui.differences import DifferenceView, in_thread_if_long, masked
from patchbay.ui.differences.view import AROUND, WHOLE
from patchbay.ui.figures import counted, day_and_time, exact_time, size
from patchbay.ui.listing import Item
from patchbay.ui.listing.model import ItemModel
from patchbay.ui.listing.painting import ItemPainter
from patchbay.ui.listing.parts import RowsView
from patchbay.ui.tasks import spawn

_WIDTH, _HEIGHT, _LIST = 860, 640, 224
_NOTHING = 552, 160

Read = Callable[[Version], bytes]
"""The bytes of a version; raises `AppError` when they are lost."""


async def ask_for_version(
    parent: QWidget | None, path: Path, text: str, versions: Sequence[Version], read: Read
) -> Version | None:
    """The version that should come back in place of `text`, the present one of `path`."""
    dialog = VersionsDialog(path, text, versions, read, parent)
    dialog.open()
    return await dialog.answer()


class VersionsDialog(RoomyDialog[Version | None]):
    """The versions at the left, newest first; at the right how the chosen one differs from now."""

    def __init__(
        self,
        path: Path,
        text: str,
        versions: Sequence[Version],
        read: Read,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, *((_WIDTH, _HEIGHT) if versions else _NOTHING), None)
        self._path, self._text, self._versions, self._read = path, text, tuple(versions), read
        self._work: asyncio.Task[None] | None = None
        self._problem = ""
        self._model = ItemModel(self)
        self.list = RowsView(self._model)
        self.list.setAccessibleName("Versions, newest first")
        self.list.setItemDelegate(ItemPainter(self.list))
        self.difference = DifferenceView("This version has the same text as now.")
        self.whole = QCheckBox("Whole text")
        self.close_button = Button("Close", "secondary" if versions else "primary")
        self.main = Button("Restore this version", "primary", icon="history")
        self.main.setVisible(bool(versions))
        title = f"Versions of {visible(path.name)}"
        self.setAccessibleName(title)
        self.fill(self._make_body(title), self._make_buttons())
        self._connect()

    @property
    def chosen(self) -> Version | None:
        row = self.list.currentIndex().row()
        return self._versions[row] if row >= 0 else None

    @property
    def settled(self) -> bool:
        """Whether the difference is that of the chosen version."""
        return (self._work is None or self._work.done()) and self.difference.settled

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        first = self.list if self._versions else self.close_button
        first.setFocus(Qt.FocusReason.TabFocusReason)

    def _make_body(self, title: str) -> QWidget:
        body = QWidget()
        heading = Label(title, "h2", wrap=True)
        if not self._versions:
            told = "There are none yet. Patchbay keeps what a file was each time it is saved here."
            body.setLayout(column(heading, Label(told, "small", wrap=True), None, gap=4))
            return body
        listed = frame("block", column(self.list, margins=(1, 6, 1, 6)))
        listed.setFixedWidth(theme.px(_LIST))
        told = "How the text would change from what it is now; added lines come back."
        body.setLayout(
            column(
                heading,
                row((Label(told, "small", wrap=True), 1), self.whole),
                4,
                (row(listed, (self.difference, 1), gap=12), 1),
                gap=4,
            )
        )
        return body

    def _make_buttons(self) -> QWidget:
        buttons = QWidget()
        told = "Restoring is one step in the editor. Nothing is written until you save."
        note = Label(told, "hint", wrap=True)
        rest = (note, 1) if self._versions else None
        buttons.setLayout(row(rest, self.close_button, self.main))
        return buttons

    def _connect(self) -> None:
        self._model.show([_item(version, "") for version in self._versions])
        self.list.selectionModel().currentChanged.connect(self._follow)
        self.whole.toggled.connect(self._follow)
        self.close_button.clicked.connect(self.reject)
        self.main.clicked.connect(self._restore)
        if self._versions:
            self.list.setCurrentIndex(self._model.index(0))
            spawn(self, self._count_all())

    def _restore(self) -> None:
        if self.chosen is not None and not self._problem:
            self.give(self.chosen)

    def _follow(self) -> None:
        if self._work is not None:
            self._work.cancel()
        if (version := self.chosen) is not None:
            self._work = spawn(self, self._show(version))

    async def _show(self, version: Version) -> None:
        self._problem = ""
        try:
            text = await in_thread_if_long(version.size, lambda: _text_of(self._read(version)))
        except AppError as error:
            self._problem = str(error)
            self.difference.clear(self._problem, is_problem=True)
            return
        now = await masked(self._path, self._text)
        around = WHOLE if self.whole.isChecked() else AROUND
        self.difference.compare(now, await masked(self._path, text), around)

    async def _count_all(self) -> None:
        for version in self._versions:
            words = await in_thread_if_long(
                version.size + len(self._text), lambda version=version: self._differs(version)
            )
            self._model.replace(_item(version, words))

    def _differs(self, version: Version) -> str:
        try:
            lines = unified(self._text, _text_of(self._read(version)), name="")
        except AppError:
            return "cannot be read"
        if not lines:
            return "as it is now"
        kinds = [line.kind for line in lines]
        changed = max(kinds.count(LineKind.ADDED), kinds.count(LineKind.REMOVED))
        return f"{counted(changed, 'line')} {'differs' if changed == 1 else 'differ'}"


def _text_of(data: bytes) -> str:
    return decode(data).text or ""


def _item(version: Version, differs: str) -> Item:
    when = version.when.astimezone()
    detail = f"{size(version.size)}, {differs}" if differs else size(version.size)
    return Item(str(version.file), day_and_time(when), detail, tip=exact_time(when))
