"""What is done in the real window while a clock runs; each returns what it measured."""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from patchbay.core.calls.run import Status
from patchbay.core.config.model import Place
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready
from patchbay.ui.configuration import ConfigurationPage
from patchbay.ui.results.json_tree import JsonBody
from patchbay.ui.results.view import ResultView
from patchbay.ui.tools import ToolsPage
from patchbay.ui.window import Window
from patchbay.ui.window.server_page import PageName
from tests.performance import machine
from tests.performance.heartbeat import Heartbeat
from tests.performance.painting import PaintWatch

Measured: TypeAlias = dict[str, Any]
_LONG = 90.0


async def demo(window: Window) -> Measured:
    """`patchbay --demo`: when its result was painted, by the system's clock."""
    await _until(lambda: window.page is not None)
    assert window.page is not None  # waited for one line above
    results = window.page.tools.results
    return {"at": await _painted(window, lambda: _is_shown(results))}


async def calls(window: Window, config: str, tools: list[str], *, warm: bool = True) -> Measured:
    """Click Run on each tool: milliseconds to its painted result, and the longest gap meanwhile."""
    page = await _started(window, config)
    if warm:
        await _run(page, "echo")
    await asyncio.sleep(1.5)  # what the start left behind is not what is measured here
    beat = Heartbeat()
    took: list[float] = []
    gaps: list[float] = []
    for tool in tools:
        page.choose(tool)
        await asyncio.sleep(0.3)
        beat.begin()
        took.append(await _run(page, tool))
        gaps.append(beat.longest())
        await asyncio.sleep(0.3)
        gaps[-1] = max(gaps[-1], beat.longest())
    return {"took": took, "gaps": gaps}


async def first_call(window: Window, config: str, tool: str) -> Measured:
    """The same for the very first result of this window."""
    return await calls(window, config, [tool], warm=False)


async def many_tools(window: Window, config: str) -> Measured:
    """Start a server with very many tools; then type into their filter."""
    file = await window.opening.open(Path(config))
    assert file is not None
    (session,) = await _trusted(window, window.workspace.pool.sessions_of(file))
    await asyncio.sleep(1.5)
    beat, began = Heartbeat(), time.monotonic()
    window.start(session)
    assert window.page is not None
    page = window.page.tools
    items = page.list
    listed = await _painted(window, lambda: bool(items.items))
    gap = beat.longest()
    field = items.findChild(QLineEdit)
    assert field is not None
    await asyncio.sleep(0.5)
    keys = [await _type(window, field, key) for key in "tool_0777"]
    keys += [await _type(window, field, Qt.Key.Key_Backspace) for _ in range(9)]
    calls = [await _run(page, "echo") for _ in range(5)]
    found = len(items.items)
    return {"listed": listed - began, "gap": gap, "keys": keys, "calls": calls, "tools": found}


async def many_servers(window: Window, config: str) -> Measured:
    """Start every server of a config in the same moment."""
    file = await window.opening.open(Path(config))
    assert file is not None
    sessions = await _trusted(window, window.workspace.pool.sessions_of(file))
    await asyncio.sleep(1.5)
    beat, began = Heartbeat(), time.monotonic()
    for session in sessions:
        window.start(session)
    await _until(lambda: not any(session.is_starting for session in map(_Told, sessions)))
    took = time.monotonic() - began
    ready = sum(isinstance(session.state, Ready) for session in sessions)
    return {"took": took, "gap": beat.longest(), "ready": ready}


async def large_config(window: Window, config: str) -> Measured:
    """Open a config of very many servers; then type into the filter of the sidebar."""
    await asyncio.sleep(1.5)
    began = time.monotonic()
    assert await window.opening.open(Path(config)) is not None
    opened = await _painted(window)
    keys = [await _type(window, window.sidebar.search, key) for key in "server-17"]
    shown = len(window.workspace.pool.sessions)
    return {"opened": opened - began, "keys": keys, "servers": shown}


async def edit_large_config(window: Window, config: str) -> Measured:
    """Type into the text and the form of a config of very many servers; then save it."""
    assert await window.opening.open(Path(config)) is not None
    assert window.page is not None
    window.page.show_page("configuration")
    page = window.page.current()
    assert isinstance(page, ConfigurationPage)
    await _until(lambda: page.settled)
    await asyncio.sleep(1.5)
    beat = Heartbeat()
    page.text.visit(Place(4, 17))  # inside the first server's command
    keys = [await _press(window, page.text.pane.editor, key) for key in "written"]
    await _until(lambda: page.settled)
    field = next(
        line for line in page.form.findChildren(QLineEdit) if line.accessibleName() == "Argument 1"
    )
    forms = [await _press(window, field, key) for key in "typed"]
    draft = window.draft
    assert draft is not None
    await _until(lambda: "typed" in draft.text and page.settled)
    await asyncio.sleep(0.5)
    gap = beat.longest()
    draft.discard()  # else leaving asks what shall become of it
    return {"text": keys, "form": forms, "gap": gap}


async def noise(window: Window, config: str, tool: str, page: PageName) -> Measured:
    """Look at the log or the traffic while a server floods it; then do nothing for a while."""
    tools = await _started(window, config)
    await _run(tools, "echo")
    assert window.page is not None
    session = window.page.session
    window.page.show_page(page)
    await asyncio.sleep(1.5)
    beat, began = Heartbeat(), time.monotonic()
    run = session.call_tool(tool, {})
    window.page.tools.choose(tool)
    await _until(lambda: run.status is not Status.RUNNING)
    assert run.status is Status.DONE, run.error
    took = time.monotonic() - began
    await asyncio.sleep(0.5)
    gap = beat.longest()
    del beat
    idle = await _spent(3.0)
    log, traffic = session.log, session.traffic
    return {
        "took": took,
        "gap": gap,
        "idle": idle,
        "lines": log.count(Source.STDERR),
        "last": log.tail(Source.STDERR, 1),
        "messages": traffic.total,
    }


async def _spent(seconds: float) -> float:
    """Seconds of CPU that this process uses in so long a time."""
    await asyncio.sleep(1.0)
    before = time.process_time()
    await asyncio.sleep(seconds)
    return time.process_time() - before


async def memory(window: Window, config: str, tool: str) -> Measured:
    """PSS in MB of the window, of each relay and of the decoder, with one server connected."""
    page = await _started(window, config)
    await _run(page, "echo")
    before = machine.own_processes()
    await _run(page, tool)
    await asyncio.sleep(1.0)
    return {"before": before, "after": machine.own_processes()}


async def idle(window: Window, config: str, seconds: float) -> Measured:
    """Seconds of CPU that the window and its relays use while nothing happens."""
    await many_servers(window, config)
    await asyncio.sleep(3.0)
    before = machine.cpu_seconds()
    await asyncio.sleep(seconds)
    return {key: spent - before[key] for key, spent in machine.cpu_seconds().items()}


async def stay(window: Window, config: str) -> Measured:
    """Start everything, say so, and stay until somebody ends this process."""
    measured = await many_servers(window, config)
    sys.stdout.write("up\n")
    sys.stdout.flush()
    await asyncio.Event().wait()
    return measured


class _Told:
    """A session, asked whether it knows by now how its start went."""

    def __init__(self, session: Session) -> None:
        self.is_starting = session.is_live and not isinstance(session.state, Ready)


async def _started(window: Window, config: str) -> ToolsPage:
    """The tools page of the first server of a config, which runs."""
    file = await window.opening.open(Path(config))
    assert file is not None
    (session,) = await _trusted(window, window.workspace.pool.sessions_of(file))
    window.start(session)
    state = await session.settled()
    assert isinstance(state, Ready), state
    assert window.page is not None
    return window.page.tools


async def _trusted(window: Window, sessions: tuple[Session, ...]) -> tuple[Session, ...]:
    workspace = window.workspace
    workspace.allow.add(sys.executable)
    for session in sessions:
        await workspace.gate.trust(session.entry)
    return sessions


async def _run(page: ToolsPage, tool: str) -> float:
    """Click Run and wait for the painted result; milliseconds."""
    page.choose(tool)
    button = next(
        button for button in page.pane.findChildren(QPushButton) if button.text().startswith("Run")
    )
    results, before = page.results, page.results.run
    began = time.monotonic()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    at = await _painted(page.window(), lambda: results.run is not before and _is_shown(results))
    run = results.run
    assert run is not None
    assert run.status is Status.DONE, run.error
    return (at - began) * 1000


def _is_shown(results: ResultView) -> bool:
    """A run has ended, and all of its result is there."""
    return results.settled and _trees_are_read(results)


def _trees_are_read(results: ResultView) -> bool:
    roots = [body.model.root for body in results.findChildren(JsonBody) if body.isVisible()]
    return all(root.children is not None and not root.waiting for root in roots)


async def _type(window: Window, field: QLineEdit, key: str | Qt.Key) -> float:
    """Milliseconds from a key press to the painted list."""
    began = time.monotonic()
    watch = PaintWatch(window)
    QTest.keyClick(field, key)  # pyright: ignore[reportCallIssue, reportArgumentType, reportUnknownMemberType] - either works
    await _until(lambda: watch.at is not None)
    assert watch.at is not None
    await asyncio.sleep(0.05)
    return (watch.at - began) * 1000


async def _press(window: Window, widget: QWidget, key: str) -> float:
    """Milliseconds from a key press to the painted widget; a person types the next a bit later."""
    began = time.monotonic()
    watch = PaintWatch(window)
    QTest.keyClick(widget, key)  # pyright: ignore[reportCallIssue, reportArgumentType, reportUnknownMemberType] - it works
    await _until(lambda: watch.at is not None)
    assert watch.at is not None
    await asyncio.sleep(0.2)
    return (watch.at - began) * 1000


async def _painted(window: QWidget, condition: Callable[[], bool] = lambda: True) -> float:
    """When the window was first painted with this condition fulfilled."""
    watch = PaintWatch(window, condition)
    await _until(lambda: watch.at is not None)
    assert watch.at is not None
    return watch.at


async def _until(condition: Callable[[], bool], seconds: float = _LONG) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it did not happen in time"
        await asyncio.sleep(0.002)


SCENARIOS: dict[str, Callable[..., Awaitable[Measured]]] = {
    scenario.__name__: scenario
    for scenario in (
        demo,
        calls,
        first_call,
        many_tools,
        many_servers,
        large_config,
        edit_large_config,
        noise,
        memory,
        idle,
        stay,
    )
}
