"""The sessions of files that change while servers run."""

import json
from pathlib import Path

from patchbay.core.config.reader import read_text
from patchbay.core.sessions.states import Ready
from patchbay.core.workspace import Workspace
from tests.core.sessions.conftest import Make

FILE = Path("/configs/mcp.json")


def config(**servers: object) -> str:
    return json.dumps({"mcpServers": servers})


async def test_a_renamed_server_keeps_its_session(workspace: Workspace) -> None:
    pool = workspace.pool
    pool.put(read_text(FILE, config(a={"command": "npx", "args": ["x"]}, b={"command": "uvx"})))
    session = pool.find(FILE, "a")

    pool.put(read_text(FILE, config(c={"command": "npx", "args": ["x"]}, b={"command": "uvx"})))

    assert pool.find(FILE, "c") is session
    assert pool.find(FILE, "a") is None


async def test_while_a_text_is_broken_its_servers_stay(workspace: Workspace) -> None:
    pool = workspace.pool
    pool.put(read_text(FILE, config(a={"command": "npx"})))
    session = pool.find(FILE, "a")

    pool.follow(read_text(FILE, "{"))

    assert pool.find(FILE, "a") is session


async def test_a_running_server_that_left_its_file_stays_until_it_ends(
    make: Make, workspace: Workspace
) -> None:
    session = make("workshop.py")
    session.start()
    assert isinstance(await session.settled(), Ready)
    path = session.entry.file

    workspace.pool.put(read_text(path, config()))
    assert workspace.pool.find(path, "server") is session

    await session.stop()
    assert workspace.pool.find(path, "server") is None


async def test_a_running_server_with_another_entry_has_earlier_settings(
    make: Make, workspace: Workspace
) -> None:
    session = make("workshop.py")
    session.start()
    assert isinstance(await session.settled(), Ready)
    entry = {"command": session.entry.command, "args": [*session.entry.args, "--new"]}

    workspace.pool.put(read_text(session.entry.file, config(server=entry)))
    assert session.has_earlier_settings

    entry["args"] = list(session.entry.args[:-1])
    workspace.pool.put(read_text(session.entry.file, config(server=entry)))
    assert not session.has_earlier_settings
    await session.stop()
