"""Standard output and standard error, written so that no terminal obeys what is in a text."""

import re
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import TextIO

DIRECTION = r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""What turns the direction of a line, or begins one where nobody expects it."""
_CONTROL = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f{DIRECTION}]")
"""All but tabs and line ends."""


class OutputError(Exception):
    """Standard output takes no more: the disk is full, or it was closed."""


def say(text: str = "") -> None:
    """Write to standard output.

    Raises:
        OutputError: it cannot be written to.
        BrokenPipeError: its reader has gone.
    """
    with _told_apart():
        _write(sys.stdout, text)


def flush() -> None:
    """Get out what was said; raises as `say` does."""
    with _told_apart():
        sys.stdout.flush()


def tell(text: str) -> None:
    """Write to standard error, as well as that goes."""
    if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison] - may be closed
        with suppress(OSError):
            _write(sys.stderr, text)


@contextmanager
def _told_apart() -> Generator[None]:
    """Failing output must not look like the failing of a file that the command works on."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from error


def _write(stream: TextIO, text: str) -> None:
    """A terminal obeys control characters; those of a server are only shown to it."""
    stream.write((escaped(text) if stream.isatty() else text) + "\n")


def escaped(text: str) -> str:
    """Without what a terminal would obey; tabs and line ends stay."""
    return _CONTROL.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
