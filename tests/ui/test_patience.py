"""Calls that are answered at once, and passes over garbage: neither may disturb who looks on."""

import asyncio
import gc
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from patchbay.core.calls.blocks import Result, Text
from patchbay.ui.loop import Collector
from patchbay.ui.results.running import RunningCard
from patchbay.ui.results.view import ResultView
from tests.ui.samples import FileOpener, a_run, done
from tests.ui.waiting import until


@pytest.fixture
def view(qtbot: QtBot, tmp_path: Path) -> ResultView:
    view = ResultView(FileOpener(tmp_path))
    qtbot.addWidget(view)
    view.resize(400, 600)
    view.show()
    return view


async def test_a_quick_answer_takes_the_place_of_the_one_before_without_a_card(
    view: ResultView,
) -> None:
    before, quick = done(1, Result((Text("one"),))), a_run(2)
    view.set_runs([before])
    view.show_run(before)
    view.set_runs([before, quick])
    view.show_run(quick)

    assert view.findChild(RunningCard) is None
    assert not view.settled

    quick.finish(Result((Text("two"),)))
    assert view.run is quick
    assert view.settled


async def test_a_call_that_takes_longer_gets_its_card(view: ResultView) -> None:
    before, slow = done(1, Result((Text("one"),))), a_run(2)
    view.set_runs([before, slow])
    view.show_run(before)
    view.show_run(slow)

    await until(lambda: view.findChild(RunningCard) is not None)


async def test_another_run_chosen_meanwhile_stays_chosen(view: ResultView) -> None:
    before, slow = done(1, Result((Text("one"),))), a_run(2)
    view.set_runs([before, slow])
    view.show_run(slow)
    view.show_run(before)
    slow.finish(Result((Text("two"),)))

    assert view.run is before
    assert view.settled


@pytest.fixture
def usual_collection() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("usual_collection", "qapp")
def test_what_was_loaded_at_the_start_is_left_out_of_every_later_pass() -> None:
    owner = QObject()
    Collector(owner)
    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects(generation=2)) < 1_000


@pytest.mark.usefixtures("usual_collection")
async def test_garbage_is_found_in_the_thread_of_the_window_and_in_no_other() -> None:
    found_in: list[int] = []

    class Knot:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            found_in.append(threading.get_ident())

    owner = QObject()
    Collector(owner)

    def leave_knots() -> None:
        for _ in range(20_000):
            Knot()

    await asyncio.to_thread(leave_knots)
    assert not found_in

    await until(lambda: found_in)

    assert set(found_in) == {threading.main_thread().ident}
    owner.deleteLater()
