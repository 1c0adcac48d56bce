"""Secrets that are easy to find again, servers that give them away, and the search for them.

Each canary is named for the place in the config where it stands, so a leak tells whose it is.
"""

import base64
import re
import sys
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

from tests.remote import FAR_HOST, StartProxy, StartWeb
from tests.servers.indiscreet import MARK, words_of

_ANY = '/é"<&+ 7'
_ASCII = '/"<&+7'
"""What every escaping of a canary changes something of, and a header may have."""
LOCAL = Path(__file__).parent.parent / "servers" / "indiscreet.py"


def canary(place: str, more: str = _ANY) -> str:
    return f"{MARK}-{place}{more}"


BEARER, HEADER = canary("bearer", _ASCII), canary("header", _ASCII)
REFERRED_HEADER = canary("referred-header", _ASCII)
QUERY, PASSWORD = canary("query", _ASCII), canary("password", _ASCII)
LOGIN = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
"""What is sent for a password in an address."""

_FEATHER = re.compile(rf"{MARK[:5]}[\w-]*|{LOGIN[:12]}")
VARIABLES: Mapping[str, str] = {
    "NEST_ENV": canary("referred-env"),
    "NEST_HEADER": REFERRED_HEADER,
    "NEST_ARGUMENT": canary("referred-argument"),
}
"""What the environment has to hold for the config."""


class Nest:
    """The servers of one config: each gives away what it was told in its own way."""

    def __init__(self, folder: Path, web: StartWeb, proxy: StartProxy, socket: str) -> None:
        (folder / "secrets.env").write_text(f"FILE_TOKEN='{canary('env-file')}'\n")
        self._web = web
        self.servers: dict[str, dict[str, Any]] = {
            "local": _local(),
            "refused": self._refused(),
            "page": self._page(),
            "moved": self._moved(),
            "proxied": _proxied(proxy(user="another")),
            "socket": {"url": socket, "headers": {"X-Api-Key": canary("socket", _ASCII)}},
        }

    def _refused(self) -> dict[str, Any]:
        told = words_of([BEARER, HEADER])
        headers = {"www-authenticate": f"Bearer realm={BEARER}, error={HEADER}"}
        address = self._answering(status=401, body="x" * 2_020 + told, headers=headers)
        sent = {"Authorization": f"Bearer {BEARER}", "X-Api-Key": HEADER}
        return {"type": "http", "url": address, "headers": sent}

    def _page(self) -> dict[str, Any]:
        title = words_of([REFERRED_HEADER])
        body = f"<html><title>{title}</title>{title}</html>"
        address = self._answering(status=200, body=body, type="text/html")
        return {"type": "http", "url": address, "headers": {"X-Api-Key": "${NEST_HEADER}"}}

    def _moved(self) -> dict[str, Any]:
        told = quote(PASSWORD, safe="")
        goal = f"https://me:{told}@elsewhere.test/{told}/{LOGIN}?token={quote(QUERY)}"
        address = self._answering(status=308, headers={"location": goal}, body=f"Basic {LOGIN}")
        url = address.replace("://", f"://me:{told}@") + f"?token={quote(QUERY, safe='')}"
        return {"type": "http", "url": url}

    def _answering(self, **answer: Any) -> str:
        return self._web({"POST /mcp": answer, "GET /mcp": answer}).address


def _local() -> dict[str, Any]:
    return {
        "command": sys.executable,
        "args": [str(LOCAL), "--api-key", canary("option"), "${NEST_ARGUMENT}"],
        "env": {"LITERAL": canary("env"), "REFERRED": "${NEST_ENV}"},
        "env_file": "secrets.env",
        "config": {"inner": {"apiKey": canary("config")}},
        "protocol": "legacy",
    }


def _proxied(proxy: Any) -> dict[str, Any]:
    told = quote(canary("proxy", _ASCII), safe="")
    through = proxy.address.replace("://", f"://me:{told}@")
    return {"type": "http", "url": f"https://{FAR_HOST}/mcp", "proxy": through}


@contextmanager
def telling_socket() -> Generator[str]:
    """A WebSocket server that closes with the secret it got as its reason."""

    def tell(connection: ServerConnection) -> None:
        assert connection.request is not None
        connection.close(1008, f"not with {connection.request.headers['X-Api-Key']}")

    with serve(tell, "127.0.0.1", 0, subprotocols=[Subprotocol("mcp")]) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}/"
        finally:
            server.shutdown()
            serving.join()


def leaks(seen: Mapping[str, str]) -> list[str]:
    """Which canaries are seen and where first; half of one counts."""
    found: dict[str, str] = {}
    for place, text in seen.items():
        for match in _FEATHER.finditer(text):
            what = "base64 of the login" if match[0] == LOGIN[:12] else match[0]
            words = repr(text[max(match.start() - 60, 0) : match.end() + 30])
            found.setdefault(f"{what}: {words}", place)
    return [f"{what} in {place}" for what, place in found.items()]


def kept_files(home: Path, private: tuple[Path, ...]) -> dict[str, str]:
    """What Patchbay has written, but for its own copies of configs: those stay private."""
    kept: dict[str, str] = {}
    for file in home.rglob("*"):
        if any(file.is_relative_to(each) for each in private):
            assert file.stat().st_mode & 0o077 == 0, f"{file} can be read by others"
        elif file.is_file():
            kept[file.name] = f"{file.name}\n{file.read_bytes().decode('utf-8', 'replace')}"
    return kept
