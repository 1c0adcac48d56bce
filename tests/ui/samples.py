"""Runs, results and pictures that stories and tests show, and an opener that reads small files."""

import io
import json
import math
import struct
import wave
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPainterPath, QPen
from typing_extensions import override

from patchbay.core.calls.blocks import (
    Audio,
    HeldBytes,
    Image,
    Link,
    Note,
    Resource,
    Result,
    Spooled,
    Structured,
    Text,
    Unknown,
)
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.decoder import Match, MatchPage, Node, NodePage, TextFile
from patchbay.core.values import Json, JsonObject
from patchbay.relay.texts import RowFile

ARGUMENTS: JsonObject = {"dataset": "orders", "kind": "line", "days": 90}
STRUCTURED: JsonObject = {
    "dataset": "orders",
    "range": {"from": "2026-09-01", "to": "2026-11-29", "days": 90},
    "series": [
        {"name": "north", "points": 90, "max": 371.4},
        {"name": "south", "points": 90, "max": 238.0},
        {"name": "west", "points": 90, "max": 162.9},
    ],
    "truncated": False,
    "next": None,
}
WORDS = (
    "Rendered 3 series over 90 days (270 points). "
    "The highest value is 371.4 in north, on 2026-11-18."
)
MARKDOWN = """# Report

Orders grew by **12 %** in autumn. See [the table](https://example.org/orders).

| region | orders |
|---|---|
| north | 371 |
| south | 238 |

- [x] read
- [ ] sent
"""


class FileOpener:
    """Opens spooled values in this very process: small ones, for tests."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.asked: list[tuple[int, int]] = []

    async def text(self, span: Spooled) -> TextFile:
        return self._written(str(value_of(span)))

    async def pretty(self, span: Spooled) -> TextFile:
        return self._written(json.dumps(value_of(span), indent=2, ensure_ascii=False))

    async def children(self, span: Spooled, start: int, count: int) -> NodePage:
        self.asked.append((start, count))
        value = value_of(span)
        members = members_of(value)
        nodes = [
            self._node(key, member) for key, member in members[start : start + min(count, 1_000)]
        ]
        # As the decoder: it knows how many there are only when it came to the end.
        reached_end = start + count >= len(members)
        return NodePage(tuple(nodes), len(members) if reached_end else None)

    async def search_text(
        self, text: TextFile, needle: str, after: int = 0, limit: int = 1000
    ) -> MatchPage:
        found = text.file.read_bytes().lower().find(needle.lower().encode(), after)
        return MatchPage((Match(found, len(needle), None),) if found >= 0 else (), None)

    def _node(self, key: str | int, value: Json) -> Node:
        span = spooled(value, self._folder)
        return Node(key, span.kind, span.preview, span, span.count)

    def _written(self, text: str) -> TextFile:
        rows = RowFile(str(self._folder / f"opened-{len(list(self._folder.iterdir()))}.txt"))
        rows.fill([text.encode()])
        return TextFile(Path(rows.path), Path(rows.index_path), rows.rows, rows.size)


class BrokenOpener(FileOpener):
    """A decoder that finds everything damaged."""

    @override
    async def text(self, span: Spooled) -> TextFile:
        raise AppError(Family.PROTOCOL, "The text could not be opened", cause="It is damaged.")

    @override
    async def children(self, span: Spooled, start: int, count: int) -> NodePage:
        raise AppError(Family.PROTOCOL, "The value could not be opened", cause="It is damaged.")


def members_of(value: Json) -> list[tuple[str | int, Json]]:
    if kind_of(value) == "dict":
        return [(str(key), value[key]) for key in value]
    return [(place, value[place]) for place in range(len(value))]


def kind_of(value: Json) -> str:
    for kind, name in ((dict, "dict"), (list, "list"), (str, "str")):
        if isinstance(value, kind):
            return name
    return "num" if type(value) in (int, float) else json.dumps(value)


def value_of(span: Spooled) -> Json:
    return json.loads(span.file.read_bytes()[span.start : span.end])


def spooled(value: Json, folder: Path, *, count: int | None = None) -> Spooled:
    """Put a value into a file of its own, as the relay would."""
    file = folder / f"spool-{len(list(folder.iterdir()))}.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    size = file.stat().st_size
    kind = kind_of(value)
    counted = len(value) if kind in ("dict", "list") and len(value) <= 1_000 else count
    preview = (value if kind == "str" else json.dumps(value))[:200]
    return Spooled(file, 0, size, kind, counted, preview)


def a_run(number: int, arguments: JsonObject = ARGUMENTS, name: str = "render_chart") -> Run:
    return Run(number, RunKind.TOOL, name, arguments)


def done(number: int, result: Result) -> Run:
    run = a_run(number)
    run.finish(result)
    return run


def chart_result() -> Result:
    return Result(
        (Text(WORDS), Image("image/png", HeldBytes(chart_png()))),
        Structured(STRUCTURED),
        raw={"content": [{"type": "text", "text": WORDS}], "structuredContent": STRUCTURED},
        size=34_210,
    )


def noted_result() -> Result:
    return Result(
        (Text('{"city": "Bergen", "celsius": "4"}'),),
        Structured({"city": "Bergen", "celsius": "4"}),
        notes=(
            Note("The structured content does not match the output schema.", "/celsius"),
            Note("Text before the first message was skipped.", warning=False),
        ),
        raw={"structuredContent": {"city": "Bergen", "celsius": "4"}},
        size=412,
    )


def every_kind_result() -> Result:
    return Result(
        (
            Text(MARKDOWN, "text/markdown"),
            Audio("audio/wav", HeldBytes(a_wave())),
            Resource("file:///srv/data/notes.txt", "text/plain", Text("Two lines\nof notes")),
            Resource("demo://blob.bin", "application/octet-stream", HeldBytes(b"\0" * 2_048)),
            Link(
                "demo://reports/orders.pdf",
                "orders.pdf",
                description="The report that was made",
                mime_type="application/pdf",
                size=182_000,
            ),
            Unknown("hologram", {"type": "hologram", "depth": 3}, "a kind no protocol names"),
        ),
        raw={"content": []},
        size=51_200,
    )


def chart_png(width: int = 720, height: int = 360) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#E3E7EA"), 1))
    for step in range(5):
        level = height * (0.2 + 0.16 * step)
        painter.drawLine(QPointF(width * 0.08, level), QPointF(width * 0.97, level))
    for place, colour in enumerate(("#0B7285", "#E8590C", "#6741D9")):
        painter.setPen(QPen(QColor(colour), 2))
        painter.drawPath(_wave(place, width, height))
    painter.setPen(QColor("#20262C"))
    painter.drawText(
        QRectF(width * 0.06, 8, width, 30), int(Qt.AlignmentFlag.AlignLeft), "Orders per day"
    )
    painter.end()
    return encoded(image, b"PNG")


def encoded(image: QImage, kind: bytes) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(kind)).write(image)
    return bytes(buffer.data().data())


def a_wave(seconds: float = 1.5) -> bytes:
    rate = 8_000
    stream = io.BytesIO()
    with wave.open(stream, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        frames: Sequence[int] = [
            round(8_000 * math.sin(place / 8)) for place in range(round(rate * seconds))
        ]
        sound.writeframes(struct.pack(f"<{len(frames)}h", *frames))
    return stream.getvalue()


def _wave(place: int, width: int, height: int) -> QPainterPath:
    path = QPainterPath()
    for step in range(90):
        across = width * (0.08 + 0.89 * step / 89)
        down = height * (0.35 + 0.18 * place) + height * 0.08 * math.sin(step / 6 + place * 2)
        if step:
            path.lineTo(across, down)
        else:
            path.moveTo(across, down)
    return path
