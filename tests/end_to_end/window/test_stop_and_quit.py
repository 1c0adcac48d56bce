"""Stopping servers and quitting with them: nothing is left, and nobody waits for long."""

import time

from patchbay.core.sessions.states import Stopped
from tests.end_to_end.processes import marked, wait_until_none
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until

BUDGET, MARGIN = 6.0, 1.5


KINDS = {
    "polite": (),
    "stubborn": ("stubborn",),
    "leader": ("child=plain",),
    "stray": ("child=setsid",),
    "worst": ("stubborn", "child=setsid"),
}


async def test_stopped_servers_of_every_kind_leave_no_process(
    person: Person, file: Files, mark: str
) -> None:
    person.drop(file(**{name: entry("workshop.py", *words) for name, words in KINDS.items()}))
    sessions = [await person.start(name) for name in KINDS]
    await until(lambda: len(marked(mark)) >= 2 * len(KINDS) + 3, what="the children")
    began = time.monotonic()

    for name in KINDS:
        person.toggle_server(name)

    header = person.page.header  # of the one that was stopped last
    await until(lambda: "Stopping, 0." in person.reads(header), what="the words")
    assert "worst, stopping" in person.reads(person.window.sidebar.list)
    await until(lambda: all(isinstance(each.state, Stopped) for each in sessions), BUDGET + MARGIN)
    assert time.monotonic() - began < BUDGET + MARGIN
    assert not marked(mark)


async def test_ctrl_q_stops_all_servers_and_tells_of_it(
    person: Person, file: Files, mark: str
) -> None:
    person.drop(file(one=entry("workshop.py", "stubborn"), two=entry("workshop.py")))
    one, two = await person.start("one"), await person.start("two")
    began = time.monotonic()

    await person.press("Ctrl+Q")

    await until(lambda: "Stopping 2 servers" in person.window.windowTitle(), 2)
    assert person.window.isVisible()
    await until(lambda: not one.is_live and not two.is_live, BUDGET + MARGIN, "the stop")
    assert time.monotonic() - began < BUDGET + MARGIN
    wait_until_none(mark, 1)


async def test_closing_the_window_in_the_middle_of_a_start_or_a_question_leaves_nothing(
    person: Person, file: Files, mark: str
) -> None:
    person.drop(file(one=entry("workshop.py", "silent"), two=entry("workshop.py")))
    await person.press("F5")
    person.click((await person.consent()).once)
    await until(lambda: marked(mark), what="the process")
    person.choose_server("two")
    await person.press("F5")
    await person.consent()

    person.window.close()

    await until(lambda: not person.session("one").is_live, BUDGET + MARGIN)
    assert not person.session("two").is_live
