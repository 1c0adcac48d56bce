"""Tells whether a url can be a server's address, and what is wrong with it."""

import ipaddress
from urllib.parse import SplitResult, urlsplit

ENCRYPTED = frozenset({"https", "wss"})
_PLAIN = frozenset({"http", "ws"})


def is_loopback(host: str) -> bool:
    """Whether `host` is this computer, by its name or number; names are not looked up."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def host_of(url: str) -> str:
    """The host of `url` in lower case; empty when there is none."""
    parts = _split(url.strip())
    return "" if parts is None else (parts.hostname or "")


def is_encrypted(url: str) -> bool:
    return url.strip().partition("://")[0].lower() in ENCRYPTED


def is_websocket(url: str) -> bool:
    return url.strip().partition("://")[0].lower() in {"ws", "wss"}


def complaint(url: str) -> str:
    """Why `url` is no address of a server; empty when it is one. The url itself is not repeated."""
    parts = _split(url.strip())
    if parts is None or any(character.isspace() for character in url.strip()):
        return "The url is not an address: it holds spaces or a wrong port"
    if "://" not in url:
        return "The url has no scheme such as https://"
    if parts.scheme not in ENCRYPTED | _PLAIN:
        return f"Addresses that start with {parts.scheme}:// cannot be reached"
    if not parts.hostname:
        return "The url has no host"
    return ""


def with_scheme(url: str) -> str:
    """A proposal for a faulty url: the likely scheme and host, without anything secret in it."""
    rest = url.strip().split("://", 1)[-1]
    for prefix in ("https:", "http:"):
        rest = rest.removeprefix(prefix)
    host = rest.lstrip("/").split("/", 1)[0].rsplit("@", 1)[-1].split("?", 1)[0] or "HOST"
    bare = host.rsplit(":", 1)[0] if host.count(":") == 1 else host
    return f"{'http' if is_loopback(bare) else 'https'}://{host}/…"


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts
