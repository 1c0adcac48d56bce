"""The log of one server: bounded, in order, and quiet about floods."""

import asyncio

from patchbay.core.sessions.answer import Origin
from patchbay.core.sessions.log import CAPACITY, TOTAL_LIMIT, Log, Source
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.traffic import Traffic


def progress(step: int) -> dict[str, object]:
    params = {"progressToken": 1, "progress": step, "total": 5_000, "message": "a step"}
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


def test_the_newest_lines_are_kept_within_bounds_and_the_rest_is_counted() -> None:
    log = Log()

    log.add_all(Source.STDERR, (f"line {number}" for number in range(CAPACITY + 500)))
    assert (len(log.lines), log.forgotten) == (CAPACITY, 500)
    assert (log.lines[0].text, log.lines[-1].text) == ("line 500", f"line {CAPACITY + 499}")

    for _ in range(300):
        log.add(Source.SERVER, "x" * 200_000)
    assert sum(len(line.text) for line in log.lines) <= TOTAL_LIMIT
    assert log.lines[-1].text.endswith("…")
    assert log.total == CAPACITY + 800 == log.forgotten + len(log.lines)


async def test_a_flood_of_notifications_is_a_few_lines_and_the_last_one_is_told() -> None:
    log, traffic = Log(), Traffic()
    tap = Tap(traffic, log)
    tap.outgoing({"jsonrpc": "2.0", "id": 1, "method": "tools/call"}, "{}", 2)

    passed = 0
    for step in range(5_000):
        passed += tap.incoming(progress(step), "{}", Origin(2)) is not None
        if step % 500 == 0:
            await asyncio.sleep(0)
    tap.abandon()

    told = [line.text for line in log.lines if line.source is Source.NOTIFICATION]
    assert told[0] == "notifications/progress: 0 of 5000, a step"
    assert "4999 of 5000, a step (and " in told[-1]
    assert len(told) < 50
    assert 0 < passed < 500, "the SDK is spared most of them"
    assert traffic.total == 5_001
    assert traffic.exchanges[-1].target == "4999 of 5000, a step"


def test_the_first_line_of_each_later_start_is_marked() -> None:
    log = Log()
    for start in range(2):
        Tap(Traffic(), log)
        log.add_all(Source.PATCHBAY, [f"start {start}", "more"])

    assert [line.begins for line in log.lines] == [False, False, True, False]
