"""Which proxy the way to a remote server goes through, if any."""

import ipaddress
import re
import sys
import urllib.request
from collections.abc import Mapping
from urllib.parse import urlsplit

from patchbay.core.config.addresses import ENCRYPTED, is_loopback
from patchbay.core.config.model import Definition
from patchbay.core.config.proxies import NO_PROXY, PROXY_HINT, proxy_address
from patchbay.core.errors import AppError, Family, Kind

_SPLIT = re.compile(r"[\s,]+")
_PORTS = {"https": 443, "wss": 443}


def proxy_for(definition: Definition, environment: Mapping[str, str]) -> str | None:
    """The address of the proxy, scheme and port always in it; none for this very computer.

    What the entry says comes first, then the environment, then the system's settings.

    Raises:
        AppError: that proxy cannot be used; names the field or the variable, and nothing of it.
    """
    parts = urlsplit(definition.url)
    host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 80)
    if is_loopback(host) or definition.proxy == NO_PROXY:
        return None
    if definition.proxy:
        return _usable(definition, "proxy", definition.proxy)
    scheme = "https" if parts.scheme in ENCRYPTED else "http"
    name, value = _of_environment(scheme, environment)
    if value:
        return None if _is_spared(host, port, environment) else _usable(definition, name, value)
    found = _of_system(scheme, host)
    return _usable(definition, "", found) if found else None


def _of_environment(scheme: str, environment: Mapping[str, str]) -> tuple[str, str]:
    """The first variable that is there, as written, and its value; lower case counts first."""
    for name in (f"{scheme}_proxy", "all_proxy"):
        for spelling in (name, name.upper()):
            if value := environment.get(spelling, "").strip():
                return spelling, value
            if spelling in environment:
                break  # set to nothing on purpose
    return "", ""


def _is_spared(host: str, port: int, environment: Mapping[str, str]) -> bool:
    spared = environment.get("no_proxy", environment.get("NO_PROXY", ""))
    return any(_covers(each, host, port) for each in _SPLIT.split(spared.strip()) if each)


def _covers(pattern: str, host: str, port: int) -> bool:
    """Whether an item of `NO_PROXY` is for a host: a name with all below it, an address, a net."""
    if pattern == "*":
        return True
    if (network := _network(pattern)) is not None:
        address = _address(host)
        return address is not None and address in network
    name, colon, only = pattern.rpartition(":")
    if colon and only.isdigit():
        return int(only) == port and _covers(name, host, port)
    wanted = pattern.lower().removeprefix("*").strip(".")
    plain = host.lower().rstrip(".")
    return bool(wanted) and (plain == wanted or plain.endswith(f".{wanted}"))


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text.strip("[]"), strict=False)
    except ValueError:
        return None


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _of_system(scheme: str, host: str) -> str:
    """What is set for the whole computer; programs started from a menu have no variables."""
    if sys.platform not in {"win32", "darwin"} or urllib.request.proxy_bypass(host):
        return ""
    return urllib.request.getproxies().get(scheme, "")


def _usable(definition: Definition, source: str, text: str) -> str:
    try:
        return proxy_address(text)
    except ValueError as error:
        raise _refused(definition, source, f"{error}") from None


def _refused(definition: Definition, source: str, why: str) -> AppError:
    if source == "proxy":
        whose, kind = "The proxy in its entry", "field"
        way = "Correct it in the config."
    else:
        whose, kind = f"The variable {source}" if source else "The proxy of this computer", "source"
        way = f"Correct {source or 'it'}, or write “none” as the proxy of this server."
    return AppError(
        Family.CONFIGURATION,
        f"The proxy for “{definition.name}” cannot be used",
        cause=f"{whose} {why}.",
        hint=f"{way} {PROXY_HINT}",
        kind=Kind.REFUSED,
        evidence={kind: source or "system settings"},
    )
