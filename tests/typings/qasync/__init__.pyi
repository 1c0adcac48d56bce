from asyncio import Handle, SelectorEventLoop
from collections.abc import AsyncGenerator
from typing import Any

from PySide6.QtCore import QCoreApplication

class _SimpleTimer:
    def add_callback(self, handle: object, delay: float = 0) -> object: ...

class QEventLoop(SelectorEventLoop):
    def __init__(
        self, app: QCoreApplication | None = None, set_running_loop: bool = False
    ) -> None: ...
    _timer: _SimpleTimer
    def _add_callback(self, handle: Handle, delay: float = 0) -> Handle: ...
    def _asyncgen_firstiter_hook(self, agen: AsyncGenerator[Any, Any]) -> None: ...
    def _asyncgen_finalizer_hook(self, agen: AsyncGenerator[Any, Any]) -> None: ...
