"""The settings in the real window: reached by key, at work at once, left again by Escape."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt

from patchbay.core.paths import standard_paths
from patchbay.core.settings import SettingsStore
from patchbay.core.updates import VARIABLE
from patchbay.ui import theme
from patchbay.ui.settings import SettingsPage
from patchbay.ui.settings.values import ChoiceRow, StepsRow
from tests.end_to_end.window.conftest import Files, OpenWindow, write_settings
from tests.end_to_end.window.person import Person, entry, until
from tests.servers.version_page import version_page


async def settings(person: Person) -> SettingsPage:
    await person.press("Ctrl+,")
    own = person.window.own_page
    assert own is not None
    assert isinstance(own.content, SettingsPage)
    return own.content


async def test_a_person_sets_patchbay_up_and_takes_a_consent_back(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py"), two=entry("workshop.py")))
    person.choose_server("one")
    await person.press("F5")
    person.click((await person.consent()).always)
    await person.ready(person.session("one"))
    person.choose_page("Log")

    page = await settings(person)
    looks, size = page.rows["theme"], page.rows["text_size"]
    assert isinstance(looks, ChoiceRow)
    assert isinstance(size, StepsRow)
    assert looks.segments.isAncestorOf(person.window.focusWidget())
    person.press_button("Dark", looks)
    assert theme.current().name == "dark"
    size.drop.setFocus(Qt.FocusReason.TabFocusReason)
    await person.press("Down")
    assert theme.current().text_size == 115
    person.press_scrolled("Revoke the consent for one", page)
    assert person.workspace.consents.all() == ()
    await person.press("Escape")

    assert person.window.own_page is None
    assert person.page.session is person.session("one")
    assert person.page.page_name == "log"
    kept = SettingsStore(standard_paths().settings_file).settings
    assert (kept.theme, kept.text_size) == ("dark", 115)
    await person.press("Ctrl+R")
    person.click((await person.consent()).once)  # asked again, though it was to be for good
    await person.ready(person.session("one"))


async def test_another_page_takes_the_place_of_the_settings(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py"), two=entry("workshop.py")))
    await settings(person)

    person.choose_server("two")

    assert person.window.own_page is None
    assert person.page.session.entry.name == "two"
    await settings(person)
    person.press_button("Close settings")
    await until(lambda: person.window.own_page is None)
    assert person.page.session.entry.name == "two"


async def test_a_crash_of_the_last_sitting_is_told_with_its_report(
    open_window: OpenWindow,
) -> None:
    folder = standard_paths().crashes
    folder.mkdir(parents=True)
    (folder / "running-4711.txt").write_text("Fatal Python error: Segmentation fault\n")

    async with open_window() as person:
        bar = person.window.news
        await until(bar.isVisible)
        assert "Patchbay ended unexpectedly last time" in person.reads(bar)
        assert "Segmentation fault" in person.workspace.crashes.reports[-1].read_text("utf-8")
        person.click(bar.close_button)
        assert not bar.isVisible()


async def test_at_the_start_a_newer_version_is_told_to_whoever_wants_to_know(
    open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv(VARIABLE, address)
    write_settings(update_check=True)

    async with open_window() as person:
        bar = person.window.news
        await until(bar.isVisible)
        assert "Version 9.9.9 of Patchbay is there" in person.reads(bar)
        person.click(bar.act)
        assert not bar.isVisible()
        assert person.window.own_page is not None


@pytest.fixture
def address() -> Iterator[str]:
    """Where version 9.9.9 is told."""
    with version_page() as page:
        yield page.address
