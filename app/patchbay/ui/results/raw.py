"""The result as the server sent it."""

import asyncio

from PySide6.QtWidgets import QWidget

from patchbay.core.calls.blocks import Result
from patchbay.ui import figures
from patchbay.ui.controls import column
from patchbay.ui.results.block import Block, Body
from patchbay.ui.results.json_code import written
from patchbay.ui.results.large_body import LargeTextBody
from patchbay.ui.results.lines import Lines, lines_of_file, lines_of_text
from patchbay.ui.results.opening import Opener
from patchbay.ui.results.text import LARGEST, TextBody
from patchbay.ui.tasks import spawn


def page(result: Result, opener: Opener) -> QWidget:
    """One block with all of it; large ones are written for people by the decoder."""
    holder = QWidget()
    block = Block("Raw result", figures.size(result.size) if result.size else "", _body(result))
    if isinstance(block.body, LargeTextBody):
        block.add_button("search", "Find in this text").clicked.connect(block.body.toggle_search)
        spawn(block, block.body.load(_lines(result, opener)))
    holder.setLayout(column((block, 1_000), None, margins=(16, 2, 16, 16)))
    return holder


def _body(result: Result) -> Body:
    if result.raw_file is not None or result.size > LARGEST:
        return LargeTextBody()
    return TextBody(written(result.raw)[:LARGEST], code=True, json=True)


async def _lines(result: Result, opener: Opener) -> Lines:
    if result.raw_file is None:
        return await asyncio.to_thread(lambda: lines_of_text(written(result.raw)))
    file = await opener.pretty_file(result.raw_file)
    return await asyncio.to_thread(lines_of_file, file)
