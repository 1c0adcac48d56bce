"""What every test of the window needs: the Qt loop, the theme."""

import pytest
from PySide6.QtWidgets import QApplication

from patchbay.ui import theme
from patchbay.ui.loop import Loop


@pytest.fixture
def anyio_backend(qapp: QApplication) -> tuple[str, dict[str, object]]:
    return "asyncio", {"loop_factory": lambda: Loop(qapp)}


@pytest.fixture(autouse=True, scope="session")
def light_theme(qapp: QApplication) -> None:
    theme.apply(qapp, "light")
