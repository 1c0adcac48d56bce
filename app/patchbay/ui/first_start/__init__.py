"""What is there before any config is open."""

from patchbay.ui.first_start.page import FirstStart

__all__ = ["FirstStart"]
