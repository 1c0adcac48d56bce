"""What decides how a remote server is reached, besides its address, and what that means."""

from collections.abc import Iterator
from dataclasses import dataclass

from patchbay.core.config.addresses import host_of, is_encrypted, is_loopback
from patchbay.core.config.model import Definition
from patchbay.core.config.proxies import NO_PROXY, shown_proxy


@dataclass(frozen=True, slots=True)
class Reach:
    """One of these things: its name, its value, and what somebody agrees to with it."""

    label: str
    value: str
    meaning: str


def reach(definition: Definition) -> tuple[Reach, ...]:
    """What the entry of a remote server says of the way to it; nothing secret is in it."""
    return tuple(_reach(definition))


def _reach(definition: Definition) -> Iterator[Reach]:
    if definition.ca_file is not None:
        yield Reach(
            "CA file",
            str(definition.ca_file),
            "Whoever one of its authorities vouches for is taken for the server.",
        )
    if definition.client_cert is not None:
        yield Reach(
            "Client certificate",
            str(definition.client_cert),
            "It tells the server who you are.",
        )
    if definition.proxy:
        yield Reach("Proxy", shown_proxy(definition.proxy), _of_proxy(definition))


def _of_proxy(definition: Definition) -> str:
    if is_loopback(host_of(definition.url)):
        return "Not used: the address is on this computer."
    if definition.proxy == NO_PROXY:
        return "The connection is made without the proxy of your environment."
    if is_encrypted(definition.url):
        return "It sees which host you connect to, but not what you send."
    return "It can read and change everything that is sent, headers included."
