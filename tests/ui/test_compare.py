"""Two runs beside one another: opened, gone through, chosen otherwise, closed."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from patchbay.core.calls.blocks import HeldBytes, Image, Result, Spooled, StoredBytes, Text
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.decoder import TextFile
from patchbay.core.values import Json
from patchbay.ui.results.block import Block
from patchbay.ui.results.compare import Comparison
from patchbay.ui.results.picture import PictureBody
from patchbay.ui.results.strip import RunButton
from patchbay.ui.results.text import ReadOnlyText
from patchbay.ui.results.view import ResultView
from tests.ui import samples
from tests.ui.compare_stories import answered, failed
from tests.ui.samples import FileOpener, a_run, done
from tests.ui.waiting import until

BUTTON = "Compare runs"


def said(number: int, words: str, **arguments: Json) -> Run:
    return answered(number, Result((Text(words),), size=len(words)), arguments)


def a_view(folder: Path, qtbot: QtBot, *runs: Run, opener: FileOpener | None = None) -> ResultView:
    view = ResultView(opener or FileOpener(folder))
    qtbot.addWidget(view)
    view.resize(418, 680)
    view.set_runs(runs)
    view.show_run(runs[-1])
    view.show()
    view.activateWindow()
    return view


def button(view: QWidget, name: str) -> QAbstractButton:
    buttons = view.findChildren(QAbstractButton)
    return next(each for each in buttons if each.accessibleName() == name and each.isVisible())


def has_button(view: QWidget) -> bool:
    buttons = view.findChildren(QAbstractButton)
    return any(each.accessibleName() == BUTTON and each.isVisible() for each in buttons)


async def opened(view: ResultView) -> Comparison:
    """Press the button, and wait until all is compared."""
    QTest.mouseClick(button(view, BUTTON), Qt.MouseButton.LeftButton)
    return await compared(view)


async def compared(view: ResultView) -> Comparison:
    await until(lambda: view.findChild(Comparison) is not None and view.settled)
    comparison = view.findChild(Comparison)
    assert comparison is not None
    return comparison


def words(widget: QWidget) -> str:
    labels = widget.findChildren(QLabel)
    return "\n".join(label.text() for label in labels if label.isVisible())


def copied(comparison: Comparison) -> str:
    """What the difference of the results puts on the clipboard."""
    lines = comparison.result.difference.lines
    QTest.keyClick(lines, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(lines, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    return QGuiApplication.clipboard().text()


async def choose(box: QComboBox, place: int) -> None:
    """By keys, as a person who opened the list would."""
    box.setFocus()
    while box.currentIndex() != place:
        key = Qt.Key.Key_Down if box.currentIndex() < place else Qt.Key.Key_Up
        QTest.keyClick(box, key)


def offered(box: QComboBox) -> list[str]:
    return [box.itemText(place).split()[0] for place in range(box.count())]


async def test_the_button_is_there_from_the_second_finished_run_on(
    qtbot: QtBot, tmp_path: Path
) -> None:
    first, second = said(1, "one"), a_run(2)
    view = a_view(tmp_path, qtbot, first, second)
    assert not has_button(view)
    assert not view.can_compare

    second.finish(Result((Text("two"),)))

    await until(lambda: has_button(view))
    assert view.can_compare


async def test_the_shown_run_is_compared_with_the_one_before_it(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = a_view(
        tmp_path, qtbot, said(1, "one"), said(2, "a\nb", days=90), said(3, "a\nc", days=30)
    )

    comparison = await opened(view)

    assert [run.number for run in comparison.runs] == [2, 3]
    assert comparison.summary.text() == "Arguments and result differ."
    assert copied(comparison) == " a\n-b\n+c"
    assert comparison.arguments.difference.rows.words == "1 line added, 1 removed"
    assert "3 B" in words(comparison.head)
    assert button(view, BUTTON).isChecked()


async def test_two_runs_alike_say_so_in_words(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, done(1, samples.chart_result()), done(2, samples.chart_result()))

    comparison = await opened(view)

    assert comparison.summary.text() == "Arguments and result are the same."
    assert words(comparison).count("The same in both runs") == 2
    assert "The same, byte for byte" in words(comparison)
    assert comparison.head.newer.box.hasFocus()


async def test_the_same_arguments_with_another_result_are_told(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = a_view(tmp_path, qtbot, said(1, "a"), said(2, "b"))
    assert (await opened(view)).summary.text() == "Arguments the same, results different."


async def test_other_arguments_with_the_same_result_are_told(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, said(1, "a", n=1), said(2, "a", n=2))
    assert (await opened(view)).summary.text() == "Arguments different, results the same."


async def test_what_differs_in_blanks_alone_reads_the_same(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, said(1, '{"a":1}'), said(2, '{"a": 1}'))

    comparison = await opened(view)

    assert comparison.summary.text() == "Arguments and result read the same."
    assert "The same but for blanks and line ends" in words(comparison)


async def test_the_drop_downs_choose_which_two_with_the_older_on_the_left(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = a_view(tmp_path, qtbot, *(said(number, f"said {number}") for number in range(1, 5)))
    comparison = await opened(view)
    head = comparison.head
    assert offered(head.older.box) == ["#3", "#2", "#1"]
    assert offered(head.newer.box) == ["#4"]

    await choose(head.older.box, 2)
    await until(lambda: comparison.settled)
    assert copied(comparison) == "-said 1\n+said 4"
    assert offered(head.newer.box) == ["#4", "#3", "#2"]

    await choose(head.newer.box, 2)
    await until(lambda: comparison.settled)
    assert [run.number for run in comparison.runs] == [1, 2]
    assert copied(comparison) == "-said 1\n+said 2"


async def test_f7_goes_to_the_next_change_from_anywhere_in_the_comparison(
    qtbot: QtBot, tmp_path: Path
) -> None:
    before = "\n".join(f"line {number}" for number in range(300))
    view = a_view(tmp_path, qtbot, said(1, before), said(2, before.replace("line 250", "other")))
    comparison = await opened(view)
    lines = comparison.result.difference.lines
    assert lines.hasFocus()

    QTest.keyClick(lines, Qt.Key.Key_F7)
    assert lines.accessibleDescription() == "-line 250\n+other"

    lines.select(0, 0)
    comparison.head.older.box.setFocus()
    QTest.keyClick(comparison.head.older.box, Qt.Key.Key_F7)
    assert lines.hasFocus()
    assert lines.selected() != (0, 0)


@pytest.mark.parametrize("way", ["escape", "close", "button"])
async def test_it_closes_back_to_the_single_result(way: str, qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, said(1, "a"), said(2, "b"))
    comparison = await opened(view)

    if way == "escape":
        QTest.keyClick(comparison.result.difference.lines, Qt.Key.Key_Escape)
    elif way == "close":
        QTest.mouseClick(comparison.head.close_button, Qt.MouseButton.LeftButton)
    else:
        QTest.mouseClick(button(view, BUTTON), Qt.MouseButton.LeftButton)

    await until(lambda: view.findChild(Comparison) is None)
    assert shown_text(view) == "b"
    assert not button(view, BUTTON).isChecked()


async def test_the_focus_returns_to_where_it_was(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, said(1, "a"), said(2, "b"))
    form = QLineEdit(view)
    form.show()
    form.setFocus()
    await until(form.hasFocus)
    view.toggle_comparison()
    comparison = await compared(view)
    assert comparison.result.difference.lines.hasFocus()

    QTest.keyClick(comparison.result.difference.lines, Qt.Key.Key_Escape)

    assert form.hasFocus()


async def test_a_person_who_goes_elsewhere_meanwhile_stays_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = a_view(tmp_path, qtbot, said(1, "a"), said(2, "b"))
    form = QLineEdit(view)
    form.show()
    view.toggle_comparison()
    form.setFocus()

    await compared(view)

    assert QApplication.focusWidget() is form


async def test_choosing_a_run_in_the_strip_shows_that_run_alone(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = a_view(tmp_path, qtbot, said(1, "a"), said(2, "b"))
    await opened(view)
    first = next(each for each in view.findChildren(RunButton) if each.run.number == 1)

    QTest.mouseClick(first, Qt.MouseButton.LeftButton)

    await until(lambda: view.findChild(Comparison) is None)
    assert shown_text(view) == "a"


async def test_a_new_run_ends_the_comparison_though_it_is_answered_at_once(
    qtbot: QtBot, tmp_path: Path
) -> None:
    runs = [said(1, "a"), said(2, "b")]
    view = a_view(tmp_path, qtbot, *runs)
    await opened(view)
    third = a_run(3)
    view.set_runs([*runs, third])
    view.show_run(third)

    third.finish(Result((Text("c"),)))

    await until(lambda: view.findChild(Comparison) is None)
    assert shown_text(view) == "c"


async def test_a_run_that_ends_meanwhile_is_offered_and_disturbs_nothing(
    qtbot: QtBot, tmp_path: Path
) -> None:
    going = a_run(3)
    view = a_view(tmp_path, qtbot, said(1, "a"), said(2, "b"), going)
    comparison = await opened(view)
    assert [run.number for run in comparison.runs] == [1, 2]

    going.finish(Result((Text("c"),)))
    view.set_runs([*comparison.runs, going])

    assert view.findChild(Comparison) is comparison
    assert offered(comparison.head.newer.box) == ["#3", "#2"]
    view.toggle_comparison()
    assert shown_text(view) == "c"


async def test_it_closes_when_a_compared_run_is_kept_no_longer(
    qtbot: QtBot, tmp_path: Path
) -> None:
    runs = [said(number, "a") for number in range(1, 5)]
    view = a_view(tmp_path, qtbot, *runs)
    view.show_run(runs[1])
    await opened(view)

    view.set_runs(runs[1:])

    await until(lambda: view.findChild(Comparison) is None)


async def test_the_raw_result_takes_the_place_of_the_comparison(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = a_view(tmp_path, qtbot, done(1, samples.noted_result()), done(2, samples.noted_result()))
    await opened(view)

    view.toggle_raw()
    await until(lambda: view.findChild(Comparison) is None)
    assert [block.accessibleName() for block in shown_blocks(view)] == ["Raw result, 412 B"]

    await opened(view)
    assert not shown_blocks(view)


async def test_a_failed_run_is_compared_by_what_it_says(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, failed(1), done(2, Result((Text("fine"),))))

    comparison = await opened(view)

    assert "-The server refused the call" in copied(comparison)
    assert "+fine" in copied(comparison)
    assert "No answer" in words(comparison.head)


async def test_resources_are_compared_by_their_address(qtbot: QtBot, tmp_path: Path) -> None:
    runs = [Run(number, RunKind.RESOURCE, f"note://{number}", {}) for number in (1, 2)]
    for run in runs:
        run.finish(Result((Text("same"),)))
    view = a_view(tmp_path, qtbot, *runs)

    assert (await opened(view)).summary.text() == "Address different, results the same."


async def test_pictures_that_differ_are_shown_beside_one_another(
    qtbot: QtBot, tmp_path: Path
) -> None:
    def pictures(*widths: int) -> Result:
        return Result(
            tuple(Image("image/png", HeldBytes(samples.chart_png(width))) for width in widths)
        )

    view = a_view(tmp_path, qtbot, done(1, pictures(300, 400)), done(2, pictures(300, 200)))
    comparison = await opened(view)
    bodies = comparison.findChildren(PictureBody)
    await until(lambda: all(body.settled for body in bodies))

    widths = [body.picture.size.width() for body in bodies if body.picture]
    assert widths == [400, 200]
    assert "1 of 2 differ" in words(comparison)
    older, newer = bodies
    assert older.mapTo(view, older.rect().topRight()).x() < newer.mapTo(view, newer.pos()).x()


async def test_large_results_are_compared_while_the_window_lives(
    qtbot: QtBot, tmp_path: Path
) -> None:
    def large(number: int, word: str) -> Run:
        text = "".join(f"{row:>7} {word if row % 9 == 0 else ''}\n" for row in range(300_000))
        return done(number, Result((Text("", spooled=samples.spooled(text, tmp_path)),)))

    view = a_view(tmp_path, qtbot, large(1, "old"), large(2, "new"))
    await until(lambda: view.settled)
    beats = list[None]()
    timer = QTimer(view)
    timer.timeout.connect(lambda: beats.append(None))
    timer.start(4)

    comparison = await opened(view)

    assert beats
    assert "first 200,000 characters" in words(comparison)
    assert comparison.result.difference.rows.added > 1_000
    assert comparison.result.difference.height() < view.height()


async def test_what_cannot_be_read_back_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    gone = Image("image/png", StoredBytes(tmp_path / "gone", 5))
    view = a_view(tmp_path, qtbot, done(1, Result((gone,))), done(2, Result((gone,))))

    comparison = await opened(view)

    assert comparison.summary.text() == "These runs cannot be compared"
    assert "could not be read back" in words(comparison)


class Damaged(FileOpener):
    """A decoder that finds the message damaged."""

    @override
    async def text(self, span: Spooled) -> TextFile:
        raise AppError(Family.PROTOCOL, "The text could not be opened", cause="It is damaged.")


async def test_what_the_decoder_refuses_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    large = Result((Text("", spooled=samples.spooled("long", tmp_path)),))
    view = a_view(tmp_path, qtbot, done(1, large), done(2, large), opener=Damaged(tmp_path))

    comparison = await opened(view)

    assert comparison.summary.text() == "The text could not be opened"
    assert "It is damaged." in words(comparison)


def shown_text(view: ResultView) -> str:
    return "\n".join(
        each.toPlainText() for each in view.findChildren(ReadOnlyText) if each.isVisible()
    )


def shown_blocks(view: ResultView) -> list[Block]:
    return [block for block in view.findChildren(Block) if block.isVisible()]
