"""The frame around everything: sidebar, pages, menus, dialogs; wires pages to one another."""

from patchbay.ui.window.window import Window

__all__ = ["Window"]
