"""Two calls of a real server compared by keys alone."""

import os
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from patchbay.ui.palette import Palette
from patchbay.ui.results.compare import Comparison
from patchbay.ui.results.text import ReadOnlyText
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until


async def echo(person: Person, title: str) -> None:
    person.form_row("title").focus()
    await person.press("Ctrl+A")
    await person.write(title)
    await person.run_chosen()


async def two_calls(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")
    person.choose_item("echo")
    person.form_row("count").focus()
    await person.write("7")
    await echo(person, "first light")
    await echo(person, "second wind")


def keep(person: Person, name: str) -> None:
    if folder := os.environ.get("PATCHBAY_ARTEFACTS"):
        person.window.grab().save(str(Path(folder) / f"{name}.png"))


async def test_two_calls_are_compared_gone_through_and_left_by_keys(
    person: Person, file: Files
) -> None:
    await two_calls(person, file)
    await person.press("Ctrl+Shift+M")
    comparison = person.find(Comparison)
    await person.settled()
    keep(person, "compare-window")

    assert "Arguments and result differ." in person.reads(comparison)
    assert comparison.result.difference.lines.hasFocus()
    await person.press("F7", "Ctrl+C")
    changed = '-  "title": "first light",\n+  "title": "second wind",'
    assert QGuiApplication.clipboard().text() == changed
    person.window.resize(900, 600)
    await person.settled()
    keep(person, "compare-window-small")
    room = person.window.rect()
    corner = comparison.mapTo(person.window, comparison.rect().bottomRight())
    assert room.contains(corner)

    await person.press("Ctrl+Shift+M")
    await until(lambda: not person.all(Comparison), what="the single result")
    assert [each.toPlainText() for each in person.all(ReadOnlyText)] == ["echo"]

    await person.press("Ctrl+Shift+M")
    await person.settled()
    await person.press("Escape")
    await until(lambda: not person.all(Comparison), what="the single result")


async def test_in_a_narrow_window_the_comparison_comes_before_the_form(
    person: Person, file: Files
) -> None:
    await two_calls(person, file)
    person.window.resize(760, 560)
    await person.settled()
    await person.press("Ctrl+7")
    assert not person.all(ReadOnlyText)

    await person.press("Ctrl+Shift+M")
    await person.settled()

    comparison = person.find(Comparison)
    keep(person, "compare-window-narrow")
    assert "Arguments and result differ." in person.reads(comparison)


async def test_choosing_another_tool_ends_the_comparison(person: Person, file: Files) -> None:
    await two_calls(person, file)
    await person.press("Ctrl+Shift+M")

    await person.run("grow")

    assert not person.all(Comparison)
    assert [each.toPlainText() for each in person.all(ReadOnlyText)] == ["grown"]


async def test_the_key_waits_for_a_second_call_and_the_palette_says_so(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")
    await person.run("grow")

    await person.press("Ctrl+Shift+M")
    assert not person.all(Comparison)
    await person.press("Ctrl+K")
    palette = person.find(Palette)
    await person.write(">compare")
    assert "needs two finished runs in sight" in person.reads(palette)
