"""The one event loop of the window: Qt's, driven by asyncio."""

import asyncio
import gc
import sys
from concurrent.futures import ThreadPoolExecutor

import qasync
from PySide6.QtCore import QCoreApplication, QObject, QTimer
from typing_extensions import override

_THREADS = 4
_PAUSE = 0.01
_YOUNG, _MIDDLE = 5_000, 5
"""New objects before a pass over the young ones, and how many of those before the older."""
_LOOK_MS = 500
_TIDY_MS = 60_000
_SWITCH = 0.0005
"""Seconds a thread may keep the interpreter from the window. Qt lets go of it and asks for it back
many times for one key press, so Python's 0.005 would make a quarter of a second of them."""


class _WhenRunning:
    """Runs a handle as soon as its loop runs; the names are those qasync's timer asks for."""

    __slots__ = ("_handle", "_loop")

    def __init__(self, loop: "Loop", handle: asyncio.Handle) -> None:
        self._loop, self._handle = loop, handle

    @property
    def _cancelled(self) -> bool:
        return self._handle.cancelled()

    def _run(self) -> None:
        if self._loop.is_running():
            self._handle._run()  # noqa: SLF001  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] - what a loop does
        else:
            self._loop.wait_to_run(self)


class Loop(qasync.QEventLoop):
    """qasync's loop with the hooks it forgets, so that abandoned async generators are finished.

    Without them Python finishes such a generator in whatever task happens to run, and an SDK
    connection that was entered in another task is torn down with it.
    """

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        sys.setswitchinterval(_SWITCH)
        # qasync's own pool makes ten threads at its first use, whatever the use.
        self.set_default_executor(ThreadPoolExecutor(_THREADS, thread_name_prefix="patchbay"))

    def wait_to_run(self, waiting: _WhenRunning) -> None:
        """Look again a little later whether the loop runs."""
        self._timer.add_callback(waiting, _PAUSE)

    @override
    def _add_callback(self, handle: asyncio.Handle, delay: float = 0) -> asyncio.Handle:
        # Somebody may let Qt process its events while the loop stands still (qasync itself does,
        # once it has stopped). A callback run then would find no running loop, and an SDK task
        # that is being cancelled would never end.
        self._timer.add_callback(_WhenRunning(self, handle), delay)
        return handle

    @override
    def run_forever(self) -> None:
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(self._asyncgen_firstiter_hook, self._asyncgen_finalizer_hook)
        try:
            super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*before)


class Collector(QObject):
    """Looks for garbage, in the thread of the window and nowhere else.

    Python would do it in whatever thread makes the next object. A widget that is found there dies
    in that thread, and Qt with it. So Python's own passes stay off; those made here are short,
    since what is there when this is made (the SDK's classes among it) is left out for good, and
    the rest is walked whole only once a minute, and only when something new has grown old since.
    """

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        gc.freeze()
        gc.disable()
        self._often, self._seldom = QTimer(self), QTimer(self)
        for timer, pause, look in (
            (self._often, _LOOK_MS, self._look),
            (self._seldom, _TIDY_MS, self._tidy),
        ):
            timer.setInterval(pause)
            timer.timeout.connect(look)
            timer.start()

    def _look(self) -> None:
        """The young, once there are many; now and then those that outlived that."""
        young, middle, _ = gc.get_count()
        if young > _YOUNG:
            gc.collect(1 if middle > _MIDDLE else 0)

    def _tidy(self) -> None:
        if gc.get_count()[2]:
            gc.collect()
