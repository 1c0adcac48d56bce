"""All arguments as JSON text."""

import json
import re

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget
from typing_extensions import override

from patchbay.core.calls.arguments import read_json
from patchbay.core.calls.fields import Field
from patchbay.core.values import JsonObject, JsonPath, is_object
from patchbay.ui import theme
from patchbay.ui.controls import column
from patchbay.ui.form import json_text
from patchbay.ui.form.descriptions import FaultWords, Words
from patchbay.ui.form.lines import mark
from patchbay.ui.json_colours import JsonColours

_PLACE = re.compile(r"line (\d+), column (\d+)")
_SHOWN = 5


class _Code(QPlainTextEdit):
    """The text; Tab leaves it, as everywhere in a form."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("field", "true")
        self.setProperty("mono", "true")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setFont(theme.font(12, mono=True))
        self.setAccessibleName("Arguments as JSON")
        self.setMinimumWidth(60)
        self.colours = JsonColours(self.document())

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class JsonView(QWidget):
    """Edits one JSON object as text, and says what is wrong with it."""

    edited = Signal()

    def __init__(self, root: Field) -> None:
        super().__init__()
        self._root = root
        self._code = _Code()
        self._fault = FaultWords()
        self._why = Words("", "hint")
        self._why.hide()
        self._given: JsonObject = {}
        self._given_text = ""
        self.setLayout(
            column(self._why, (self._code, 1), self._fault, margins=(16, 4, 16, 12), gap=4)
        )
        self._code.textChanged.connect(self._changed)
        self._code.left.connect(self.check)

    @property
    def fault(self) -> str:
        return self._fault.text()

    def say_why(self, reason: str) -> None:
        """Why there are no rows for these arguments."""
        self._why.setText(f"These arguments are edited as JSON: {reason}.")
        self._why.show()

    def show_arguments(self, arguments: JsonObject) -> None:
        self._given = arguments
        self._code.setPlainText(json_text.written(self._root, arguments))
        self._given_text = self._text()
        self.say("")

    def arguments(self) -> JsonObject | None:
        """The object, exactly as given while nobody has typed; `None` if there is none."""
        text = self._text()
        if text == self._given_text:
            return self._given
        try:
            found = read_json(text if text.strip() else "{}")
        except ValueError as error:
            self._say_where(str(error))
            return None
        if is_object(found):
            return found
        self.say("Needs an object, in { and }")
        return None

    def check(self) -> None:
        """Say so if the text is no JSON."""
        text = self._text()
        if text != self._given_text and text.strip():
            try:
                read_json(text)
            except ValueError as error:
                self.say(f"Is not JSON: {error}")

    def say(self, message: str) -> None:
        self._fault.say(message)
        mark(self._code, bad=bool(message))
        self._code.setAccessibleDescription(message)

    def say_mismatches(self, found: list[tuple[JsonPath, str]]) -> None:
        """What does not fit the schema, with the place of each."""
        lines = [f"{_spelled(path)}: {message}" if path else message for path, message in found]
        more = [f"and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
        self.say("\n".join([*lines[:_SHOWN], *more]))

    def go_to(self, path: JsonPath) -> None:
        """Put the cursor at the first place in the text that looks like the path."""
        names = [step for step in path if isinstance(step, str)]
        text, at = self._text(), 0
        for name in names:
            found = text.find(json.dumps(name, ensure_ascii=False), at)
            at = found if found >= 0 else at
        self._move(at)

    def focus(self) -> None:
        self._code.setFocus()

    def _text(self) -> str:
        return json_text.read(self._code.document())

    def _say_where(self, message: str) -> None:
        self.say(f"Is not JSON: {message}")
        if place := _PLACE.search(message):
            block = self._code.document().findBlockByNumber(int(place[1]) - 1)
            self._move(block.position() + min(int(place[2]) - 1, block.length() - 1))

    def _move(self, position: int) -> None:
        cursor = QTextCursor(self._code.document())
        cursor.setPosition(position)
        self._code.setTextCursor(cursor)

    def _changed(self) -> None:
        if self.fault:
            self.say("")
        self.edited.emit()


def _spelled(path: JsonPath) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]
