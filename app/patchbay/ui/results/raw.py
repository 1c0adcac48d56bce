"""The result as the server sent it."""

from PySide6.QtWidgets import QWidget

from patchbay.core.calls.blocks import Result
from patchbay.ui import figures
from patchbay.ui.controls import column
from patchbay.ui.results.block import Block, Body
from patchbay.ui.results.json_code import written
from patchbay.ui.results.large_body import LargeTextBody
from patchbay.ui.results.opening import Opener
from patchbay.ui.results.text import LARGEST, TextBody
from patchbay.ui.tasks import spawn


def page(result: Result, opener: Opener) -> QWidget:
    """One block with all of it; large ones are written for people by the decoder."""
    holder = QWidget()
    block = Block("Raw result", figures.size(result.size) if result.size else "", _body(result))
    if isinstance(block.body, LargeTextBody):
        block.add_button("search", "Find in this text").clicked.connect(block.body.toggle_search)
        _load(block.body, result, opener)
    holder.setLayout(column((block, 1_000), None, margins=(16, 2, 16, 16)))
    return holder


def _body(result: Result) -> Body:
    if result.raw_file is not None or result.size > LARGEST:
        return LargeTextBody()
    return TextBody(written(result.raw)[:LARGEST], code=True, json=True)


def _load(body: LargeTextBody, result: Result, opener: Opener) -> None:
    if result.raw_file is not None:
        spawn(body, body.load_file(opener.pretty(result.raw_file), opener))
    else:
        spawn(body, body.load_text(lambda: written(result.raw)))
