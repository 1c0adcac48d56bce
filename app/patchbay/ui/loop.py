"""The one event loop of the window: Qt's, driven by asyncio."""

import sys
from concurrent.futures import ThreadPoolExecutor

import qasync
from PySide6.QtCore import QCoreApplication
from typing_extensions import override

_THREADS = 4


class Loop(qasync.QEventLoop):
    """qasync's loop with the hooks it forgets, so that abandoned async generators are finished.

    Without them Python finishes such a generator in whatever task happens to run, and an SDK
    connection that was entered in another task is torn down with it.
    """

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        # qasync's own pool makes ten threads at its first use, whatever the use.
        self.set_default_executor(ThreadPoolExecutor(_THREADS, thread_name_prefix="patchbay"))

    @override
    def run_forever(self) -> None:
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(self._asyncgen_firstiter_hook, self._asyncgen_finalizer_hook)
        try:
            super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*before)
