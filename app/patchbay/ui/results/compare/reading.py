"""Reads two runs for their comparison, away from the thread of the window."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from patchbay.core.calls.blocks import Spooled
from patchbay.core.calls.comparable import Side, side
from patchbay.core.calls.comparing import Part, Words, arguments_of, result_of
from patchbay.core.calls.run import Run
from patchbay.core.errors import AppError, Family
from patchbay.ui.results.decoding import in_own_thread
from patchbay.ui.results.opening import Opener

_PATIENCE = 60.0
"""Seconds that reading one side of two large results may take."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The same part of both runs."""

    older: Side
    newer: Side


async def arguments(older: Run, newer: Run, opener: Opener) -> Pair:
    return await _read(arguments_of(older), arguments_of(newer), opener, headed=False)


async def results(older: Run, newer: Run, opener: Opener) -> Pair:
    """What came back of both.

    Raises:
        AppError: it cannot be read back from disk.
    """
    before, after = result_of(older), result_of(newer)
    # One part on each side speaks for itself, unless what it is differs.
    headed = max(len(before), len(after)) > 1 or _titles(before) != _titles(after)
    return await _read(before, after, opener, headed=headed)


async def _read(
    before: Sequence[Part], after: Sequence[Part], opener: Opener, *, headed: bool
) -> Pair:
    try:
        return Pair(
            await _side(before, opener, headed=headed), await _side(after, opener, headed=headed)
        )
    except TimeoutError as error:
        raise _unreadable(f"Reading them takes more than {_PATIENCE:.0f} seconds.") from error
    except OSError as error:
        raise _unreadable("What the server sent could not be read back.", str(error)) from error


async def _side(parts: Sequence[Part], opener: Opener, *, headed: bool) -> Side:
    spans = [
        part.text for part in parts if isinstance(part, Words) and isinstance(part.text, Spooled)
    ]
    files = {span: await _file(span, opener) for span in spans}
    return await in_own_thread(partial(side, parts, files, headed=headed), _PATIENCE)


async def _file(span: Spooled, opener: Opener) -> Path:
    opened = await (opener.text(span) if span.kind == "str" else opener.pretty(span))
    return opened.file


def _titles(parts: Sequence[Part]) -> list[str]:
    return [part.title for part in parts]


def _unreadable(cause: str, evidence: str = "") -> AppError:
    return AppError(
        Family.PROTOCOL,
        "These runs cannot be compared",
        cause=cause,
        evidence={"reading": evidence} if evidence else {},
    )
