"""Numbers in words, and failures that no page shows itself."""

import pytest

from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.redaction import Redactor
from patchbay.ui import figures
from patchbay.ui.notices import Notice, Notices


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, "0 B"),
        (412, "412 B"),
        (999, "999 B"),
        (1_000, "1 KB"),
        (34_210, "34 KB"),
        (4_230_000, "4.2 MB"),
        (999_950, "1 MB"),
        (256_000_000, "256 MB"),
    ],
)
def test_sizes(count: int, expected: str) -> None:
    assert figures.size(count) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.0004, "0 ms"),
        (0.182, "182 ms"),
        (12.44, "12.4 s"),
        (250, "4 min 10 s"),
        (120, "2 min"),
        (7_500, "2 h 5 min"),
    ],
)
def test_durations(seconds: float, expected: str) -> None:
    assert figures.duration(seconds) == expected


def test_counts() -> None:
    assert figures.counted(1, "key") == "1 key"
    assert figures.counted(2_041, "line") == "2,041 lines"
    assert figures.counted(2, "entry", "entries") == "2 entries"


def test_a_failure_in_words_is_told_as_it_is() -> None:
    notices, told = Notices(), list[Notice]()
    notices.added.connect(told.append)
    error = AppError(Family.CONFIGURATION, "Could not save picture.png", cause="Disk full.")

    notices.show(error)

    assert [notice.error for notice in told] == [error]
    assert notices.notices == tuple(told)
    notices.dismiss(told[0])
    assert notices.notices == ()


def test_an_unexpected_failure_is_told_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices()
    notices.show(ValueError("on purpose"))
    assert "ValueError: on purpose" in notices.notices[0].error.cause
    assert "ValueError: on purpose" in caplog.records[0].getMessage()


def test_an_unexpected_failure_is_told_without_secrets(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices(Redactor(["hunter2hunter2"]).text)
    notices.show(ValueError("not hunter2hunter2"))
    for told in (notices.notices[0].error.cause, caplog.records[0].getMessage()):
        assert "ValueError: not ••••••" in told
        assert "hunter2" not in told


def test_an_unexpected_failure_is_reported_and_one_in_words_is_not() -> None:
    reported: list[BaseException] = []
    notices = Notices(report=reported.append)
    unexpected = ValueError("on purpose")

    notices.show(AppError(Family.CONFIGURATION, "The disk is full"))
    notices.show(unexpected)

    assert reported == [unexpected]


def test_only_the_last_failures_are_kept() -> None:
    notices = Notices()
    for number in range(60):
        notices.show(AppError(Family.CONFIGURATION, f"Failure {number}"))
    assert len(notices.notices) == 50
    assert notices.notices[-1].error.title == "Failure 59"
