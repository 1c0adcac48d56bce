"""A text editor for a config, which shows its text and never owns it."""

from patchbay.ui.editor.editor import CodeEditor
from patchbay.ui.editor.pane import TextPane
from patchbay.ui.editor.shown import ShownText, shown_text
from patchbay.ui.editor.slicing import LARGE

__all__ = [
    "LARGE",
    "CodeEditor",
    "ShownText",
    "TextPane",
    "shown_text",
]
