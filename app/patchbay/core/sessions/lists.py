"""The lists of one connected server: read at the start, and again when the server changes them."""

import asyncio
from collections.abc import Callable

from mcp import Client

from patchbay.core.events import Event
from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.listing import Listing, list_everything
from patchbay.core.sessions.log import Log, Source
from patchbay.core.values import Json

_SETTLE = 0.2
"""Seconds to wait for more list changes before listing again; servers send them in bursts."""


class Lists:
    """Holds what was listed last; the event `read` hands it out each time it was read.

    `wants` says of "tools", "prompts" and "resources" whether to ask for them.
    """

    def __init__(self, listing: Listing, log: Log, wants: Callable[[str], bool]) -> None:
        self.read: Event[Catalog] = Event()
        self._listing = listing
        self._log = log
        self._wants = wants
        self._last = Catalog()
        self._changed_lists: set[str] = set()
        self._change = asyncio.Event()

    def output_schema(self, tool: str) -> Json:
        return next((each.output_schema for each in self._last.tools if each.name == tool), None)

    def note_change(self, kind: str) -> None:
        """The server says that its list of this kind is another now."""
        self._changed_lists.add(kind)
        self._change.set()

    async def renew(self) -> None:
        self._last = await list_everything(self._listing, wants=self._wants)
        self.read.emit(self._last)

    async def keep_fresh(self) -> None:
        """List again after each noted change; a burst costs one listing."""
        while True:
            await self._change.wait()
            await asyncio.sleep(_SETTLE)
            self._change.clear()
            kinds = ", ".join(sorted(self._changed_lists))
            self._changed_lists.clear()
            before = self._last
            try:
                await self.renew()
            except Exception as error:  # noqa: BLE001 - the lists of before stay; the log tells
                words = f"Listing again after a change failed: {error}"
                self._log.add(Source.PATCHBAY, words, "warning")
            else:
                words = _difference(kinds, before, self._last)
                self._log.add(Source.NOTIFICATION, words, "info")

    async def listen(self, client: Client) -> None:
        """Ask a 2026-07-28 server to tell of changes; older ones tell unasked."""
        try:
            async with client.listen(
                tools_list_changed=True, prompts_list_changed=True, resources_list_changed=True
            ) as subscription:
                async for _ in subscription:
                    pass  # the tap has seen it already
        except Exception as error:  # noqa: BLE001 - without it lists are refreshed by hand
            words = f"The server does not tell of changed lists: {error}"
            self._log.add(Source.PATCHBAY, words, "debug")


def _difference(kinds: str, before: Catalog, after: Catalog) -> str:
    counts = (
        ("tools", len(before.tools), len(after.tools)),
        ("prompts", len(before.prompts), len(after.prompts)),
        ("resources", len(before.resources), len(after.resources)),
    )
    changed = ", ".join(f"{old} → {new} {kind}" for kind, old, new in counts if old != new)
    return f"The server changed its {kinds}" + (f": {changed}" if changed else "")
