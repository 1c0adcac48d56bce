"""Questions of a server as cards: drawn, filled in, and settled; no server needed."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from patchbay.core.calls.ask import Ask, Question, Reply, ReplyAction
from patchbay.ui import theme
from patchbay.ui.asks import AskCard
from patchbay.ui.asks.bodies import AddressBox, FormBody
from patchbay.ui.controls import IconButton, Label, scroll
from patchbay.ui.form.row import Row
from tests.ui.ask_stories import BERTH, PAGE, STORIES, asking
from tests.ui.stories import Story
from tests.ui.test_accessibility import nameless
from tests.ui.test_stories import cut_off, keep, outside, wider_than_its_view

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(("name", "size"), [("light", 100), ("dark", 100), ("light", 150)])
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
async def test_every_story_of_a_question_fits_its_window(
    story: Story, name: theme.ThemeName, size: int, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    theme.apply(qapp, name, size)
    widget = story.make(tmp_path)
    qtbot.addWidget(widget)
    widget.setObjectName("plain")
    # Text of another size takes more of a window that is as large.
    widget.resize(story.width * size // 100, story.height * size // 100)
    widget.show()
    for _ in range(4):
        await asyncio.sleep(0)  # rows and layouts that follow one another
    keep(widget, f"{story.name}-{name}-{size}")
    found = cut_off(widget), outside(widget), wider_than_its_view(widget)
    theme.apply(qapp, "light")

    assert found == ([], [], [])


async def test_everything_on_a_card_has_a_name(qtbot: QtBot, tmp_path: Path) -> None:
    for story in [each for each in STORIES if each.height > 300]:
        widget = story.make(tmp_path)
        qtbot.addWidget(widget)
        widget.resize(story.width, story.height)
        widget.show()
        await asyncio.sleep(0)
        assert nameless(widget) == []


def card_for(question: Question, qtbot: QtBot) -> tuple[Ask, AskCard]:
    ask = Ask("charts", question, asking(question))
    card = AskCard(ask)
    around = scroll(card)
    qtbot.addWidget(around, before_close_func=lambda _: around.hide())  # which keeps it alive
    around.resize(380, 600)
    around.show()
    around.activateWindow()
    return ask, card


async def test_the_card_says_who_asks_and_begins_with_the_defaults(qtbot: QtBot) -> None:
    _, card = card_for(BERTH, qtbot)

    assert card.accessibleName() == "Question of charts"
    assert card.accessibleDescription() == "Who gets the report, and until when?"
    assert isinstance(card.body, FormBody)
    assert card.body.form.raw() == {"expires": "2026-12-31"}


async def test_ctrl_enter_in_a_field_sends_the_answer(qtbot: QtBot) -> None:
    ask, card = card_for(BERTH, qtbot)
    card.focus_first()
    assert card.send.toolTip() == "Send answer (Ctrl+Enter)"
    field = card.focusWidget()
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, "ana@example.org")

    QTest.keyClick(field, Qt.Key.Key_Return, CONTROL)

    content = {"recipient": "ana@example.org", "expires": "2026-12-31"}
    assert await ask.reply() == Reply(ReplyAction.ACCEPT, content)


async def test_what_does_not_fit_is_marked_and_not_sent(qtbot: QtBot) -> None:
    ask, card = card_for(BERTH, qtbot)
    card.focus_first()
    QTest.keyClicks(card.focusWidget(), "nobody")

    QTest.mouseClick(card.send, Qt.MouseButton.LeftButton)

    assert ask.is_open
    faults = {row.field.name: row.message for row in card.findChildren(Row) if row.message}
    assert faults == {"recipient": "Needs an e-mail address"}


async def test_declining_needs_no_filled_form(qtbot: QtBot) -> None:
    ask, card = card_for(BERTH, qtbot)

    QTest.mouseClick(card.decline, Qt.MouseButton.LeftButton)

    assert await ask.reply() == Reply(ReplyAction.DECLINE)


class Browser(QObject):
    """Takes the addresses that the desktop would open."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.urls.append(url.toString())


async def test_an_address_opens_on_a_click_and_only_then(qtbot: QtBot) -> None:
    browser = Browser()
    QDesktopServices.setUrlHandler("http", browser, "open")  # pyright: ignore[reportArgumentType] - the stub wants bytes, Qt a name
    ask, card = card_for(PAGE, qtbot)
    box = card.findChild(AddressBox)
    assert box is not None
    assert box.toPlainText() == PAGE.url
    assert browser.urls == []

    QTest.mouseClick(card.send, Qt.MouseButton.LeftButton)
    QDesktopServices.unsetUrlHandler("http")

    assert browser.urls == [PAGE.url]
    assert await ask.reply() == Reply(ReplyAction.ACCEPT)


async def test_the_host_of_an_address_stands_out(qtbot: QtBot) -> None:
    _, card = card_for(PAGE, qtbot)
    box = card.findChild(AddressBox)
    assert box is not None
    cursor = box.textCursor()
    bold = ""
    for place in range(len(PAGE.url)):
        cursor.setPosition(place + 1)
        bold += PAGE.url[place] if cursor.charFormat().fontUnderline() else ""

    assert bold == PAGE.host


async def test_who_copied_the_address_can_say_that_it_is_open(qtbot: QtBot) -> None:
    ask, card = card_for(PAGE, qtbot)
    box = card.findChild(AddressBox)
    assert box is not None
    (copy,) = box.findChildren(IconButton)
    assert card.body.extras()[0].isHidden()

    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == PAGE.url
    QTest.mouseClick(card.body.extras()[0], Qt.MouseButton.LeftButton)

    assert await ask.reply() == Reply(ReplyAction.ACCEPT)


async def test_a_call_that_ends_soon_says_when(qtbot: QtBot) -> None:
    run = asking(BERTH)
    card = AskCard(run.asks[0])
    qtbot.addWidget(card)
    card.show()

    words = [label.text() for label in card.findChildren(Label)]

    assert any(each.startswith("The call is given up in ") for each in words)
