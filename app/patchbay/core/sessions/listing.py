"""Read everything a server offers, page by page, within bounds."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import mcp_types as types
from mcp import Client, MCPError
from mcp_types import CONNECTION_CLOSED, METHOD_NOT_FOUND, REQUEST_TIMEOUT

from patchbay.core.calls.blocks import Note, Spooled
from patchbay.core.sessions.answer import Answer
from patchbay.core.sessions.catalog import (
    Catalog,
    ListedResource,
    Prompt,
    Tool,
    read_prompts,
    read_resources,
    read_tools,
)
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.diagnosis.transport import is_of_transport
from patchbay.core.sessions.peel import MARK
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.sessions.tap import Tap
from patchbay.core.values import Json, as_list, as_object, as_text

MOST_PAGES = 1_000
LONGEST = 30.0
"""Seconds one list may take, all pages together."""

_OVER = frozenset({CONNECTION_CLOSED, REQUEST_TIMEOUT})
"""Errors that tell of the connection, and not of a list."""
_WORDS = 300
_MANY = 500
"""More tools than that are read in a thread, so that the window keeps painting."""

PARSE_PAUSE = 64 * 1024
"""Bytes of a large list parsed between two turns of the loop, so that the window keeps painting."""


_Item = TypeVar("_Item")


class Listing:
    """Asks one connected server for its lists; every defect becomes a note."""

    def __init__(
        self, server: str, client: Client, tap: Tap, decoder: Decoder, redactor: Redactor
    ) -> None:
        self._server = server
        self._client = client
        self._tap = tap
        self._decoder = decoder
        self._redactor = redactor

    async def tools(self) -> tuple[tuple[Tool, ...], tuple[Note, ...]]:
        items, notes = await self._pages("tools", self._client.session.list_tools)
        if len(items) > _MANY:
            tools, more = await asyncio.to_thread(read_tools, self._server, items)
        else:
            tools, more = read_tools(self._server, items)
        return tools, (*notes, *more)

    async def prompts(self) -> tuple[tuple[Prompt, ...], tuple[Note, ...]]:
        items, notes = await self._pages("prompts", self._client.session.list_prompts)
        prompts, more = read_prompts(items)
        return prompts, (*notes, *more)

    async def resources(self) -> tuple[tuple[ListedResource, ...], tuple[Note, ...]]:
        session = self._client.session
        items, notes = await self._pages("resources", session.list_resources)
        plain, more = read_resources(items, templates=False)
        items, again = await self._pages("resourceTemplates", session.list_resource_templates)
        patterns, last = read_resources(items, templates=True)
        return (*plain, *patterns), (*notes, *more, *again, *last)

    async def spared(
        self, kind: str, listed: Awaitable[tuple[tuple[_Item, ...], tuple[Note, ...]]]
    ) -> tuple[tuple[_Item, ...], tuple[Note, ...]]:
        """A list that a server can do without: that it refuses to tell it becomes a note."""
        try:
            return await listed
        except MCPError as error:
            if error.code in _OVER or MARK in as_object(error.error.data):
                raise
            if is_of_transport(error.message):
                raise
            words = self._redactor.text(error.message[:_WORDS]).rstrip(".")
            return (), (Note(f"The server did not list its {kind}: {words}.", f"/{kind}"),)

    async def _pages(
        self, key: str, ask: Callable[..., Awaitable[types.PaginatedResult]]
    ) -> tuple[list[Json], list[Note]]:
        items: list[Json] = []
        notes: list[Note] = []
        seen: set[str] = set()
        cursor: str | None = None
        ends = time.monotonic() + LONGEST
        while True:
            answer = await self._page(ask, cursor)
            if answer is None:
                return items, notes
            notes.extend(answer.notes)
            items.extend(await self._items(key, answer, notes))
            cursor = _next(answer)
            if cursor is None:
                return items, notes
            if cursor in seen or len(seen) >= MOST_PAGES or time.monotonic() > ends:
                why = "repeats a page" if cursor in seen else "never ends"
                words = f"The list of {key} {why}; stopped after {len(items):,} items."
                notes.append(Note(words, f"/{key}"))
                return items, notes
            seen.add(cursor)

    async def _page(
        self, ask: Callable[..., Awaitable[types.PaginatedResult]], cursor: str | None
    ) -> Answer | None:
        params = types.PaginatedRequestParams(cursor=cursor) if cursor is not None else None
        try:
            result = await ask(params=params)
        except MCPError as error:
            if error.code == METHOD_NOT_FOUND:
                return None
            raise
        return self._tap.take(result.meta)

    async def _items(self, key: str, answer: Answer, notes: list[Note]) -> list[Json]:
        origin = answer.origin
        if origin.file is None or not origin.handles:
            self._redactor.listed(answer.result)
            return as_list(answer.result.get(key))
        whole = Spooled(origin.file, origin.start, origin.end, "dict")
        items: list[Json] = []
        start: int | None = 0
        while start is not None:
            page = await self._decoder.items(whole, f"/result/{key}", start, PARSE_PAUSE)
            for place, text in enumerate(page.texts):
                item = json.loads(text)
                if missing := page.cut.get(place):
                    notes.append(_mend(item, missing, f"/{key}/{len(items)}"))
                self._redactor.listed(item)
                items.append(item)
            start = page.next
            await asyncio.sleep(0)
        return items


def _mend(item: Json, missing: Sequence[str], path: str) -> Note:
    """Make an item usable that came without its large members; says what was left out."""
    if "inputSchema" in missing:
        item["inputSchema"] = {"type": "object"}
    name = as_text(as_object(item).get("name"))[:80]
    words = ", ".join(part[:80] for part in missing[:5])
    return Note(f"“{name}” is larger than 8 MB; it is listed without its {words}.", path)


def _next(answer: Answer) -> str | None:
    cursor: Any = answer.result.get("nextCursor")
    return cursor if isinstance(cursor, str) and cursor else None


async def list_everything(listing: Listing, *, wants: Callable[[str], bool]) -> Catalog:
    """The whole catalog; `wants` says of "tools", "prompts" and "resources" whether to ask."""
    tools, notes = await listing.tools() if wants("tools") else ((), ())
    prompts, more = (
        await listing.spared("prompts", listing.prompts()) if wants("prompts") else ((), ())
    )
    resources, last = (
        await listing.spared("resources", listing.resources()) if wants("resources") else ((), ())
    )
    now = datetime.now().astimezone()
    return Catalog(tools, prompts, resources, (*notes, *more, *last), now)
