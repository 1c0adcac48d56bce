"""Questions of servers, answered in the window as a person does."""

import json
from typing import Any

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from patchbay.core.calls.run import Run, Status
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready
from patchbay.ui.asks import AskCard
from patchbay.ui.form.row import Row
from patchbay.ui.servers import words
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until

BERTH: dict[str, Any] = {
    "message": "Which berth?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "quay": {"type": "string"},
            "number": {"type": "integer", "maximum": 9, "default": 3},
        },
        "required": ["quay"],
    },
}
PAGE: dict[str, Any] = {
    "mode": "url",
    "message": "Pay the dues",
    "url": "https://pay.example.org/dues",
    "elicitationId": "7",
}
ERAS = pytest.mark.parametrize("era", [(), ("--modern",)], ids=["legacy", "modern"])


async def asked(
    person: Person, file: Files, *questions: dict[str, Any], era: tuple[str, ...] = ()
) -> Run:
    """Open the server that asks, and run a tool that asks these; the run."""
    person.drop(file(asker=entry("asker.py", *era), other=entry("workshop.py")))
    session = await person.start("asker")
    return await ask(person, session, *questions)


async def ask(person: Person, session: Session, *questions: dict[str, Any]) -> Run:
    person.choose_item("ask")
    form = person.page.tools.pane.form
    assert form is not None
    form.set_arguments({"questions": list(questions)})
    await person.press("Ctrl+Return")
    await until(lambda: len(session.asks.open) == len(questions), what="the question")
    await until(lambda: len(person.all(AskCard)) == len(questions), what="its card")
    return session.runs[-1]


async def replied(run: Run) -> list[Any]:
    await until(lambda: run.took is not None, what="the end of the call")
    assert run.result is not None, run.error
    return json.loads(run.result.raw["content"][0]["text"])


def row(card: AskCard, name: str) -> Row:
    return next(each for each in card.findChildren(Row) if each.field.name == name)


@ERAS
async def test_a_question_stands_above_its_call_and_is_answered_by_keys(
    person: Person, file: Files, era: tuple[str, ...]
) -> None:
    run = await asked(person, file, BERTH, era=era)
    session = person.page.session
    card = person.find(AskCard)
    told = person.reads(person.page.tools.results)
    assert "asker asks before it goes on" in told
    assert "Which berth?" in told
    assert "Paused: the server waits for your answer" in told
    assert words.tail(session) == "asks"
    assert words.accessible(session) == "asker, running, asks you something, stdio, 6 tools"
    assert "1 question waits for your answer" in person.reads(person.page.header)

    await person.press("Ctrl+Shift+I")
    await person.write("south")
    await person.press("Tab", "Ctrl+A")
    await person.write("12")
    await person.press("Ctrl+Return")
    assert len(session.runs) == 1
    assert row(card, "number").message == "At most 9"
    assert "1 field needs attention" in person.reads(card)
    await person.press("Ctrl+A")
    await person.write("4")
    await person.press("Ctrl+Return")

    assert await replied(run) == [{"action": "accept", "content": {"quay": "south", "number": 4}}]
    await person.settled()
    assert person.all(AskCard) == []
    assert words.tail(session) == "6"


@ERAS
async def test_questions_are_declined_one_by_one(
    person: Person, file: Files, era: tuple[str, ...]
) -> None:
    run = await asked(person, file, BERTH, PAGE, era=era)
    first, second = person.all(AskCard)

    person.press_scrolled("Decline", first)
    await until(lambda: person.all(AskCard) == [second], what="the end of the first card")
    person.press_scrolled("Decline", second)

    assert await replied(run) == [{"action": "decline"}, {"action": "decline"}]


@ERAS
async def test_the_call_is_cancelled_from_its_question_or_by_key_and_the_server_stays(
    person: Person, file: Files, era: tuple[str, ...]
) -> None:
    run = await asked(person, file, BERTH, era=era)
    person.press_scrolled("Cancel the call", person.find(AskCard))
    await until(lambda: run.took is not None, what="the end of the call")
    assert run.status is Status.CANCELLED
    await until(lambda: not person.all(AskCard), what="the end of the card")

    again = await ask(person, person.page.session, BERTH)
    await person.press("Ctrl+.")

    await until(lambda: again.took is not None, what="the end of the call")
    assert again.status is Status.CANCELLED
    assert isinstance(person.page.session.state, Ready)


async def test_from_another_page_and_another_server_the_question_is_one_step_away(
    person: Person, file: Files
) -> None:
    run = await asked(person, file, BERTH)
    person.choose_page("Log")
    await until(person.page.asks.isVisible, what="the row")
    assert "The server asks: Which berth?" in person.reads(person.page.asks)

    person.press_button("Show", person.page.asks)
    assert person.page.page_name == "tools"
    await until(lambda: not person.page.asks.isVisible(), what="the end of the row")

    person.choose_item("later")
    await until(person.page.asks.isVisible, what="the row")
    person.choose_server("other")
    await person.press("Ctrl+Shift+I")

    assert person.page.session.entry.name == "asker"
    card = person.find(AskCard)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert card.isAncestorOf(focused)
    await person.write("north")
    await person.press("Ctrl+Return")
    assert (await replied(run))[0]["content"] == {"quay": "north", "number": 3}


async def test_without_a_question_the_key_does_nothing(person: Person, file: Files) -> None:
    person.drop(file(asker=entry("asker.py")))
    await person.start("asker")
    command = next(each for each in person.window.commands.all if each.id == "question")

    await person.press("Ctrl+Shift+I")

    assert not command.enabled()
    assert command.needs == "needs a server that asks something"
    assert person.all(AskCard) == []


async def test_a_question_of_no_call_opens_below_its_row(person: Person, file: Files) -> None:
    person.drop(file(asker=entry("asker.py")))
    session = await person.start("asker")
    session.call_tool("later", {"questions": [BERTH]})
    await until(lambda: session.asks.open, what="the question")
    person.choose_page("Traffic")
    await until(person.page.asks.isVisible, what="the row")

    person.press_button("Show", person.page.asks)
    card = person.find(AskCard)
    assert person.page.page_name == "traffic"
    await person.write("west")
    await person.press("Ctrl+Return")

    await until(lambda: not session.asks.open, what="the answer")
    await until(lambda: not person.page.asks.isVisible(), what="the end of the row")
    assert person.all(AskCard) == []
    assert not card.ask.is_open


class Browser(QObject):
    """Takes the addresses that the desktop would open."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.urls.append(url.toString())


@ERAS
async def test_a_page_is_opened_by_the_person_and_the_server_hears_of_it(
    person: Person, file: Files, era: tuple[str, ...]
) -> None:
    browser = Browser()
    QDesktopServices.setUrlHandler("https", browser, "open")  # pyright: ignore[reportArgumentType] - the stub wants bytes, Qt a name
    run = await asked(person, file, PAGE, era=era)
    assert browser.urls == []
    assert PAGE["url"] in person.reads(person.find(AskCard))

    person.press_scrolled("Open the page", person.find(AskCard))
    QDesktopServices.unsetUrlHandler("https")

    assert await replied(run) == [{"action": "accept"}]
    assert browser.urls == [PAGE["url"]]


@ERAS
async def test_a_server_that_dies_takes_its_question_with_it(
    person: Person, file: Files, era: tuple[str, ...]
) -> None:
    run = await asked(person, file, BERTH, era=era)

    person.page.session.call_tool("die", {})

    await until(lambda: run.took is not None, what="the end of the call")
    await until(lambda: not person.all(AskCard), what="the end of the card")
    assert run.status is Status.FAILED
    assert not person.page.asks.isVisible()
