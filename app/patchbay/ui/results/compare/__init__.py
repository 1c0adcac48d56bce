"""Two runs beside one another: what was asked otherwise, and what came back otherwise."""

from patchbay.ui.results.compare.page import Comparison

__all__ = ["Comparison"]
