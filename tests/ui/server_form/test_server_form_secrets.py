"""The link that takes secrets out of a config: where it stands, and when it does."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui.controls import Button
from patchbay.ui.server_form.links import Links
from tests.ui.server_form.form_desk import Desk
from tests.ui.server_form.server_form_stories import LOCAL, REMOTE

WORDS = "Move secrets…"
CLEAN = LOCAL.replace("sk-live-abcdef0123456789abcdef", "${SENTRY_TOKEN}")
ARGUMENT = CLEAN.replace('"metric"', '"metric", "--token", "sesame-open-4711"')


def shown(qtbot: QtBot, folder: Path, text: str) -> Desk:
    desk = Desk(folder, text)
    qtbot.addWidget(desk.form)
    desk.form.resize(496, 900)
    desk.form.show()
    return desk


def links(desk: Desk, words: str = WORDS) -> list[Button]:
    return [
        each
        for each in desk.form.findChildren(Button)
        if each.isVisible() and each.text().startswith(words)
    ]


@pytest.mark.parametrize(
    ("text", "beside"),
    [(LOCAL, "Add variable"), (ARGUMENT, "Add variable"), (REMOTE, "Add header")],
)
def test_it_stands_beside_the_way_to_add_a_variable_or_a_header(
    qtbot: QtBot, tmp_path: Path, text: str, beside: str
) -> None:
    desk = shown(qtbot, tmp_path, text)
    (link,), (add,) = links(desk), links(desk, beside)
    assert link.y() == add.y()
    assert link.x() > add.geometry().right()

    with qtbot.waitSignal(desk.form.move_secrets_wanted, timeout=1_000):
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)


def test_it_is_there_only_while_something_can_be_moved(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(qtbot, tmp_path, CLEAN)
    assert not links(desk)

    desk.write(LOCAL)
    assert links(desk)
    desk.form.set_read_only("This server uses a YAML anchor.")
    assert not links(desk)
    desk.form.set_read_only("")
    assert links(desk)
    desk.write(CLEAN)
    assert not links(desk)


def test_links_without_room_beside_one_another_stand_one_below_the_other(qtbot: QtBot) -> None:
    add, move = Button("Add variable", "link"), Button(WORDS, "link")
    page, both = QWidget(), Links(add, move)
    qtbot.addWidget(page)
    both.setParent(page)
    both.resize(both.minimumSizeHint().width() + 4, 80)
    page.show()
    qtbot.waitUntil(lambda: move.y() > add.y())

    both.show_link(move, shown=False)
    assert both.minimumSizeHint().width() == add.sizeHint().width()
    both.show_link(move, shown=True)

    both.resize(500, 80)
    qtbot.waitUntil(lambda: move.y() == add.y() and move.x() > add.x())
