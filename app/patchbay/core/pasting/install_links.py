"""Takes apart the links with which web pages offer to install a server; nothing is opened."""

import base64
import binascii
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

LINK = re.compile(
    r"(?:patchbay:(?://)?add/?\? | cursor://[\w.-]+/mcp/install\? | lmstudio://add_mcp\?"
    r" | vscode(?:-insiders)?:/?/?mcp/install\?"
    r" | https://(?:www\.)?cursor\.com/(?:[a-z-]{2,5}/)?(?:install-mcp|link/mcp/install)\?"
    r" | https://(?:insiders\.)?vscode\.dev/redirect(?:/mcp/install)?\? )[^\s\"'<>)\]]+",
    re.VERBOSE,
)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")


@dataclass(frozen=True, slots=True)
class Offer:
    """What a link wants to install: a name, which may be empty, and the JSON of one server."""

    name: str
    json: str


def opened(link: str) -> Offer | None:
    """The offer of `link`; `None` when it carries none that can be read."""
    try:
        query = urlsplit(link).query
        if link.startswith("vscode"):
            return Offer("", unquote(query, errors="strict"))
        values = {name: found[0] for name, found in parse_qs(query, errors="strict").items()}
    except ValueError:
        return None
    inner = values.get("url", "")
    if inner.startswith("vscode"):
        return opened(inner)
    text = _config(values.get("config", ""))
    return Offer(values.get("name", ""), text) if text else None


def _config(value: str) -> str:
    """JSON as it is, or out of base64; a plus sign arrives as a space."""
    if value.lstrip().startswith("{"):
        return value
    letters = value.replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    if not letters or not _BASE64.fullmatch(letters):
        return ""
    try:
        return base64.b64decode(letters + "=" * (-len(letters) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
