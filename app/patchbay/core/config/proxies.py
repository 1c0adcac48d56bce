"""Reads the address of a proxy, and says what is wrong with it without repeating it."""

from urllib.parse import SplitResult, urlsplit

from patchbay.core.config.secrets import HIDDEN

NO_PROXY = "none"
"""Written as the proxy of a server that is to be reached without one."""

_PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks5h": 1080}
_FORM = "HOST:PORT, or for SOCKS socks5h://HOST:PORT"
PROXY_HINT = f"Write http://{_FORM}; in a password write @ : / ? # % as %40 %3A %2F %3F %23 %25."


def proxy_address(text: str) -> str:
    """`text` as `scheme://user:password@host:port`, with scheme and port filled in where absent.

    Raises:
        ValueError: it is no proxy's address; the message says why and repeats nothing secret.
    """
    parts = _split(text.strip())
    user = "" if parts.username is None else f"{parts.username}:{parts.password or ''}@"
    return f"{parts.scheme}://{user}{_host_and_port(parts)}"


def shown_proxy(text: str) -> str:
    """Which proxy `text` means, for people: its host always, its user and password never."""
    if text == NO_PROXY:
        return text
    try:
        parts = _split(text.strip())
    except ValueError:
        return HIDDEN
    return f"{parts.scheme}://{_host_and_port(parts)}"


def _split(text: str) -> SplitResult:
    if not text.isprintable() or " " in text:
        raise ValueError("holds a space or a control character")
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        port = parts.port
    except ValueError:
        raise ValueError("has a wrong host or port") from None
    if parts.scheme in {"socks", "socks4", "socks4a"}:
        raise ValueError("names a kind of SOCKS that is not supported: only socks5 and socks5h are")
    if parts.scheme not in _PORTS:
        raise ValueError(f"starts with {parts.scheme}://, and such proxies are not supported")
    if not parts.hostname or port == 0:
        raise ValueError("has a wrong host or port")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("goes on behind its host and port")
    return parts


def _host_and_port(parts: SplitResult) -> str:
    host = parts.hostname or ""
    port = parts.port or _PORTS[parts.scheme]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
