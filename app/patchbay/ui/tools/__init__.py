"""Choose a tool, fill its form, run it, see the result."""

from patchbay.ui.tools.page import ToolsPage

__all__ = ["ToolsPage"]
