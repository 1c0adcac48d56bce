"""What every test of a dialog needs: closing one is not the end of the program."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def lasting(qapp: QApplication) -> Iterator[None]:
    before = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)
    yield
    qapp.setQuitOnLastWindowClosed(before)
