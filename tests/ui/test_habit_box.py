"""What a person chooses for a server on this computer: shown, kept, and said where."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from patchbay.core.config.model import Entry, Transport
from patchbay.core.sessions.habits import Habit, Habits
from patchbay.ui.configuration.habit_box import HabitBox
from tests.ui.configuration_reading import words

FILE = Path("/configs/mcp.json")


def box_for(habits: Habits, qtbot: QtBot, transport: Transport = Transport.STDIO) -> HabitBox:
    box = HabitBox(habits)
    qtbot.addWidget(box)
    box.show_entry(Entry("charts", FILE, "json", transport))
    box.show()
    return box


async def test_both_are_off_until_they_are_chosen_and_then_kept(
    qtbot: QtBot, tmp_path: Path
) -> None:
    habits = Habits(tmp_path / "habits.json")
    box = box_for(habits, qtbot)
    assert not box.on_open.isChecked()
    assert not box.again.isChecked()
    assert "the config file says nothing of it" in words(box)

    QTest.keyClick(box.on_open, Qt.Key.Key_Space)
    assert habits.of(FILE, "charts") == Habit(starts_on_open=True)
    QTest.keyClick(box.again, Qt.Key.Key_Space)

    kept = Habits(tmp_path / "habits.json")
    assert kept.of(FILE, "charts") == Habit(starts_on_open=True, restarts=True)
    assert kept.of(FILE, "other") == Habit()


async def test_it_follows_a_choice_made_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    habits = Habits(tmp_path / "habits.json")
    box = box_for(habits, qtbot, Transport.HTTP)
    assert "cannot be reached" in box.again.text()

    habits.choose(FILE, "charts", Habit(restarts=True))

    assert box.again.isChecked()


async def test_a_choice_that_cannot_be_kept_holds_and_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    habits = Habits(tmp_path / "file" / "habits.json")
    box = box_for(habits, qtbot)

    QTest.keyClick(box.on_open, Qt.Key.Key_Space)

    assert box.on_open.isChecked()
    assert habits.of(FILE, "charts").starts_on_open
    assert "holds until Patchbay quits" in words(box)
