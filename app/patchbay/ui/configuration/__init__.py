"""The definition of one server: as written in its file, and what becomes of it on this computer."""

from patchbay.core.sessions.inspection import Inspection, Inspector
from patchbay.ui.configuration.file_page import FileProblemsPage
from patchbay.ui.configuration.page import ConfigurationPage, ConfiguredSession

__all__ = [
    "ConfigurationPage",
    "ConfiguredSession",
    "FileProblemsPage",
    "Inspection",
    "Inspector",
]
