"""One session per server of every open file."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.events import Event
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Services, Session
from patchbay.core.sessions.states import State


class Pool:
    """Keeps the sessions of all open files, in file order; one never touches another."""

    def __init__(self, services: Services) -> None:
        self.changed: Event[None] = Event()
        self.renamed: Event[tuple[Path, str, str]] = Event()
        """The file of a server, what it was called and what it is called now."""
        self._services = services
        self._files: dict[Path, ConfigFile] = {}
        self._sessions: dict[Path, dict[str, Session]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        services.parts.spool.in_use = lambda: {
            path for session in self.sessions for path in session.files()
        }

    @property
    def files(self) -> tuple[ConfigFile, ...]:
        return tuple(self._files.values())

    @property
    def sessions(self) -> tuple[Session, ...]:
        return tuple(session for group in self._sessions.values() for session in group.values())

    def redacted(self, text: str) -> str:
        """The text without what any of the servers must not show."""
        for session in self.sessions:
            text = session.log.redactor.text(text)
        return text

    def sessions_of(self, file: ConfigFile) -> tuple[Session, ...]:
        return tuple(self._sessions[file.path].values())

    def find(self, file: Path, name: str) -> Session | None:
        return self._sessions.get(file, {}).get(name)

    def put(self, file: ConfigFile) -> None:
        """Add a file, or replace what was known of it; sessions of servers still in it go on."""
        before = self._sessions.get(file.path, {})
        renamed = _renamed(before, file)
        after: dict[str, Session] = {}
        for entry in file.entries:
            session = before.pop(renamed.get(entry.name, entry.name), None)
            if session is None:
                session = Session(entry, self._services)
            else:
                self._rename_habit(session, entry)
                session.replace_entry(entry)
                if entry.disabled:
                    self._stop_retrying(session)
            after[entry.name] = session
        after |= self._left(file.path, before)
        self._files[file.path] = file
        self._sessions[file.path] = after
        self.changed.emit(None)

    def _left(self, path: Path, gone: Mapping[str, Session]) -> dict[str, Session]:
        """Servers whose entry is gone while their process is not stay in sight until they end."""
        for session in gone.values():
            self._stop_retrying(session)
        left = {name: session for name, session in gone.items() if session.is_live}
        for session in left.values():
            self._drop_once_ended(path, session)
        return left

    def _stop_retrying(self, session: Session) -> None:
        """Nobody wants it any more; one that is live goes on."""
        if session.will_retry:
            task = asyncio.get_running_loop().create_task(session.stop())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    def _rename_habit(self, session: Session, entry: Entry) -> None:
        before = session.entry
        if before.name == entry.name:
            return
        self.renamed.emit((before.file, before.name, entry.name))
        try:
            self._services.habits.rename(before.file, before.name, entry.name)
        except OSError as error:
            words = f"Its new name could not be kept with what was chosen for it: {error}"
            session.log.add(Source.PATCHBAY, words, "warning")

    def _drop_once_ended(self, path: Path, session: Session) -> None:
        def look(_: State) -> None:
            group = self._sessions.get(path, {})
            name = next((name for name, each in group.items() if each is session), None)
            file = self._files.get(path)
            entries = file.entries if file is not None else ()
            has_entry = any(entry is session.entry for entry in entries)
            if name is None or has_entry:
                stop()
            elif not session.is_live:
                stop()
                del group[name]
                self.changed.emit(None)

        stop = session.changed.connect(look)

    def follow(self, file: ConfigFile) -> None:
        """A file was read again while it is edited; while its text is broken its servers stay."""
        known = self._files.get(file.path)
        if known is None or file.parsed or not known.entries:
            self.put(file)
        else:
            self._files[file.path] = replace(file, entries=known.entries)
            self.changed.emit(None)

    async def remove(self, path: Path) -> None:
        """Close a file: its servers are stopped first."""
        await _stop(self._sessions.get(path, {}).values())
        self._files.pop(path, None)
        self._sessions.pop(path, None)
        self.changed.emit(None)

    def startable(self, file: Path | None = None) -> tuple[Session, ...]:
        """Those of one file, or of all, that a start of all of them is about."""
        return tuple(
            session
            for session in self._among(file)
            if not (session.is_live or session.entry.disabled or session.entry.blocked_by_problems)
        )

    def start_all(self, file: Path | None = None) -> None:
        """Begin to connect all that can be; how one fares changes nothing for another."""
        for session in self.startable(file):
            session.start()

    def start_opened(self, file: Path) -> None:
        """Start the servers of a file that was just opened, as far as somebody chose that."""
        habits = self._services.habits
        for session in self.startable(file):
            if habits.of(file, session.entry.name).starts_on_open:
                session.start()

    def stoppable(self, file: Path | None = None) -> tuple[Session, ...]:
        """Those that run, or may do so soon without anybody starting them."""
        return tuple(
            session for session in self._among(file) if session.is_live or session.will_retry
        )

    async def stop_all(self, file: Path | None = None) -> None:
        await _stop(self._among(file))
        await asyncio.gather(*self._ending)

    def _among(self, file: Path | None) -> tuple[Session, ...]:
        return self.sessions if file is None else tuple(self._sessions.get(file, {}).values())


async def _stop(sessions: Iterable[Session]) -> None:
    await asyncio.gather(*(session.stop() for session in sessions), return_exceptions=True)


def _renamed(before: Mapping[str, Session], file: ConfigFile) -> dict[str, str]:
    """New names of servers, each with its old one: what is written of them is the same."""
    names = {entry.name for entry in file.entries}
    gone = {name: session for name, session in before.items() if name not in names}
    if not gone:
        return {}
    new = [entry for entry in file.entries if entry.name not in before]
    by_settings = {_but_for_its_name(session.entry): name for name, session in gone.items()}
    found: dict[str, str] = {}
    for entry in new:
        if (old := by_settings.pop(_but_for_its_name(entry), None)) is not None:
            found[entry.name] = old
    return found


def _but_for_its_name(entry: Entry) -> str:
    return repr(replace(entry.settings, name=""))
