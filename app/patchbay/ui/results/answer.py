"""What a finished run shows: its notes, then its blocks in the order they came."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from patchbay.core.calls.blocks import (
    Audio,
    Image,
    Link,
    Note,
    Resource,
    Result,
    Structured,
    Text,
    Unknown,
)
from patchbay.core.calls.blocks import (
    Block as Content,
)
from patchbay.core.calls.run import Run, Status
from patchbay.ui import figures
from patchbay.ui.controls import Button, IconLabel, Label, clear, column, frame, row
from patchbay.ui.results import failure
from patchbay.ui.results.audio import AudioBlock
from patchbay.ui.results.block import Block
from patchbay.ui.results.json_tree import JsonBody
from patchbay.ui.results.linked import BytesBlock, LinkBlock, unknown_block
from patchbay.ui.results.opening import Opener
from patchbay.ui.results.picture import PictureBlock
from patchbay.ui.results.running import steps_block
from patchbay.ui.results.text_block import TextBlock

_GREEDY = 1_000
_UNASKED = 50
"""Blocks shown until a person asks for more."""
_FIRST, _IN_A_STEP = 6, 3
"""Each block takes milliseconds to build, so many are built while the window goes on living."""


class Answer(QWidget):
    """The parts of one finished run, one below the other."""

    link_opened = Signal(str)
    last_good_wanted = Signal()

    def __init__(self, run: Run, opener: Opener, last_good: Run | None = None) -> None:
        super().__init__()
        self._run, self._opener = run, opener
        self.is_filled = True
        self._notes = QVBoxLayout()
        self._notes.setSpacing(8)
        self._box = column(self._notes, margins=(16, 2, 16, 16), gap=12)
        self.setLayout(self._box)
        for part in self._parts(last_good):
            self._box.addWidget(part, _stretch(part))
        self._box.addStretch(1)
        self.show_notes()

    @property
    def pictures(self) -> Sequence[PictureBlock]:
        return self.findChildren(PictureBlock)

    def show_notes(self) -> None:
        """Show the notes anew; a slower check may have added some."""
        clear(self._notes)
        notes = self._run.result.notes if self._run.result else ()
        for note in notes:
            self._notes.addWidget(note_row(note))

    def _parts(self, last_good: Run | None) -> list[QWidget]:
        if self._run.result is not None:
            return self._result(self._run.result)
        parts: list[QWidget] = []
        if self._run.error is not None:
            parts.append(failure.FailureCard(self._run.error))
            parts.extend(failure.evidence_blocks(self._run.error))
        elif self._run.status is Status.CANCELLED:
            parts.append(_cancelled())
        parts.append(failure.request_block(self._run))
        if steps := steps_block(self._run):
            parts.append(steps)
        if last_good is not None:
            link = failure.LastGood(last_good)
            link.wanted.connect(self.last_good_wanted)
            parts.append(link)
        return parts

    def _result(self, result: Result) -> list[QWidget]:
        parts: list[QWidget] = []
        if result.description:
            parts.append(Label(result.description, "second", wrap=True, selectable=True))
        parts.extend(self._block(content) for content in result.blocks[:_FIRST])
        if left := result.blocks[_FIRST:]:
            marker = QWidget()
            parts.append(marker)
            more = _UNASKED - _FIRST
            self._fill_later(marker, left[:more], left[more:])
        if result.structured is not None:
            parts.append(self._structured(result.structured))
        return parts or [_empty()]

    def _more(self, hidden: Sequence[Content]) -> QPushButton:
        """A button that puts the next blocks in its place."""
        next_ones = min(len(hidden), _UNASKED)
        button = Button(f"Show {next_ones} more of {figures.counted(len(hidden), 'block')}")

        def show() -> None:
            button.setEnabled(False)
            place = self._box.indexOf(button)
            self._fill(button, hidden[:_UNASKED], hidden[_UNASKED:])
            first = self._box.itemAt(place)
            if first is not None and (widget := first.widget()) is not None:
                widget.setFocus()

        button.clicked.connect(show)
        return button

    def _fill_later(
        self, marker: QWidget, waiting: Sequence[Content], hidden: Sequence[Content]
    ) -> None:
        self.is_filled = False
        QTimer.singleShot(0, self, lambda: self._fill(marker, waiting, hidden))

    def _fill(self, marker: QWidget, waiting: Sequence[Content], hidden: Sequence[Content]) -> None:
        """Put some of the waiting blocks before the marker, and go on until none waits."""
        for content in waiting[:_IN_A_STEP]:
            part = self._block(content)
            self._box.insertWidget(self._box.indexOf(marker), part, _stretch(part))
            part.show()  # Qt would do it a turn later, when all is said to be there
        if left := waiting[_IN_A_STEP:]:
            self._fill_later(marker, left, hidden)
            return
        if hidden:
            self._box.insertWidget(self._box.indexOf(marker), self._more(hidden))
        self._box.removeWidget(marker)
        marker.hide()
        marker.deleteLater()
        self.is_filled = True

    def _block(self, content: Content) -> QWidget:
        match content:
            case Text():
                made: QWidget = TextBlock(content, self._opener)
            case Image():
                made = PictureBlock(content.payload, content.mime_type, content.role)
            case Audio():
                made = AudioBlock(content.payload, content.mime_type, content.role)
            case Resource():
                made = self._resource(content)
            case Link():
                made = self._link(content)
            case Unknown():
                made = unknown_block(content)
        return made

    def _link(self, link: Link) -> QWidget:
        block = LinkBlock(link)
        block.opened.connect(self.link_opened)
        return block

    def _resource(self, resource: Resource) -> QWidget:
        contents, kind = resource.contents, resource.mime_type
        if isinstance(contents, Text):
            return TextBlock(contents, self._opener, resource.uri or "Resource")
        if kind.startswith("image/"):
            return PictureBlock(contents, kind, resource.role)
        if kind.startswith("audio/"):
            return AudioBlock(contents, kind, resource.role)
        return BytesBlock(resource.uri, kind, contents, resource.role)

    def _structured(self, structured: Structured) -> Block:
        value = structured.spooled or structured.value
        body = JsonBody(value, self._opener)
        size = figures.size(structured.spooled.size) if structured.spooled else ""
        block = Block("Structured content", size, body)
        block.add_button("search", "Find keys and values").clicked.connect(body.toggle_search)
        block.add_button("copy", "Copy all of it").clicked.connect(body.copy_all)
        return block


def _stretch(part: QWidget) -> int:
    return _GREEDY if isinstance(part, Block) else 0


def note_row(note: Note) -> QWidget:
    """Something odd about a result, above it."""
    icon, colour = ("triangle-alert", "warn") if note.warning else ("info", "accent")
    words: list[QWidget] = [Label(note.text, "second", wrap=True, selectable=True)]
    if note.path:
        words.append(Label(note.path, "mono", wrap=True, selectable=True))
    return frame(
        "warn" if note.warning else "info",
        row(
            column(IconLabel(icon, colour), None, margins=(0, 1, 0, 0)),
            (column(*words, gap=2), 1),
            margins=(12, 8, 12, 8),
            gap=10,
        ),
    )


def _cancelled() -> QWidget:
    return frame(
        "inset",
        row(
            IconLabel("circle-slash", "text3"),
            (
                Label(
                    "You cancelled this call. The server was told; "
                    "what it had already done may stay done.",
                    "second",
                    wrap=True,
                ),
                1,
            ),
            margins=(12, 10, 12, 10),
            gap=10,
        ),
    )


def _empty() -> QWidget:
    return Label("The server answered without any content.", "hint", wrap=True)
