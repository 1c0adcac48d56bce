"""The sessions of files that change while servers run."""

import json
from datetime import datetime
from pathlib import Path

from patchbay.core.calls.run import RunKind
from patchbay.core.calls.saved import SavedCall
from patchbay.core.config.reader import read_text
from patchbay.core.sessions.habits import Habit
from patchbay.core.sessions.states import Failed, Ready, Stopped
from patchbay.core.workspace import Workspace
from tests.core.sessions.conftest import Make
from tests.core.sessions.waiting import until

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


async def test_a_renamed_server_keeps_what_was_chosen_for_it(workspace: Workspace) -> None:
    pool, habits, chosen = workspace.pool, workspace.habits, Habit(starts_on_open=True)
    pool.put(read_text(FILE, config(a={"command": "npx"})))
    habits.choose(FILE, "a", chosen)

    pool.put(read_text(FILE, config(c={"command": "npx"})))

    assert habits.of(FILE, "c") == chosen
    assert habits.of(FILE, "a") == Habit()


async def test_all_start_that_can_and_none_disturbs_another(
    make: Make, workspace: Workspace
) -> None:
    off = make("workshop.py", name="off", disabled=True)
    broken = make("workshop.py", name="broken", type="pigeon")
    unknown = make("workshop.py", name="unknown", command="not-allowed")
    good = make("workshop.py", name="good")
    pool, path = workspace.pool, good.entry.file
    pool.put(read_text(FILE, config(elsewhere={"command": "npx"})))
    elsewhere = pool.find(FILE, "elsewhere")
    assert elsewhere is not None
    assert pool.startable(path) == (unknown, good)
    assert pool.startable() == (unknown, good, elsewhere)

    pool.start_all(path)

    assert isinstance(await good.settled(), Ready)
    state = await unknown.settled()
    assert isinstance(state, Stopped)
    assert state.blocked is not None
    assert off.state == broken.state == elsewhere.state == Stopped()
    assert pool.startable(path) == (unknown,)
    assert pool.stoppable() == (good,)

    await pool.stop_all(path)
    assert isinstance(good.state, Stopped)
    assert pool.stoppable() == ()


async def test_opening_starts_only_what_was_chosen_to_start_then(
    make: Make, workspace: Workspace
) -> None:
    one, two = make("workshop.py", name="one"), make("workshop.py", name="two")
    path = one.entry.file
    workspace.habits.choose(path, "two", Habit(starts_on_open=True))

    workspace.pool.start_opened(path)

    assert one.state == Stopped()
    assert isinstance(await two.settled(), Ready)
    await two.stop()


async def test_a_server_that_left_its_file_is_not_tried_again(
    make: Make, workspace: Workspace
) -> None:
    session = make("no-such-file.py")
    path = session.entry.file
    workspace.habits.choose(path, "server", Habit(restarts=True))
    session.start()
    assert isinstance(await session.settled(), Failed)
    assert session.will_retry
    assert workspace.pool.stoppable() == (session,)

    workspace.pool.put(read_text(path, config()))

    await until(session, lambda: not session.will_retry)
    assert workspace.pool.sessions == ()


async def test_a_renamed_server_keeps_its_saved_calls_and_undoing_that_brings_them_back(
    workspace: Workspace,
) -> None:
    pool, saved = workspace.pool, workspace.saved_calls
    call = SavedCall("hello", RunKind.TOOL, "echo", {}, datetime.now().astimezone())
    pool.put(read_text(FILE, config(a={"command": "npx"})))
    await saved.save(FILE, "a", call)

    pool.put(read_text(FILE, config(c={"command": "npx"})))
    pool.put(read_text(FILE, config(d={"command": "npx"})))
    await saved.settle()
    assert [each.name for each in saved.of(FILE, "d")] == ["hello"]

    pool.put(read_text(FILE, config(a={"command": "npx"})))
    await saved.settle()
    assert [each.name for each in saved.of(FILE, "a")] == ["hello"]
