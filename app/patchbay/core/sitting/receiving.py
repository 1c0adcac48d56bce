"""The running window's side of a hand-over."""

import asyncio
import logging
import os
import secrets
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from patchbay.core.sitting.calling import GREETING, TAKEN, is_of_same_user
from patchbay.core.sitting.running import Claim
from patchbay.core.sitting.wish import MOST_BYTES, Wish, wish_in

_log = logging.getLogger(__name__)
_PATIENCE = 3.0


class Receiver:
    """Listens to later starts for whoever holds the claim, and passes on what they want."""

    def __init__(self, claim: Claim, take: Callable[[Wish], object]) -> None:
        self._claim = claim
        self._take = take
        self._talks: set[asyncio.Task[None]] = set()
        self._stop_listening: Callable[[], object] = lambda: None

    async def open(self) -> None:
        """Listen from now on; where that is not possible, later starts open their own windows."""
        try:
            await self._listen()
        except OSError as error:
            _log.warning("Later starts cannot be listened to: %s", error)
            self.close()

    def close(self) -> None:
        """Listen no more, and let another be the running window."""
        self._claim.give_up()
        self._stop_listening()
        for talk in self._talks:
            talk.cancel()

    if sys.platform == "win32":

        async def _listen(self) -> None:
            address = rf"\\.\pipe\patchbay-{secrets.token_hex(16)}"
            loop = asyncio.get_running_loop()
            assert isinstance(loop, asyncio.ProactorEventLoop)  # the only one that knows pipes

            def protocol() -> asyncio.StreamReaderProtocol:
                reader = asyncio.StreamReader(limit=MOST_BYTES)
                return asyncio.StreamReaderProtocol(reader, self._begin)

            (server,) = await loop.start_serving_pipe(protocol, address)
            self._stop_listening = server.close
            self._claim.announce(address)
    else:

        async def _listen(self) -> None:
            folder = _private_folder()
            address = folder / "window"
            self._stop_listening = lambda: _remove(address)
            server = await asyncio.start_unix_server(self._begin, address, limit=MOST_BYTES)
            self._stop_listening = lambda: (server.close(), _remove(address))
            self._claim.announce(str(address))

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.get_running_loop().create_task(self._talk(reader, writer))
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if is_of_same_user(writer.get_extra_info("socket")):
                async with asyncio.timeout(_PATIENCE):
                    await self._receive(reader, writer)
        except (OSError, ValueError, TimeoutError) as error:
            _log.warning("A later start was not understood: %s", error)
        finally:
            writer.close()

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(GREETING)
        wish = wish_in(await reader.readline())
        if wish is not None:
            self._take(wish)
            writer.write(TAKEN)
            await writer.drain()


def _private_folder() -> Path:
    """A new folder that only this user can enter, with a path short enough for a socket."""
    shared = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    where = shared if shared.is_absolute() and shared.is_dir() else None
    return Path(tempfile.mkdtemp(prefix="patchbay-", dir=where))


def _remove(address: Path) -> None:
    with suppress(OSError):
        address.unlink(missing_ok=True)
        address.parent.rmdir()
