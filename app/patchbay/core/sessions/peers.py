"""The other end of a connection: a program or an address, and what each can tell of itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

from typing_extensions import override

from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.sessions.diagnosis.exits import ended, late
from patchbay.core.sessions.diagnosis.loss import FORGOTTEN, LOST, lost_words
from patchbay.core.sessions.explain import explain
from patchbay.core.sessions.failing import address_error, process_error
from patchbay.core.sessions.gate import Cleared
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.parts import Parts
from patchbay.core.sessions.relay_events import Spawned
from patchbay.core.sessions.relay_link import RelayLink
from patchbay.core.sessions.remote.http import HttpTransport
from patchbay.core.sessions.remote.intake import Intake
from patchbay.core.sessions.remote.websocket import WebSocketTransport
from patchbay.core.sessions.states import Starting
from patchbay.core.sessions.stdio import StdioTransport
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.ways import FALLBACK_STATUS

AnyTransport: TypeAlias = StdioTransport | HttpTransport | WebSocketTransport


class Peer(Protocol):
    """What a connection asks about its other end, whatever carries the messages there."""

    @property
    def transport(self) -> AnyTransport: ...

    @property
    def spawned_event(self) -> Event[Spawned] | None:
        """Tells that the program was started; `None` where there is none to start."""
        ...

    @property
    def pid(self) -> int | None: ...
    @property
    def has_exited(self) -> bool:
        """There was a process, and it ended."""
        ...

    @property
    def was_welcome(self) -> bool:
        """Something took at least one message, as far as can be told."""
        ...

    @property
    def is_expired(self) -> bool:
        """The connection ended because the server forgot the session."""
        ...

    @property
    def refused_posts(self) -> bool:
        """It took nothing, in the manner of servers of the older SSE transport."""
        ...

    def loss(self, during: Sequence[str]) -> AppError:
        """Why a connection that had been up is no more."""
        ...

    def start_error(
        self, error: BaseException, definition: Definition, earlier: Sequence[AppError]
    ) -> AppError:
        """Why a connection did not come up, after the failures of `earlier` attempts."""
        ...

    def lateness(self, name: str, state: Starting) -> AppError:
        """Why a stage of a start took longer than it may."""
        ...


class Program:
    """A server that Patchbay starts."""

    was_welcome, is_expired, refused_posts = True, False, False

    def __init__(self, transport: StdioTransport, log: Log) -> None:
        self.transport = transport
        self._log = log

    @property
    def spawned_event(self) -> Event[Spawned]:
        return self.transport.spawned_event

    @property
    def pid(self) -> int | None:
        spawned = self.transport.spawned
        return spawned.pid if spawned else None

    @property
    def has_exited(self) -> bool:
        return self.transport.exited is not None

    def loss(self, during: Sequence[str]) -> AppError:
        return ended(self.transport.exited, during, self._log)

    def start_error(
        self, error: BaseException, definition: Definition, earlier: Sequence[AppError]
    ) -> AppError:
        return process_error(error, self.transport, self._log)

    def lateness(self, name: str, state: Starting) -> AppError:
        return late(name, state, self._log, is_stdio=True)


class Address:
    """A server that runs elsewhere."""

    spawned_event, pid, has_exited = None, None, False

    def __init__(self, transport: HttpTransport | WebSocketTransport, log: Log) -> None:
        self._transport = transport
        self._log = log

    @property
    def transport(self) -> AnyTransport:
        return self._transport

    @property
    def was_welcome(self) -> bool:
        return True

    @property
    def is_expired(self) -> bool:
        return False

    @property
    def refused_posts(self) -> bool:
        return False

    def loss(self, during: Sequence[str]) -> AppError:
        failure = self._transport.failure
        return lost_words(LOST if failure is None else explain(failure), during)

    def start_error(
        self, error: BaseException, definition: Definition, earlier: Sequence[AppError]
    ) -> AppError:
        return address_error(error, self._transport, definition, earlier)

    def lateness(self, name: str, state: Starting) -> AppError:
        return late(name, state, self._log, is_stdio=False)


class HttpAddress(Address):
    """A server that runs elsewhere and is asked with HTTP requests."""

    def __init__(self, transport: HttpTransport, log: Log) -> None:
        super().__init__(transport, log)
        self._http = transport

    @property
    @override
    def was_welcome(self) -> bool:
        return self._http.has_answered

    @property
    @override
    def is_expired(self) -> bool:
        return self._http.is_expired

    @property
    @override
    def refused_posts(self) -> bool:
        refusal = self._http.refusal
        is_of_old = refusal is not None and refusal.status in FALLBACK_STATUS
        return is_of_old and not self._http.has_answered

    @override
    def loss(self, during: Sequence[str]) -> AppError:
        return lost_words(FORGOTTEN, during) if self.is_expired else super().loss(during)


def peer_of(cleared: Cleared, transport: Transport, parts: Parts, tap: Tap, log: Log) -> Peer:
    """The other end that a cleared entry names, to be reached over this `transport`."""
    folder = parts.spool.folder(cleared.definition.name)
    if cleared.launch is not None:
        link = RelayLink(cleared.launch, folder, parts.limits, parts.spawner)
        return Program(StdioTransport(link, tap, log), log)
    definition = replace(cleared.definition, transport=transport)
    intake = Intake(folder, parts.decoder, parts.limits)
    if transport is Transport.WEBSOCKET:
        return Address(WebSocketTransport(definition, intake, tap, log), log)
    return HttpAddress(HttpTransport(definition, intake, tap, log), log)
