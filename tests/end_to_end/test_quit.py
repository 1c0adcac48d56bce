"""However a whole Patchbay ends, none of its processes is left after 6 s."""

import json
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.processes import VARIABLE, end_all, marked, wait_until_none

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts processes through /proc")

SITTING = Path(__file__).parent / "sitting.py"
WORKSHOP = Path(__file__).parents[1] / "servers" / "workshop.py"
BUDGET, MARGIN = 6.0, 1.5  # seconds; the margin is for a machine with other work
MIXED = (
    (),
    ("stubborn",),
    ("child=plain",),
    ("child=setsid",),
    ("stubborn", "child=setsid"),
)


class Sitting:
    """One Patchbay with its servers, and all the processes that come of it."""

    def __init__(self, process: "subprocess.Popen[str]", mark: str) -> None:
        self.process = process
        self.mark = mark

    def ends(self, number: signal.Signals) -> tuple[int, float]:
        """Send a signal and wait until nothing is left: the exit code, and the seconds."""
        began = time.monotonic()
        self.process.send_signal(number)
        wait_until_none(self.mark, BUDGET + MARGIN)
        return self.process.wait(1), time.monotonic() - began


@pytest.fixture
def mark() -> Iterator[str]:
    mark = uuid.uuid4().hex
    yield mark
    end_all(mark)


Sit = Callable[..., Sitting]


@pytest.fixture
def sit(environment: dict[str, str], mark: str, tmp_path: Path) -> Iterator[Sit]:
    """Open the window with servers of these words, and wait until all of them run."""
    started: list[subprocess.Popen[str]] = []

    def open_window(*servers: tuple[str, ...]) -> Sitting:
        config = Path(environment["PATCHBAY_HOME"]) / "config"
        config.mkdir(parents=True)
        settings = {"allow": [sys.executable], "pass_variables": [VARIABLE]}
        (config / "settings.json").write_text(json.dumps(settings))
        entries = {
            f"server {place}": {"command": sys.executable, "args": [str(WORKSHOP), *words]}
            for place, words in enumerate(servers)
        }
        file = tmp_path / "mcp.json"
        file.write_text(json.dumps({"mcpServers": entries}))
        process = subprocess.Popen(
            [sys.executable, str(SITTING), str(file)],
            env={**environment, VARIABLE: mark},
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return Sitting(process, mark)

    yield open_window
    for process in started:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_ten_stubborn_servers_are_gone_6_s_after_sigterm(sit: Sit, mark: str) -> None:
    sitting = sit(*[("stubborn",)] * 10)
    assert len(marked(mark)) >= 21  # the window, and a relay and a server each

    code, took = sitting.ends(signal.SIGTERM)

    assert code == 0
    assert took < BUDGET + MARGIN


def test_servers_of_every_kind_are_gone_after_sigint(sit: Sit, mark: str) -> None:
    sitting = sit(*MIXED)
    assert len(marked(mark)) >= 14

    code, _ = sitting.ends(signal.SIGINT)

    assert code == 0


def test_servers_of_every_kind_are_gone_after_sigkill_of_the_window(sit: Sit, mark: str) -> None:
    sitting = sit(*MIXED, *[("stubborn",)] * 5)
    assert len(marked(mark)) >= 24

    code, _ = sitting.ends(signal.SIGKILL)

    assert code == -signal.SIGKILL


def test_polite_servers_keep_nobody_waiting(sit: Sit) -> None:
    sitting = sit((), ())

    code, took = sitting.ends(signal.SIGTERM)

    assert code == 0
    assert took < 2
