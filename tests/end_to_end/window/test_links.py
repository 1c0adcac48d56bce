"""Links and files from outside: shown to the person, started and written by nobody else."""

import base64
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from patchbay.core.sitting.wish import Wish
from patchbay.ui.dialogs.add_server import AddServerDialog
from patchbay.ui.window.wishes import Wishes
from tests.end_to_end.window.conftest import Files, Stub
from tests.end_to_end.window.person import Person, entry, until

CHARTS = {"command": "charts", "args": ["--port", "7"]}


@pytest.fixture
def wishes(person: Person) -> Wishes:
    return Wishes(person.window)


def link(name: str = "charts", **fields: object) -> str:
    return f"patchbay:add?name={name}&config={quote(json.dumps(fields or CHARTS))}"


async def offered(person: Person) -> AddServerDialog:
    await until(lambda: person.all(AddServerDialog), what="the dialog")
    dialog = person.find(AddServerDialog)
    await until(lambda: dialog.paste.settled)
    return dialog


async def test_a_link_is_shown_and_neither_written_nor_started_before_it_is_added(
    person: Person, wishes: Wishes, file: Files, stub: Stub
) -> None:
    ran = stub("charts")
    path = file(one=entry("workshop.py"))
    before = path.read_text()
    person.drop(path)

    wishes.take(Wish(links=(link(),)))

    dialog = await offered(person)
    await until(lambda: "charts --port 7" in person.reads(dialog), what="the preview")
    assert path.read_text() == before
    assert person.rows() == ["mcp.json", "one"]
    person.press_button("Add server", dialog)
    await until(lambda: person.rows() == ["mcp.json", "one", "charts"])
    assert path.read_text() == before  # it is written when it is saved
    assert not ran.exists()
    draft = person.window.draft
    assert draft is not None
    draft.discard()


async def test_links_of_other_clients_given_at_once_are_in_one_dialog(
    person: Person, wishes: Wishes, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    config = base64.b64encode(json.dumps({"url": "https://example.org/mcp"}).encode()).decode()
    cursor = f"cursor://anysphere.cursor-deeplink/mcp/install?name=remote&config={config}"

    wishes.take(Wish(links=(link(), cursor)))

    dialog = await offered(person)
    assert [server.name for server in dialog.paste.chosen()] == ["charts", "remote"]
    person.press_button("Cancel", dialog)
    await until(lambda: not person.all(AddServerDialog))
    assert person.rows() == ["mcp.json", "one"]


async def test_a_bad_link_is_explained_and_opens_no_dialog(person: Person, wishes: Wishes) -> None:
    wishes.take(Wish(links=("patchbay:run?command=rm",)))

    await until(lambda: "This link adds no server" in person.reads())
    assert not person.all(AddServerDialog)


async def test_a_link_that_comes_while_servers_are_added_is_not_lost_silently(
    person: Person, wishes: Wishes
) -> None:
    wishes.take(Wish(links=(link(),)))
    dialog = await offered(person)

    wishes.take(Wish(links=(link("other"),)))

    await until(lambda: "The link was not opened" in person.reads())
    assert [server.name for server in dialog.paste.chosen()] == ["charts"]
    person.press_button("Cancel", dialog)
    await until(lambda: not person.all(AddServerDialog))


async def test_files_that_are_handed_over_are_opened_although_one_is_gone(
    person: Person, wishes: Wishes, file: Files, tmp_path: Path
) -> None:
    one = file("one.json", a=entry("workshop.py"))
    two = file("two.json", b=entry("workshop.py"), c=entry("workshop.py"))

    wishes.take(Wish((one, tmp_path / "gone.json", two), server="c", page="log"))

    await until(lambda: person.rows() == ["one.json", "a", "two.json", "b", "c"])
    await until(lambda: "gone.json" in person.reads())
    assert person.page.session.entry.name == "c"
    assert person.page.page_name == "log"
    assert not any(session.is_live for session in person.workspace.pool.sessions)
