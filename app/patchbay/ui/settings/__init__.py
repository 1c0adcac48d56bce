"""The page on which a person sets up Patchbay as a whole."""

from patchbay.ui.settings.page import SettingsPage

__all__ = ["SettingsPage"]
