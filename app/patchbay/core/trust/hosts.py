"""Names and addresses of hosts that may be reached without encryption."""

import ipaddress
import re

from patchbay.core.errors import AppError, Family, Kind

_LABEL = r"[^\W_](?:[\w-]{0,61}\w)?"
_NAME = re.compile(rf"(?:{_LABEL}\.)*{_LABEL}\.?")
_WITH_PORT = re.compile(r"(\[[^\]]+\]|[^:\[\]/@]+):\d+")
_LONGEST = 253


def valid_host(text: str) -> str:
    """`text` as the host of an address is compared: in lower case, without brackets and port.

    Raises:
        AppError: it is neither the name nor the number of a host.
    """
    host = text.strip().lower()
    if "://" in host or "/" in host or "@" in host:
        raise _no_host("Only the host is kept, not a whole address.")
    if _WITH_PORT.fullmatch(host):
        raise _no_host("A host is allowed with all its ports, so none is written.")
    bare = host.removeprefix("[").removesuffix("]")
    if _is_number(bare) or (len(bare) <= _LONGEST and _NAME.fullmatch(bare)):
        return bare
    raise _no_host("It holds what no name or number of a host can.")


def no_such_host(host: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{host} is not among the hosts reached without encryption",
        hint="See them with: patchbay allow-host",
        kind=Kind.MISSING,
    )


def _is_number(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _no_host(cause: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "This is not a host",
        cause=cause,
        hint="Write its name or number alone, as in printer.lan or 192.168.0.9.",
        kind=Kind.MISSING,
    )
