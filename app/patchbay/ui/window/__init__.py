"""The frame around everything: sidebar, pages, menus, dialogs; wires pages to one another."""

from patchbay.ui.window.frame import Window

__all__ = ["Window"]
