"""What was said to a server can be opened in its form, said again, and changed."""

from PySide6.QtWidgets import QAbstractButton, QPlainTextEdit

from patchbay.core.sessions.states import Ready, Stopped
from patchbay.core.sessions.traffic import Exchange, Outcome
from patchbay.ui.traffic import TrafficPage
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until


def traffic_page(person: Person) -> TrafficPage:
    page = person.page.current()
    assert isinstance(page, TrafficPage)
    return page


def newest(page: TrafficPage, method: str) -> Exchange:
    return [each for each in page.rows if each.method == method][-1]


async def test_a_request_is_sent_again_changed_and_opened_in_its_form(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    session = await person.start("one")
    await person.run("refuse")
    person.choose_page("Traffic")
    page = traffic_page(person)
    first = newest(page, "tools/call")
    page.table.selectRow(page.rows.index(first))

    person.press_button("Send again")
    await until(lambda: newest(page, "tools/call") is not first)
    await until(lambda: newest(page, "tools/call").outcome is Outcome.TOOL_ERROR)
    await until(lambda: page.rows[page.table.chosen_rows()[0]] is newest(page, "tools/call"))
    await until(lambda: "not on a Sunday" in person.reads(page.detail))

    await person.press("Shift+F5")
    await until(lambda: isinstance(session.state, Stopped))
    person.press_button("Edit and send")
    code = person.find(QPlainTextEdit, within=page.detail)
    code.setPlainText('{"name": "progress", "arguments": {}}')
    person.press_button("Send", within=page.detail.editor)
    await until(lambda: person.all(QAbstractButton, "Cancel", page.detail))
    assert isinstance(session.state, Ready)
    assert "tools/call progress" in person.reads(page.detail)
    person.press_button("Cancel", within=page.detail)
    await until(lambda: newest(page, "tools/call").outcome is Outcome.CANCELLED)

    page.table.selectRow(page.rows.index(first))
    person.press_button("Open in form")
    assert person.page.page_name == "tools"
    assert person.page.tools.list.key == "refuse"
