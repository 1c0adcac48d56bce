"""Servers at an address for tests of every room: fixtures that start them in this process.

`from tests.remote import *` in a conftest offers them to its room. What each one gives:

- `http_server`, `sse_server`, `websocket_server`: a `RemoteServer` with the tools of
  `servers/sdk.py` (but for `crash`), both eras; `stop()` cuts all its connections, `start()` brings
  it back at the same address.
- `remote_server(kind, era="both", tls=None)`: starts such servers of another make.
- `private_ca`: a `PrivateCa` nobody trusts, with the files that a test may name in a config.
- `tls_server`: streamable HTTP behind a certificate of `private_ca`; `mutual_tls_server` also
  wants `private_ca.client` back.
- `web(script={}, tls=None)`: starts scripted `WebServer`s; see `servers/web.py` for the script.
- `proxy(hosts={}, user="", password="")` and `socks_proxy(…)`: start proxies that record what
  they were asked for; see `servers/forward_proxy.py`.
"""

import datetime
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import trustme

from tests.servers.eras import Era
from tests.servers.forward_proxy import ForwardProxy, SocksProxy
from tests.servers.network import PATHS, Kind, Listener, Tls, application
from tests.servers.sdk import server
from tests.servers.web import Script, WebServer

__all__ = [
    "http_server",
    "mutual_tls_server",
    "private_ca",
    "proxy",
    "remote_server",
    "socks_proxy",
    "sse_server",
    "stopping",
    "tls_server",
    "web",
    "websocket_server",
]

FAR_HOST = "far.test"
"""A name that no DNS knows and the certificates of `private_ca` are for, for use with a proxy."""


@dataclass(frozen=True)
class Certificate:
    """The files of a certificate and its key, and both in one."""

    certificate: Path
    key: Path
    both: Path


@dataclass(frozen=True)
class PrivateCa:
    """A CA nobody trusts by itself, and what it has issued."""

    file: Path
    server: Certificate
    """For 127.0.0.1, localhost and `FAR_HOST`."""
    client: Certificate
    expired: Certificate
    elsewhere: Certificate
    """For another name than any server of the tests has."""

    def tls(self, *, wants_client: bool = False) -> Tls:
        client_ca = self.file if wants_client else None
        return Tls(self.server.certificate, self.server.key, client_ca)


@pytest.fixture(scope="session")
def private_ca(tmp_path_factory: pytest.TempPathFactory) -> PrivateCa:
    folder = tmp_path_factory.mktemp("ca")
    ca = trustme.CA(organization_name="Private")
    ca.cert_pem.write_to_path(folder / "ca.pem")
    past = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=2)

    def issue(name: str, *names: str, not_after: datetime.datetime | None = None) -> Certificate:
        made = ca.issue_cert(*names, not_after=not_after)
        files = Certificate(
            folder / f"{name}.pem", folder / f"{name}.key", folder / f"{name}-both.pem"
        )
        made.cert_chain_pems[0].write_to_path(files.certificate)
        made.private_key_pem.write_to_path(files.key)
        made.private_key_and_cert_chain_pem.write_to_path(files.both)
        return files

    here = ("127.0.0.1", "localhost", FAR_HOST)
    return PrivateCa(
        folder / "ca.pem",
        issue("server", *here),
        issue("client", "person@client.test"),
        issue("expired", *here, not_after=past),
        issue("elsewhere", "elsewhere.test"),
    )


class RemoteServer(Listener):
    """A well-behaved server at an address of this computer."""

    def __init__(self, kind: Kind, era: Era = "both", tls: Tls | None = None) -> None:
        super().__init__(lambda: application(server, kind, era), tls)
        self.kind: Kind = kind
        self._is_secure = tls is not None

    @property
    def address(self) -> str:
        scheme = "ws" if self.kind == "websocket" else "http"
        return f"{scheme}{'s' * self._is_secure}://127.0.0.1:{self.port}{PATHS[self.kind]}"


StartRemote = Callable[..., RemoteServer]
StartWeb = Callable[..., WebServer]
StartProxy = Callable[..., ForwardProxy]
StartSocks = Callable[..., SocksProxy]


@pytest.fixture
def stopping() -> Iterator[ExitStack]:
    """Stops at the end of the test what was started in it."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def remote_server(stopping: ExitStack) -> StartRemote:
    def start(kind: Kind, era: Era = "both", tls: Tls | None = None) -> RemoteServer:
        made = RemoteServer(kind, era, tls)
        made.start()
        stopping.callback(made.stop)
        return made

    return start


@pytest.fixture
def http_server(remote_server: StartRemote) -> RemoteServer:
    return remote_server("http")


@pytest.fixture
def sse_server(remote_server: StartRemote) -> RemoteServer:
    return remote_server("sse")


@pytest.fixture
def websocket_server(remote_server: StartRemote) -> RemoteServer:
    return remote_server("websocket")


@pytest.fixture
def tls_server(remote_server: StartRemote, private_ca: PrivateCa) -> RemoteServer:
    return remote_server("http", tls=private_ca.tls())


@pytest.fixture
def mutual_tls_server(remote_server: StartRemote, private_ca: PrivateCa) -> RemoteServer:
    return remote_server("http", tls=private_ca.tls(wants_client=True))


@pytest.fixture
def web(stopping: ExitStack) -> StartWeb:
    def start(script: Script | None = None, **options: Any) -> WebServer:
        made = WebServer(script or {}, **options)
        made.start()
        stopping.callback(made.stop)
        return made

    return start


@pytest.fixture
def proxy(stopping: ExitStack) -> StartProxy:
    def start(**options: Any) -> ForwardProxy:
        made = ForwardProxy(**options)
        made.start()
        stopping.callback(made.stop)
        return made

    return start


@pytest.fixture
def socks_proxy(stopping: ExitStack) -> StartSocks:
    def start(**options: Any) -> SocksProxy:
        made = SocksProxy(**options)
        made.start()
        stopping.callback(made.stop)
        return made

    return start
