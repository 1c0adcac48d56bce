"""The calls that a person keeps, by config file and server."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from patchbay.core.calls.saved import SavedCall, check_arguments, free_name, read_call, written
from patchbay.core.calls.saved_file import Found, SavedFile
from patchbay.core.errors import AppError, Family
from patchbay.core.events import Event
from patchbay.core.values import Json, JsonObject, is_object

Entries = list[Json]
Server = tuple[str, str]
"""The path of a config file and the name of a server in it."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A call that was taken out, with all that stood in its entry, and where it stood."""

    call: SavedCall
    entry: JsonObject
    place: int


class SavedCalls:
    """Keeps calls in one file of ours, which other Patchbays may write at any time.

    A name is there once for each server, whatever is called. Until the first `load` nothing is
    known. `troubled` tells what went wrong where nobody waits for it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.changed: Event[None] = Event()
        self.troubled: Event[AppError] = Event()
        self._file = SavedFile(path)
        self._calls: dict[Server, tuple[SavedCall, ...]] = {}
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()

    def of(self, file: Path, server: str) -> tuple[SavedCall, ...]:
        """In the order in which they were saved first."""
        return self._calls.get((str(file), server), ())

    def find(self, file: Path, server: str, name: str) -> SavedCall | None:
        return next((call for call in self.of(file, server) if call.name == name), None)

    async def load(self) -> None:
        """Read the calls again.

        Raises:
            AppError: the disk does not give them; what was known stays.
        """
        await self._do(self._file.read, "read")

    async def save(self, file: Path, server: str, call: SavedCall) -> None:
        """Keep a call, instead of the one of the same name if there is one.

        Raises:
            AppError: it is too large, or the disk does not take it.
        """
        whose = (str(file), server)

        def put(entries: Entries) -> None:
            place = _place(entries, whose, call.name)
            before: JsonObject = entries[place] if place is not None else {}
            entry = _entry(whose, written(call, before))
            if place is None:
                entries.append(entry)
            else:
                entries[place] = entry

        def work() -> Found:
            check_arguments(call.arguments)
            return self._file.change(put)

        await self._do(work, "written")

    async def rename(self, file: Path, server: str, name: str, new: str) -> None:
        """Give a call another name; one of that name already keeps it, and both stay.

        Raises:
            AppError: the disk does not take it.
        """
        whose = (str(file), server)

        def put(entries: Entries) -> None:
            place = _place(entries, whose, name)
            if place is not None and name != new:
                free = free_name(new, _names(entries, whose))
                entries[place] = {**entries[place], "name": free}

        await self._change(put)

    async def remove(self, file: Path, server: str, name: str) -> Removed | None:
        """Take a call out; `None` when there is none any more.

        Raises:
            AppError: the disk does not take it.
        """
        whose = (str(file), server)
        removed: list[Removed] = []

        def take(entries: Entries) -> None:
            place = _place(entries, whose, name)
            if place is not None and (call := read_call(entries[place])) is not None:
                removed.append(Removed(call, entries.pop(place), place))

        await self._change(take)
        return removed[0] if removed else None

    async def put_back(self, file: Path, server: str, removed: Removed) -> None:
        """Undo a removal; where its name has gone to another since, it gets a number behind it.

        Raises:
            AppError: the disk does not take it.
        """
        whose = (str(file), server)

        def put(entries: Entries) -> None:
            name = free_name(removed.call.name, _names(entries, whose))
            entry = _entry(whose, {**removed.entry, "name": name})
            entries.insert(min(removed.place, len(entries)), entry)

        await self._change(put)

    async def rename_server(self, file: Path, old: str, new: str) -> None:
        """A server is called otherwise now; where names meet, all calls stay.

        Raises:
            AppError: the disk does not take it.
        """
        before, after = (str(file), old), (str(file), new)

        def move(entries: Entries) -> None:
            taken = _names(entries, after)
            for place, entry in list(_calls_of(entries, before)):
                name = free_name(str(entry["name"]), taken)
                taken.add(name)
                entries[place] = {**entry, "server": new, "name": name}

        await self._do(
            lambda: self._file.change(move) if self.path.exists() else Found([]), "written"
        )

    def follow_rename(self, file: Path, old: str, new: str) -> None:
        """As `rename_server`, without anybody waiting."""
        self._begin(self._follow(file, old, new))

    async def settle(self) -> None:
        """Wait for all that is under way, also where nobody waits for it any more."""
        while self._under_way:
            await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _follow(self, file: Path, old: str, new: str) -> None:
        try:
            await self.rename_server(file, old, new)
        except AppError as error:
            self.troubled.emit(error)

    async def _change(self, change: Callable[[Entries], object]) -> None:
        await self._do(lambda: self._file.change(change), "written")

    async def _do(self, work: Callable[[], Found], what: str) -> None:
        """Who is cancelled meanwhile waits no more; what was begun is done."""
        await asyncio.shield(self._begin(self._done(work, what)))

    def _begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _done(self, work: Callable[[], Found], what: str) -> None:
        async with self._turn:  # what is read last is what is known
            try:
                found = await asyncio.to_thread(work)
            except OSError as error:
                raise _refused(error, self.path, what) from error
            before, self._calls = self._calls, _sorted(found.entries)
        if found.trouble is not None:
            self.troubled.emit(found.trouble)
        if before != self._calls:
            self.changed.emit(None)


def _sorted(entries: Entries) -> dict[Server, tuple[SavedCall, ...]]:
    found: dict[Server, list[SavedCall]] = {}
    for entry in entries:
        whose = _whose(entry)
        if whose is not None and (call := read_call(entry)) is not None:
            found.setdefault(whose, []).append(call)
    return {whose: tuple(calls) for whose, calls in found.items()}


def _whose(entry: Json) -> Server | None:
    if not is_object(entry):
        return None
    file, server = entry.get("file"), entry.get("server")
    return (file, server) if isinstance(file, str) and isinstance(server, str) else None


def _entry(whose: Server, call: JsonObject) -> JsonObject:
    rest = {key: value for key, value in call.items() if key not in ("file", "server")}
    return {"file": whose[0], "server": whose[1], **rest}


def _calls_of(entries: Entries, whose: Server) -> Iterator[tuple[int, JsonObject]]:
    for place, entry in enumerate(entries):
        if _whose(entry) == whose and read_call(entry) is not None:
            yield place, entry


def _place(entries: Entries, whose: Server, name: str) -> int | None:
    return next((place for place, each in _calls_of(entries, whose) if each["name"] == name), None)


def _names(entries: Entries, whose: Server) -> set[str]:
    return {str(each["name"]) for _, each in _calls_of(entries, whose)}


def _refused(error: OSError, path: Path, what: str) -> AppError:
    cause = f"{error.strerror or error}: {error.filename or path}."
    return AppError(
        Family.CONFIGURATION, f"The saved calls could not be {what}", cause=cause, short="disk"
    )
