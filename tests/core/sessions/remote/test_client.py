"""The client for remote servers, against real servers with TLS and real proxies."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect

from patchbay.core.config.model import Definition, Transport
from patchbay.core.sessions.remote.client import http_client
from patchbay.core.sessions.remote.proxies import proxy_for
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
from tests.servers.network import Tls

PASSWORD = "p@ss:word"  # noqa: S105 - invented
PLAIN = "letters"
WRITTEN = "me:p%40ss%3Aword@"


def definition(url: str, **fields: Any) -> Definition:
    return Definition("far", Path("mcp.json"), Transport.HTTP, url=url, **fields)


async def ignore(_: httpx2.Response) -> None:
    """Look at nothing."""


async def status_of(
    url: str,
    on_response: Callable[[httpx2.Response], Awaitable[None]] = ignore,
    **fields: Any,
) -> int:
    async with await http_client(definition(url, **fields), on_response) as client:
        return (await client.get(url)).status_code


async def test_a_private_ca_is_refused_until_the_entry_names_its_file(
    web: StartWeb, private_ca: PrivateCa
) -> None:
    server = web(tls=private_ca.tls())

    with pytest.raises(httpx2.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        await status_of(server.address)
    assert await status_of(server.address, ca_file=private_ca.file) == 405


async def test_a_ca_file_makes_no_expired_or_foreign_certificate_good(
    web: StartWeb, private_ca: PrivateCa
) -> None:
    for certificate, words in ((private_ca.expired, "expired"), (private_ca.elsewhere, "mismatch")):
        server = web(tls=Tls(certificate.certificate, certificate.key))
        with pytest.raises(httpx2.ConnectError, match=words):
            await status_of(server.address, ca_file=private_ca.file)


async def test_a_client_certificate_is_shown_to_a_server_that_wants_one(
    mutual_tls_server: RemoteServer, private_ca: PrivateCa
) -> None:
    url, own = mutual_tls_server.address, private_ca.client
    trust: dict[str, Any] = {"ca_file": private_ca.file}

    with pytest.raises(httpx2.TransportError):
        await status_of(url, **trust)
    assert await status_of(url, **trust, client_cert=own.certificate, client_key=own.key) == 400
    assert await status_of(url, **trust, client_cert=own.both) == 400


async def test_headers_are_sent_and_each_answer_is_seen_before_its_body(web: StartWeb) -> None:
    server = web()
    seen: list[tuple[int, bool]] = []

    async def look(response: httpx2.Response) -> None:
        seen.append((response.status_code, response.is_closed))

    assert await status_of(server.address, look, headers={"X-Team": "a"}) == 405
    assert seen == [(405, False)]
    assert server.requests[0].headers["x-team"] == "a"


async def test_time_outs_are_those_of_the_entry() -> None:
    async with await http_client(
        definition("http://127.0.0.1", connect_timeout=2.0, sse_read_timeout=7.0), ignore
    ) as client:
        assert client.timeout == httpx2.Timeout(2.0, read=7.0)


async def test_an_http_proxy_carries_plain_and_encrypted_requests_with_its_account(
    web: StartWeb, private_ca: PrivateCa, proxy: StartProxy
) -> None:
    plain, secure = web(), web(tls=private_ca.tls())
    hosts = {"plain.test": ("127.0.0.1", plain.port), FAR_HOST: ("127.0.0.1", secure.port)}
    office = proxy(hosts=hosts, user="me", password=PASSWORD)
    own: dict[str, Any] = {"proxy": office.address.replace("//", f"//{WRITTEN}")}

    assert await status_of("http://plain.test/mcp", **own) == 405
    assert await status_of(f"https://{FAR_HOST}/mcp", **own, ca_file=private_ca.file) == 405
    assert await status_of("http://plain.test/mcp", proxy=office.address) == 407
    assert office.asked == [
        Asked("GET", "plain.test", 80, "me", is_refused=False),
        Asked("CONNECT", FAR_HOST, 443, "me", is_refused=False),
        Asked("GET", "plain.test", 80, "", is_refused=True),
    ]


async def test_a_socks_proxy_looks_the_name_up_and_carries_the_request(
    web: StartWeb, private_ca: PrivateCa, socks_proxy: StartSocks
) -> None:
    server = web(tls=private_ca.tls())
    office = socks_proxy(hosts={FAR_HOST: ("127.0.0.1", server.port)}, user="me", password=PLAIN)
    written = office.address_for("me", PLAIN).replace("socks5:", "socks5h:")

    url, trust = f"https://{FAR_HOST}/mcp", private_ca.file
    assert await status_of(url, ca_file=trust, proxy=written) == 405
    assert office.asked == [Asked("SOCKS5", FAR_HOST, 443, "me", is_refused=False)]


async def test_the_environment_chooses_the_proxy_but_not_for_this_computer(
    web: StartWeb, proxy: StartProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, office = web(), proxy()
    monkeypatch.setenv("http_proxy", office.address)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)

    assert await status_of(server.address) == 405
    assert office.asked == []
    assert await status_of("http://nobody.test:1/mcp") == 502
    assert [asked.host for asked in office.asked] == ["nobody.test"]
    with pytest.raises(httpx2.ConnectError):
        await status_of("http://nobody.test:1/mcp", proxy="none")


async def test_websockets_goes_through_the_same_proxies(
    remote_server: StartRemote, proxy: StartProxy, socks_proxy: StartSocks
) -> None:
    server = remote_server("websocket")
    hosts = {FAR_HOST: ("127.0.0.1", server.port)}
    offices = [proxy(hosts=hosts), socks_proxy(hosts=hosts)]

    for office in offices:
        way = definition(f"ws://{FAR_HOST}/ws", proxy=office.address.replace("socks5:", "socks5h:"))
        with pytest.raises(Exception, match="rejected"):  # the SDK's server looks at the name
            await connect(way.url, proxy=proxy_for(way, {})).__aenter__()
    assert [[asked.host for asked in office.asked] for office in offices] == [[FAR_HOST]] * 2
