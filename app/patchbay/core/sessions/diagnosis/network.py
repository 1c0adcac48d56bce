"""Why an address could not be talked to, from what the network said."""

import re
import socket
import ssl
from collections.abc import Sequence

import httpx2

from patchbay.core.errors import AppError, Family, Kind, Remedy
from patchbay.core.remedies import (
    EDIT_CA_FILE,
    EDIT_HEADERS,
    EDIT_PROXY,
    EDIT_URL,
)

_UNTRUSTED = "The server's certificate is not trusted"
_CA_HINT = "If you trust it, save its certificate authority as a file and name that in “ca_file”."

_EXPIRED, _NOT_YET, _NO_ISSUER, _WRONG_NAME, _WRONG_NUMBER = 10, 9, (2, 20, 21), 62, 64
_SELF_SIGNED, _SELF_SIGNED_CHAIN = 18, 19


def network_error(
    error: httpx2.HTTPError | OSError, behind: Sequence[BaseException], proxy: str = ""
) -> AppError:
    """Words for a failed connection.

    `behind` are the exceptions it was raised from; `proxy` tells which proxy was on the way and
    who named it, empty for none.
    """
    everything = (error, *behind)
    found = (
        _timeout(error)
        or _of_proxy(error, proxy)
        or _certificate(everything)
        or _unreached(error, everything, proxy)
        or _cut(error)
    )
    if found is None:
        words = str(error).strip().rstrip(".") or type(error).__name__
        found = AppError(
            Family.CONNECTION,
            "The address cannot be reached",
            cause=f"{words}.",
            hint="Check that the server runs and that the address and port are right.",
            remedies=(EDIT_URL,),
        )
    if proxy:
        found.evidence.setdefault("proxy", proxy)
    return found


def _timeout(error: BaseException) -> AppError | None:
    if not isinstance(error, httpx2.TimeoutException):
        return None
    title, hint = "The server did not answer in time", "It may be busy. Try again later."
    match error:
        case httpx2.ConnectTimeout():
            title = "The server did not take the connection in time"
            cause = f"{_place(error)} did not answer at all; a firewall may swallow what is sent."
            hint = "Check host and port, and whether a VPN or a proxy is needed."
        case httpx2.WriteTimeout():
            cause = "The server took the connection, but did not read what was sent."
        case httpx2.PoolTimeout():
            cause = "Too many requests to it still wait for their answers."
        case _:
            cause = "The server took the request, but sent nothing back."
    return AppError(Family.CONNECTION, title, cause=cause, hint=hint, kind=Kind.DEADLINE)


def _of_proxy(error: BaseException, proxy: str) -> AppError | None:
    if not isinstance(error, httpx2.ProxyError):
        return None
    words = str(error).strip().rstrip(".")
    name = proxy or "the proxy"
    if "407" in words:
        return AppError(
            Family.CONNECTION,
            "The proxy wants a login",
            cause=f"{name[:1].upper()}{name[1:]} answered {words}.",
            hint="Put name and password into the address of the proxy.",
            short="407",
            remedies=(EDIT_PROXY,),
        )
    return AppError(
        Family.CONNECTION,
        "The proxy did not let the connection through",
        cause=f"{name[:1].upper()}{name[1:]} said: {words}.",
        hint="Check the proxy, or set “proxy” to none to go without.",
        short="proxy",
        remedies=(EDIT_PROXY,),
    )


def _certificate(errors: Sequence[BaseException]) -> AppError | None:
    found = next((error for error in errors if isinstance(error, ssl.SSLError)), None)
    said = " ".join(str(error) for error in errors)
    if found is None and "CERTIFICATE_VERIFY_FAILED" not in said:
        return _no_tls(said)
    if "CERTIFICATE_VERIFY_FAILED" not in said:
        return _no_tls(said) or AppError(
            Family.CONNECTION,
            "No encrypted connection came about",
            cause=f"{str(found).strip().rstrip('.')}.",
            hint="Check that the server speaks TLS, and which certificate of yours it wants.",
            remedies=(EDIT_URL,),
        )
    cause, hint, remedies = _verdict(getattr(found, "verify_code", None), said)
    return AppError(
        Family.CONNECTION,
        _UNTRUSTED,
        cause=cause,
        hint=hint,
        short="certificate",
        evidence={"certificate": _reason(said)},
        remedies=remedies,
    )


def _verdict(code: object, said: str) -> tuple[str, str, tuple[Remedy, ...]]:
    if code == _EXPIRED or "has expired" in said:
        return (
            "It has expired.",
            "Ask who runs the server to renew it. Check that the clock of this computer is right.",
            (),
        )
    if code == _NOT_YET or "not yet valid" in said:
        return "It is not valid yet.", "Check that the clock of this computer is right.", ()
    if code in (_WRONG_NAME, _WRONG_NUMBER) or "match" in said:
        name = re.search(r"not valid for '([^']+)'", said)
        whose = f" It does not name {name[1]}." if name else ""
        hint = "Use the host name that the certificate is for."
        return f"It belongs to another host.{whose}", hint, (EDIT_URL,)
    if code == _SELF_SIGNED or (said.count("self-signed") and "in certificate chain" not in said):
        return "It is self-signed: no authority vouches for it.", _CA_HINT, (EDIT_CA_FILE,)
    return "It comes from an authority that this computer does not know.", _CA_HINT, (EDIT_CA_FILE,)


def _reason(said: str) -> str:
    found = re.search(r"certificate verify failed: ([^(\]]+)", said)
    return found[1].strip() if found else "not trusted"


def _no_tls(said: str) -> AppError | None:
    if not re.search(r"WRONG_VERSION_NUMBER|HTTP_REQUEST|record layer failure", said):
        return None
    return AppError(
        Family.CONNECTION,
        "The server does not speak TLS",
        cause="The address begins with https://, but what answers there is not encrypted.",
        hint="Check the port. If it runs on this computer, begin the address with http://.",
        remedies=(EDIT_URL,),
    )


def _unreached(
    error: BaseException, errors: Sequence[BaseException], proxy: str
) -> AppError | None:
    cause = _why_unreached(error, errors, is_proxied=bool(proxy))
    if cause is None:
        return None
    if proxy:
        return AppError(
            Family.CONNECTION,
            "The proxy cannot be reached",
            cause=f"The connection goes through {proxy}. {cause}",
            hint="Check the proxy, or set “proxy” to none to go without.",
            short="proxy",
            remedies=(EDIT_PROXY, EDIT_URL),
        )
    return AppError(
        Family.CONNECTION,
        "The address cannot be reached",
        cause=cause,
        hint="Check that the server runs and that the address and port are right.",
        short="unreachable",
        remedies=(EDIT_URL,),
    )


def _why_unreached(
    error: BaseException, errors: Sequence[BaseException], *, is_proxied: bool
) -> str | None:
    host, place = ("that name", "that port") if is_proxied else (_host(error), _place(error))
    said = " ".join(str(each) for each in errors)
    if any(isinstance(each, socket.gaierror) for each in errors) or re.search(
        r"Name or service not known|nodename nor servname|getaddrinfo failed|name resolution", said
    ):
        return f"There is no host called {host}, or the network is down."
    if any(isinstance(each, ConnectionRefusedError) for each in errors):
        return f"Nothing listens at {place}."
    if re.search(r"(?i)network is unreachable|no route to host", said):
        return f"There is no way to {host} from this network."
    if isinstance(error, httpx2.ConnectError) and "All connection attempts failed" in said:
        return f"Nothing answers at {place}."
    return None


def _cut(error: BaseException) -> AppError | None:
    if isinstance(error, httpx2.LocalProtocolError):
        return AppError(
            Family.CONFIGURATION,
            "The request cannot be sent",
            cause="A header holds a character that HTTP does not allow.",
            hint="Look for line ends and odd characters in the headers of the entry.",
            remedies=(EDIT_HEADERS,),
        )
    if isinstance(error, httpx2.DecodingError):
        return AppError(
            Family.CONNECTION,
            "The answer cannot be unpacked",
            cause="It is labelled as compressed, and is not, or is damaged.",
            hint="The server or a proxy on the way has a fault there; tell who runs it.",
        )
    if not isinstance(error, (httpx2.RemoteProtocolError, httpx2.NetworkError)):
        return None
    if isinstance(error, httpx2.ConnectError):
        return None
    return AppError(
        Family.CONNECTION,
        "The server broke off the connection",
        cause=_how_cut(error),
        hint="Try again. If it stays so, check the address, or ask who runs the server.",
        short="broken off",
        remedies=(EDIT_URL,),
    )


def _how_cut(error: BaseException) -> str:
    words = str(error).lower()
    if "complete message body" in words or "incomplete" in words:
        return "The answer stops in the middle."
    if isinstance(error, httpx2.RemoteProtocolError) and "disconnected" not in words:
        return "What it answered is no HTTP."
    return "It took the request and closed the connection without an answer."


def _host(error: BaseException) -> str:
    url = _url(error)
    return url.host if url is not None else "that name"


def _place(error: BaseException) -> str:
    url = _url(error)
    if url is None:
        return "the address"
    usual = 443 if url.scheme in {"https", "wss"} else 80
    return f"{url.host}:{url.port or usual}"


def _url(error: BaseException) -> httpx2.URL | None:
    """An error tells its request only once it was sent."""
    try:
        return error.request.url if isinstance(error, httpx2.RequestError) else None
    except RuntimeError:
        return None
