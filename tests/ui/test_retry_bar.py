"""A server that will be tried again: the countdown, and both ways to end the waiting."""

import time

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Retry, State, Stopped
from patchbay.ui.servers import RetryBar, words
from tests.ui.waiting import until


def lost(seconds: float, attempt: int = 3) -> Failed:
    error = AppError(Family.CONNECTION, "The connection was lost")
    return Failed(error, "lost", retry=Retry(attempt, time.monotonic() + seconds))


def become(session: Session, state: State) -> None:
    session.state = state
    session.changed.emit(state)


def shown(demo: Session, qtbot: QtBot) -> RetryBar:
    bar = RetryBar(demo)
    qtbot.addWidget(bar)
    return bar


def says(bar: RetryBar) -> str:
    return next(label.text() for label in bar.findChildren(QLabel) if label.text())


def press(bar: RetryBar, name: str) -> None:
    buttons = bar.findChildren(QAbstractButton)
    button = next(each for each in buttons if each.text() == name)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def test_the_seconds_until_the_next_attempt_are_counted_down(
    demo: Session, qtbot: QtBot
) -> None:
    bar = shown(demo, qtbot)
    assert bar.isHidden()

    become(demo, lost(2.3))
    assert bar.isVisible()
    assert says(bar) == "Trying again in 3 s (attempt 3)"
    await until(lambda: says(bar) == "Trying again in 2 s (attempt 3)")

    become(demo, lost(-1))
    assert says(bar) == "Trying again now (attempt 3)"
    become(demo, Stopped())
    assert bar.isHidden()


async def test_a_person_may_have_it_tried_now(demo: Session, qtbot: QtBot) -> None:
    bar, wanted = shown(demo, qtbot), list[str]()
    bar.start_wanted.connect(lambda: wanted.append("start"))
    become(demo, lost(9))

    press(bar, "Retry now")
    assert wanted == ["start"]

    become(demo, Failed(lost(0).error, "lost"))
    assert bar.isHidden()


async def test_a_row_tells_it_in_short_and_its_tip_in_full(demo: Session) -> None:
    become(demo, lost(11.5))

    assert words.tail(demo) == "retry 12 s"
    assert words.next_attempt(demo.state) == "Trying again in 12 s (attempt 3)"
    assert "failed, will be tried again" in words.accessible(demo)

    become(demo, lost(-1))
    assert words.tail(demo) == "retry"
    become(demo, Failed(lost(0).error, "lost"))
    assert words.tail(demo) == "lost"
    assert words.next_attempt(demo.state) == ""
