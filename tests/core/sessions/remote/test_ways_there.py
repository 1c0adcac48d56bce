"""Addresses, names, proxies and certificates, told by a session."""

import socket
from pathlib import Path

import pytest

from patchbay.core.errors import Action, Family, Kind
from tests.core.sessions.remote.conftest import Far
from tests.core.sessions.remote.steps import echoed, failed, refused
from tests.core.sessions.waiting import started, text
from tests.remote import FAR_HOST, PrivateCa, StartProxy, StartSocks, StartWeb
from tests.servers.forward_proxy import Asked

TRANSPORTS = [("http", "http"), ("sse", "http"), ("websocket", "ws")]
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize(("transport", "scheme"), TRANSPORTS)
async def test_nobody_at_the_port_and_an_unknown_name_are_told(
    far: Far, transport: str, scheme: str
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # taken, but not listened at
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        nobody = await failed(far(f"{scheme}://{place}/mcp", "nobody", transport=transport))
    unknown = await failed(far(f"{scheme}s://far.invalid/mcp", "unknown", transport=transport))

    assert f"Nothing listens at {place}" in nobody.error.cause
    assert "no host called far.invalid" in unknown.error.cause
    for state in (nobody, unknown):
        assert state.error.title == "The address cannot be reached"
        assert state.error.family is Family.CONNECTION
        assert state.retry is None


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("ftp://h.example/mcp", "start with ftp://"),
        ("127.0.0.1:80/mcp", "no scheme"),
        ("http://127.0.0.1:99999/mcp", "wrong port"),
        ("http:///mcp", "no host"),
    ],
)
async def test_an_address_that_is_none_is_a_mistake_in_the_entry(
    far: Far, url: str, words: str
) -> None:
    error = await refused(far(url))

    assert error.family is Family.CONFIGURATION
    assert words in error.cause
    assert "Write http" in error.hint


async def test_a_proxy_of_the_environment_is_not_asked_for_this_computer(
    far: Far, web: StartWeb, proxy: StartProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = proxy()
    monkeypatch.setenv("HTTP_PROXY", office.address)
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")

    session = await started(far(web().address))

    assert text(await echoed(session, "fine")) == "fine"
    assert office.asked == []


async def test_a_socks_proxy_of_the_environment_carries_a_whole_session(
    far: Far,
    web: StartWeb,
    private_ca: PrivateCa,
    socks_proxy: StartSocks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = web(tls=private_ca.tls())
    office = socks_proxy(hosts={FAR_HOST: ("127.0.0.1", server.port)})
    monkeypatch.setenv("ALL_PROXY", office.address)

    session = await started(far(f"https://{FAR_HOST}/mcp", ca_file=str(private_ca.file)))

    assert text(await echoed(session, "fine")) == "fine"
    assert Asked("SOCKS5", FAR_HOST, 443, "", is_refused=False) in office.asked


async def test_a_proxy_that_cannot_be_is_named_before_anything_is_sent(
    far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://me:s3cr3t@office:bar")

    error = await refused(far("https://far.invalid/mcp"))

    assert "HTTPS_PROXY" in error.cause
    assert error.family is Family.CONFIGURATION
    assert "s3cr3t" not in f"{error} {error.evidence}"


async def test_a_proxy_that_is_not_there_is_blamed_and_not_the_server(
    far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        monkeypatch.setenv("HTTPS_PROXY", f"http://{place}")
        error = (await failed(far("https://far.invalid/mcp"))).error

    assert error.title == "The proxy cannot be reached"
    assert f"the proxy {place} (the variable HTTPS_PROXY)" in error.cause
    assert "far.invalid" not in error.cause


async def test_a_variable_for_certificates_that_leads_nowhere_is_named(
    far: Far, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "gone.pem"))

    error = await refused(far("https://far.invalid/mcp"))

    assert "SSL_CERT_FILE" in error.cause
    assert error.kind is Kind.REFUSED


@pytest.mark.parametrize("transport", ["http", "sse"])
async def test_a_private_certificate_is_refused_until_the_entry_names_its_ca(
    far: Far, web: StartWeb, private_ca: PrivateCa, transport: str
) -> None:
    server = web(tls=private_ca.tls())
    address = server.address if transport == "http" else server.sse_address

    error = (await failed(far(address, transport=transport))).error
    trusting = far(address, transport=transport, ca_file=str(private_ca.file))
    session = await started(trusting)

    assert error.title == "The server's certificate is not trusted"
    assert (error.remedies[0].action, error.remedies[0].value) == (Action.EDIT, "ca_file")
    assert text(await echoed(session, "fine")) == "fine"


async def test_plain_http_behind_an_https_address_is_told(far: Far, web: StartWeb) -> None:
    address = web().address.replace("http:", "https:")

    assert (await failed(far(address))).error.title == "The server does not speak TLS"
