"""The page that shows the messages between a server and Patchbay."""

import asyncio
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QPlainTextEdit, QPushButton, QSplitter
from pytestqt.qtbot import QtBot

from patchbay.core.sessions.recorded import Recorded
from patchbay.core.sessions.redaction import MASK, Redactor
from patchbay.core.sessions.traffic import Direction, Exchange, Outcome, Traffic
from patchbay.ui.traffic import TrafficPage
from patchbay.ui.traffic.painting import ICONS
from tests.ui.page_stories import ANSWER, CALL, busy_traffic, charts
from tests.ui.plain_session import PlainSession
from tests.ui.waiting import until


@pytest.fixture
def traffic() -> Traffic:
    return Traffic()


@pytest.fixture
def page(traffic: Traffic, qtbot: QtBot) -> TrafficPage:
    page = TrafficPage(PlainSession(charts(), traffic=traffic))
    qtbot.addWidget(page)
    page.resize(1_000, 500)
    page.show()
    return page


def call(traffic: Traffic, number: int = 1, *, waits: bool = True) -> Exchange:
    return traffic.record(
        Direction.SENT,
        "tools/call",
        CALL,
        size=214,
        target="render_chart",
        request_id=number,
        waits=waits,
    )


def answered(
    traffic: Traffic, exchange: Exchange, outcome: Outcome = Outcome.OK, took: float = 0.02
) -> None:
    traffic.answer(exchange, ANSWER, size=412, outcome=outcome, took=took)


def cell(page: TrafficPage, row: int, column: int) -> str:
    return page.table.model().index(row, column).data()


def told(page: TrafficPage) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]


async def test_an_answer_completes_the_row_of_its_request(
    page: TrafficPage, traffic: Traffic
) -> None:
    exchange = call(traffic)
    await until(lambda: page.rows)
    assert cell(page, 0, 4) == "waiting"

    answered(traffic, exchange, took=0.182)
    await until(lambda: not page.findChild(QTimer) or cell(page, 0, 4) == "ok")

    assert len(page.rows) == 1
    assert cell(page, 0, 1) == "sent tools/call render_chart"
    assert (cell(page, 0, 2), cell(page, 0, 3)) == ("182 ms", "412 B")


async def test_messages_come_in_batches(page: TrafficPage, traffic: Traffic) -> None:
    inserted: list[int] = []

    def note(_parent: QModelIndex, _first: int, last: int) -> None:
        inserted.append(last)

    page.table.model().rowsInserted.connect(note)

    for number in range(1_000):
        answered(traffic, call(traffic, number))
        if number % 50 == 0:
            await asyncio.sleep(0)

    await until(lambda: len(page.rows) == 1_000)
    assert len(inserted) <= 5


async def test_chips_choose_by_direction_outcome_and_duration(qtbot: QtBot) -> None:
    page = TrafficPage(PlainSession(charts(), traffic=busy_traffic()))
    qtbot.addWidget(page)

    page.chips.choose(2)
    assert {row.direction for row in page.rows} == {Direction.RECEIVED}
    page.chips.choose(3)
    assert {row.outcome for row in page.rows} == {
        Outcome.TOOL_ERROR,
        Outcome.UNANSWERED,
        Outcome.ERROR,
    }
    page.slow.click()
    assert [row.target for row in page.rows] == ["publish", ""]


async def test_words_are_sought_in_methods_and_in_messages(qtbot: QtBot) -> None:
    page = TrafficPage(PlainSession(charts(), traffic=busy_traffic()))
    qtbot.addWidget(page)

    page.search.setText("RESOURCES/READ")
    assert [row.method for row in page.rows] == ["resources/read"]
    page.search.setText("nothing else at all")
    assert page.rows
    assert all("nothing else at all" in row.response for row in page.rows)


async def test_a_call_that_fails_enters_the_errors_it_is_filtered_by(
    page: TrafficPage, traffic: Traffic
) -> None:
    page.chips.choose(3)
    exchange = call(traffic)
    await asyncio.sleep(0)
    assert page.rows == ()

    answered(traffic, exchange, Outcome.TOOL_ERROR)

    await until(lambda: page.rows == (exchange,))


async def test_the_chosen_exchange_shows_its_answer_when_it_comes(
    page: TrafficPage, traffic: Traffic
) -> None:
    exchange = call(traffic)
    await until(lambda: page.rows)
    page.table.selectRow(0)
    assert "render_chart" in page.detail.text
    assert "isError" not in page.detail.text

    answered(traffic, exchange)

    await until(lambda: "isError" in page.detail.text)


async def test_both_messages_are_copied_as_people_read_them(
    page: TrafficPage, traffic: Traffic
) -> None:
    answered(traffic, call(traffic))
    await until(lambda: page.rows)
    page.table.selectRow(0)

    page.detail.copy()

    request, response = QGuiApplication.clipboard().text().split("\n\n")
    assert json.loads(request) == json.loads(CALL)
    assert json.loads(response) == json.loads(ANSWER)


async def test_a_message_that_was_cut_is_shown_as_it_is(
    page: TrafficPage, traffic: Traffic
) -> None:
    exchange = call(traffic)
    traffic.answer(exchange, '{"text": "' + "x" * 70_000, size=70_010, outcome=Outcome.OK, took=1)
    await until(lambda: page.rows)

    page.table.selectRow(0)

    assert page.detail.text.endswith("x" * 1_000)


async def test_a_choice_survives_another_filter(page: TrafficPage, traffic: Traffic) -> None:
    for number in range(5):
        answered(traffic, call(traffic, number))
    await until(lambda: len(page.rows) == 5)
    page.table.selectRow(3)
    chosen = page.rows[3]

    page.slow.click()
    assert page.table.chosen_rows() == []
    page.slow.click()
    page.table.selectRow(3)
    page.search.setText("render")

    assert [page.rows[row] for row in page.table.chosen_rows()] == [chosen]


async def test_the_detail_goes_below_the_list_where_there_is_no_room_beside(
    page: TrafficPage,
) -> None:
    panes = page.findChild(QSplitter)
    assert panes is not None
    assert panes.orientation() is Qt.Orientation.Horizontal

    page.resize(690, 500)
    assert panes.orientation() is Qt.Orientation.Vertical
    page.set_width_class("wide")
    assert panes.orientation() is Qt.Orientation.Horizontal


async def test_the_clock_runs_only_while_something_waits(
    page: TrafficPage, traffic: Traffic
) -> None:
    exchange = call(traffic)
    await until(lambda: page.rows)
    running = [timer for timer in page.findChildren(QTimer) if timer.isActive()]
    assert len(running) == 1

    answered(traffic, exchange)

    await until(lambda: not any(timer.isActive() for timer in page.findChildren(QTimer)))


async def test_clearing_the_view_keeps_the_traffic(page: TrafficPage, traffic: Traffic) -> None:
    call(traffic)
    await until(lambda: page.rows)

    page.clear_view()
    assert page.rows == ()
    assert "The view was cleared" in told(page)

    page.show_cleared()
    assert len(page.rows) == 1


async def test_exchanges_are_exported_as_json_lines_without_secrets(
    page: TrafficPage, traffic: Traffic, tmp_path: Path
) -> None:
    traffic.redactor = Redactor(["orders-key-123"])
    exchange = call(traffic)
    traffic.answer(
        exchange, '{"result": "orders-key-123"}', size=28, outcome=Outcome.OK, took=0.182
    )
    call(traffic, 2)
    target = tmp_path / "traffic.jsonl"

    page.export()
    dialog = page.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(target))
    dialog.close()
    await until(lambda: target.exists() and target.read_text("utf-8").count("\n") == 2)

    first, second = map(json.loads, target.read_text("utf-8").splitlines())
    assert first["request"]["params"]["name"] == "render_chart"
    assert first["response"] == {"result": MASK}
    assert first["duration_ms"] == 182
    assert second["outcome"] == "waiting"


async def test_the_table_is_a_sound_model(page: TrafficPage, traffic: Traffic) -> None:
    model = page.table.model()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)

    answered(traffic, call(traffic))
    await until(lambda: page.rows)
    page.chips.choose(2)
    assert model.rowCount() == 0


async def test_below_the_list_the_detail_takes_room_only_for_a_chosen_message(
    page: TrafficPage, traffic: Traffic
) -> None:
    page.resize(696, 481)
    assert not page.detail.isVisible()

    call(traffic)
    await until(lambda: page.rows)
    page.table.selectRow(0)
    assert page.detail.isVisible()
    assert page.detail.height() > 100

    page.table.clearSelection()
    assert not page.detail.isVisible()
    page.resize(1_000, 500)
    assert page.detail.isVisible()


def request(traffic: Traffic, body: str, method: str = "tools/call") -> Exchange:
    return traffic.record(
        Direction.SENT, method, body, size=len(body), request_id=1, waits=True, target="a"
    )


def offers(page: TrafficPage) -> list[str]:
    acts = page.detail.acts
    return [button.text() for button in acts.findChildren(QPushButton) if button.isVisible()]


async def test_each_exchange_offers_what_can_be_done_with_it(
    page: TrafficPage, traffic: Traffic
) -> None:
    traffic.redactor = Redactor(["hunter2hunter2"])
    answered(traffic, request(traffic, CALL))
    answered(traffic, request(traffic, '{"id":1,"method":"tools/list"}', "tools/list"))
    answered(traffic, request(traffic, CALL.replace("orders", "hunter2hunter2")))
    answered(traffic, request(traffic, CALL.replace("orders", "x" * 70_000)))
    traffic.record(Direction.RECEIVED, "notifications/progress", "{}", size=2)
    await until(lambda: len(page.rows) == 5)

    found: list[list[str]] = []
    for place in range(5):
        page.table.selectRow(place)
        found.append(offers(page))
        if place == 2:
            assert any("masked" in words for words in told(page))
        if place == 3:
            assert any("Only the beginning" in words for words in told(page))

    assert found == [
        ["Open in form", "Send again", "Edit and send…"],
        ["Send again", "Edit and send…"],
        ["Open in form", "Edit and send…"],
        [],
        [],
    ]


async def test_a_request_is_checked_while_it_is_edited_and_never_sent_with_dots(
    page: TrafficPage, traffic: Traffic
) -> None:
    traffic.redactor = Redactor(["hunter2hunter2"])
    request(traffic, CALL.replace("orders", "hunter2hunter2"))
    await until(lambda: page.rows)
    page.table.selectRow(0)
    wanted: list[object] = []
    page.detail.editor.send_wanted.connect(wanted.append)
    code = page.detail.editor.findChild(QPlainTextEdit)
    assert code is not None

    next(each for each in page.findChildren(QPushButton) if each.text() == "Edit and send…").click()
    assert MASK in code.toPlainText()
    QTest.keyClick(code, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert any("write the real one" in words for words in told(page))

    code.setPlainText('{"name": ')
    assert any("Is not JSON" in words for words in told(page))
    code.setPlainText('{"name": "a"}')
    assert not any("Is not JSON" in words for words in told(page))
    assert wanted == []

    page.start_wanted.connect(lambda: wanted.append("start"))
    page.detail.editor.method.setText("prompts/get")
    QTest.keyClick(code, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert Recorded("prompts/get", {"name": "a"}) in wanted
    assert "start" in wanted


async def test_how_a_request_failed_can_be_told_by_its_row(
    page: TrafficPage, traffic: Traffic
) -> None:
    outcomes = [Outcome.ERROR, Outcome.TOOL_ERROR, Outcome.TIMED_OUT, Outcome.UNANSWERED]
    for outcome in outcomes:
        answered(traffic, call(traffic), outcome)
    await until(lambda: len(page.rows) == 4)

    assert [cell(page, row, 4) for row in range(4)] == [outcome.value for outcome in outcomes]
    assert ICONS[Outcome.TIMED_OUT][0] == "clock-alert"
    assert len({ICONS[outcome][0] for outcome in outcomes}) == 3
    page.chips.choose(3)
    assert len(page.rows) == 4
