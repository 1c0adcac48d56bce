"""The definition of one server: as written in its file, and what becomes of it on this computer."""

from patchbay.core.sessions.inspection import Inspection, Inspector
from patchbay.ui.configuration.actions import FileActions
from patchbay.ui.configuration.built_in import built_in
from patchbay.ui.configuration.file_page import FileProblemsPage
from patchbay.ui.configuration.page import ConfigurationPage, ConfiguredSession
from patchbay.ui.configuration.text_side import TextSide

__all__ = [
    "ConfigurationPage",
    "ConfiguredSession",
    "FileActions",
    "FileProblemsPage",
    "Inspection",
    "Inspector",
    "TextSide",
    "built_in",
]
