"""The page that shows a server's log."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from patchbay.core.sessions.log import CAPACITY, Log, Source
from patchbay.ui.log import LogPage
from tests.ui.page_stories import busy_log, charts
from tests.ui.plain_session import PlainSession
from tests.ui.waiting import until


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def page(log: Log, qtbot: QtBot) -> LogPage:
    page = LogPage(PlainSession(charts(), log=log))
    qtbot.addWidget(page)
    page.resize(1_000, 400)
    page.show()
    return page


def told(page: LogPage) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]


async def test_lines_come_in_batches_of_a_tenth_of_a_second(page: LogPage, log: Log) -> None:
    inserted: list[int] = []

    def note(_parent: QModelIndex, _first: int, last: int) -> None:
        inserted.append(last)

    page.table.model().rowsInserted.connect(note)

    for number in range(3_000):
        log.add(Source.STDERR, f"line {number}")
        if number % 100 == 0:
            await asyncio.sleep(0)

    await until(lambda: len(page.rows) == 3_000)
    assert len(inserted) <= 5


async def test_an_idle_page_runs_no_timer(page: LogPage, log: Log) -> None:
    log.add(Source.STDERR, "one")
    await until(lambda: page.rows)

    assert [timer for timer in page.findChildren(QTimer) if timer.isActive()] == []


async def test_a_hidden_page_takes_its_lines_when_it_is_shown(page: LogPage, log: Log) -> None:
    page.hide()
    log.add(Source.STDERR, "said meanwhile")
    assert page.rows == ()

    page.show()

    assert [line.text for line in page.rows] == ["said meanwhile"]


async def test_a_flood_leaves_the_newest_lines(page: LogPage, log: Log) -> None:
    for start in range(0, CAPACITY + 500, 500):
        log.add_all(Source.STDERR, (f"line {start + number}" for number in range(500)))
        await asyncio.sleep(0)
    await until(lambda: page.rows and page.rows[-1].text == f"line {CAPACITY + 499}")

    assert len(page.rows) == CAPACITY
    assert page.rows[0].text == "line 500"


async def test_words_source_and_level_narrow_the_table(qtbot: QtBot) -> None:
    page = LogPage(PlainSession(charts(), log=busy_log()))
    qtbot.addWidget(page)

    page.search.setText("ORDERS")
    assert {"orders" in line.text for line in page.rows} == {True}
    page.search.clear()
    page.chips.choose(3)
    assert {line.source for line in page.rows} == {Source.SERVER}
    page.level.setCurrentIndex(3)
    assert [line.level for line in page.rows] == ["error"]


async def test_a_line_without_a_level_passes_every_level(page: LogPage, log: Log) -> None:
    log.add(Source.STDERR, "no level here")
    log.add(Source.SERVER, "a detail", "debug")
    page.level.setCurrentIndex(2)

    assert [line.text for line in page.rows] == ["no level here"]


async def test_new_lines_pass_the_filter_too(page: LogPage, log: Log) -> None:
    page.search.setText("chart")
    log.add(Source.STDERR, "nothing of it")
    log.add(Source.STDERR, "a chart")

    await until(lambda: page.rows)

    assert [line.text for line in page.rows] == ["a chart"]


async def test_scrolling_up_pauses_and_the_end_key_follows_again(page: LogPage, log: Log) -> None:
    log.add_all(Source.STDERR, (f"line {number}" for number in range(200)))
    await until(lambda: len(page.rows) == 200)
    bar = page.table.verticalScrollBar()
    assert bar.value() == bar.maximum()
    assert "Following new lines" in told(page)

    bar.setValue(bar.maximum() - 100)
    place = bar.value()
    log.add(Source.STDERR, "another")
    await until(lambda: len(page.rows) == 201)

    assert bar.value() == place
    assert "Paused while you read" in told(page)
    QTest.keyClick(page.table, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    assert page.following.is_on


async def test_what_is_read_stays_in_sight_while_old_lines_leave(page: LogPage, log: Log) -> None:
    log.add_all(Source.STDERR, (f"line {number}" for number in range(CAPACITY)))
    await until(lambda: len(page.rows) == CAPACITY)
    bar = page.table.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = page.rows[page.table.rowAt(5)].text

    log.add_all(Source.STDERR, (f"more {number}" for number in range(40)))
    await until(lambda: page.rows[-1].text == "more 39")

    assert page.rows[page.table.rowAt(5)].text == before


async def test_clearing_the_view_keeps_the_log(page: LogPage, log: Log) -> None:
    log.add(Source.STDERR, "old")
    await until(lambda: page.rows)

    page.clear_view()
    log.add(Source.STDERR, "new")
    await until(lambda: page.rows)

    assert [line.text for line in page.rows] == ["new"]
    assert "1 line cleared" in told(page)
    assert len(log.lines) == 2
    page.show_cleared()
    assert [line.text for line in page.rows] == ["old", "new"]


async def test_the_chosen_lines_are_copied(page: LogPage, log: Log) -> None:
    log.add_all(Source.STDERR, ("first", "second", "third"))
    await until(lambda: page.rows)
    page.table.selectRow(1)

    QTest.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    copied = QGuiApplication.clipboard().text()
    assert copied.endswith("[stderr]  second")
    assert "first" not in copied


async def test_the_whole_text_of_a_chosen_line_is_shown_until_escape(
    page: LogPage, log: Log
) -> None:
    long = "word " * 500
    log.add(Source.STDERR, long)
    await until(lambda: page.rows)
    assert page.detail_text == ""

    page.table.selectRow(0)
    assert page.detail_text == long

    QTest.keyClick(page.table, Qt.Key.Key_Escape)
    assert page.detail_text == ""


async def test_noise_on_stdout_is_explained_and_found(page: LogPage, log: Log) -> None:
    log.add_all(Source.NOISE, ("Loading ...", "Loaded"))
    log.add(Source.STDERR, "fine")
    await until(lambda: len(page.rows) == 3)

    assert "2 lines on stdout are not protocol messages." in told(page)
    page.chips.choose(2)
    assert [line.text for line in page.rows] == ["Loading ...", "Loaded"]


async def test_every_kept_line_is_exported(page: LogPage, log: Log, tmp_path: Path) -> None:
    log.add(Source.STDERR, "grüße")
    log.add(Source.SERVER, "bad", "error")
    page.search.setText("nothing fits")
    target = tmp_path / "log.txt"

    page.export()
    dialog = page.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(target))
    dialog.close()
    await until(lambda: target.exists() and target.read_text("utf-8").count("\n") == 2)

    lines = target.read_text("utf-8").splitlines()
    assert lines[0].endswith("[stderr]  grüße")
    assert lines[1].endswith("[log]  error  bad")


async def test_an_empty_table_says_why(page: LogPage, log: Log) -> None:
    assert "No lines yet" in told(page)
    log.add(Source.STDERR, "one")
    await until(lambda: page.rows)
    page.search.setText("two")
    assert "No line fits" in told(page)


async def test_the_table_is_a_sound_model(page: LogPage, log: Log) -> None:
    model = page.table.model()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)

    log.add_all(Source.STDERR, ("first", "second"))
    await until(lambda: page.rows)
    page.search.setText("first")
    assert model.rowCount() == 1


async def test_the_last_line_of_a_flood_is_in_sight_and_lost_ones_are_counted(
    page: LogPage, log: Log
) -> None:
    for burst in range(11):
        log.add_all(Source.STDERR, (f"line {burst * 1_000 + place}" for place in range(1_000)))
        await asyncio.sleep(0)
    log.add(Source.STDERR, "the last line")

    await until(lambda: page.rows and page.rows[-1].text == "the last line")
    assert len(page.rows) == CAPACITY
    assert page.rows[0].text == "line 1001"
    assert page.following.is_on
    assert any("1,001 older lines no longer kept" in words for words in told(page))

    for _ in range(300):
        log.add(Source.SERVER, "x" * 64_000)
    log.add(Source.STDERR, "after them")
    await until(lambda: page.rows[-1].text == "after them")
    assert len(page.rows) == len(log.lines) < 300
