"""Proxies that record what they are asked for: an HTTP proxy and a SOCKS5 proxy.

Both take `hosts`, name to (host, port): where a name is really served, so that a test can reach a
server of this computer by a name that is not of this computer; and `user` and `password`, without
which they then refuse (407, or the refusal of SOCKS). `asked` holds a `Asked` for every request,
refused ones included; `address` is what a config or `HTTPS_PROXY` names, without the credentials.
"""

import base64
import io
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from typing_extensions import override

from tests.servers.threads import ThreadedServer, cut

Hosts = Mapping[str, tuple[str, int]]


@dataclass(frozen=True)
class Asked:
    """One request to a proxy: method (`CONNECT`, `POST`, `SOCKS5`), host and port, and for whom."""

    method: str
    host: str
    port: int
    user: str
    is_refused: bool


class _Proxy(ThreadedServer):
    """What both kinds have in common: accounts, the record, and carrying bytes."""

    scheme = "http"

    def __init__(self, hosts: Hosts | None = None, user: str = "", password: str = "") -> None:
        super().__init__()
        self._hosts = dict(hosts or {})
        self._user, self._password = user, password
        self.asked: list[Asked] = []

    @property
    def address(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def address_for(self, user: str, password: str) -> str:
        return f"{self.scheme}://{user}:{password}@127.0.0.1:{self.port}"

    def note(self, method: str, host: str, port: int, credentials: tuple[str, str]) -> bool:
        """Record a request; tells whether it is allowed."""
        is_refused = bool(self._user) and credentials != (self._user, self._password)
        self.asked.append(Asked(method, host, port, credentials[0], is_refused))
        return not is_refused

    def connect(self, host: str, port: int) -> socket.socket:
        """Connect to where the name is served.

        Raises:
            OSError: nobody is there.
        """
        there = socket.create_connection(self._hosts.get(host, (host, port)), 10)
        there.settimeout(None)
        self.track(there)
        return there

    def carry(self, here: socket.socket, there: socket.socket) -> None:
        """Pass bytes both ways until one side ends."""
        back = threading.Thread(target=_pass, args=(there, here), daemon=True)
        back.start()
        _pass(here, there)
        back.join()
        there.close()


def _pass(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while block := source.recv(65536):
            target.sendall(block)
    cut(source)
    cut(target)


class ForwardProxy(_Proxy):
    """An HTTP proxy: `CONNECT host:port`, and requests for `http://…`, one per connection."""

    @override
    def serve(self, connection: socket.socket) -> None:
        with connection.makefile("rb", 0) as reading:
            request, headers = _head(reading)
            if not request:
                return
            method, target, version = request.split(" ")
            parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
            host, port = parts.hostname or "", parts.port or 80
            if not self.note(method, host, port, _basic(headers)):
                connection.sendall(
                    b"HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n"
                    b'proxy-authenticate: Basic realm="proxy"\r\nconnection: close\r\n\r\n'
                )
                return
            try:
                there = self.connect(host, port)
            except OSError:
                connection.sendall(b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n")
                return
        if method == "CONNECT":
            connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        else:
            path = parts._replace(scheme="", netloc="").geturl() or "/"
            kept = [line for line in headers if not line.lower().startswith(("proxy-", "connec"))]
            lines = [f"{method} {path} {version}", *kept, "connection: close", "", ""]
            there.sendall("\r\n".join(lines).encode("latin-1"))
        self.carry(connection, there)


def _head(reading: io.RawIOBase) -> tuple[str, list[str]]:
    """The request line and the header lines; unbuffered, so that the body is left to be carried."""
    lines: list[str] = []
    while line := reading.readline().decode("latin-1").rstrip("\r\n"):
        lines.append(line)
    return (lines[0], lines[1:]) if lines else ("", [])


def _basic(headers: list[str]) -> tuple[str, str]:
    for line in headers:
        name, _, value = line.partition(":")
        if name.lower() == "proxy-authorization" and value.strip().lower().startswith("basic "):
            user, _, password = base64.b64decode(value.split()[1]).decode().partition(":")
            return user, password
    return "", ""


class SocksProxy(_Proxy):
    """A SOCKS5 proxy (RFC 1928, 1929) that can CONNECT, with or without an account."""

    scheme = "socks5"

    @override
    def serve(self, connection: socket.socket) -> None:
        with connection.makefile("rb", 0) as reading:
            methods = _exactly(reading, _exactly(reading, 2)[1])
            credentials = ("", "")
            if 2 in methods and self._user:
                connection.sendall(b"\5\2")
                user = _exactly(reading, _exactly(reading, 2)[1])
                password = _exactly(reading, _exactly(reading, 1)[0])
                credentials = (user.decode(), password.decode())
                connection.sendall(b"\1" + bytes([credentials != (self._user, self._password)]))
            else:
                connection.sendall(b"\5\xff" if self._user else b"\5\0")
            if self._user and credentials != (self._user, self._password):
                self.note("SOCKS5", "", 0, credentials)
                return
            host, port = _target(reading)
        self.note("SOCKS5", host, port, credentials)
        try:
            there = self.connect(host, port)
        except OSError:
            connection.sendall(b"\5\5\0\1\0\0\0\0\0\0")
            return
        connection.sendall(b"\5\0\0\1\0\0\0\0\0\0")
        self.carry(connection, there)


def _target(reading: io.RawIOBase) -> tuple[str, int]:
    kind = _exactly(reading, 4)[3]
    if kind == 3:
        host = _exactly(reading, _exactly(reading, 1)[0]).decode()
    else:
        family, length = (socket.AF_INET, 4) if kind == 1 else (socket.AF_INET6, 16)
        host = socket.inet_ntop(family, _exactly(reading, length))
    return host, int.from_bytes(_exactly(reading, 2), "big")


def _exactly(reading: io.RawIOBase, length: int) -> bytes:
    """Read so many bytes.

    Raises:
        ConnectionError: there are no more.
    """
    found = b""
    while len(found) < length:
        block = reading.read(length - len(found))
        if not block:
            raise ConnectionError("the client has gone")
        found += block
    return found
