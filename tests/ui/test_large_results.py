"""Large values through the real decoder process, and a window that goes on living."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from patchbay.core.calls.blocks import Result, Spooled, Structured, Text
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.values import Json
from patchbay.ui.results.json_tree import JsonBody
from patchbay.ui.results.large_text import LargeText
from patchbay.ui.results.view import ResultView
from tests.ui.samples import done, kind_of
from tests.ui.waiting import until


@pytest.fixture
async def decoder() -> AsyncIterator[Decoder]:
    decoder = Decoder(Spawner())
    yield decoder
    await decoder.close()


def spool(value: Json, folder: Path) -> Spooled:
    file = folder / f"{kind_of(value)}.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    return Spooled(file, 0, file.stat().st_size, kind_of(value))


async def test_a_large_text_and_a_large_tree_open_beside_each_other(
    decoder: Decoder, qtbot: QtBot, tmp_path: Path
) -> None:
    text = "\n".join(f"line {number} of the log" for number in range(100_000))
    rows = {"rows": [{"id": number} for number in range(20_000)], "more": None}
    view = ResultView(decoder)
    qtbot.addWidget(view)
    view.resize(420, 700)
    view.show()
    beats = list[None]()
    timer = QTimer(view)
    timer.timeout.connect(lambda: beats.append(None))
    timer.start(4)

    run = done(
        1,
        Result((Text("", spooled=spool(text, tmp_path)),), Structured(None, spool(rows, tmp_path))),
    )
    view.set_runs([run])
    view.show_run(run)
    await until(lambda: view.settled, 20)

    words = view.findChild(LargeText)
    assert words is not None
    assert await words.find_next("line 99998")
    assert words.selected() == (99_998, 99_998)

    tree = view.findChild(JsonBody)
    assert tree is not None
    model = tree.model
    await until(lambda: model.rowCount() == 2, 20)
    members = model.index(0, 0)
    tree.view.expand(members)
    await until(lambda: model.rowCount(members) == 20, 20)
    assert beats
