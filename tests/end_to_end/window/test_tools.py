"""Tools, prompts and resources: found, filled in, run, cancelled, run again; by hand and by key."""

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QComboBox, QPlainTextEdit, QWidget

from patchbay.core.calls.run import Status
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.states import Ready
from patchbay.ui.prompts import PromptsPage
from patchbay.ui.resources import ResourcesPage
from patchbay.ui.results.linked import LinkBlock
from patchbay.ui.results.strip import RunButton
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, structured, until


async def open_workshop(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")


async def test_tools_are_listed_with_what_they_claim_and_found_by_name_and_description(
    person: Person, file: Files
) -> None:
    await open_workshop(person, file)
    tools = person.page.tools
    names = [item.name for item in tools.list.items]
    assert names[0] == "echo"
    assert len(names) == 13
    assert [pill.text for pill in tools.list.items[0].pills] == ["read-only"]
    person.choose_item("die")
    await until(lambda: "destructive" in person.reads(tools.pane), what="the badge")
    assert "mcp::one::die" in person.reads(tools.pane)

    await person.press("Ctrl+T")
    await person.write("strang")

    view = tools.list.view
    assert [view.model().index(row, 0).data() for row in range(view.model().rowCount())] == [
        "strange"
    ]
    assert tools.list.key == "die"
    await person.press("Return")
    assert tools.list.key == "strange"
    await person.press("Escape", "Down", "Down")
    assert view.model().rowCount() == 13
    assert view.hasFocus()
    await person.press("Ctrl+T")
    await person.write("The tool nowhere")
    assert "Nothing found" in person.reads(tools.list)


async def fill_in_by_keys(person: Person) -> None:
    """Every kind of field, from the first to the last, without the mouse."""
    person.form_row("title").focus()
    await person.write('two words "quoted"')
    await person.press("Tab")
    await person.write("41")
    await person.press("Up", "Tab")
    await person.write("2.50")
    await person.press("Tab", "Space", "Tab")  # yes
    await person.press("Down", "Down", "Tab")  # the first entry sends nothing
    await person.press("Ctrl+Shift+N")
    person.form_row("tags").focus()
    await person.press("Space")
    await person.write("red ink")
    await person.press("Alt+Insert")
    await person.write("paper")
    await person.press("Alt+Up")
    person.form_row("place").focus()
    await person.press("Right", "Tab")
    await person.write("Quay")
    await person.press("Tab")
    await person.write("12")
    person.form_row("odd").focus()
    await person.write('{"deep": [1, null]}')


FILLED = {
    "title": 'two words "quoted"',
    "count": 42,
    "ratio": 2.5,
    "sure": True,
    "colour": "green",
    "maybe": None,
    "tags": ["paper", "red ink"],
    "place": {"street": "Quay", "number": 12},
    "odd": {"deep": [1, None]},
}


async def test_every_kind_of_field_is_filled_by_keys_and_arrives_as_it_was_meant(
    person: Person, file: Files
) -> None:
    await open_workshop(person, file)
    person.choose_item("echo")

    await fill_in_by_keys(person)
    run = await person.run_chosen()

    assert dict(structured(run)) == FILLED
    assert "OK" in person.reads(person.page.tools.results)


async def test_form_and_json_change_places_without_a_loss(person: Person, file: Files) -> None:
    await open_workshop(person, file)
    person.choose_item("echo")
    await fill_in_by_keys(person)

    await person.press("Ctrl+J")
    text = person.find(QPlainTextEdit, "Arguments as JSON")
    assert '"street": "Quay"' in text.toPlainText()
    await person.press("Ctrl+J")
    assert dict(structured(await person.run_chosen())) == FILLED

    await person.press("Ctrl+J", "Ctrl+A")
    await person.write('{"title": "t", "count": 1, "unheard of": [1e3]}')
    run = await person.run_chosen()
    assert dict(structured(run)) == {"title": "t", "count": 1, "unheard of": [1000.0]}
    await person.press("Ctrl+J")
    assert "Also sent: unheard of" in person.reads(person.page.tools.pane)

    await person.press("Ctrl+J", "Ctrl+End", "Backspace", "Ctrl+Return")
    assert len(person.page.session.runs) == 2, "what is no JSON was sent"
    assert "Is not JSON" in person.reads(person.page.tools.pane)
    await person.press("Ctrl+J")
    assert text.isVisible(), "what was typed was thrown away"


async def test_what_is_missing_is_marked_and_the_first_of_it_has_the_focus(
    person: Person, file: Files
) -> None:
    await open_workshop(person, file)
    person.choose_item("echo")
    person.form_row("count").focus()
    await person.write("100")

    await person.press("Ctrl+Return")

    assert not person.page.session.runs
    assert "2 fields need attention" in person.reads(person.page.tools.pane)
    assert person.form_row("title").message
    assert "99" in person.form_row("count").message
    assert person.field("title").hasFocus()
    await person.write("now")
    person.form_row("count").focus()
    await person.press("Ctrl+A")
    await person.write("99")
    assert "attention" not in person.reads(person.page.tools.pane)
    assert dict(structured(await person.run_chosen())) == {"title": "now", "count": 99}


async def test_progress_is_shown_in_place_and_ctrl_dot_cancels(person: Person, file: Files) -> None:
    await open_workshop(person, file)
    session, results = person.page.session, person.page.tools.results
    person.choose_item("progress")
    await person.press("Ctrl+Return")

    await until(lambda: "step 2 of 4" in person.reads(results), what="progress")
    words = person.reads(results)
    assert "50 %" in words
    assert "step 1 of 4" in words
    await until(lambda: person.reads(results) != words, what="a tick of the clock")
    assert "50 %" in person.reads(person.page.tools.list) or session.runs[0].progress

    await person.press("Ctrl+.")

    assert session.runs[0].status is Status.CANCELLED
    await until(lambda: "You cancelled this call" in person.reads(results))
    await until(lambda: "told to cancel" in session.log.tail(Source.STDERR, 1), what="the notice")
    assert isinstance(session.state, Ready)


async def test_a_button_cancels_too(person: Person, file: Files) -> None:
    await open_workshop(person, file)
    person.choose_item("stall")
    await person.press("Ctrl+Return")
    results = person.page.tools.results
    await until(lambda: "Waiting for stall" in person.reads(results))

    person.press_button("Cancel", results)

    await until(lambda: "You cancelled this call" in person.reads(results))


async def test_earlier_runs_stand_beside_and_one_key_runs_again(
    person: Person, file: Files
) -> None:
    await open_workshop(person, file)
    session, results = person.page.session, person.page.tools.results
    person.choose_item("echo")
    for title in ("first", "second"):
        person.form_row("title").focus()
        await person.press("Ctrl+A")
        await person.write(title)
        person.form_row("count").focus()
        await person.press("Ctrl+A")
        await person.write("1")
        await person.run_chosen()
    assert len(person.all(RunButton)) == 2

    person.press_button("#1", results)
    assert results.run is session.runs[0]
    await person.press("Ctrl+Shift+Return")
    await until(lambda: len(session.runs) == 3)
    await until(lambda: session.runs[2].took is not None)
    await until(lambda: results.run is session.runs[2])

    assert session.runs[2].arguments == {"title": "first", "count": 1}
    assert person.arguments() == {"title": "second", "count": 1}
    await person.press("Ctrl+[")
    assert results.run is session.runs[1]
    await person.press("Ctrl+[", "Ctrl+Shift+A")
    assert person.arguments() == {"title": "first", "count": 1}
    await person.press("Ctrl+]", "Ctrl+]")
    assert results.run is session.runs[2]


async def test_an_error_of_the_tool_is_marked_as_one(person: Person, file: Files) -> None:
    await open_workshop(person, file)

    run = await person.run("refuse")

    assert run.is_error
    words = person.reads(person.page.tools.results)
    assert "Tool error" in words
    assert "not on a Sunday" in words
    assert "#1  error" in words


async def test_a_call_without_an_answer_in_time_says_so_and_the_next_one_works(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py", request_timeout=0.3)))
    await person.start("one")

    await person.run("stall")

    words = person.reads(person.page.tools.results)
    assert "No answer in time" in words
    assert "0.3 s" in words
    assert "Request that was sent" in words
    assert (await person.run("refuse")).is_error


async def test_a_changed_list_is_taken_and_what_was_chosen_and_typed_stays(
    person: Person, file: Files
) -> None:
    await open_workshop(person, file)
    tools = person.page.tools
    person.choose_item("echo")
    person.form_row("title").focus()
    await person.write("half a word")

    person.page.session.call_tool("grow", {})
    await until(lambda: "grown_13" in person.reads(tools.list), what="the new tool")

    assert tools.list.key == "echo"
    assert person.field("title").hasFocus()
    form = tools.pane.form
    assert form is not None
    assert form.raw() == {"title": "half a word"}
    run = await person.run("grown_13")
    assert run.status is Status.DONE


async def test_a_prompt_is_got_with_its_arguments(person: Person, file: Files) -> None:
    await open_workshop(person, file)
    await person.press("Ctrl+2")
    page = person.page.current()
    assert isinstance(page, PromptsPage)
    assert page.list.key == "sing"

    await person.press("Ctrl+Return")
    assert "1 field needs attention" in person.reads(page.pane)
    await person.write("Ada")
    await person.run_chosen()

    words = person.reads(page.results)
    assert "Sing for Ada" in words
    assert "user" in words


async def test_a_resource_is_read(person: Person, file: Files) -> None:
    await open_workshop(person, file)
    await person.press("Ctrl+3")
    page = person.page.current()
    assert isinstance(page, ResourcesPage)
    await person.press("Ctrl+T")
    await person.write("second")
    await person.press("Return")

    person.press_button("Read", page.pane)
    await until(lambda: page.results.settled)

    assert "This is note://second" in person.reads(page.results)
    assert "note://second" in person.reads(page.pane)


async def test_a_link_in_a_result_leads_to_its_resource(person: Person, file: Files) -> None:
    await open_workshop(person, file)
    await person.run("point")
    link = person.find(LinkBlock)
    assert "note://second" in person.reads(link)
    assert len(person.page.session.runs) == 1, "a link was followed without being asked"

    person.press_button("Read", link)

    page = person.page.current()
    assert isinstance(page, ResourcesPage)
    await until(lambda: page.results.settled)
    assert "This is note://second" in person.reads(page.results)


def name(widget: QWidget | None) -> str:
    """As a screen reader would call it."""
    assert widget is not None
    if isinstance(widget, QComboBox):
        return widget.accessibleName()  # Qt on Linux tells the chosen value instead
    found = QAccessible.queryAccessibleInterface(widget)
    return found.text(QAccessible.Text.Name)


async def test_tab_goes_from_the_list_through_the_form_to_run_and_on_and_back(
    person: Person, file: Files
) -> None:
    await open_workshop(person, file)
    person.choose_item("echo")
    person.form_row("place").reveal()
    person.form_row("tags").focus()
    await person.press("Space", "Ctrl+T")
    there: list[str] = []
    while not there or (name(QApplication.focusWidget()) != "Filter tools" and len(there) < 60):
        there.append(name(QApplication.focusWidget()))
        await person.press("Tab")
    back: list[str] = []
    while not back or (name(QApplication.focusWidget()) != "Filter tools" and len(back) < 60):
        back.append(name(QApplication.focusWidget()))
        await person.press("Shift+Tab")

    assert all(there)
    fields = ["title", "count", "ratio", "sure", "colour", "maybe", "null for maybe", "tags 1"]
    inside = ["street", "number", "odd", "size", "Run", "Reset"]
    assert [each for each in there if each in fields + inside] == fields + inside
    assert back[1:] == there[:0:-1]
