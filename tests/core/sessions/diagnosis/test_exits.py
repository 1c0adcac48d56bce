"""Why a process ended or kept silent, told from its exit code and what it printed."""

import pytest

from patchbay.core.errors import Kind
from patchbay.core.sessions.diagnosis.exits import died_early, ended, late
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.relay_events import Exited
from patchbay.core.sessions.states import Stage, Starting


def gone(code: int | None = None, signal: int | None = None) -> Exited:
    return Exited(code, signal, None, 0.0, (), (), None)


def log_of(*stderr: str, noise: tuple[str, ...] = ()) -> Log:
    log = Log()
    log.begin()
    log.add_all(Source.NOISE, noise)
    log.add_all(Source.STDERR, stderr)
    return log


def test_the_last_line_that_tells_something_is_told_when_nothing_is_known() -> None:
    log = log_of(
        "Error: the flux capacitor is cold",
        "    at start (/srv/index.js:3:9)",
        "",
        "Node.js v20.11.0",
        "npm error A complete log of this run can be found in: /home/ada/.npm/_logs/x-debug-0.log",
    )

    error = died_early(gone(1), log)

    assert error.title == "The server exited with code 1 before it answered"
    assert error.cause == "The last line it printed: Error: the flux capacitor is cold"
    assert error.short == "exit 1"
    assert error.evidence["exit code"] == "1"


@pytest.mark.parametrize(
    ("exited", "words"),
    [
        (gone(0), "as if all were done"),
        (gone(127), "not found in its search path"),
        (gone(137), "memory"),
        (gone(signal=9), "memory"),
        (gone(signal=11), "crashed"),
        (gone(3), "printed nothing"),
    ],
)
def test_an_exit_without_a_word_is_told_by_its_code(exited: Exited, words: str) -> None:
    error = died_early(exited, log_of())

    assert words in error.cause
    assert error.hint


def test_what_an_earlier_life_printed_is_no_evidence() -> None:
    log = log_of("Error: API_KEY is required")
    log.begin()

    error = died_early(gone(1), log)

    assert "API_KEY" not in error.cause
    assert "stderr" not in error.evidence


def test_a_crash_during_a_call_says_that_the_call_was_not_repeated_and_why_it_may_be() -> None:
    error = ended(gone(1), ["get_weather"], log_of("KeyError: 'WEATHER_API_KEY'"))

    assert error.title == "The server exited with code 1 during the call get_weather"
    assert "did not repeat it" in error.cause
    assert "WEATHER_API_KEY is missing" in error.cause


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (log_of(), "It printed nothing."),
        (log_of(noise=("hello", "world")), "2 lines on stdout, but no MCP message: world"),
        (log_of("starting"), "only on stderr, last: starting"),
        (
            log_of("INFO: Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C to quit)"),
            "It waits for HTTP at http://127.0.0.1:8000,",
        ),
        (log_of("Downloading numpy (15.3MiB)"), "still fetching"),
        (log_of("Need to install the following packages:"), "nobody can answer"),
    ],
)
def test_a_server_that_says_nothing_is_told_by_what_it_printed(log: Log, words: str) -> None:
    waiting = Starting(Stage.WAITING, 0.0, deadline=60.0)

    error = late("one", waiting, log, is_stdio=True)

    assert error.kind is Kind.DEADLINE
    assert error.cause.startswith("Waiting for the first reply took longer than 60 s.")
    assert words in error.cause
    assert error.hint
    assert error.remedies
