"""Work that dies with its owner."""

import asyncio

from PySide6.QtCore import QObject

from patchbay.core.events import Event
from patchbay.ui.tasks import listen, spawn
from tests.ui.waiting import until

DESTROYED = "2destroyed(QObject*)"


async def test_work_ends_when_its_owner_dies() -> None:
    owner = QObject()
    task = spawn(owner, asyncio.sleep(60))

    owner.deleteLater()

    await until(task.cancelled)


async def test_a_failure_nobody_awaits_reaches_the_loop() -> None:
    loop, told = asyncio.get_running_loop(), list[BaseException]()
    loop.set_exception_handler(lambda _loop, about: told.append(about["exception"]))
    owner = QObject()

    async def fail() -> None:
        raise ValueError("on purpose")

    spawn(owner, fail())

    await until(lambda: told)
    assert str(told[0]) == "on purpose"


async def test_finished_work_leaves_nothing_connected_to_its_owner() -> None:
    owner = QObject()
    await spawn(owner, asyncio.sleep(0))
    await asyncio.sleep(0)
    after_one = owner.receivers(DESTROYED)

    for _ in range(3):
        await spawn(owner, asyncio.sleep(0))
    await asyncio.sleep(0)

    assert owner.receivers(DESTROYED) == after_one


async def test_listening_ends_with_the_listener() -> None:
    event: Event[int] = Event()
    owner, heard = QObject(), list[int]()
    listen(owner, event, heard.append)
    event.emit(1)

    owner.deleteLater()

    await until(lambda: event.listener_count == 0)
    event.emit(2)
    assert heard == [1]


async def test_listening_can_be_stopped_earlier() -> None:
    event: Event[int] = Event()
    owner = QObject()

    listen(owner, event, lambda _: None)()
    after_one = owner.receivers(DESTROYED)
    listen(owner, event, lambda _: None)()

    assert event.listener_count == 0
    assert owner.receivers(DESTROYED) == after_one
