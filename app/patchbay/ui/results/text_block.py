"""Text of any size as a block of a result."""

import json
import re
from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from patchbay.core.calls.blocks import Text
from patchbay.core.calls.media import extension
from patchbay.core.values import Json
from patchbay.ui import figures
from patchbay.ui.results import saving
from patchbay.ui.results.block import Block, Body
from patchbay.ui.results.json_tree import JsonBody
from patchbay.ui.results.large_body import LargeTextBody
from patchbay.ui.results.markdown import MarkdownBody
from patchbay.ui.results.opening import Opener, text_in
from patchbay.ui.results.text import LARGEST, TextBody
from patchbay.ui.tasks import spawn

_CODE = ("application/json", "application/xml", "text/x-", "text/css", "text/html", "text/csv")
_MARKS = re.compile(r"^#{1,4} |^```|^\s*[-*] |^\d+\. |\*\*\S|\]\(|^\|.*\|", re.MULTILINE)


class TextBlock(Block):
    """Words: plain at first, as markdown or as a tree when asked; many stay in their file."""

    def __init__(self, text: Text, opener: Opener, title: str = "Text") -> None:
        self._text, self._opener = text, opener
        super().__init__(title, _meta(text), _body(text), role=text.role)
        if isinstance(self.body, LargeTextBody):
            self._prepare_large(self.body)
        elif is_markdown(text):
            self._add_other_view("file-text", "Show as markdown", self._as_markdown)
        elif (value := json_in(text.text)) is not None:
            self._add_other_view("braces", "Show as a tree", lambda: JsonBody(value, opener))
        self.add_button("copy", "Copy the text").clicked.connect(self.copy)

    def copy(self) -> None:
        spawn(self, self._copy())

    def save(self) -> None:
        spawn(self, self._save())

    def _prepare_large(self, body: LargeTextBody) -> None:
        self.add_button("search", "Find in this text").clicked.connect(body.toggle_search)
        self.add_button("download", "Save the text").clicked.connect(self.save)
        if (span := self._text.spooled) is not None:
            spawn(self, body.load_file(self._opener.text(span), self._opener))
        else:
            spawn(self, body.load_text(lambda: self._text.text))

    async def _copy(self) -> None:
        QGuiApplication.clipboard().setText(await whole(self._text, self._opener))

    async def _save(self) -> None:
        name = f"text{extension(self._text.mime_type)}"
        if self._text.spooled is None:
            write = saving.writes_text(self._text.text)
        else:
            write = saving.writes_file((await self._opener.text(self._text.spooled)).file)
        saving.save(self, name, write)

    def _add_other_view(self, icon: str, name: str, other: Callable[[], Body]) -> None:
        button = self.add_button(icon, name)
        button.setCheckable(True)
        button.toggled.connect(
            lambda: self.replace_body(other() if button.isChecked() else _body(self._text))
        )

    def _as_markdown(self) -> Body:
        body = MarkdownBody(self._text.text)
        body.follow_wanted.connect(_follow)
        return body


async def whole(text: Text, opener: Opener) -> str:
    """All of it, read in a thread when it stayed on disk."""
    if text.spooled is None:
        return text.text
    return await text_in(await opener.text(text.spooled))


def is_markdown(text: Text) -> bool:
    """The type says so, or the words look like it: text blocks carry no type."""
    kind = text.mime_type.split(";")[0].strip()
    if kind in ("text/markdown", "text/x-markdown"):
        return True
    return kind in ("", "text/plain") and len(_MARKS.findall(text.text[:4_000])) >= 2


def json_in(text: str) -> Json:
    """The list or object that the words spell, or `None`."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _body(text: Text) -> Body:
    if text.spooled is not None or len(text.text) > LARGEST:
        return LargeTextBody()
    json_text = json_in(text.text) is not None
    return TextBody(text.text, code=json_text or text.mime_type.startswith(_CODE), json=json_text)


def _meta(text: Text) -> str:
    size = (
        figures.size(text.spooled.size)
        if text.spooled
        else figures.counted(len(text.text), "character")
    )
    plain = text.mime_type in ("", "text/plain")
    return size if plain else f"{text.mime_type}, {size}"


def _follow(address: str) -> None:
    QDesktopServices.openUrl(QUrl(address))
