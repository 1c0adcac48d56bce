"""Shows what changed between two texts of a config, line by line."""

from patchbay.ui.differences.texts import MaskedText, in_thread_if_long, masked
from patchbay.ui.differences.view import DifferenceView

__all__ = ["DifferenceView", "MaskedText", "in_thread_if_long", "masked"]
