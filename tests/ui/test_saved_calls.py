"""Calls that are kept: saved from a form, found again, filled in, run, renamed, removed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from patchbay.core.calls.run import RunKind, Status
from patchbay.core.calls.saved import SavedCall
from patchbay.core.calls.saved_calls import SavedCalls
from patchbay.core.config.built_in import DEMO_NAME, DEMO_PATH
from patchbay.core.paths import standard_paths
from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.session import Session
from patchbay.core.values import JsonObject
from patchbay.ui.catalog_page import CatalogPage
from patchbay.ui.dialogs.name_call import NameCallDialog
from patchbay.ui.form import Form
from patchbay.ui.form.row import Row
from patchbay.ui.form.saved_list import MOST, SavedList
from patchbay.ui.palette import Offer, Palette
from patchbay.ui.window import Window
from patchbay.ui.window.call_names import suggested
from tests.ui.waiting import until

W = TypeVar("W", bound=QWidget)
AWKWARD: JsonObject = {
    "name": "",
    "crew": 99,
    "draught": 3.0,
    "heading": None,
    "cargo": [],
    "vessel": {},
    "labels": {"a": "b"},
    "contact": ["x"],
    "unknown": {"kept": [None]},
}
TEMPLATE = "harbour://readings/{dataset}/{day}"


def session_of(window: Window) -> Session:
    assert window.session is not None
    return window.session


def page_of(window: Window) -> CatalogPage:
    assert window.catalog_page is not None
    return window.catalog_page


def form_of(window: Window) -> Form:
    form = page_of(window).pane.form
    assert form is not None
    return form


def kept(window: Window) -> Sequence[SavedCall]:
    return window.keeper.of(session_of(window))


async def save(
    window: Window,
    name: str,
    target: str = "all_inputs",
    arguments: JsonObject | None = None,
    kind: RunKind = RunKind.TOOL,
) -> SavedCall:
    """As if it had been saved in an earlier sitting."""
    entry = session_of(window).entry
    call = SavedCall(name, kind, target, arguments or {}, datetime.now().astimezone())
    await window.workspace.saved_calls.save(entry.file, entry.name, call)
    return call


async def shown(window: Window, kind: type[W]) -> W:
    def visible() -> list[W]:
        return [each for each in window.findChildren(kind) if each.isVisible()]

    await until(visible)
    return visible()[0]


async def is_active(window: Window) -> None:
    """As the window manager sees to where there is one."""
    window.activateWindow()
    await until(window.isActiveWindow)


async def saved_by_key(window: Window, name: str = "") -> str:
    """Save with the key, under the suggested name unless there is another; the name."""
    await is_active(window)
    QTest.keyClick(
        window,
        Qt.Key.Key_B,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    dialog = await shown(window, NameCallDialog)
    if name:
        QTest.keyClicks(dialog.field, name)
    name = dialog.field.text()
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    await until(lambda: name in [call.name for call in kept(window)])
    return name


async def opened(window: Window) -> SavedList:
    button = page_of(window).pane.saved
    await until(lambda: button.list is None)
    await is_active(window)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    return await shown(window, SavedList)


def words(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def tools(window: Window) -> CatalogPage:
    assert window.page is not None
    return window.page.tools


@pytest.mark.parametrize("as_json", [False, True], ids=["rows", "json"])
async def test_a_call_saved_by_key_fills_the_form_again_exactly(
    demo_window: Window, as_json: bool
) -> None:
    tools(demo_window).choose("all_inputs")
    form = form_of(demo_window)
    form.set_arguments(AWKWARD)
    form.show_json(on=as_json)

    await saved_by_key(demo_window, "awkward")
    form.set_arguments({"name": "Tern", "note": "sent", "heading": 12})
    form.show_json(on=not as_json)
    saved = await opened(demo_window)
    QTest.mouseClick(saved.rows[0], Qt.MouseButton.LeftButton)

    assert form.held() == AWKWARD
    assert "note" not in (form.held() or {})
    assert form.is_json is not as_json
    assert [call.arguments for call in kept(demo_window)] == [AWKWARD]
    assert not saved.isVisible()
    focused = demo_window.focusWidget()
    assert focused is not None
    assert form.isAncestorOf(focused)


async def test_the_button_counts_the_calls_of_what_is_chosen(demo_window: Window) -> None:
    await save(demo_window, "one")
    await save(demo_window, "two")
    await save(demo_window, "other", "record_reading")
    button = tools(demo_window).pane.saved

    tools(demo_window).choose("all_inputs")
    assert button.accessibleName() == "Saved calls, 2"
    assert button.text().endswith("2")
    tools(demo_window).choose("record_reading")
    assert button.accessibleName() == "Saved calls, 1"
    tools(demo_window).choose("harbour_log")
    assert button.accessibleName() == "Saved calls, 0"


async def test_with_the_focus_in_the_result_the_arguments_of_its_run_are_saved(
    demo_window: Window,
) -> None:
    page = page_of(demo_window)
    run = page.results.run
    assert run is not None
    form_of(demo_window).set_arguments({"dataset": "tide"})
    await until(lambda: page.results.settled)
    page.results.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    result = next(
        each
        for each in page.results.findChildren(QWidget)
        if each.isVisible() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
    )
    result.setFocus()

    await saved_by_key(demo_window, "of the run")
    form_of(demo_window).focus_first()
    await saved_by_key(demo_window, "of the form")

    found = {call.name: call.arguments for call in kept(demo_window)}
    assert found == {"of the run": run.arguments, "of the form": {"dataset": "tide"}}


async def test_a_form_that_cannot_tell_what_it_holds_is_not_saved_and_shows_where(
    demo_window: Window,
) -> None:
    tools(demo_window).choose("all_inputs")
    form = form_of(demo_window)
    form.show_json(on=True)
    text = demo_window.focusWidget()
    assert text is not None
    QTest.keyClicks(text, "{{")
    tools(demo_window).list.focus_filter()

    demo_window.commands.run("save-call")

    await until(lambda: form.faults == 1)
    assert demo_window.focusWidget() is text
    assert not demo_window.findChildren(NameCallDialog)


async def test_a_row_whose_json_means_nothing_keeps_its_call_from_being_saved(
    demo_window: Window,
) -> None:
    tools(demo_window).choose("all_inputs")
    form = form_of(demo_window)
    await until(lambda: any(row.field.name == "labels" for row in form.findChildren(Row)))
    row = next(row for row in form.findChildren(Row) if row.field.name == "labels")
    row.focus()
    QTest.keyClicks(row.editor.target(), "{1")
    tools(demo_window).list.focus_filter()

    demo_window.commands.run("save-call")

    await until(lambda: form.faults == 1)
    assert demo_window.focusWidget() is row.editor.target()
    assert not demo_window.findChildren(NameCallDialog)


async def test_saved_calls_are_known_to_the_palette_before_the_server_was_started(
    window: Window,
) -> None:
    other = SavedCalls(standard_paths().saved_calls_file)
    call = SavedCall("earlier", RunKind.TOOL, "harbour_log", {}, datetime.now().astimezone())
    await other.save(DEMO_PATH, DEMO_NAME, call)
    session = window.workspace.open_demo()
    window.show_session(session).show_page("log")

    await until(lambda: kept(window))

    (offer,) = [row for row in offers(window, "#earlier") if row.text == "earlier"]
    assert offer.lacking == "needs the server to be started"


async def test_the_same_name_is_suggested_again_for_a_call_that_was_changed(
    demo_window: Window,
) -> None:
    tools(demo_window).choose("record_reading")
    form_of(demo_window).set_arguments({"quay": "west", "value": 2.5})
    assert await saved_by_key(demo_window) == "record_reading west, 2.5"
    form_of(demo_window).set_arguments({"quay": "west", "value": 3})

    demo_window.commands.run("save-call")
    dialog = await shown(demo_window, NameCallDialog)
    assert dialog.main.text() == "Replace"
    dialog.main.click()

    await until(lambda: kept(demo_window)[0].arguments["value"] == 3)
    assert len(kept(demo_window)) == 1


async def test_a_call_is_run_from_the_list_and_the_form_keeps_what_it_holds(
    demo_window: Window,
) -> None:
    await save(demo_window, "north", "record_reading", {"quay": "north", "value": 1})
    page = tools(demo_window)
    page.choose("record_reading")
    form_of(demo_window).set_arguments({"quay": "south"})
    saved = await opened(demo_window)

    QTest.mouseClick(saved.rows[0].run, Qt.MouseButton.LeftButton)

    await until(lambda: page.results.run and page.results.run.status is Status.DONE)
    run = session_of(demo_window).runs[-1]
    assert (run.name, run.arguments) == ("record_reading", {"quay": "north", "value": 1})
    assert form_of(demo_window).held() == {"quay": "south"}


async def test_by_keys_alone_a_call_is_removed_and_brought_back(
    demo_window: Window,
) -> None:
    for name in ("a", "b", "c"):
        await save(demo_window, name, "record_reading", {"quay": "north", "value": 1})
    tools(demo_window).choose("record_reading")
    demo_window.commands.run("saved-calls")
    saved = await shown(demo_window, SavedList)
    assert saved.rows[0].hasFocus()

    QTest.keyClick(saved.rows[0], Qt.Key.Key_Down)
    assert saved.rows[1].hasFocus()
    QTest.keyClick(saved.rows[1], Qt.Key.Key_Delete)
    await until(lambda: len(saved.rows) == 2)
    assert [row.call.name for row in saved.rows] == ["a", "c"]
    assert saved.rows[1].hasFocus()
    await until(lambda: "Removed “b”" in words(saved))
    saved.undo.setFocus()
    QTest.keyClick(saved.undo, Qt.Key.Key_Return)
    await until(lambda: len(saved.rows) == 3)
    assert [call.name for call in kept(demo_window)] == ["a", "b", "c"]
    await until(lambda: not saved.undo.isVisible())


async def test_by_keys_alone_a_call_is_renamed_and_run(demo_window: Window) -> None:
    for name in ("a", "b", "c"):
        await save(demo_window, name, "record_reading", {"quay": "north", "value": 1})
    tools(demo_window).choose("record_reading")
    saved = await opened(demo_window)
    QTest.keyClick(saved.rows[2], Qt.Key.Key_F2)
    dialog = await shown(demo_window, NameCallDialog)
    QTest.keyClicks(dialog.field, "third")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    await until(lambda: [call.name for call in kept(demo_window)] == ["a", "b", "third"])

    saved = await opened(demo_window)
    QTest.keyClick(saved.rows[0], Qt.Key.Key_Up)
    assert saved.save.hasFocus()
    QTest.keyClick(saved.save, Qt.Key.Key_Escape)
    await until(lambda: tools(demo_window).pane.saved.list is None)
    saved = await opened(demo_window)
    before = len(session_of(demo_window).runs)
    QTest.keyClick(saved.rows[0], Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: len(session_of(demo_window).runs) == before + 1)


async def test_a_removal_can_be_undone_after_the_list_was_closed(demo_window: Window) -> None:
    await save(demo_window, "a", "record_reading")
    tools(demo_window).choose("record_reading")
    saved = await opened(demo_window)
    QTest.mouseClick(saved.rows[0].remove, Qt.MouseButton.LeftButton)
    await until(saved.undo.isVisible)
    QTest.mouseClick(saved, Qt.MouseButton.LeftButton, pos=QPoint(-40, -40))
    assert not saved.isVisible()

    saved = await opened(demo_window)
    assert "No saved calls yet" in words(saved)
    QTest.mouseClick(saved.undo, Qt.MouseButton.LeftButton)

    await until(lambda: len(kept(demo_window)) == 1)
    await until(lambda: len(saved.rows) == 1)


async def test_calls_of_a_tool_that_is_gone_are_not_offered_now_and_can_be_removed(
    demo_window: Window,
) -> None:
    await save(demo_window, "old", "gone_tool", {"a": 1})
    saved = await opened(demo_window)
    assert "Not offered now" in words(saved)
    assert {"old", "gone_tool"} <= set(words(saved))
    assert saved.rows == []
    (offer,) = [row for row in offers(demo_window, "#old") if row.text == "old"]
    assert offer.lacking == "not offered now"

    remove = next(
        each for each in saved.findChildren(QWidget) if each.accessibleName() == "Remove old"
    )
    QTest.mouseClick(remove, Qt.MouseButton.LeftButton)

    await until(lambda: not kept(demo_window))
    await until(lambda: "Not offered now" not in words(saved))


async def test_a_tool_that_goes_while_the_list_is_open_takes_its_calls_out_of_reach(
    demo_window: Window,
) -> None:
    await save(demo_window, "reading", "record_reading")
    session, catalog = session_of(demo_window), session_of(demo_window).catalog
    saved = await opened(demo_window)
    assert "Not offered now" not in words(saved)

    less = tuple(tool for tool in catalog.tools if tool.name != "record_reading")
    show(session, replace(catalog, tools=less))
    assert "Not offered now" in words(saved)
    show(session, catalog)
    assert "Not offered now" not in words(saved)


def show(session: Session, catalog: Catalog) -> None:
    session.catalog = catalog
    session.catalog_changed.emit(catalog)


async def test_the_palette_finds_a_saved_call_by_name_and_fills_its_form_without_running_it(
    demo_window: Window,
) -> None:
    await save(demo_window, "to Oban", "passage_plan", {"destination": "Oban"}, RunKind.PROMPT)
    runs = len(session_of(demo_window).runs)
    demo_window.commands.run("palette")
    palette = await shown(demo_window, Palette)
    palette.field.setText("oban")

    QTest.keyClick(palette.field, Qt.Key.Key_Return)

    assert demo_window.page is not None
    assert demo_window.page.page_name == "prompts"
    assert page_of(demo_window).list.key == "passage_plan"
    assert form_of(demo_window).held() == {"destination": "Oban"}
    assert len(session_of(demo_window).runs) == runs
    assert page_of(demo_window).pane.saved.accessibleName() == "Saved calls, 1"


async def test_a_template_is_saved_with_what_was_filled_in_and_an_address_is_read_unlisted(
    demo_window: Window,
) -> None:
    await save(demo_window, "elsewhere", "harbour://not/listed", kind=RunKind.RESOURCE)
    demo_window.commands.run("page-resources")
    page = page_of(demo_window)
    page.choose(TEMPLATE)
    form_of(demo_window).set_arguments({"dataset": "tide", "day": "2026-11-30"})

    name = await saved_by_key(demo_window)
    form_of(demo_window).set_arguments({})
    saved = await opened(demo_window)
    QTest.mouseClick(saved.rows[0], Qt.MouseButton.LeftButton)

    assert "tide, 2026-11-30" in name
    assert form_of(demo_window).held() == {"dataset": "tide", "day": "2026-11-30"}
    (offer,) = [row for row in offers(demo_window, "#elsewhere") if row.text == "elsewhere"]
    assert (offer.lacking, offer.run is None) == ("", False)
    assert offer.run is not None
    offer.run()
    assert page.list.key == "harbour://not/listed"


async def test_what_another_patchbay_saved_is_there_when_the_list_opens(
    demo_window: Window,
) -> None:
    entry = session_of(demo_window).entry
    other = SavedCalls(standard_paths().saved_calls_file)
    call = SavedCall("theirs", RunKind.TOOL, "harbour_log", {}, datetime.now().astimezone())
    await other.save(entry.file, entry.name, call)

    saved = await opened(demo_window)

    await until(lambda: [row.call.name for row in saved.rows] == ["theirs"])


async def test_a_damaged_file_is_said_in_the_window(window: Window) -> None:
    path = standard_paths().saved_calls_file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{")

    window.open_demo()

    await until(lambda: window.notices.notices)
    told = str(window.notices.notices[0].error)
    assert told.startswith("The saved calls could not be read.")
    assert "saved-calls.json.broken" in told


async def test_a_call_that_is_too_large_is_refused_in_the_window(demo_window: Window) -> None:
    tools(demo_window).choose("all_inputs")
    form_of(demo_window).set_arguments({"note": "x" * 1_000_001})
    demo_window.commands.run("save-call")
    dialog = await shown(demo_window, NameCallDialog)

    dialog.main.click()

    await until(lambda: demo_window.notices.notices)
    assert "at most 1 MB" in str(demo_window.notices.notices[0].error)
    assert "xxx" not in str(demo_window.notices.notices[0].error)


async def test_of_very_many_calls_the_list_shows_some_and_says_where_the_others_are(
    demo_window: Window,
) -> None:
    entry = session_of(demo_window).entry
    at = datetime.now().astimezone()
    known = demo_window.workspace.saved_calls
    for number in range(MOST + 2):
        call = SavedCall(f"call {number}", RunKind.TOOL, "harbour_log", {}, at)
        await known.save(entry.file, entry.name, call)

    saved = await opened(demo_window)

    assert len(saved.rows) == MOST
    assert "2 more are found with Ctrl+K" in words(saved)
    assert f"call {MOST + 1}" in [row.text for row in offers(demo_window, f"#call {MOST + 1}")]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({}, "echo"),
        ({"title": "hi", "count": 3, "sure": True, "more": "left out"}, "echo hi, 3, sure"),
        ({"token": "abcdef", "password": "x", "hidden": "y", "note": "z"}, "echo z"),
        ({"long": "x" * 100, "deep": {"a": 1}, "no": False, "null": None, "e": ""}, "echo"),
        ({"lines": "a\n\u202eb"}, "echo a b"),
        ({"n": 1}, "echo 1 2"),
    ],
)
def test_a_suggested_name_tells_the_arguments_and_no_secret(
    arguments: JsonObject, name: str
) -> None:
    assert suggested("echo", arguments, {"hidden"}.__contains__, {"echo 1"}) == name


def offers(window: Window, typed: str) -> list[Offer]:
    window.commands.run("palette")
    palette = next(each for each in window.findChildren(Palette) if each.isVisible())
    palette.field.setText(typed)
    found = [row for row in palette.list.rows if isinstance(row, Offer)]
    palette.leave()
    return found
