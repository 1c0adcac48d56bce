"""What the window offers to do about a failure, done."""

import json

from patchbay.core.sessions.states import Failed, Stopped
from patchbay.core.settings import SettingsStore
from patchbay.ui.dialogs.insecure_host import InsecureHostDialog
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, until
from tests.remote import StartWeb


async def test_the_address_a_server_leads_to_is_adopted_with_undo(
    person: Person, file: Files, web: StartWeb
) -> None:
    goal = web().address
    answer = {"status": 308, "headers": {"location": goal}}
    moved = web({"POST /mcp": answer}).address
    path = file(far={"type": "http", "url": moved}, lost={"type": "http", "url": moved})
    person.drop(path)
    session = person.session("far")
    await person.press("F5")
    person.click((await person.consent()).once)
    await until(lambda: isinstance(session.state, Failed), what="the failure")
    assert f"leads to {goal}" in person.reads(person.page.failure)

    person.press_button("Use this address", person.page.failure)
    await until(lambda: session.entry.url == goal, what="the new address")
    await until(lambda: "not saved yet" in person.reads(person.page.failure))
    assert json.loads(path.read_text())["mcpServers"]["far"]["url"] == moved

    assert person.page.failure.isAncestorOf(person.window.focusWidget())
    await person.press("Ctrl+Z")
    await until(lambda: session.entry.url == moved, what="the old address")
    await person.press("Ctrl+Y")
    await until(lambda: session.entry.url == goal, what="the new address")
    assert person.session("lost").entry.url == moved


async def test_a_field_to_mend_gets_the_focus(person: Person, file: Files, web: StartWeb) -> None:
    lost = web({"POST /mcp": {"status": 404}, "GET /mcp": {"status": 404}}).address
    person.drop(file(lost={"type": "http", "url": lost}))
    session = person.session("lost")
    await person.press("F5")
    person.click((await person.consent()).once)
    await until(lambda: isinstance(session.state, Failed), what="the failure")

    assert "http: 404 Not Found\nsse: 404 Not Found" in person.reads(person.page.failure)
    person.press_button("Edit address", person.page.failure)
    await person.settled()

    assert person.page.page_name == "configuration"
    focused = person.window.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "Address"


async def test_an_insecure_host_is_allowed_only_after_a_question(
    person: Person, file: Files
) -> None:
    person.drop(file(far={"type": "http", "url": "http://printer.invalid/mcp"}))
    session = person.session("far")
    await person.press("F5")
    await until(lambda: isinstance(session.state, Stopped) and session.state.blocked)

    person.press_button("Allow printer.invalid", person.page.failure)
    await until(lambda: person.all(InsecureHostDialog), what="the question")
    dialog = person.find(InsecureHostDialog)
    assert "without encryption" in person.reads(dialog)
    assert not person.workspace.allow.hosts
    person.click(dialog.allow)

    dialog_of_consent = await person.consent()
    await person.press("Escape")
    await until(lambda: not dialog_of_consent.isVisible())
    assert SettingsStore(person.workspace.settings.path).settings.hosts == ("printer.invalid",)
