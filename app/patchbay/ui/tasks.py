"""Asynchronous work and listening that live no longer than the object they serve."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer
from shiboken6 import Shiboken

from patchbay.core.calls.run import Run, Status
from patchbay.core.events import Event

T = TypeVar("T")
_PAUSE_MS = 100

_alive: set[asyncio.Task[Any]] = set()
"""Every spawned task, so that none is collected early."""


def spawn(owner: QObject, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Run `work` as a task that is cancelled when `owner` dies.

    An exception nobody awaits goes to the loop's exception handler.
    """
    task = asyncio.get_running_loop().create_task(work)
    _alive.add(task)

    def cancel() -> None:
        task.cancel()

    connection = owner.destroyed.connect(cancel)

    def done(task: asyncio.Task[T]) -> None:
        _alive.discard(task)
        if Shiboken.isValid(owner):
            owner.disconnect(connection)
        _report(task)

    task.add_done_callback(done)
    return task


def listen(owner: QObject, event: Event[T], slot: Callable[[T], object]) -> Callable[[], None]:
    """Call `slot` at each emit for as long as `owner` lives, or until the returned call."""
    disconnect = event.connect(slot)
    connection = owner.destroyed.connect(disconnect)

    def stop() -> None:
        disconnect()
        if Shiboken.isValid(owner):
            owner.disconnect(connection)

    return stop


def follow(owner: QObject, run: Run, slot: Callable[[], object]) -> None:
    """Call `slot` when a run goes on, ten times a second at most, and once when it has ended.

    Runs outlive their interest.
    """
    pause = QTimer(owner)
    pause.setSingleShot(True)
    pause.setInterval(_PAUSE_MS)
    pause.timeout.connect(slot)

    def changed(_: None) -> None:
        if run.status is not Status.RUNNING:
            stop()
            pause.deleteLater()
            pause.stop()
            slot()
        elif not pause.isActive():
            pause.start()

    stop = listen(owner, run.changed, changed)


def _report(task: asyncio.Task[Any]) -> None:
    if task.cancelled() or (error := task.exception()) is None:
        return
    task.get_loop().call_exception_handler(
        {"message": "A task of the window failed", "exception": error, "task": task}
    )
