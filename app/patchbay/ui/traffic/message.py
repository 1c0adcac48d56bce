"""One message of an exchange as coloured JSON in a frame."""

import json

from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.sessions.traffic import BODY_LIMIT
from patchbay.ui import theme
from patchbay.ui.figures import counted, size
from patchbay.ui.json_colours import JsonColours
from patchbay.ui.results.block import Block
from patchbay.ui.results.json_code import written
from patchbay.ui.results.text import TextBody

_MOST_LINES = 800
"""More lines are not coloured and laid out within a frame's time; Copy has them all."""


class MessageBlock(Block):
    """Request or response: pretty-printed, selectable, with a button that copies all of it."""

    def __init__(self, title: str, about: str, body: str, whole_size: int, *, cut: bool) -> None:
        self.text = _pretty(body)
        shown, is_long = _beginning(self.text)
        notes = [about] if about else []
        notes.append(size(whole_size))
        if cut:
            notes.append(f"the first {size(BODY_LIMIT)} were kept")
        if is_long:
            notes.append(f"its first {counted(_MOST_LINES, 'line')}; Copy takes all")
        super().__init__(title, ", ".join(notes), _JsonBody(shown))
        copy = self.add_button("copy", f"Copy the {title.lower()}")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text))


class _JsonBody(TextBody):
    """Wrapped, so that long strings can be read without scrolling sideways."""

    def __init__(self, text: str) -> None:
        super().__init__(text, code=True)
        self._theme = theme.current()
        self._colours = JsonColours(self.view.document())

    @override
    def changeEvent(self, event: QEvent) -> None:
        QWidget.changeEvent(self, event)
        # Qt tells of a change of style also when there was none but another parent.
        if event.type() is QEvent.Type.StyleChange and self._theme is not theme.current():
            self._theme = theme.current()
            self._colours.rehighlight()


def _pretty(body: str) -> str:
    """The message as people read it; as it came where it is no whole JSON."""
    try:
        return written(json.loads(body))
    except (ValueError, RecursionError):
        return body


def _beginning(text: str) -> tuple[str, bool]:
    lines = text.split("\n", _MOST_LINES)
    if len(lines) <= _MOST_LINES:
        return text, False
    return "\n".join(lines[:_MOST_LINES]), True
