"""A dialog that asks one question and is awaited, without a loop of its own."""

import asyncio
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QWidget
from shiboken6 import Shiboken
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import column, hline, scroll

A = TypeVar("A")
_SIDE, _END, _ABOVE_BUTTONS = 24, 20, 16
_AROUND, _LEAST = 64, 240
"""Pixels of the window below that stay free around the dialog, and what it has at the least."""


class _Question(Generic[A]):
    """What is waited for. It is no part of the dialog, so that it outlives it."""

    def __init__(self, otherwise: A) -> None:
        self._otherwise = otherwise
        self._is_settled = False
        self._given = otherwise
        self._waiter: asyncio.Future[A] | None = None

    def settle(self, answer: A | None = None) -> None:
        """Give the answer, or what holds without one; the first holds."""
        if not self._is_settled:
            self._is_settled = True
            self._given = self._otherwise if answer is None else answer
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(self._given)

    async def answer(self) -> A:
        if self._is_settled:
            return self._given
        self._waiter = asyncio.get_running_loop().create_future()
        return await self._waiter


class AskingDialog(QDialog, Generic[A]):
    """Settled once: by a button, or by closing it, which gives `otherwise`.

    Subclasses give the body, which scrolls when it is taller than the window, and the buttons.
    """

    def __init__(self, parent: QWidget | None, width: int, otherwise: A) -> None:
        super().__init__(parent)
        self._wide = width
        question = self._question = _Question(otherwise)
        self._body = QWidget()
        self.setWindowTitle("Patchbay")
        self.setModal(True)

        def end() -> None:
            question.settle()

        self.finished.connect(end)
        self.destroyed.connect(end)

    async def answer(self) -> A:
        """Wait until somebody answers; closes the dialog if the waiting is given up."""
        try:
            return await self._question.answer()
        finally:
            if Shiboken.isValid(self):
                self.close()
                self.deleteLater()

    def give(self, answer: A) -> None:
        """Settle the question and close."""
        self._question.settle(answer)
        self.close()

    def fill(self, body: QWidget, buttons: QWidget) -> None:
        self._body = body
        body.setContentsMargins(_SIDE, _END, _SIDE, 0)
        self._area = scroll(body)
        self._line: QFrame = hline()
        self._buttons = buttons
        buttons.setContentsMargins(_SIDE, _ABOVE_BUTTONS, _SIDE, _END)
        self.setLayout(column((self._area, 1), self._line, buttons, gap=0))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and self.isVisible():
            self._fit()

    def _fit(self) -> None:
        """As tall as its words, which wrap, and no larger than the window it stands before."""
        room = self._room()
        wide = min(theme.px(self._wide), max(room.width() - _AROUND, _LEAST))
        layout = self._body.layout()
        tall = layout.totalHeightForWidth(wide) if layout else self._body.sizeHint().height()
        # Wrapped labels claim more at the least than they need at this width.
        self._body.setFixedHeight(tall)
        buttons = self._buttons.sizeHint().height()
        most = max(room.height() - _AROUND, _LEAST) - buttons - 1
        self._line.setVisible(tall > most)
        scrolls = Qt.ScrollBarPolicy.ScrollBarAsNeeded if tall > most else None
        self._area.setVerticalScrollBarPolicy(scrolls or Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedSize(wide, min(tall, most) + buttons + (1 if tall > most else 0))

    def _room(self) -> QSize:
        above = self.parentWidget()
        return above.window().size() if above else self.screen().availableGeometry().size()
