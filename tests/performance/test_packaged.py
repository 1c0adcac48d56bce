"""The packaged program beside the same program from source; `packaging/build` makes it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from tests.performance import machine
from tests.performance.conftest import ROOT, Check
from tests.performance.table import Row

BUNDLE = ROOT / "build" / "dist" / "patchbay"
PACKAGED = (str(BUNDLE / "patchbay"),)
FROM_SOURCE = (sys.executable, "-m", "patchbay")

pytestmark = [
    pytest.mark.performance,
    pytest.mark.skipif(not BUNDLE.is_dir(), reason="packaging/build was not run"),
]

_PAINTED = "Flushing"
"""How Qt's log tells that the pixels of a window are handed on."""
_DROP_CACHES = Path("/proc/sys/vm/drop_caches")
_STEADY = 20


class Opened:
    """A window that `command` shows; its first paint is seen in Qt's log."""

    def __init__(self, command: tuple[str, ...], environment: dict[str, str]) -> None:
        began = time.monotonic()
        self._process = subprocess.Popen(
            command,
            env={**environment, "QT_LOGGING_RULES": "qt.widgets.painting=true"},
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        assert any(_PAINTED in line for line in self._process.stderr), "nothing was painted"
        self.took = time.monotonic() - began

    def memory(self) -> float:
        """MB resident once it has loaded all that it loads by itself."""
        looks = [machine.resident(self._process.pid)]
        while len(looks) < _STEADY or looks[-1] - looks[-_STEADY] > 0.5:
            assert len(looks) < 50 * _STEADY, "it goes on growing"
            time.sleep(0.05)  # nothing tells that it has nothing more to load
            looks.append(machine.resident(self._process.pid))
        return looks[-1]

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=20)


def test_the_packaged_window_is_painted_no_later_than_from_source(
    check: Check, environment: dict[str, str]
) -> None:
    source, packaged = _first_paints(environment, 5, lambda: None)
    check(Row("packaged: command to first painted window", packaged, source, "s", "", _NOTE))


@pytest.mark.skipif(not os.access(_DROP_CACHES, os.W_OK), reason="only root can empty the caches")
def test_so_it_is_when_nothing_of_it_is_in_memory(
    check: Check, environment: dict[str, str]
) -> None:
    source, packaged = _first_paints(environment, 3, _empty_caches)
    check(Row("packaged: the same with empty caches", packaged, source, "s", "", _NOTE))


def test_the_packaged_window_needs_no_more_memory(
    check: Check, environment: dict[str, str]
) -> None:
    used: list[float] = []
    for command in (FROM_SOURCE, PACKAGED):
        window = Opened(command, environment)
        used.append(window.memory())
        window.close()
    source, packaged = used
    check(Row("packaged: memory of the window (RSS)", packaged, source, "MB", "", _NOTE))


def test_bundle_and_package_are_small(check: Check) -> None:
    files = [path.lstat().st_size for path in BUNDLE.rglob("*") if not path.is_dir()]
    check(Row("packaged: size of the bundle", sum(files) / 1e6, 160, "MB"))
    for package in (ROOT / "build" / "packages").glob("*.deb"):
        size = package.stat().st_size / 1e6
        check(Row("packaged: size of the .deb", size, 48, "MB"))
        assert size <= 48


_NOTE = "budget: from source"


def _first_paints(
    environment: dict[str, str], times: int, prepare: Callable[[], None]
) -> tuple[float, float]:
    """Medians in seconds from source and packaged, in turns: the load of the machine changes."""
    took: dict[tuple[str, ...], list[float]] = {FROM_SOURCE: [], PACKAGED: []}
    for _ in range(times):
        for command, found in took.items():
            prepare()
            window = Opened(command, environment)
            found.append(window.took)
            window.close()
    return median(took[FROM_SOURCE]), median(took[PACKAGED])


def _empty_caches() -> None:
    os.sync()
    _DROP_CACHES.write_text("3")
