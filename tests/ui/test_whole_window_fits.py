"""Nothing is cut off or out of sight in a small window with large text, on any page."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from patchbay.ui import theme
from patchbay.ui.palette import Palette
from patchbay.ui.window import Window
from patchbay.ui.window.server_page import PAGES
from tests.ui.test_stories import cut_off, keep, outside, wider_than_its_view
from tests.ui.waiting import until

LONG = 20.0


@pytest.fixture
async def small(window: Window, qapp: QApplication) -> AsyncIterator[Window]:
    """The smallest window that is promised to work, with the largest text."""
    theme.apply(qapp, "light", 150)
    window.resize(900, 600)
    await asyncio.sleep(0)
    yield window
    theme.apply(qapp, "light")


def amiss(window: Window, name: str) -> list[str]:
    keep(window, f"small-{name}")
    return [*cut_off(window), *outside(window), *wider_than_its_view(window)]


async def test_before_a_config_is_open_and_on_pages_of_their_own(small: Window) -> None:
    found = {"first": amiss(small, "first")}
    for page in ("settings", "keys"):
        small.commands.run(page)
        await asyncio.sleep(0.05)
        found[page] = amiss(small, page)
    small.commands.run("palette")
    await asyncio.sleep(0)
    found["palette"] = amiss(small, "palette")
    for palette in small.findChildren(Palette):
        palette.leave()

    assert not any(found.values()), found


async def test_on_every_page_of_a_server_and_when_it_fails(small: Window) -> None:
    session = small.open_demo()
    await until(lambda: session.catalog.tools, LONG)
    page = small.page
    assert page is not None
    page.tools.choose("harbour_log")
    page.tools.run()
    await until(lambda: session.runs and session.runs[-1].took is not None, LONG)
    found: dict[str, list[str]] = {}
    for name in (*(f"page-{name}" for name in reversed(PAGES)), "form", "result"):
        small.commands.run(name)
        await until(lambda: small.settled, LONG)
        await asyncio.sleep(0)
        found[name] = amiss(small, name)
    page.tools.choose("abandon_ship")
    page.tools.run()
    await until(lambda: not session.is_live, LONG)
    await asyncio.sleep(0)
    found["failed"] = amiss(small, "failed")

    assert not any(found.values()), found


async def test_on_the_configuration_of_a_server_and_of_a_broken_file(
    small: Window, tmp_path: Path
) -> None:
    sound, broken = tmp_path / "mcp.json", tmp_path / "broken.json"
    sound.write_text(
        '{"mcpServers": {"one": {"command": "npx", "args": ["-y", "some-server@1.2.3"],'
        ' "env": {"TOKEN": "${NOT_SET_ANYWHERE}"}}}}'
    )
    broken.write_text('{"mcpServers": {"one": {"command": ')
    found: dict[str, list[str]] = {}
    for path in (sound, broken):
        small.opening.try_to_open(path)
        if small.page is not None:
            small.page.show_page("configuration")
        await until(lambda: small.settled, LONG)
        await asyncio.sleep(0.05)
        found[path.name] = amiss(small, path.name)

    assert not any(found.values()), found
