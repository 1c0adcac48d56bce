"""Every transport from the command line, against real servers over real sockets."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.remote import (
    FAR_HOST,
    PrivateCa,
    RemoteServer,
    StartProxy,
    StartRemote,
    StartSocks,
    StartWeb,
)
from tests.servers.forward_proxy import Asked

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Config = Callable[..., Path]
ACCOUNT = {"user": "me", "password": "p@ss"}
SIZE = 5_000_000
FAR = f"https://{FAR_HOST}/mcp"


@pytest.fixture
def every_way(remote_server: StartRemote, private_ca: PrivateCa) -> dict[str, dict[str, Any]]:
    """Entries for a server of each era and transport, written as people write them."""
    tls, ca = private_ca.tls(), str(private_ca.file)
    return {
        "old": {"type": "http", "url": remote_server("http", "legacy").address},
        "new": {"type": "streamable-http", "url": remote_server("http", "modern").address},
        "events": {"type": "sse", "url": remote_server("sse").address},
        "unsaid": {"url": remote_server("sse").address},
        "socket": {"url": remote_server("websocket", "legacy").address},
        "socket-new": {"type": "ws", "url": remote_server("websocket", "modern").address},
        "private": {"url": remote_server("http", tls=tls).address, "ca_file": ca},
        "private-socket": {"url": remote_server("websocket", tls=tls).address, "ca_file": ca},
    }


def test_the_doctor_finds_a_file_of_every_transport_well(
    patchbay: Patchbay, config: Config, every_way: dict[str, dict[str, Any]]
) -> None:
    file = config(**every_way, here="sdk.py")

    checked = patchbay("check", file)
    refused = patchbay("doctor", file, "old")
    told = patchbay("doctor", file, "--trust", "--json")

    assert checked.returncode == 0, checked.stdout
    assert refused.returncode == 3, "nobody has agreed to it"
    found = {each["name"]: each for each in json.loads(told.stdout)}
    ways = {name: each["server"]["transport"] for name, each in found.items() if each["server"]}
    assert ways == {
        "old": "http",
        "new": "http",
        "events": "sse",
        "unsaid": "sse",
        "socket": "websocket",
        "socket-new": "websocket",
        "private": "http",
        "private-socket": "websocket",
    }
    assert found["old"]["server"]["protocol"] == "2025-11-25"
    assert found["new"]["server"]["protocol"] == "2026-07-28"
    assert found["socket"]["server"]["protocol"] == "2025-11-25"
    assert found["socket-new"]["server"]["protocol"] == "2026-07-28"
    assert {each["server"]["tools"] for each in found.values() if each["server"]} == {5}
    assert found["here"]["status"] == "refused", "programs have their own list"


@pytest.mark.parametrize("kind", ["http", "sse", "websocket"])
def test_a_large_result_is_saved_whole(
    patchbay: Patchbay, config: Config, remote_server: StartRemote, kind: str, tmp_path: Path
) -> None:
    file = config(far={"type": kind, "url": remote_server(kind).address})
    out = tmp_path / "out"

    drawn = patchbay("call", file, "far", "picture", f"size={SIZE}", "--trust", "--save", out)

    assert drawn.returncode == 0, drawn.stderr
    assert [path.stat().st_size for path in out.iterdir()] == [SIZE]


def test_tools_are_listed_prompts_written_and_resources_read(
    patchbay: Patchbay, config: Config, every_way: dict[str, dict[str, Any]]
) -> None:
    file = config(**every_way)

    listed = patchbay("tools", file, "unsaid", "--trust")
    written = patchbay("prompt", file, "socket", "greet", "name=Ada", "--trust")
    read = patchbay("read", file, "events", "text://motd", "--trust")

    assert "add" in listed.stdout, listed.stderr
    assert "Hello Ada" in written.stdout, written.stderr
    assert "Fair winds" in read.stdout, read.stderr


def test_a_proxy_of_the_environment_is_for_far_hosts_alone(
    patchbay: Patchbay,
    config: Config,
    tls_server: RemoteServer,
    http_server: RemoteServer,
    private_ca: PrivateCa,
    proxy: StartProxy,
    socks_proxy: StartSocks,
) -> None:
    hosts = {FAR_HOST: ("127.0.0.1", tls_server.port)}
    office, socks = proxy(hosts=hosts), socks_proxy(hosts=hosts, **ACCOUNT)
    ca = str(private_ca.file)
    by_socks = socks.address_for("me", "p%40ss")
    file = config(
        far={"url": FAR, "ca_file": ca},
        socks={"url": FAR, "ca_file": ca, "proxy": by_socks},
        near={"url": http_server.address},
    )

    told = patchbay(
        "doctor", file, "--trust", env={"https_proxy": office.address, "http_proxy": office.address}
    )

    assert told.returncode == 0, told.stdout
    assert "3 servers: 3 fine" in told.stdout
    assert told.stdout.count("sdk 1.2.3 over http, protocol 2026-07-28") == 3
    assert "p%40ss" not in told.stdout
    assert set(office.asked) == {Asked("CONNECT", FAR_HOST, 443, "", is_refused=False)}
    assert {(each.host, each.user) for each in socks.asked} == {(FAR_HOST, "me")}


def test_what_goes_wrong_on_the_way_is_told_for_each_server(
    patchbay: Patchbay, config: Config, tls_server: RemoteServer, proxy: StartProxy, web: StartWeb
) -> None:
    closed = proxy(**ACCOUNT)
    lost = web({"POST /mcp": {"status": 404}, "GET /mcp": {"status": 404}}).address
    file = config(
        untrusted={"url": tls_server.address},
        barred={"url": FAR, "proxy": closed.address},
        lost={"url": lost},
    )

    told = patchbay("doctor", file, "--trust")

    assert told.returncode == 4
    untrusted, barred, lost = told.stdout.split("\n  problems")[1:]
    assert "authority that this computer does not know" in untrusted
    assert "ca_file" in untrusted
    assert "The proxy wants a login" in barred
    assert closed.address.removeprefix("http://") in barred
    assert "http: 404" in lost
    assert "sse: 404" in lost
