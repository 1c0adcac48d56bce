"""The whole main job without a mouse: open, agree, fill in, run, read, stop, quit."""

from pathlib import Path

from PySide6.QtWidgets import QApplication, QLineEdit

from patchbay.core.calls.run import Status
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready, Stopped
from patchbay.ui.palette import Palette
from patchbay.ui.results.picture import PictureBlock
from tests.end_to_end.processes import wait_until_none
from tests.end_to_end.window.conftest import Files, OpenWindow
from tests.end_to_end.window.person import Person, entry, until


async def find(person: Person, words: str) -> None:
    """Open the palette, type, and press Enter on the first row."""
    await person.press("Ctrl+K")
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    await person.write(words)
    await person.press("Return")
    assert not person.all(Palette)


async def open_by_keys(person: Person, path: Path) -> None:
    """By the file dialog of Qt, which is a window like any other where there is no system's."""
    await person.press("Ctrl+O")
    field = person.window.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    await until(field.hasFocus, what="the file dialog")
    await person.write(str(path))
    await person.press("Return")
    await until(lambda: person.window.page, what="the config")


async def start_by_keys(person: Person, name: str) -> Session:
    """Find the server, start it, and agree once in the dialog."""
    await find(person, f"@{name}")
    session = person.session(name)
    assert person.page.session is session
    await person.press("F5")
    dialog = await person.consent()
    while not dialog.once.hasFocus():
        await person.press("Tab")
    await person.press("Space")
    await until(lambda: isinstance(session.state, Ready), what="the start")
    return session


async def run_by_keys(person: Person, session: Session) -> None:
    """Find the tool, fill in its form, run it and wait for the page of its result."""
    await find(person, "#echo")
    assert person.page.tools.list.key == "echo"
    await person.write("by keys alone")
    await person.press("Tab")
    await person.write("3")
    await person.press("Ctrl+Return")
    await until(lambda: session.runs and session.runs[-1].took is not None, what="the run")
    await person.settled()


async def test_the_main_job_needs_no_mouse(open_window: OpenWindow, file: Files, mark: str) -> None:
    path = file(one=entry("workshop.py"), two=entry("workshop.py"))
    async with open_window() as person:
        await open_by_keys(person, path)
        session = await start_by_keys(person, "one")

        await run_by_keys(person, session)
        assert session.runs[-1].status is Status.DONE
        assert "by keys alone" in person.reads(person.page.tools.results)

        await find(person, ">log")
        assert person.page.page_name == "log"
        await person.press("Alt+Left")
        assert person.page.page_name == "tools"
        await find(person, ">stop")
        await until(lambda: isinstance(session.state, Stopped), what="the stop")
        await person.press("Ctrl+Q")
    wait_until_none(mark, 1)


async def test_settings_and_the_map_of_keys_come_and_go_by_keys(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    before = person.page

    await person.press("Ctrl+,")
    assert person.window.own_page is not None
    await person.press("Escape")
    assert person.page is before
    await person.press("F1")
    assert person.window.own_page is not None
    await person.write("quit")
    assert "Ctrl+Q" in person.reads(person.window.own_page)
    await person.press("Escape", "Escape")  # the first one empties the filter
    assert person.page is before


async def test_ctrl_backspace_takes_a_word_in_a_field_and_twice_elsewhere_resets_the_form(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")
    person.form_row("title").focus()
    await person.write("two words")
    field = person.field("title")
    assert isinstance(field, QLineEdit)

    await person.press("Ctrl+Backspace")
    assert field.text() == "two "
    person.page.tools.list.focus_filter()
    await person.press("Ctrl+Backspace", "Ctrl+Backspace")
    assert field.text() == "two "

    person.page.tabs.setFocus()
    await person.press("Ctrl+Backspace")
    assert field.text() == "two "
    await person.press("Ctrl+Backspace")
    assert not field.text()


async def test_keys_zoom_the_picture_in_sight(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")
    await person.run("picture")
    canvas = person.find(PictureBlock).canvas
    fitting = canvas.scale

    await person.press("Ctrl++")
    assert canvas.scale > fitting
    await person.press("Ctrl+-", "Ctrl+-")
    assert canvas.scale < fitting
    await person.press("Ctrl+0")
    assert canvas.fits
