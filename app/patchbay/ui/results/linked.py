"""Resources in a result: a link that can be read, bytes that can be saved, and the unknown."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication

from patchbay.core.calls.blocks import Link, Payload, Unknown
from patchbay.core.calls.media import extension
from patchbay.ui import figures
from patchbay.ui.controls import Button, ElidedLabel, IconLabel, Label, column, row
from patchbay.ui.results import saving
from patchbay.ui.results.block import Block, Body
from patchbay.ui.results.json_code import written
from patchbay.ui.results.text import LARGEST, TextBody


class LinkBody(Body):
    """Name and address of a resource, and a button that reads it."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.read = Button("Read", icon="eye")
        about = " ".join(link.description.split())
        words = [
            ElidedLabel(link.title or link.name or "Resource", "label"),
            ElidedLabel(link.uri, "mono", Qt.TextElideMode.ElideMiddle),
            *([ElidedLabel(about, "hint")] if about else []),
        ]
        self.setLayout(
            row(
                IconLabel("link", "text2"),
                (column(*words, gap=2), 1),
                self.read,
                margins=(12, 8, 10, 8),
                gap=10,
            )
        )


class LinkBlock(Block):
    """A resource the server points to; nothing is fetched until a person asks."""

    opened = Signal(str)

    def __init__(self, link: Link) -> None:
        body = LinkBody(link)
        size = figures.size(link.size) if link.size is not None else ""
        meta = ", ".join(part for part in (link.mime_type, size) if part)
        super().__init__("Resource link", meta, body, role=link.role)
        body.read.clicked.connect(lambda: self.opened.emit(link.uri))
        self.add_button("copy", "Copy the address").clicked.connect(
            lambda: QGuiApplication.clipboard().setText(link.uri)
        )


class BytesBody(Body):
    """Bytes that nothing here can show."""

    def __init__(self, uri: str, payload: Payload) -> None:
        super().__init__()
        self.save = Button("Save", icon="download")
        words = column(
            ElidedLabel(uri, "mono", Qt.TextElideMode.ElideMiddle),
            Label(f"{figures.size(payload.size)} of bytes", "hint"),
            gap=2,
        )
        self.setLayout(
            row(
                IconLabel("package", "text2"),
                (words, 1),
                self.save,
                margins=(12, 8, 10, 8),
                gap=10,
            )
        )


class BytesBlock(Block):
    """A binary resource, to be saved."""

    def __init__(self, uri: str, mime_type: str, payload: Payload, role: str = "") -> None:
        body = BytesBody(uri, payload)
        super().__init__("Resource", mime_type, body, role=role)
        name = uri.rstrip("/").rsplit("/", 1)[-1].split("?")[0] or "resource"
        if "." not in name:
            name += extension(mime_type)
        body.save.clicked.connect(lambda: saving.save(self, name, saving.writes_payload(payload)))


class UnknownBody(TextBody):
    """Raw JSON, cut when it is long."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(written(unknown.raw)[:LARGEST], code=True, json=True)


def unknown_block(unknown: Unknown) -> Block:
    """A block as it came, with the reason why nothing better is shown."""
    reason = unknown.reason or "a kind of content Patchbay does not know"
    block = Block(unknown.kind or "Content", reason, UnknownBody(unknown), role=unknown.role)
    block.add_button("copy", "Copy as JSON").clicked.connect(
        lambda: QGuiApplication.clipboard().setText(written(unknown.raw))
    )
    return block
