"""Tells which Patchbay this is, and under which licences everything in it stands."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget
from typing_extensions import override

from patchbay.core.about import About, about
from patchbay.core.licences import Licence
from patchbay.ui import theme
from patchbay.ui.controls import Button, ElidedLabel, IconButton, Label, column, frame, row
from patchbay.ui.dialogs.deciding import RoomyDialog
from patchbay.ui.listing import Item, ItemList
from patchbay.ui.tasks import spawn

_WIDTH, _HEIGHT, _LIST = 960, 680, 224
_MARGIN = 8
_LINE = "A native desktop manager for MCP servers, under the MIT License."


async def show_about(parent: QWidget | None) -> None:
    """Open the dialog, until it is closed."""
    dialog = AboutDialog(parent)
    dialog.open()
    await dialog.answer()


class AboutDialog(RoomyDialog[None]):
    """Version and commit above; the licences at the left, the text of the chosen one beside them.

    They are read in a thread: where nothing was built, they are gathered from all packages.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH, _HEIGHT, None)
        self._licences: tuple[Licence, ...] = ()
        self._work: asyncio.Task[None] | None = None
        self.setAccessibleName("About Patchbay")
        self.version = Label("", "mono", selectable=True)
        self.copy = IconButton("copy", "Copy version and commit", small=True)
        self.list = ItemList("Filter licences", "Licences", keys="")
        self.name = ElidedLabel("", "section")
        self.text = _reader()
        self.main = Button("Close", "primary")
        self.fill(self._make_body(), self._make_buttons())
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.version.text()))
        self.list.chosen.connect(self._show_text)
        self.main.clicked.connect(self.reject)

    @property
    def settled(self) -> bool:
        """Whether everything is there to be read."""
        return bool(self._licences)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.list.focus_filter()
        if self._work is None:
            self._work = spawn(self, self._read())

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        enters = arg__1.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (enters and self.list.search.hasFocus()):  # there it chooses the first that fits
            super().keyPressEvent(arg__1)

    async def _read(self) -> None:
        found = await asyncio.to_thread(about)
        self.version.setText(found.named)
        self._show(await asyncio.to_thread(_licences_of, found))

    def _show(self, licences: Sequence[Licence]) -> None:
        self._licences = tuple(licences)
        self.list.show_items([_item(place, each) for place, each in enumerate(self._licences)])
        self.list.choose("0")
        self._show_text("0")

    def _show_text(self, key: str) -> None:
        licence = self._licences[int(key)]
        self.name.setText(" ".join((licence.name, licence.version)).strip() + f", {licence.id}")
        self.text.setPlainText(licence.text)

    def _make_body(self) -> QWidget:
        body = QWidget()
        listed = frame("block", column(self.list, margins=(1, 1, 1, 6)))
        listed.setFixedWidth(theme.px(_LIST))
        head = frame("blockhead", row((self.name, 1), margins=(12, 0, 12, 0)), height=30)
        read = frame("block", column(head, (self.text, 1), margins=(1, 1, 1, 1), gap=0))
        body.setLayout(
            column(
                Label("About Patchbay", "h2"),
                Label(_LINE, "small", wrap=True),
                row(self.version, self.copy, None, gap=4),
                4,
                (row(listed, (read, 1), gap=12), 1),
                gap=4,
            )
        )
        return body

    def _make_buttons(self) -> QWidget:
        buttons = QWidget()
        told = "Everything Patchbay is made of, and what it is under."
        buttons.setLayout(row((Label(told, "hint", wrap=True), 1), self.main))
        return buttons


def _licences_of(found: About) -> tuple[Licence, ...]:
    return found.licences


def _item(place: int, licence: Licence) -> Item:
    detail = " · ".join(part for part in (licence.version, licence.id) if part)
    return Item(str(place), licence.name, detail)


def _reader() -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setProperty("code", "words")  # lines of 80 letters fit
    view.setProperty("ring", "true")
    view.setAccessibleName("Text of the licence")
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setTabChangesFocus(True)
    view.document().setDocumentMargin(_MARGIN)
    view.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return view
