"""The log of one server, as it is written."""

from patchbay.ui.log.page import LoggingSession, LogPage

__all__ = ["LogPage", "LoggingSession"]
