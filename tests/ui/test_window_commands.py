"""What the window can do: every action once, with its keys, in the menu and in the palette."""

from collections import Counter

from PySide6.QtGui import QKeySequence

from patchbay.ui.palette import KeyMap, Palette
from patchbay.ui.palette.sections import Offer
from patchbay.ui.window import Window
from patchbay.ui.window.window import GROUPS

KEYS = {
    "palette": "Ctrl+K",
    "keys": "F1",
    "filter-servers": "Ctrl+L",
    "filter-items": "Ctrl+T",
    "find": "Ctrl+F",
    "next-pane": "F6",
    "previous-pane": "Shift+F6",
    "sidebar": "Ctrl+B",
    "next-server": "Ctrl+PgDown",
    "previous-server": "Ctrl+PgUp",
    "page-tools": "Ctrl+1",
    "page-configuration": "Ctrl+6",
    "form": "Ctrl+7",
    "result": "Ctrl+8",
    "back": "Alt+Left",
    "forward": "Alt+Right",
    "start": "F5",
    "stop": "Shift+F5",
    "restart": "Ctrl+R",
    "restart-all": "Ctrl+Shift+R",
    "run": "Ctrl+Return",
    "cancel": "Ctrl+.",
    "form-json": "Ctrl+J",
    "reset": "Ctrl+Backspace, Ctrl+Backspace",
    "save-call": "Ctrl+Shift+B",
    "older": "Ctrl+[",
    "newer": "Ctrl+]",
    "compare": "Ctrl+Shift+M",
    "copy-result": "Ctrl+Shift+C",
    "save-result": "Ctrl+Shift+S",
    "raw-result": "Ctrl+Shift+J",
    "zoom-in": "Ctrl++",
    "zoom-out": "Ctrl+-",
    "zoom-fit": "Ctrl+0",
    "run-again": "Ctrl+Shift+Return",
    "use-arguments": "Ctrl+Shift+A",
    "clear-view": "Ctrl+Shift+L",
    "export": "Ctrl+Shift+E",
    "demo": "Ctrl+D",
    "open": "Ctrl+O",
    "paste": "Ctrl+Shift+V",
    "add-server": "Ctrl+N",
    "rename-server": "F2",
    "copy-server": "Ctrl+Shift+K",
    "save": "Ctrl+S",
    "review": "Ctrl+Shift+D",
    "undo": "Ctrl+Z",
    "redo": "Ctrl+Y",
    "next-problem": "F8",
    "previous-problem": "Shift+F8",
    "report": "Ctrl+Shift+P",
    "settings": "Ctrl+,",
    "theme": "Ctrl+Shift+T",
    "quit": "Ctrl+Q",
}
"""Those of the keyboard map that people were promised."""


async def test_every_action_has_its_keys_and_no_two_share_any(window: Window) -> None:
    commands = {each.id: each for each in window.commands.all}
    assert {id_: commands[id_].keys[0] for id_ in KEYS} == KEYS

    pressed = Counter(QKeySequence(key) for each in window.commands.all for key in each.keys)
    assert [keys.toString() for keys, count in pressed.items() if count > 1] == []
    assert all(not keys.isEmpty() for keys in pressed)
    assert len(commands) == len(window.commands.all)


async def test_every_action_is_in_the_menu_with_its_keys(window: Window) -> None:
    menu = window.commands.menu(*GROUPS)

    shown = {each.text(): each.shortcut() for each in menu.actions() if not each.isSeparator()}

    menu.deleteLater()
    assert set(shown) == {each.text for each in window.commands.all}
    for command in window.commands.all:
        assert shown[command.text] == QKeySequence(command.keys[0] if command.keys else "")


async def test_the_palette_has_every_action_that_can_be_done_now_or_says_why_not(
    demo_window: Window,
) -> None:
    for command in demo_window.commands.all:
        if command.id == "palette":
            continue
        found = [row for row in offers(demo_window, f">{command.text}") if row.text == command.text]
        assert [row.keys for row in found] == [command.keys], command
        assert bool(found[0].lacking) is not command.enabled(), command


async def test_the_palette_finds_servers_tools_prompts_and_resources(demo_window: Window) -> None:
    assert [row.text for row in offers(demo_window, "@demo")] == ["demo"]
    assert offers(demo_window, "#harbour_log")[0].text == "harbour_log"
    session = demo_window.session
    assert session is not None
    catalog = session.catalog
    found = {row.text for row in offers(demo_window, "#")}
    assert {each.name for each in (*catalog.tools, *catalog.prompts)} <= found


async def test_choosing_a_prompt_shows_it_ready_to_be_filled_in(demo_window: Window) -> None:
    session = demo_window.session
    assert session is not None
    prompt = session.catalog.prompts[-1].name
    found = next(row for row in offers(demo_window, f"#{prompt}") if row.text == prompt)

    assert found.run is not None
    found.run()

    page = demo_window.catalog_page
    assert page is not None
    assert page.list.key == prompt
    focused = page.pane.focusWidget()
    assert focused is not None
    assert page.pane.isAncestorOf(focused)


async def test_an_action_by_its_keys_puts_the_palette_away(demo_window: Window) -> None:
    demo_window.commands.run("palette")
    assert demo_window.findChildren(Palette)[0].isVisible()

    demo_window.commands.run("page-log")

    assert demo_window.page is not None
    assert demo_window.page.page_name == "log"
    assert not any(each.isVisible() for each in demo_window.findChildren(Palette))


async def test_the_map_of_keys_shows_every_command_that_has_some(demo_window: Window) -> None:
    demo_window.commands.run("keys")

    page = demo_window.own_page
    assert page is not None
    assert isinstance(page.content, KeyMap)
    shown = {row.text: row.keys for row in page.content.rows if isinstance(row, Offer)}
    for command in demo_window.commands.all:
        assert not command.keys or shown[command.text] == command.keys


async def test_back_and_forward_go_through_the_pages_that_were_in_sight(
    demo_window: Window,
) -> None:
    page = demo_window.page
    assert page is not None
    for name in ("log", "traffic"):
        demo_window.commands.run(f"page-{name}")
        assert demo_window.visited.can_go(-1)

    walked: list[str] = []
    for step in ("back", "back", "back", "forward"):
        demo_window.commands.run(step)
        walked.append(page.page_name)

    assert walked == ["log", "tools", "tools", "log"]


def offers(window: Window, typed: str) -> list[Offer]:
    window.commands.run("palette")
    palette = next(each for each in window.findChildren(Palette) if each.isVisible())
    palette.field.setText(typed)
    found = [row for row in palette.list.rows if isinstance(row, Offer)]
    palette.leave()
    return found
