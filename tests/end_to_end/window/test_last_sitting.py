"""What was open comes back at the next start; what was opened before is among the recent ones."""

from pathlib import Path

from PySide6.QtWidgets import QMenu

from patchbay.core.paths import standard_paths
from patchbay.core.sessions.habits import Habit
from patchbay.core.sitting.last import LastSitting
from tests.end_to_end.window.conftest import Files, OpenWindow, Stub, write_settings
from tests.end_to_end.window.person import Person, entry, until


def last_files() -> tuple[Path, ...]:
    return LastSitting(standard_paths().sitting_file).sitting.files


def recent_entries(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


async def test_files_server_and_page_come_back_and_nothing_starts(
    open_running: OpenWindow, file: Files
) -> None:
    one = file("one.json", a=entry("workshop.py"))
    two = file("two.json", b=entry("workshop.py"), c=entry("workshop.py"))
    async with open_running() as person:
        person.drop(one, two)
        person.choose_server("c")
        person.choose_page("Log")

    async with open_running() as person:
        await until(lambda: person.window.page, what="the page")
        assert person.rows() == ["one.json", "a", "two.json", "b", "c"]
        assert person.page.session.entry.name == "c"
        assert person.page.page_name == "log"
        assert not any(session.is_live for session in person.workspace.pool.sessions)


async def test_a_server_that_starts_with_its_file_asks_for_consent_when_that_comes_back(
    open_running: OpenWindow, file: Files, stub: Stub
) -> None:
    ran = stub("npx")
    path = file(a={"command": "npx", "args": ["charts"]})
    async with open_running() as person:
        person.drop(path)
        person.workspace.habits.choose(path, "a", Habit(starts_on_open=True))

    async with open_running() as person:
        consent = await person.consent()
        assert not ran.exists()
        person.click(consent.cancel)
        await until(lambda: not person.session("a").is_live)
    assert not ran.exists()


async def test_files_that_are_gone_are_passed_over_and_named_in_one_notice(
    open_running: OpenWindow, file: Files
) -> None:
    names = ("one.json", "two.json", "three.json")
    paths = [file(name, **{name[:3]: entry("workshop.py")}) for name in names]
    async with open_running() as person:
        person.drop(*paths)
    paths[0].unlink()
    paths[2].unlink()

    async with open_running() as person:
        await until(lambda: "2 configs of the last sitting" in person.reads())
        assert person.rows() == ["two.json", "two"]
        assert "one.json" in person.reads()
        assert "three.json" in person.reads()
    assert last_files() == (paths[1],)


async def test_a_file_without_servers_comes_back_with_its_problems(
    open_running: OpenWindow, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"mcpServers": {')
    async with open_running() as person:
        person.drop(path)

    async with open_running() as person:
        await until(lambda: person.window.draft, what="the file")
        assert person.rows() == ["broken.json"]


async def test_what_is_open_is_written_down_before_the_window_is_closed(
    open_running: OpenWindow, file: Files
) -> None:
    path = file(a=entry("workshop.py"))
    async with open_running() as person:
        person.drop(path)
        await until(lambda: last_files() == (path,))

        await person.workspace.close_file(path)
        await until(lambda: last_files() == ())


async def test_nothing_comes_back_where_the_person_does_not_want_it(
    open_running: OpenWindow, file: Files
) -> None:
    path = file(a=entry("workshop.py"))
    async with open_running() as person:
        person.drop(path)
    write_settings(restore_sitting=False)

    async with open_running() as person:
        assert last_files() == (path,)
        await until(lambda: last_files() == ())  # by then everything is there
        assert person.rows() == []


async def test_a_window_beside_others_neither_brings_back_nor_keeps(
    open_running: OpenWindow, open_window: OpenWindow, file: Files
) -> None:
    one, two = file("one.json", a=entry("workshop.py")), file("two.json", b=entry("workshop.py"))
    async with open_running() as person:
        person.drop(one)

    async with open_window() as person:
        person.drop(two)
        assert person.rows() == ["two.json", "b"]
    assert last_files() == (one,)


async def test_recent_configs_are_in_the_menu_and_can_be_forgotten(
    person: Person, file: Files
) -> None:
    one, two = file("one.json", a=entry("workshop.py")), file("two & 2.json", b={"url": "x"})
    person.drop(one, two)
    recent = person.workspace.recent
    await until(lambda: recent.paths() == (two, one))
    await person.workspace.close_file(one)

    await person.press("Ctrl+Shift+O")
    menu = person.find(QMenu)
    folder = one.parent
    assert recent_entries(menu) == [f"two && 2.json in {folder}", f"one.json in {folder}", "Clear"]
    person.click_in_menu(f"one.json in {folder}", menu)
    await until(lambda: "one.json" in person.rows())

    await person.press("Ctrl+Shift+O")
    person.click_in_menu("Clear", person.find(QMenu))
    await until(lambda: not recent.paths())


async def test_recent_configs_unfold_in_the_menu_of_the_window(person: Person, file: Files) -> None:
    path = file(a=entry("workshop.py"))
    person.drop(path)
    await until(person.workspace.recent.paths)

    await person.press("Alt+M")
    menu = person.find(QMenu)
    place = next(action for action in menu.actions() if action.text() == "Recent configs")
    inner = place.menu()

    assert isinstance(inner, QMenu)
    assert recent_entries(inner) == [f"mcp.json in {path.parent}", "Clear"]
    menu.close()
