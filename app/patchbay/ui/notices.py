"""Failures that belong to no single page, kept where the window can show them."""

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from patchbay.core.errors import AppError, Family
from patchbay.core.events import Event

_log = logging.getLogger(__name__)
_KEPT = 50


@dataclass(frozen=True, slots=True)
class Notice:
    """One failure, and when it was told."""

    error: AppError
    at: datetime


class Notices:
    """The one door for failures that no page shows itself; newest last, the oldest leave.

    `redacted` hides secrets in what nobody put into words, which may quote anything; `report` keeps
    more of that than fits here.
    """

    def __init__(
        self,
        redacted: Callable[[str], str] = str,
        report: Callable[[BaseException], object] = lambda _: None,
    ) -> None:
        self.added: Event[Notice] = Event()
        self.dismissed: Event[Notice] = Event()
        self._notices: list[Notice] = []
        self._redacted = redacted
        self._report = report

    @property
    def notices(self) -> tuple[Notice, ...]:
        return tuple(self._notices)

    def show(self, error: BaseException) -> None:
        """Tell a person; an exception that nobody put into words is told as an own fault."""
        notice = Notice(self._told(error), datetime.now().astimezone())
        self._notices = [*self._notices, notice][-_KEPT:]
        self.added.emit(notice)

    def dismiss(self, notice: Notice) -> None:
        if notice in self._notices:
            self._notices.remove(notice)
            self.dismissed.emit(notice)

    def _told(self, error: BaseException) -> AppError:
        if isinstance(error, AppError):
            return error
        self._report(error)
        trace = "".join(traceback.format_exception(error))
        _log.error("Unexpected failure\n%s", self._redacted(trace))
        return AppError(
            Family.CONFIGURATION,
            "Something in Patchbay failed",
            cause=self._redacted(f"{type(error).__name__}: {error}"),
            hint="What you did may not have had an effect.",
        )
