"""Real processes: a second `patchbay` hands over to the first and is gone."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from patchbay.core.values import as_list, as_text, is_object
from tests.end_to_end.conftest import Patchbay

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends the window by SIGTERM")

SOON = 30.0
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def first(environment: dict[str, str], tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A running window without any file."""
    process = _patchbay(environment, tmp_path)
    until((data(environment) / "running.json").exists)
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def second(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Start another one; it is ended after the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str) -> "subprocess.Popen[str]":
        started.append(_patchbay(environment, tmp_path, *words))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def _patchbay(environment: dict[str, str], folder: Path, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "patchbay", *words],
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def data(environment: dict[str, str]) -> Path:
    return Path(environment["PATCHBAY_HOME"]) / "data"


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def open_files(environment: dict[str, str]) -> list[str]:
    """What the running window says is open; it writes that down a moment later."""
    try:
        said = json.loads((data(environment) / "sitting.json").read_text())
    except FileNotFoundError:
        return []
    return list(map(as_text, as_list(said.get("files")))) if is_object(said) else []


def test_a_second_start_hands_its_files_to_the_first_and_ends(
    first: "subprocess.Popen[str]", patchbay: Patchbay, environment: dict[str, str], tmp_path: Path
) -> None:
    ran = tmp_path / "it ran"
    entry = {"command": "touch", "args": [str(ran)]}
    for name in ("one.json", "two.json"):
        (tmp_path / name).write_text(json.dumps({"mcpServers": {"a": entry}}))

    second = patchbay("one.json", (tmp_path / "two.json").as_uri())

    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    wanted = [str(tmp_path / "one.json"), str(tmp_path / "two.json")]
    until(lambda: open_files(environment) == wanted)
    assert not ran.exists()
    first.terminate()
    assert first.wait(SOON) == 0
    assert not (data(environment) / "running.json").exists()


def test_a_second_start_opens_a_window_of_its_own_when_the_first_hangs(
    first: "subprocess.Popen[str]", second: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "one.json").write_text('{"mcpServers": {}}')
    first.send_signal(signal.SIGSTOP)

    beside = second("one.json")

    assert beside.stderr is not None
    assert "opening another window" in beside.stderr.readline()
    beside.terminate()
    assert beside.wait(SOON) == 0
    first.send_signal(signal.SIGCONT)
    first.terminate()
    assert first.wait(SOON) == 0
    assert open_files(environment) == []
