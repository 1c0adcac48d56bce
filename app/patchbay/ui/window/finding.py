"""What the palette finds: commands, servers, what one of them offers, and what is saved for it."""

from collections.abc import Callable, Sequence
from functools import partial

from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.session import Session
from patchbay.core.trust.visible import visible
from patchbay.ui.catalog_page import CatalogPage
from patchbay.ui.commands import Command, Commands
from patchbay.ui.listing import Item
from patchbay.ui.palette import Offer, Palette, Section
from patchbay.ui.servers import words
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.saved import lacking_in
from patchbay.ui.window.server_page import PageName

ACTIONS, SERVERS, OFFERS = ">", "@", "#"
_OF_A_SERVER = ("server", "edit-server")
_OFFERS: tuple[tuple[PageName, str], ...] = (
    ("tools", "wrench"),
    ("prompts", "message-square"),
    ("resources", "file-text"),
)


class Finding:
    """Opens the palette over the window and closes it when something else is done.

    What a server offers is made ready once for each list: there may be 10,000 tools.
    """

    def __init__(self, window: Desk, commands: Commands) -> None:
        self._window, self._commands = window, commands
        self._palette: Palette | None = None
        self._known: tuple[Session, Catalog, list[Section]] | None = None

    def toggle(self) -> None:
        """Open it, or close it where it is open."""
        if self._palette is not None:
            self.leave()
            return
        window = self._window
        sections = [self._actions(), _servers(window), *self._offers(), *self._saved()]
        self._palette = Palette(window, sections)
        self._palette.left.connect(self._forget)
        self._palette.open()

    def leave(self) -> None:
        if (palette := self._palette) is not None:
            palette.leave()

    def _forget(self) -> None:
        self._palette = None

    def _actions(self) -> Section:
        session = self._window.session
        name = visible(session.entry.name) if session is not None else ""
        off = {each.id for each in self._commands.all if not each.enabled()}
        shown = {
            each.id: each
            for each in self._commands.all
            if each.id != "palette" and (each.needs or each.id not in off)
        }

        def offer(key: str) -> Offer:
            command = shown[key]
            return Offer(
                command.text,
                partial(self._commands.run, key),
                detail=name if command.needs and command.group in _OF_A_SERVER else "",
                icon=command.icon,
                keys=command.keys,
                lacking=command.needs if key in off else "",
            )

        return Section("Actions", list(map(_item, shown.values())), offer, ACTIONS, last=off)

    def _offers(self) -> Sequence[Section]:
        session = self._window.session
        if session is None:
            return ()
        known = self._known
        if known is None or known[0] is not session or known[1] is not session.catalog:
            made = _catalog(session.catalog, self._go_to)
            known = self._known = (session, session.catalog, made)
        return known[2]

    def _saved(self) -> Sequence[Section]:
        """Choosing a saved call fills its form and runs nothing."""
        keeper, session = self._window.keeper, self._window.session
        if session is None:
            return ()
        calls = {call.name: call for call in keeper.of(session)}
        lacking = lacking_in(session.catalog)

        def offer(key: str) -> Offer:
            call = calls[key]
            return Offer(
                visible(call.name),
                partial(keeper.show_in_form, call),
                visible(call.target),
                "bookmark",
                lacking=lacking(call),
            )

        items = [Item(each.name, visible(each.name), each.target) for each in calls.values()]
        return [Section("Saved calls", items, offer, OFFERS)]

    def _go_to(self, name: PageName, key: str) -> None:
        """Show one tool, prompt or resource of the chosen server, ready to be filled in."""
        if (page := self._window.page) is None:
            return
        page.show_page(name)
        shown = page.current()
        if isinstance(shown, CatalogPage):
            shown.choose(key)
            shown.focus_form()


def _item(command: Command) -> Item:
    return Item(command.id, command.text, also=f"{command.group} {' '.join(command.keys)}")


def _servers(window: Desk) -> Section:
    sessions = {str(place): each for place, each in enumerate(window.workspace.pool.sessions)}
    items = [
        Item(key, visible(each.entry.name), visible(each.entry.file.name))
        for key, each in sessions.items()
    ]

    def offer(key: str) -> Offer:
        session = sessions[key]
        return Offer(
            visible(session.entry.name),
            partial(window.show_session, session),
            f"{words.word(session.state)}, {visible(session.entry.file.name)}",
            mark=words.mark(session),
        )

    return Section("Servers", items, offer, SERVERS)


def _catalog(catalog: Catalog, go_to: Callable[[PageName, str], object]) -> list[Section]:
    lists: dict[PageName, list[Item]] = {
        "tools": [Item(each.name, each.name, _line(each.description)) for each in catalog.tools],
        "prompts": [Item(one.name, one.name, _line(one.description)) for one in catalog.prompts],
        "resources": [
            Item(one.uri, one.title or one.name or one.uri, one.uri) for one in catalog.resources
        ],
    }
    return [_offered(name, icon, lists[name], go_to) for name, icon in _OFFERS]


def _offered(
    name: PageName, icon: str, items: list[Item], go_to: Callable[[PageName, str], object]
) -> Section:
    by_key = {item.key: item for item in items}

    def offer(key: str) -> Offer:
        item = by_key[key]
        return Offer(item.name, partial(go_to, name, key), item.detail, icon)

    return Section(name.capitalize(), items, offer, OFFERS)


def _line(text: str) -> str:
    return text.lstrip().partition("\n")[0].rstrip()
