"""Asks the person in a terminal for a line, without a thread that would outlive a Ctrl+C."""

import asyncio
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TextIO

from patchbay.cli.streams import escaped


def is_attended() -> bool:
    """Somebody is there to be asked: questions go to stderr, answers come from stdin."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


async def asked(prompt: str, *, hidden: bool = False) -> str:
    """The line that is typed after `prompt`, with its end; empty at the end of the input.

    `hidden` keeps it off the screen.
    """
    if not hidden:
        return await _line_after(prompt)
    with _unseen():  # before the prompt: some type fast
        found = await _line_after(prompt)
    sys.stderr.write("\n")
    return found


def _is_terminal(stream: TextIO | None) -> bool:
    """A stream that our caller closed is `None`, though its type does not say so."""
    return stream is not None and stream.isatty()


async def _line_after(prompt: str) -> str:
    sys.stderr.write(escaped(prompt))
    sys.stderr.flush()
    return await _line()


async def _line() -> str:
    if sys.platform == "win32":
        return await asyncio.to_thread(sys.stdin.readline)
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str] = loop.create_future()
    loop.add_reader(sys.stdin, lambda: line.done() or line.set_result(sys.stdin.readline()))
    try:
        return await line
    finally:
        loop.remove_reader(sys.stdin)


@contextmanager
def _unseen() -> Generator[None]:
    if sys.platform == "win32":  # its terminal has no such switch for whole lines
        yield
        return
    import termios  # noqa: PLC0415 - not there on Windows

    echo = 3  # the place of the local modes
    before = termios.tcgetattr(sys.stdin)
    without = list(before)
    without[echo] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, without)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
