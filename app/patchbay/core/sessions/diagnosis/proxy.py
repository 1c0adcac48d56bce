"""Names the proxy on the way to a server, and who said that it is there."""

import os
from urllib.parse import urlsplit

from patchbay.core.config.addresses import ENCRYPTED
from patchbay.core.config.model import Definition
from patchbay.core.errors import AppError
from patchbay.core.sessions.remote.proxies import proxy_for


def proxy_words(definition: Definition) -> str:
    """Host and port of the proxy and where it is set; empty when there is none on the way."""
    try:
        address = proxy_for(definition, os.environ)
    except AppError:
        return ""  # that it cannot be used is told by whoever tried
    if address is None:
        return ""
    parts = urlsplit(address)
    place = f"{parts.hostname}:{parts.port}" if parts.port else f"{parts.hostname}"
    return f"the proxy {place} ({_source(definition)})"


def _source(definition: Definition) -> str:
    if definition.proxy:
        return "“proxy” of its entry"
    scheme = "https" if urlsplit(definition.url).scheme in ENCRYPTED else "http"
    names = (f"{scheme}_proxy", f"{scheme}_proxy".upper(), "all_proxy", "ALL_PROXY")
    named = next((name for name in names if os.environ.get(name)), "")
    return f"the variable {named}" if named else "the settings of this computer"
