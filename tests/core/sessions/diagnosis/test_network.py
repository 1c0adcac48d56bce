"""What the network says when an address cannot be talked to, and what a person is told."""

import socket
import ssl
from pathlib import Path
from typing import Any

import httpx2
import pytest

from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import Action, AppError, Kind
from patchbay.core.sessions.diagnosis.proxy import proxy_words
from patchbay.core.sessions.explain import explain

REQUEST_FILE = Path("/p/mcp.json")
REQUEST = httpx2.Request("POST", "https://h.example:8443/mcp")


def told(kind: type[httpx2.RequestError], words: str = "", behind: Any = None) -> AppError:
    """What is said of such an error, raised from another and wrapped twice, as the SDK does."""
    error = kind(words, request=REQUEST)
    error.__cause__ = behind
    return explain(ExceptionGroup("a", [ExceptionGroup("b", [error])]))


def all_failed(*errors: OSError) -> OSError:
    """As anyio raises it when no address of a host could be connected to."""
    failed = OSError("All connection attempts failed")
    failed.__cause__ = ExceptionGroup("multiple connection attempts failed", list(errors))
    return failed


def bad_certificate(code: int, words: str) -> ssl.SSLCertVerificationError:
    reason = f"[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: {words} (_ssl.c:1000)"
    error = ssl.SSLCertVerificationError(1, reason)
    error.verify_code = code
    return error


def test_nobody_at_a_port_and_an_unknown_host_are_told_apart() -> None:
    words = "All connection attempts failed"
    refused = told(httpx2.ConnectError, words, all_failed(ConnectionRefusedError(111, "refused")))
    unknown = told(httpx2.ConnectError, "", socket.gaierror(-2, "Name or service not known"))
    no_way = told(httpx2.ConnectError, "", OSError(101, "Network is unreachable"))

    assert "Nothing listens at h.example:8443" in refused.cause
    assert "no host called h.example" in unknown.cause
    assert "no way to h.example" in no_way.cause
    assert refused.remedies[0].value == "url"


@pytest.mark.parametrize(
    ("code", "words", "cause", "field"),
    [
        (18, "self-signed certificate", "self-signed", "ca_file"),
        (19, "self-signed certificate in certificate chain", "does not know", "ca_file"),
        (20, "unable to get local issuer certificate", "does not know", "ca_file"),
        (10, "certificate has expired", "has expired", ""),
        (9, "certificate is not yet valid", "not valid yet", ""),
        (
            62,
            "Hostname mismatch, certificate is not valid for 'h.example'.",
            "does not name h.example",
            "url",
        ),
    ],
)
def test_what_is_wrong_with_a_certificate_is_told(
    code: int, words: str, cause: str, field: str
) -> None:
    error = told(httpx2.ConnectError, "[SSL] failed", bad_certificate(code, words))

    assert error.title == "The server's certificate is not trusted"
    assert cause in error.cause
    assert [remedy.value for remedy in error.remedies] == ([field] if field else [])


def test_a_server_without_tls_is_not_called_untrusted() -> None:
    error = told(httpx2.ConnectError, "[SSL: WRONG_VERSION_NUMBER] wrong version number")

    assert error.title == "The server does not speak TLS"


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        (httpx2.ConnectTimeout, "did not answer at all"),
        (httpx2.ReadTimeout, "sent nothing back"),
        (httpx2.WriteTimeout, "did not read"),
        (httpx2.PoolTimeout, "Too many requests"),
    ],
)
def test_each_time_out_says_what_was_waited_for(
    kind: type[httpx2.RequestError], cause: str
) -> None:
    error = told(kind)

    assert error.kind is Kind.DEADLINE
    assert cause in error.cause


@pytest.mark.parametrize(
    ("kind", "words", "cause"),
    [
        (
            httpx2.RemoteProtocolError,
            "Server disconnected without sending a response.",
            "closed the connection without an answer",
        ),
        (
            httpx2.RemoteProtocolError,
            "peer closed connection without sending complete message body (incomplete read)",
            "stops in the middle",
        ),
        (httpx2.RemoteProtocolError, "illegal status line: bytearray(b'SSH-2.0')", "no HTTP"),
        (httpx2.ReadError, "", "closed the connection without an answer"),
    ],
)
def test_how_a_connection_broke_is_told(
    kind: type[httpx2.RequestError], words: str, cause: str
) -> None:
    assert cause in told(kind, words).cause


def test_a_proxy_is_named_with_whoever_set_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTPS_PROXY", "http://ada:hunter22@proxy.example:3128")
    definition = Definition("x", REQUEST_FILE, Transport.HTTP, url="https://h.example/mcp")

    proxy = proxy_words(definition)
    login = explain(httpx2.ProxyError("407 Proxy Authentication Required"), proxy=proxy)
    error = httpx2.ConnectError("All connection attempts failed", request=REQUEST)
    gone = explain(error, proxy=proxy)

    assert proxy == "the proxy proxy.example:3128 (the variable HTTPS_PROXY)"
    assert login.title == "The proxy wants a login"
    assert gone.title == "The proxy cannot be reached"
    assert "HTTPS_PROXY" in gone.cause
    assert gone.remedies[0].value == "proxy"
    assert proxy_words(Definition("x", REQUEST_FILE, Transport.HTTP, url="http://[::1]/")) == ""


def test_a_header_that_cannot_be_sent_is_a_fault_of_the_config() -> None:
    error = told(httpx2.LocalProtocolError, "Illegal header value b'secret-value'")

    assert "secret-value" not in str(error)
    assert error.remedies[0].action is Action.EDIT


def test_an_answer_that_cannot_be_unpacked_is_told_from_no_answer() -> None:
    error = told(httpx2.DecodingError, "Error -3 while decompressing data: incorrect header check")

    assert error.title == "The answer cannot be unpacked"
