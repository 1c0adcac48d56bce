"""Many servers at once, servers that start with their file, and servers that are tried again."""

from pathlib import Path

import pytest

from patchbay.core.sessions.habits import Habit
from patchbay.core.sessions.states import Failed, Stopped
from patchbay.ui.dialogs import ConsentDialog
from tests.end_to_end.window.conftest import Files, OpenWindow, Stub
from tests.end_to_end.window.person import Person, entry, until


async def test_consents_are_asked_one_after_the_other_and_a_refusal_stops_only_its_own_server(
    person: Person, file: Files
) -> None:
    off = entry("workshop.py", disabled=True)
    person.drop(file(one=entry("workshop.py"), off=off, two=entry("workshop.py", "2")))
    one, two = person.session("one"), person.session("two")
    assert not any(session.is_live for session in person.workspace.pool.sessions)

    await person.press("Ctrl+F5")
    first = await person.consent()
    await until(lambda: two.is_live)
    assert len(person.all(ConsentDialog)) == 1
    assert "Start one for the first time?" in person.reads(first)
    person.click(first.cancel)
    await until(lambda: isinstance(one.state, Stopped), what="the refusal")
    second = await person.consent()
    assert "Start two for the first time?" in person.reads(second)
    person.click(second.once)
    await person.ready(two)

    person.click_in_menu("Stop all", person.context_menu_of("mcp.json"))

    await until(lambda: isinstance(two.state, Stopped), what="the stop")
    assert person.session("off").state == Stopped()


async def test_a_server_may_start_when_its_file_is_opened_but_not_without_a_yes(
    person: Person, file: Files
) -> None:
    path = file(one=entry("workshop.py"), two=entry("workshop.py"))
    person.drop(path)
    await person.configure("two")
    person.press_scrolled("Start when this file is opened")
    person.drop(path)  # it is open already
    assert not person.session("two").is_live
    person.click_in_menu("Close this config", person.context_menu_of("mcp.json"))
    await until(lambda: not person.workspace.pool.sessions, what="the closing")

    person.drop(path)

    dialog = await person.consent()
    assert "Start two for the first time?" in person.reads(dialog)
    person.click(dialog.once)
    await person.ready(person.session("two"))
    assert person.session("one").state == Stopped()


async def test_a_person_may_end_the_waiting_for_the_next_attempt(
    person: Person, file: Files
) -> None:
    path = file(one=entry("no-such-file.py"))
    person.drop(path)
    session = person.session("one")
    person.workspace.habits.choose(path, "one", Habit(restarts=True))
    await person.workspace.gate.trust(session.entry)
    await person.press("F5")
    await until(lambda: session.will_retry, what="the first failure")
    assert "Trying again" in person.reads(person.page.retry)

    person.press_button("Stop trying")

    await until(lambda: not session.will_retry)
    assert not person.page.retry.isVisible()
    assert isinstance(session.state, Failed)


async def test_a_program_that_only_the_login_shell_knows_is_found(
    open_window: OpenWindow,
    file: Files,
    stub: Stub,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted = stub("npx", tmp_path / "versions" / "bin")
    shell = tmp_path / "shell"
    shell.write_text(
        '#!/bin/sh\necho "Welcome back"\n'
        f'PATH="{noted.parent}:$PATH"\n[ "$1" = -ilc ] && eval "$2"\n'
    )
    shell.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bare"))
    monkeypatch.setenv("SHELL", str(shell))
    async with open_window() as person:
        person.drop(file(one={"command": "npx", "args": ["-y", "some-server@1.2.3"]}))
        await person.press("F5")
        dialog = await person.consent()
        assert str(noted.parent / "npx") in person.reads(dialog)
        person.click(dialog.once)
        await person.ready(person.session("one"))

    assert noted.read_text() == "-y\nsome-server@1.2.3\n"
