"""The strips that tell of edits which survived, and of changes from outside."""

from datetime import UTC, datetime, timedelta

from pytestqt.qtbot import QtBot

from patchbay.ui.bars import OutsideBar, RecoveryBar
from patchbay.ui.figures import day_and_time, exact_time


async def test_the_recovery_bar_says_when_and_offers_three_ways(qtbot: QtBot) -> None:
    when = datetime.now(UTC) - timedelta(minutes=5)
    bar = RecoveryBar(when)
    qtbot.addWidget(bar)
    told: list[str] = []
    bar.show_wanted.connect(lambda: told.append("show"))
    bar.restore_wanted.connect(lambda: told.append("restore"))

    for button in (bar.show_button, bar.restore):
        button.click()

    assert bar.words.text() == "Edits of 5 min ago were not saved when Patchbay ended"
    assert told == ["show", "restore"]


async def test_discarding_is_asked_about_in_its_place(qtbot: QtBot) -> None:
    bar = RecoveryBar(datetime.now(UTC))
    qtbot.addWidget(bar)
    bar.resize(700, 32)
    bar.show()
    told: list[str] = []
    bar.discard_wanted.connect(lambda: told.append("discard"))

    bar.discard.click()
    assert bar.words.text() == "Discard the edits for good?"
    assert not bar.restore.isVisible()
    assert told == []
    bar.keep.click()
    assert bar.words.text().startswith("Edits of ")
    assert bar.restore.isVisible()
    assert not bar.discard_for_good.isVisible()

    bar.discard.click()
    bar.discard_for_good.click()
    assert told == ["discard"]


async def test_the_outside_bar_says_what_happened(qtbot: QtBot) -> None:
    bar = OutsideBar("mcp.json", datetime.now(UTC) - timedelta(minutes=2))
    qtbot.addWidget(bar)
    told: list[str] = []
    bar.look_wanted.connect(lambda: told.append("look"))
    bar.reload_wanted.connect(lambda: told.append("reload"))

    bar.look.click()
    bar.reload.click()

    assert bar.words.text() == "mcp.json was changed outside 2 min ago"
    assert told == ["look", "reload"]


async def test_a_deleted_file_cannot_be_reloaded(qtbot: QtBot) -> None:
    bar = OutsideBar("mcp.json", None)
    qtbot.addWidget(bar)

    bar.set_when(None, is_deleted=True)

    assert bar.words.text() == "mcp.json was deleted outside"
    assert bar.reload.isHidden()


def test_days_are_named_as_people_name_them() -> None:
    now = datetime.now().astimezone()
    noon = now.replace(hour=12, minute=5, second=0) - timedelta(days=1)
    assert day_and_time(noon) == "yesterday 12:05"
    long_ago = datetime(2024, 5, 3, 9, 4, 7).astimezone()
    assert day_and_time(long_ago) == "3 May 2024, 09:04"
    assert exact_time(long_ago) == "3 May 2024, 09:04:07"
