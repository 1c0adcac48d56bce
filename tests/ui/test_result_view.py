"""One run at a time: its states, its blocks, and what a person can do with it."""

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.calls.blocks import Link, Note, Result, Structured, Text
from patchbay.core.calls.run import Run
from patchbay.core.errors import AppError, Family, Kind
from patchbay.ui.results.answer import Answer
from patchbay.ui.results.block import Block
from patchbay.ui.results.json_tree import JsonView
from patchbay.ui.results.markdown import MarkdownBody
from patchbay.ui.results.running import RunningCard
from patchbay.ui.results.strip import RunButton, words_of
from patchbay.ui.results.text import ReadOnlyText
from patchbay.ui.results.view import ResultView
from tests.ui import samples
from tests.ui.samples import FileOpener, a_run, done
from tests.ui.waiting import until


def a_view(folder: Path, qtbot: QtBot, *runs: Run) -> ResultView:
    view = ResultView(FileOpener(folder))
    qtbot.addWidget(view)
    view.resize(418, 680)
    view.set_runs(runs)
    view.show_run(runs[-1] if runs else None)
    view.show()
    return view


async def test_a_view_without_runs_says_what_brings_one(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot)
    assert "No runs yet" in words(view)
    assert not view.settled


async def test_a_run_is_followed_from_its_start_to_its_result(qtbot: QtBot, tmp_path: Path) -> None:
    run = a_run(1)
    view = a_view(tmp_path, qtbot, run)
    card = view.findChild(RunningCard)
    assert card is not None
    assert "Waiting for render_chart" in words(view)

    run.advance(2, 4, "Half of it")
    await until(lambda: "Half of it" in words(view))
    assert "50 %" in words(view)
    bar = view.findChild(QProgressBar)
    assert bar is not None
    assert bar.value() * 2 == bar.maximum()

    run.finish(Result((Text("all of it"),), size=40))
    assert texts(view) == ["all of it"]
    assert "OK" in words(view)
    assert "40 B" in words(view)
    assert view.settled


async def test_progress_without_a_total_counts_and_keeps_the_bar_moving(
    qtbot: QtBot, tmp_path: Path
) -> None:
    run = a_run(1)
    view = a_view(tmp_path, qtbot, run)
    run.advance(3, None, "")
    await until(lambda: "3  ·  last message" in words(view))
    bar = view.findChild(QProgressBar)
    assert bar is not None
    assert bar.maximum() == 0


async def test_a_card_that_cannot_be_seen_does_not_tick(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, a_run(1))
    card = view.findChild(RunningCard)
    assert card is not None
    assert card.is_ticking

    view.hide()

    await until(lambda: not card.is_ticking)
    view.show()
    assert card.is_ticking


async def test_the_blocks_stand_in_the_order_they_came(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, done(1, samples.every_kind_result()))
    await until(lambda: view.settled)
    assert [block.accessibleName().split(",")[0] for block in view.findChildren(Block)] == [
        "Text",
        "Audio",
        "file:///srv/data/notes.txt",
        "Resource",
        "Resource link",
        "hologram",
    ]
    assert "1.5 s, 8 kHz, mono" in words(view)


async def test_of_many_blocks_fifty_are_drawn_and_more_when_asked(
    qtbot: QtBot, tmp_path: Path
) -> None:
    many = tuple(Text(f"block {number}") for number in range(120))
    view = a_view(tmp_path, qtbot, done(1, Result(many, Structured({"a": 1}))))
    await until(lambda: view.settled)

    assert texts(view) == [f"block {number}" for number in range(50)]
    for says, count in (("Show 50 more of 70 blocks", 100), ("Show 20 more of 20 blocks", 120)):
        press(view, says)
        await until(lambda count=count: len(texts(view)) == count)
    assert texts(view) == [block.text for block in many]
    blocks = sorted(view.findChildren(Block), key=lambda block: block.y())
    assert [block.accessibleName() for block in blocks[119:]][-1] == "Structured content"
    assert len(blocks) == 121


async def test_an_error_of_the_tool_is_a_result_and_is_called_one(
    qtbot: QtBot, tmp_path: Path
) -> None:
    run = done(3, Result((Text("no such kind"),), is_error=True))
    view = a_view(tmp_path, qtbot, run)
    assert "Tool error" in words(view)
    assert texts(view) == ["no such kind"]
    assert words_of(run) == "#3  error"


async def test_a_failed_run_shows_cause_hint_evidence_and_request(
    qtbot: QtBot, tmp_path: Path
) -> None:
    good, bad = done(1, Result((Text("fine"),))), a_run(2, {"city": "Bergen"}, "get_weather")
    view = a_view(tmp_path, qtbot, good, bad)
    bad.fail(
        AppError(
            Family.CONNECTION,
            "The server exited",
            cause="Code 3.",
            hint="Start it again.",
            evidence={"exit code": "3", "stderr": "one\ntwo"},
        )
    )

    said = words(view)
    for expected in ("No answer", "The server exited", "Code 3.", "Start it again.", "exit code"):
        assert expected in said
    shown = texts(view)
    assert shown[0] == "one\ntwo"
    assert '"city": "Bergen"' in shown[1]

    chosen = list[Run]()
    view.run_chosen.connect(chosen.append)
    press(view, "Show #1, the last good result")
    assert chosen == [good]
    assert view.run is good


async def test_a_deadline_is_called_one(qtbot: QtBot, tmp_path: Path) -> None:
    run = a_run(1)
    run.fail(AppError(Family.CONNECTION, "No answer within 60 s", kind=Kind.DEADLINE))
    assert "No answer in time" in words(a_view(tmp_path, qtbot, run))


async def test_cancel_is_asked_for_once_and_by_key_too(qtbot: QtBot, tmp_path: Path) -> None:
    run, asked = a_run(1), list[Run]()
    view = a_view(tmp_path, qtbot, run)
    view.cancel_wanted.connect(asked.append)

    press(view, "Cancel")
    assert asked == [run]

    run.give_up()
    view.cancel()
    assert asked == [run]
    assert "You cancelled this call" in words(view)


async def test_notes_of_a_slower_check_are_added_above(qtbot: QtBot, tmp_path: Path) -> None:
    run = done(1, Result((Text("fine"),)))
    view = a_view(tmp_path, qtbot, run)
    answer = view.findChild(Answer)

    run.add_notes((Note("It breaks the output schema.", "/days"),))

    await asyncio.sleep(0)
    assert "It breaks the output schema." in words(view)
    assert view.findChild(Answer) is answer


async def test_an_earlier_run_can_be_chosen_and_used(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = done(1, Result((Text("first"),))), done(2, Result((Text("second"),)))
    view = a_view(tmp_path, qtbot, first, second)
    chosen, used, again = list[Run](), list[Run](), list[Run]()
    view.run_chosen.connect(chosen.append)
    view.use_arguments_wanted.connect(used.append)
    view.run_again_wanted.connect(again.append)

    button = next(button for button in view.findChildren(RunButton) if button.run is first)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    press(view, "Use these arguments")
    press(view, "Run again")
    view.choose_older()
    view.choose_newer()

    assert (chosen, used, again) == ([first, second], [first], [first])
    assert texts(view) == ["second"]


async def test_a_run_looked_at_again_keeps_its_widgets(qtbot: QtBot, tmp_path: Path) -> None:
    runs = [done(number, Result((Text(f"run {number}"),))) for number in range(1, 10)]
    view = a_view(tmp_path, qtbot, *runs)
    before = view.findChild(ReadOnlyText)
    view.show_run(runs[0])
    view.show_run(runs[-1])
    assert before in view.findChildren(ReadOnlyText)

    for run in runs:
        view.show_run(run)
    await until(lambda: len(view.findChildren(Answer)) == 6)

    view.set_runs(runs[-1:])
    await until(lambda: len(view.findChildren(Answer)) == 1)


async def test_many_runs_leave_the_strip_within_its_width(qtbot: QtBot, tmp_path: Path) -> None:
    runs = [done(number, Result((Text("x"),))) for number in range(1, 60)]
    view = a_view(tmp_path, qtbot, *runs)
    view.show_run(runs[-10])
    await asyncio.sleep(0)
    seen = [button for button in view.findChildren(RunButton) if button.isVisible()]
    assert 1 < len(seen) < 6
    assert any(button.run is runs[-10] for button in seen)
    assert all(button.geometry().right() < view.width() for button in seen)


async def test_a_run_that_is_no_longer_shown_is_not_listened_to(
    qtbot: QtBot, tmp_path: Path
) -> None:
    first, second = a_run(1), a_run(2)
    view = a_view(tmp_path, qtbot, first, second)
    listening = first.changed.listener_count
    view.show_run(first)
    view.show_run(second)
    assert first.changed.listener_count == listening

    view.set_runs([second])
    await until(lambda: first.changed.listener_count == 0)


async def test_a_result_is_copied_as_its_words(qtbot: QtBot, tmp_path: Path) -> None:
    clipboard = QGuiApplication.clipboard()
    view = a_view(tmp_path, qtbot, done(1, Result((Text("one"), Text("two")))))
    view.copy_result()
    await until(lambda: clipboard.text() == "one\n\ntwo")

    big = samples.spooled({"rows": [1, 2]}, tmp_path)
    run = done(2, Result((), Structured(None, big)))
    view.set_runs([run])
    view.show_run(run)
    view.copy_result()
    await until(lambda: '"rows"' in clipboard.text())


async def test_the_raw_result_replaces_the_answer_and_back(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, done(1, samples.chart_result()))
    await until(lambda: view.settled)

    view.toggle_raw()
    raw = [text for text in texts(view) if "structuredContent" in text]
    view.toggle_raw()

    assert len(raw) == 1
    assert samples.WORDS in texts(view)


async def test_a_link_is_read_only_when_asked(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, done(1, Result((Link("demo://orders", "orders"),))))
    opened = list[str]()
    view.link_opened.connect(opened.append)
    assert opened == []
    press(view, "Read")
    assert opened == ["demo://orders"]


async def test_markdown_is_shown_on_demand_and_fetches_nothing(
    qtbot: QtBot, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(samples.chart_png())
    text = f"# Title\n\n**bold** <script>alert(1)</script>\n\n![x]({secret})\n\n[go](https://a.example/)"
    view = a_view(tmp_path, qtbot, done(1, Result((Text(text),))))
    assert texts(view) == [text]

    press(view, "Show as markdown")

    body = view.findChild(MarkdownBody)
    assert body is not None
    await until(body.isVisible)
    shown = body.view.toPlainText()
    assert "Title" in shown
    assert "<script>" in shown
    assert "**" not in shown
    assert body.view.document().size().height() < 200

    followed = list[str]()
    body.follow_wanted.connect(followed.append)
    body.view.anchorClicked.emit(QUrl("https://a.example/"))
    assert followed == []
    assert "https://a.example/" in words(view)
    press(view, "Open this address")
    assert followed == ["https://a.example/"]
    body.view.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert "passwd" not in words(view)


async def test_json_in_a_text_can_be_opened_as_a_tree(qtbot: QtBot, tmp_path: Path) -> None:
    view = a_view(tmp_path, qtbot, done(1, Result((Text('{"a": [1, 2]}'),))))
    press(view, "Show as a tree")
    await until(lambda: view.findChild(JsonView))
    assert texts(view) == []
    press(view, "Show as a tree")
    await until(lambda: texts(view) == ['{"a": [1, 2]}'])


def words(view: QWidget) -> str:
    labels = [label for label in view.findChildren(QLabel) if label.isVisible()]
    return "\n".join(label.text() for label in labels)


def texts(view: QWidget) -> list[str]:
    shown = [text for text in view.findChildren(ReadOnlyText) if text.isVisible()]
    return [text.toPlainText() for text in shown]


def press(view: QWidget, name: str) -> None:
    button = next(
        button
        for button in view.findChildren(QPushButton)
        if name in (button.text(), button.accessibleName()) and button.isVisible()
    )
    button.click()
