from asyncio import SelectorEventLoop
from collections.abc import AsyncGenerator
from typing import Any

from PySide6.QtCore import QCoreApplication

class QEventLoop(SelectorEventLoop):
    def __init__(
        self, app: QCoreApplication | None = None, set_running_loop: bool = False
    ) -> None: ...
    def _asyncgen_firstiter_hook(self, agen: AsyncGenerator[Any, Any]) -> None: ...
    def _asyncgen_finalizer_hook(self, agen: AsyncGenerator[Any, Any]) -> None: ...
