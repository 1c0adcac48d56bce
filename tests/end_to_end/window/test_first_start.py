"""The first page: what is on the computer is found, opened and pasted into, and nothing starts."""

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton

from patchbay.core.sessions.states import Stopped
from patchbay.ui.dialogs.add_server import AddServerDialog
from tests.end_to_end.window.conftest import OpenWindow
from tests.end_to_end.window.person import until


def write(path: Path, root: str, **servers: object) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({root: servers}))


def put_runner(home: Path, name: str, says: str) -> None:
    path = home / "bin" / name
    path.write_text(f"#!/bin/sh\necho {says}\n")
    path.chmod(0o755)


@pytest.fixture
def two_clients(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.chdir(home)
    for name in ("npx", "uvx", "docker"):
        put_runner(home, name, "11.19.0")
    notes = {"command": "uvx", "args": ["notes"]}
    tides = {"url": "https://tides.example/mcp"}
    write(home / ".cursor/mcp.json", "mcpServers", charts={"command": "npx"}, notes=notes)
    write(home / ".config/Code/User/mcp.json", "servers", tides=tides)
    return home


async def test_all_that_was_found_is_opened_and_nothing_starts(
    two_clients: Path, open_window: OpenWindow
) -> None:
    del two_clients
    async with open_window() as person:
        page = person.window.first_start
        await until(page.found.isVisible, what="the configs")
        await until(page.runners.isVisible, what="the runners")
        assert "npx 11.19.0 found" in person.reads(page)

        person.press_button("Open all 3 servers", page)

        await until(lambda: "tides" in person.rows(), what="the servers in the sidebar")
        names = [session.entry.name for session in person.workspace.pool.sessions]
        assert names == ["charts", "notes", "tides"]
        assert person.page.session.entry.name == "charts"
        assert all(isinstance(each.state, Stopped) for each in person.workspace.pool.sessions)


async def test_one_is_opened_and_the_page_is_found_again_in_the_menu(
    two_clients: Path, open_window: OpenWindow
) -> None:
    async with open_window() as person:
        page = person.window.first_start
        await until(page.found.isVisible, what="the configs")
        person.press_button("Open Cursor", page)
        await until(lambda: "charts" in person.rows(), what="the servers in the sidebar")
        write(two_clients / ".kiro/settings/mcp.json", "mcpServers", later={"command": "npx"})

        await person.choose_in_menu("Find configs on this computer")

        await until(lambda: person.all(QAbstractButton, "Open Kiro"), what="the new config")
        person.choose_server("notes")
        assert person.page.session.entry.name == "notes"


async def test_paste_asks_for_a_text_when_the_clipboard_has_none(
    two_clients: Path, open_window: OpenWindow
) -> None:
    del two_clients
    QGuiApplication.clipboard().clear()
    async with open_window() as person:
        person.press_button("Paste JSON", person.window.first_start)

        dialog = await person.dialog(AddServerDialog)

        assert dialog.paste.box.isVisible()
        assert "A new file…" in dialog.target.box.itemText(dialog.target.box.count() - 1)
        dialog.reject()
