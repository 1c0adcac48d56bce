"""When a session connects again by itself, and when it leaves that to a person."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from patchbay.core.config.model import Entry, Transport
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.sessions.backoff import Backoff, may_pass
from patchbay.core.sessions.habits import Habit, Habits
from patchbay.core.sessions.persistence import End, Persistence

LOST = AppError(Family.CONNECTION, "The connection was lost")


@pytest.fixture
def habits(tmp_path: Path) -> Habits:
    return Habits(tmp_path / "servers.json")


@pytest.fixture
def far(tmp_path: Path) -> Entry:
    return Entry("far", tmp_path / "mcp.json", "mcp", Transport.HTTP, url="https://a.example/mcp")


def failure(status: str) -> AppError:
    return AppError(Family.CONNECTION, "No", evidence={"status": status})


def test_attempts_are_further_and_further_apart_and_end() -> None:
    backoff = Backoff(first=1, most=10, attempts=6)

    delays = [backoff.delay(attempt) for attempt in range(1, 7)]

    for delay, mean in zip(delays, (1, 2, 4, 8, 10, 10), strict=True):
        assert delay is not None
        assert 0.8 * mean <= delay <= 1.2 * mean
    assert backoff.delay(7) is None


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (LOST, True),
        (failure("503 Service Unavailable"), True),
        (failure("429 Too Many Requests"), True),
        (failure("401 Unauthorized"), False),
        (AppError(Family.CONNECTION, "No", evidence={"close code": "1008"}), False),
        (AppError(Family.CONNECTION, "No", evidence={"close code": "1001"}), True),
        (failure("404 Not Found"), False),
        (AppError(Family.PROTOCOL, "It speaks nothing we know"), False),
        (AppError(Family.CONFIGURATION, "A variable is unset"), False),
        (AppError(Family.CONNECTION, "Not allowed", kind=Kind.REFUSED), False),
    ],
)
def test_only_what_may_pass_by_itself_is_tried_again(error: AppError, passes: bool) -> None:
    assert may_pass(error) is passes


def test_a_server_at_an_address_is_looked_for_again_once_it_had_been_up(
    habits: Habits, far: Entry
) -> None:
    persistence = Persistence(Backoff(first=5), habits)

    assert persistence.retry(End(LOST), far) is None
    first = persistence.retry(End(LOST, ran=2.0), far)
    second = persistence.retry(End(LOST), far)

    assert first is not None
    assert second is not None
    assert (first.attempt, second.attempt) == (1, 2)
    assert first.at < second.at
    assert first.at > time.monotonic()


def test_a_program_is_started_again_only_where_that_was_chosen(habits: Habits, far: Entry) -> None:
    near = replace(far, name="near", transport=Transport.STDIO)
    persistence = Persistence(Backoff(), habits)
    crash = End(LOST, ran=100.0)

    assert persistence.retry(crash, near) is None
    habits.choose(near.file, near.name, Habit(restarts=True))

    assert persistence.retry(crash, near) is not None


def test_after_a_steady_time_attempts_begin_anew(habits: Habits, far: Entry) -> None:
    persistence = Persistence(Backoff(attempts=2, steady=30), habits)
    persistence.retry(End(LOST, ran=1.0), far)
    persistence.retry(End(LOST), far)
    assert persistence.retry(End(LOST), far) is None

    again = persistence.retry(End(LOST, ran=31.0), far)

    assert again is not None
    assert again.attempt == 1


def test_a_forgotten_session_is_renewed_once_until_a_call_has_worked(habits: Habits) -> None:
    persistence = Persistence(Backoff(), habits)
    forgotten = End(LOST, ran=1.0, is_expired=True)

    assert persistence.renews(forgotten)
    assert not persistence.renews(forgotten)
    persistence.note_success()

    assert persistence.renews(forgotten)
    assert not persistence.renews(End(LOST, ran=1.0))


async def test_a_wait_ends_at_once_when_somebody_wants_it(habits: Habits, far: Entry) -> None:
    persistence = Persistence(Backoff(first=1_000, most=1_000), habits)
    retry = persistence.retry(End(LOST, ran=1.0), far)
    assert retry is not None
    waiting = asyncio.create_task(persistence.wait(retry))
    await asyncio.sleep(0)

    persistence.hurry()

    await asyncio.wait_for(waiting, 10)


def test_attempts_that_a_person_asked_for_are_not_counted(habits: Habits, far: Entry) -> None:
    persistence = Persistence(Backoff(attempts=2), habits)
    assert persistence.retry(End(LOST, ran=1.0), far) is not None

    for _ in range(5):
        persistence.hurry()
        assert persistence.retry(End(LOST), far) is not None

    assert persistence.retry(End(LOST), far) is None
