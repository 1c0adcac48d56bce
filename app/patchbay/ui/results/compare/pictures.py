"""The pictures of two runs beside one another."""

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from patchbay.core.calls.comparable import Digested
from patchbay.core.errors import AppError
from patchbay.ui import figures
from patchbay.ui.controls import ElidedLabel, Label, clear, column, row
from patchbay.ui.results.block import Block
from patchbay.ui.results.compare.reading import Pair
from patchbay.ui.results.image import decode
from patchbay.ui.results.picture import PictureBody
from patchbay.ui.tasks import spawn

_MOST = 3
"""Each pair is decoded at once; who wants more looks at the runs themselves."""


class Pictures(QWidget):
    """Shows in pairs the pictures that differ; says so where they are the same."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ElidedLabel("", "hint")
        self._pairs = QVBoxLayout()
        self._pairs.setSpacing(8)
        self.setLayout(
            column(row(Label("Pictures", "section"), (self._words, 1)), self._pairs, gap=4)
        )
        self.clear()

    def clear(self) -> None:
        clear(self._pairs)
        self.hide()

    def show_pair(self, pair: Pair, older: str, newer: str) -> None:
        """Show what can be seen of this pair of results; `older` and `newer` are their names."""
        self.clear()
        before, after = _pictures(pair.older.bytes), _pictures(pair.newer.bytes)
        both = list(zip(before, after, strict=False))
        if not both:
            return
        differing = [(one, two) for one, two in both if one.digest != two.digest]
        for one, two in differing[:_MOST]:
            blocks = (_block(older, one), _block(newer, two))
            self._pairs.addLayout(row(*((column(block, None), 1) for block in blocks)))
        self._words.setText(_words(len(both), len(differing)))
        self.show()


def _pictures(found: Sequence[Digested]) -> list[Digested]:
    return [each for each in found if each.part.mime_type.startswith("image/")]


def _words(count: int, differing: int) -> str:
    if not differing:
        return "The same, byte for byte"
    if differing > _MOST:
        return f"{differing} of {count} differ; the first {_MOST} of them are shown"
    return f"{differing} of {count} differ" if count > 1 else ""


def _block(title: str, digested: Digested) -> Block:
    payload = digested.part.payload
    body = PictureBody(payload)
    block = Block(title, figures.size(payload.size), body)
    spawn(block, _decode(block, body, digested))
    return block


async def _decode(block: Block, body: PictureBody, digested: Digested) -> None:
    payload = digested.part.payload
    try:
        picture = await decode(payload)
    except AppError as error:
        body.show_failure(error)
        return
    wide, tall = picture.size.width(), picture.size.height()
    block.set_meta(f"{wide} \N{MULTIPLICATION SIGN} {tall}, {figures.size(payload.size)}")
    body.show_picture(picture)
    body.canvas.setAccessibleName(f"Picture, {wide} by {tall} pixels")
