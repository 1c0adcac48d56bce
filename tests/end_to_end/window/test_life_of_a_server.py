"""Starting, watching, stopping and losing servers; nothing that was learned is lost."""

import os
import signal

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QPlainTextEdit

from patchbay.core.calls.run import Status
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.states import Failed, Ready, Stage, Starting, State, Stopped
from patchbay.ui.dialogs import ConsentDialog
from patchbay.ui.log import LogPage
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until


async def failed(person: Person, name: str) -> Failed:
    session = person.session(name)
    await until(lambda: isinstance(session.state, Failed), what="the failure")
    assert isinstance(session.state, Failed)
    return session.state


async def test_a_start_goes_through_its_stages_and_shows_how_long_each_takes(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py", "silent")))
    session = person.session("one")
    stages: list[Stage] = []

    def note(state: State) -> None:
        if isinstance(state, Starting) and state.stage not in stages:
            stages.append(state.stage)

    session.changed.connect(note)
    await person.press("F5")
    dialog = await person.consent()
    header = person.page.header
    assert "Waiting for your consent, 0." in person.reads(header)
    person.click(dialog.once)
    await until(lambda: "Waiting for the first reply, 0." in person.reads(header))
    assert "since the start" in person.reads(header)
    assert " of " in person.reads(header)
    first = person.reads(header)
    await until(lambda: person.reads(header) != first, what="a tick of the clock")
    assert "one, starting: waiting for the first reply" in person.reads(person.window.sidebar.list)

    person.press_button("Cancel start")

    await until(lambda: isinstance(session.state, Stopped))
    assert stages == [Stage.RESOLVING, Stage.ASKING, Stage.SPAWNING, Stage.WAITING]
    assert "Stopped" in person.reads(header)


async def test_a_start_can_be_cancelled_while_the_consent_is_asked(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.press("F5")
    await person.consent()

    await person.session("one").stop()

    assert not person.all(ConsentDialog)
    assert isinstance(person.session("one").state, Stopped)


async def test_calls_of_another_server_go_on_while_a_question_is_open(
    person: Person, file: Files
) -> None:
    person.drop(file(good=entry("workshop.py"), asked=entry("workshop.py", "other words")))
    good = await person.start("good")
    person.choose_server("asked")
    await person.press("F5")
    dialog = await person.consent()

    run = good.call_tool("progress", {})
    await until(lambda: len(run.progress) == 2)
    good.call_tool("finish", {})
    await until(lambda: run.status is Status.DONE)

    assert dialog.isVisible()
    person.click(dialog.once)
    await until(lambda: isinstance(person.session("asked").state, Ready))


async def test_a_running_server_tells_who_it_is(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py", "a word")))

    session = await person.start("one")

    words = person.reads(person.page.header)
    assert f"pid {session.details.pid}" in words
    assert "4.5.6" in words
    assert "MCP 2025-11-25" in words
    assert "workshop.py 'a word'" in words
    assert session.details.executable in words
    assert "1 of 1 running" in person.reads(person.window.sidebar)
    badge = person.find(QLabel, "4.5.6", person.page.header)
    assert "workshop 4.5.6\n\nMind the saw." in badge.toolTip()
    page = person.choose_page("Log")
    assert "Running: workshop 4.5.6 over stdio, protocol 2025-11-25" in person.reads(page)
    assert "Mind the saw." in person.reads(page)


async def test_keys_start_stop_and_restart(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    session = await person.start("one")
    pid = session.details.pid

    await person.press("Ctrl+R")
    await until(lambda: isinstance(session.state, Ready) and session.details.pid != pid)
    await person.press("Shift+F5")
    await until(lambda: isinstance(session.state, Stopped))
    assert "As listed at" in person.reads(person.page.tools.list)
    await person.press("F5")
    await person.ready(session)

    person.press_button("Stop", person.page.header)
    await until(lambda: isinstance(session.state, Stopped))
    person.press_button("Start", person.page.header)
    await person.ready(session)
    person.press_button("Restart", person.page.header)
    await until(lambda: not isinstance(session.state, Ready))
    await person.ready(session)


async def test_the_row_of_a_server_starts_and_stops_it(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py"), two=entry("workshop.py")))

    person.toggle_server("two")
    person.click((await person.consent()).once)
    await person.ready(person.session("two"))
    person.toggle_server("two")

    await until(lambda: isinstance(person.session("two").state, Stopped))
    assert person.window.session is person.session("two")
    assert isinstance(person.session("one").state, Stopped)


async def test_the_log_shows_stderr_live_and_noise_as_noise(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    session = await person.start("one")
    page = person.choose_page("Log")
    assert isinstance(page, LogPage)
    await until(lambda: "the workshop is open" in person.reads(page.table))

    session.call_tool("say", {"stderr": "a word aside", "stdout": "this is no JSON"})

    await until(lambda: "a word aside" in person.reads(page.table), what="stderr")
    await until(lambda: "this is no JSON" in person.reads(page.table), what="noise")
    source = {line.text: line.source for line in page.rows}
    assert source["a word aside"] is Source.STDERR
    assert source["this is no JSON"] is Source.NOISE
    assert "stdout noise" in person.reads(page.table)
    person.press_button("stdout noise", page.chips)
    await until(lambda: [line.text for line in page.rows] == ["this is no JSON"])
    await person.press("Ctrl+F")
    await person.write("nothing like it")
    await until(lambda: not page.rows)
    assert isinstance(session.state, Ready)


@pytest.mark.parametrize(
    ("words", "short", "title"),
    [
        (("exit=7",), "exit 7", "The server exited with code 7 before it answered"),
        ((), "SIGKILL", "SIGKILL"),
    ],
    ids=["exit code", "signal"],
)
async def test_exit_code_or_signal_is_told_with_the_last_words(
    person: Person, file: Files, words: tuple[str, ...], short: str, title: str
) -> None:
    person.drop(file(one=entry("workshop.py", *words)))
    session = person.session("one")
    await person.press("F5")
    person.click((await person.consent()).once)
    if not words:
        await person.ready(session)
        assert session.details.pid is not None
        os.kill(session.details.pid, signal.SIGKILL)

    state = await failed(person, "one")

    panel = person.page.failure
    assert short in state.short
    assert title in person.reads(panel)
    assert "the key is missing" in person.reads(panel) or not words
    assert short in person.reads(person.window.sidebar.list) or "failed" in person.reads(
        person.window.sidebar.list
    )


async def test_a_crash_keeps_log_tools_call_and_arguments(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    session = await person.start("one")
    await person.run("refuse")
    person.choose_item("die")
    person.form_row("code").focus()
    await person.write("9")
    await person.press("Ctrl+Return")
    await failed(person, "one")
    await person.settled()

    panel = person.page.failure
    words = person.reads(panel)
    assert "The server exited with code 9 during the call die, " in words
    assert "2 calls with arguments and results" in words
    assert "no more coal" in person.find(QPlainTextEdit, "Last lines on stderr").toPlainText()
    tools = person.page.tools
    assert "echo" in person.reads(tools.list)
    assert person.arguments() == {"code": 9}
    result = person.reads(tools.results)
    assert "No answer" in result
    assert '"code": 9' in result
    assert [run.name for run in session.runs] == ["refuse", "die"]


async def test_after_a_crash_every_page_is_still_there_and_a_restart_keeps_all(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    session = await person.start("one")
    await person.run("refuse")
    await person.run("die")
    await failed(person, "one")
    panel, tools = person.page.failure, person.page.tools

    person.press_button("Open log", panel)
    assert "no more coal" in person.reads(person.page.current())
    person.choose_page("Traffic")
    assert "tools/call" in person.reads(person.page.current())
    person.choose_page("Tools")

    person.choose_item("refuse")
    await person.settled()
    assert "not on a Sunday" in person.reads(tools.results)

    await person.press("Ctrl+R")
    await person.ready(session)
    assert not panel.isVisible()
    assert len(session.runs) == 2


async def test_a_call_on_a_stopped_server_starts_it_first(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    session = await person.start("one")
    await person.press("Shift+F5")
    await until(lambda: isinstance(session.state, Stopped))
    assert person.all(QAbstractButton, "Start and run")

    run = await person.run("refuse")

    assert run.is_error
    assert isinstance(session.state, Ready)


async def test_two_servers_live_at_once_and_one_survives_the_other(
    person: Person, file: Files
) -> None:
    person.drop(file(good=entry("workshop.py"), bad=entry("workshop.py")))
    good, bad = await person.start("good"), await person.start("bad")
    person.choose_server("good")
    person.choose_item("progress")
    await person.press("Ctrl+Return")
    await until(lambda: good.runs and good.runs[-1].progress)

    person.choose_server("bad")
    assert person.page.session is bad
    assert "good · progress" in person.reads(person.window.activity)
    await person.run("die")
    await failed(person, "bad")

    await person.press("Ctrl+PgUp")
    assert person.page.session is good
    assert isinstance(good.state, Ready)
    assert good.runs[-1].status is Status.RUNNING
    await until(lambda: "step 2 of 4" in person.reads(person.page.tools.results))
    good.call_tool("finish", {})
    await until(lambda: good.runs[0].status is Status.DONE)
    person.choose_item("progress")
    await person.settled()
    assert "finished" in person.reads(person.page.tools.results)
    person.choose_server("bad")
    assert "during the call die" in person.reads(person.page.failure)


async def test_closing_a_config_stops_its_servers_and_leaves_the_others(
    person: Person, file: Files
) -> None:
    person.drop(file("a.json", one=entry("workshop.py")), file("b.json", two=entry("workshop.py")))
    one, two = await person.start("one"), await person.start("two")

    person.click_in_menu("Close this config", person.context_menu_of("a.json"))

    await until(lambda: person.rows() == ["b.json", "two"])
    assert not one.is_live
    assert isinstance(two.state, Ready)
