"""Events: everybody who listens hears them, whatever one listener does."""

import asyncio

from patchbay.core.events import Event


async def test_a_listener_that_fails_keeps_no_other_from_hearing() -> None:
    loop = asyncio.get_running_loop()
    handler, told = loop.get_exception_handler(), list[str]()
    loop.set_exception_handler(lambda _, context: told.append(context["message"]))
    event: Event[int] = Event()
    heard: list[int] = []

    def stumble(_: int) -> None:
        raise ValueError("boom in a window")

    event.connect(stumble)
    event.connect(heard.append)

    event.emit(7)
    loop.set_exception_handler(handler)

    assert heard == [7]
    assert told == ["A listener failed"]


def test_a_listener_that_was_disconnected_hears_nothing_more() -> None:
    event: Event[int] = Event()
    heard: list[int] = []
    disconnect = event.connect(heard.append)

    event.emit(1)
    disconnect()
    event.emit(2)

    assert heard == [1]
