"""Dialogs as they are used: opened, awaited, read."""

import asyncio
from typing import TypeVar

from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from patchbay.ui.dialogs.asking import AskingDialog

A = TypeVar("A")


async def shown(dialog: AskingDialog[A]) -> "asyncio.Task[A]":
    """Open the dialog; the task has its answer."""
    dialog.open()
    waiting = asyncio.ensure_future(dialog.answer())
    for _ in range(3):
        await asyncio.sleep(0)
    return waiting


def words(widget: QWidget) -> str:
    """Everything in sight that can be read."""
    labels = [each.text() for each in widget.findChildren(QLabel) if each.isVisible()]
    buttons = [each.text() for each in widget.findChildren(QAbstractButton) if each.isVisible()]
    return "\n".join([*labels, *buttons])
