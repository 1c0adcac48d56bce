"""The row of what the server itself is given, as JSON."""

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.calls.arguments import read_json
from patchbay.core.config.inline_secrets import of_settings
from patchbay.core.config.model import Entry
from patchbay.core.editing.operations import remove_field, set_field
from patchbay.core.values import Json
from patchbay.ui.controls import IconButton
from patchbay.ui.form.lines import mark
from patchbay.ui.server_form.hints import DOTS
from patchbay.ui.server_form.inputs import PageField
from patchbay.ui.server_form.text_rows import TextRow


class ConfigRow(TextRow):
    """What the server itself is given, as JSON.

    Secrets in it show as dots, and nothing can be typed, until they are asked for; they hide again
    when the field is left.
    """

    def __init__(self) -> None:
        self._page = PageField(12, code=True, json=True)
        self._eye = IconButton("eye", "Show secrets in the server config and edit it", small=True)
        super().__init__("Server config", "config", self._page)
        self._eye.hide()
        self._eye.clicked.connect(self._reveal)
        self._page.left.connect(self._hide_secrets)

    @override
    def beside(self) -> tuple[QWidget, ...]:
        return (self._eye,)

    @override
    def show_values(self, entry: Entry) -> None:
        super().show_values(entry)
        self._hide_secrets()

    @override
    def _value(self, entry: Entry) -> str:
        return _as_text(entry.config)

    @override
    def _settle(self) -> None:
        self._rest.forget()
        if self._page.isReadOnly():
            return
        text = self._page.text()
        try:
            value: Json = read_json(text) if text.strip() else None
        except ValueError as error:
            self._say(f"Is not JSON: {error}")
            return
        self._say("")
        at, name = ("config",), self.server
        if self._echo.ask(_as_text(value)):
            empty = value is None
            self.ask(remove_field(name, at) if empty else set_field(name, at, value), at)

    def _say(self, fault: str) -> None:
        self._remarks.say_fault(fault)
        mark(self._page, bad=bool(fault))

    def _hide_secrets(self) -> None:
        """Never while somebody types, and never what the file has not taken yet."""
        if self._page.hasFocus() and not self._page.isReadOnly():
            return
        text = self._echo.seen
        masked = _masked(text)
        if masked == text:
            self._show(None, hidden=False)
        elif self._page.isReadOnly() or self._is_taken():
            self._show(masked, hidden=True)

    def _is_taken(self) -> bool:
        text = self._page.text()
        try:
            return _as_text(read_json(text) if text.strip() else None) == self._echo.seen
        except ValueError:
            return False

    def _reveal(self) -> None:
        self._show(self._echo.seen, hidden=False)
        self._page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, text: str | None, *, hidden: bool) -> None:
        if text is not None:
            self._page.show_text(text)
        self._page.setReadOnly(hidden)
        if self._eye.isHidden() is hidden:
            self._eye.setVisible(hidden)
            self.reshaped.emit()


def _masked(text: str) -> str:
    for secret in of_settings(json.loads(text)) if text else ():
        text = text.replace(_inside(secret), DOTS)
    return text


def _inside(secret: str) -> str:
    return json.dumps(secret, ensure_ascii=False)[1:-1]


def _as_text(value: Json) -> str:
    return "" if value is None else json.dumps(value, indent=2, ensure_ascii=False)
