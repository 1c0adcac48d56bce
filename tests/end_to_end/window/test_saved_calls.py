"""Calls that are kept from one sitting to the next, and asked of the server again just so."""

import json
import stat
from pathlib import Path

from PySide6.QtWidgets import QLineEdit

from patchbay.core.paths import standard_paths
from patchbay.core.values import JsonObject
from patchbay.ui.dialogs.name_call import NameCallDialog
from patchbay.ui.dialogs.naming import NamingDialog
from patchbay.ui.form.saved_list import SavedList
from tests.end_to_end.window.conftest import Files, OpenWindow
from tests.end_to_end.window.person import Person, entry, structured, until

CANARY = "canary-4711-of-an-argument"
ARGUMENTS: JsonObject = {
    "title": "",
    "count": 120,
    "maybe": None,
    "tags": [],
    "place": {"street": CANARY},
}
"""Empty, too large, null, an empty list, a part that is missing: nothing of it may change."""


def calls(person: Person) -> list[str]:
    return [each.name for each in person.window.keeper.of(person.page.session)]


async def save_by_key(person: Person, name: str) -> None:
    await person.press("Ctrl+Shift+B")
    dialog = await person.dialog(NameCallDialog)
    await person.write(name)
    person.press_button("Save", dialog)
    await until(lambda: name in calls(person), what="the saved call")


async def save_awkward(person: Person, path: Path) -> None:
    person.drop(path)
    await person.start("one")
    person.choose_item("echo")
    form = person.page.tools.pane.form
    assert form is not None
    form.set_arguments(ARGUMENTS)
    await save_by_key(person, "awkward")


async def test_what_is_saved_stands_in_its_file_and_in_no_other_of_ours(
    open_window: OpenWindow, file: Files, patchbay_home: Path
) -> None:
    async with open_window() as person:
        await save_awkward(person, file(one=entry("workshop.py")))

    files = [each for each in patchbay_home.rglob("*") if each.is_file()]
    telling = [each for each in files if CANARY.encode() in each.read_bytes()]
    assert telling == [standard_paths().saved_calls_file]


async def test_a_call_saved_by_key_is_chosen_and_run_in_the_next_sitting_just_as_it_was(
    open_window: OpenWindow, file: Files
) -> None:
    path = file(one=entry("workshop.py"))
    async with open_window() as person:
        await save_awkward(person, path)
        assert person.button("Saved calls, 1").isVisible()

    saved_file = standard_paths().saved_calls_file
    assert stat.S_IMODE(saved_file.stat().st_mode) == 0o600
    assert json.loads(saved_file.read_text())["calls"][0]["arguments"] == ARGUMENTS

    async with open_window() as person:
        person.drop(path)
        await person.start("one")
        person.choose_item("echo")
        await until(lambda: calls(person) == ["awkward"], what="the saved call")
        person.press_button("Saved calls, 1")
        await until(lambda: person.all(SavedList), what="the list")
        person.press_button("awkward", person.find(SavedList))

        form = person.page.tools.pane.form
        assert form is not None
        assert form.held() == ARGUMENTS
        await person.press("Alt+B")
        await until(lambda: person.all(SavedList), what="the list")
        await person.press("Ctrl+Return")
        session = person.page.session
        await until(lambda: session.runs and session.runs[-1].took is not None, what="the run")
        assert structured(session.runs[-1]) == ARGUMENTS


async def test_saved_calls_follow_their_server_when_it_is_renamed_and_saved(
    open_window: OpenWindow, file: Files
) -> None:
    path = file(one=entry("workshop.py"))
    async with open_window() as person:
        person.drop(path)
        await person.start("one")
        person.choose_item("say")
        await save_by_key(person, "nothing said")

        await person.press("F2")
        naming = await person.dialog(NamingDialog)
        await person.write("two")
        person.press_button("Rename", naming)
        await until(lambda: person.page.session.entry.name == "two", what="the new name")
        await until(lambda: calls(person) == ["nothing said"], what="the saved call")
        await person.save()

    async with open_window() as person:
        person.drop(path)
        await person.start("two")
        await person.press("Ctrl+K")
        await person.write("nothing said")
        await person.press("Return")
        await until(lambda: person.page.tools.list.key == "say", what="the tool")
        assert not person.page.session.runs


async def test_a_name_is_corrected_before_it_is_saved(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")
    person.choose_item("say")
    await save_by_key(person, "first")
    person.choose_item("stall")
    await person.press("Ctrl+Shift+B")
    dialog = await person.dialog(NameCallDialog)
    assert person.find(QLineEdit, within=dialog).selectedText() == "stall"

    await person.write("first")
    assert "It will be replaced." in person.reads(dialog)
    await person.press("Ctrl+A")
    await person.write("second")
    await person.press("Return")

    await until(lambda: calls(person) == ["first", "second"], what="the saved call")
