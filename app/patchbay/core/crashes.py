"""Reports of what failed in Patchbay itself: kept on this computer, sent to nobody."""

import faulthandler
import logging
import os
import platform
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from patchbay import __version__
from patchbay.core.own_files import try_to_hold, write_privately

_log = logging.getLogger(__name__)
_PACKAGE = Path(__file__).resolve().parent.parent
_KEPT = 20
_NAMED_FILE = re.compile(r'(?<=File ")([^"]+)(?=")')
_LIBRARIES = re.compile(r".*[\\/](?:site-packages|python3\.\d+|Lib)[\\/]")


class Crashes:
    """Writes reports into one folder, the newest twenty; `redacted` hides the secrets in them.

    A crash of the process itself leaves its trace in a file that this process holds a lock on; the
    next start makes a report of it.
    """

    def __init__(self, folder: Path, redacted: Callable[[str], str] = str) -> None:
        self.folder = folder
        self._redacted = redacted
        self._watching: tuple[int, Path] | None = None

    @property
    def reports(self) -> tuple[Path, ...]:
        """Oldest first."""
        return tuple(sorted(self.folder.glob("crash-*.txt")))

    def keep(self, error: BaseException) -> Path | None:
        """Write a report of a failure nobody expected; `None` when the disk does not take it."""
        return self._write(_traced(error), datetime.now().astimezone())

    def watch(self) -> tuple[Path, ...]:
        """From now on leave a trace when the process itself crashes.

        Returns what others left that ended so, as reports.
        """
        try:
            found = tuple(self._reports_of_the_dead())
            if not faulthandler.is_enabled():  # else somebody wants the trace elsewhere
                self._begin()
        except OSError as error:
            _log.warning("Crashes cannot be watched for: %s", error)
            return ()
        return found

    def close(self) -> None:
        """The process ends as it should: nothing is left of the watch."""
        if self._watching is None:
            return
        handle, path = self._watching
        self._watching = None
        faulthandler.disable()
        os.close(handle)
        with suppress(OSError):
            path.unlink()

    def _begin(self) -> None:
        path = self.folder / f"running-{os.getpid()}.txt"
        if (handle := try_to_hold(path)) is not None:
            faulthandler.enable(handle)
            self._watching = handle, path

    def _reports_of_the_dead(self) -> Iterator[Path]:
        for path in sorted(self.folder.glob("running-*.txt")):
            if (handle := try_to_hold(path)) is None:
                continue  # it still runs
            try:
                at = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
                trace = path.read_text("utf-8", "replace")
            finally:
                os.close(handle)
            path.unlink()
            if trace.strip() and (report := self._write(_relative(trace), at)) is not None:
                yield report

    def _write(self, trace: str, at: datetime) -> Path | None:
        text = f"{_heading(at)}\n\n{self._redacted(trace).rstrip()}\n"
        path = self.folder / f"crash-{at:%Y%m%d-%H%M%S-%f}.txt"
        try:
            write_privately(path, text.replace(str(Path.home()), "~"))
            for old in self.reports[:-_KEPT]:
                old.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("A report could not be kept: %s", error)
            return None
        return path


def _heading(at: datetime) -> str:
    python = ".".join(map(str, sys.version_info[:3]))
    frozen = ", packaged" if getattr(sys, "frozen", False) else ""
    return (
        f"Patchbay {__version__}{frozen}\n{at:%Y-%m-%d %H:%M:%S %z}\n"
        f"Python {python}, {platform.platform()}"
    )


def _traced(error: BaseException) -> str:
    """The traceback of an exception and of those behind it; never the values of variables."""
    return _relative("".join(traceback.format_exception(error)))


def _relative(trace: str) -> str:
    return _NAMED_FILE.sub(lambda found: _shown(found[1]), trace)


def _shown(file: str) -> str:
    """A source file without the folders it is installed in; in a package it has none."""
    if not Path(file).is_absolute():
        return file
    with suppress(ValueError):
        return (Path(_PACKAGE.name) / Path(file).relative_to(_PACKAGE)).as_posix()
    inside = _LIBRARIES.sub("", file)
    return inside if inside != file else Path(file).name
