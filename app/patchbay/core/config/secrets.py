"""Which configured values must never be shown, and which are plainly public."""

import base64
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from urllib.parse import parse_qsl, unquote, urlsplit

HIDDEN = "•••"
"""Stands for a secret wherever people read one."""

MIN_LENGTH = 6
"""Shorter values would blacken ordinary words wherever they occur."""

_PUBLIC_NAMES = frozenset(
    {
        "HOME",
        "USER",
        "USERNAME",
        "LOGNAME",
        "PATH",
        "LANG",
        "LANGUAGE",
        "TZ",
        "PWD",
        "SHELL",
        "TERM",
        "TMPDIR",
        "TEMP",
        "TMP",
        "HOSTNAME",
        "EDITOR",
        "DISPLAY",
    }
)
_PUBLIC_HEADERS = frozenset(
    {"accept", "accept-encoding", "accept-language", "cache-control", "content-type", "user-agent"}
)
_PUBLIC_WORDS = frozenset(
    {
        "true",
        "false",
        "null",
        "none",
        "debug",
        "info",
        "notice",
        "warn",
        "warning",
        "error",
        "critical",
        "trace",
        "verbose",
        "silent",
        "quiet",
        "enabled",
        "disabled",
        "default",
        "always",
        "never",
        "production",
        "development",
        "testing",
        "staging",
        "localhost",
        "stdio",
        "utf-8",
        "utf8",
        "application/json",
        "text/plain",
        "text/event-stream",
    }
)
_SECRET_NAME = re.compile(
    r"TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH|COOKIE|PRIVATE|DSN|(?:^|[_-])PWD$|API[_-]?KEY"
    r"|(?:^|[_-])(?:KEY|PAT|PIN|SIGNATURE)(?:$|[_-])",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-+]?[\d.,:_ -]+[a-zA-Z]{0,2}")
_LOCALE = re.compile(r"[a-z]{2}_[A-Z]{2}(?:\.[\w-]+)?")
_PATH = re.compile(r"(?:~|\.{0,2}/|[A-Za-z]:[\\/])[\w.@ +\\/:;-]*")
_SCHEME_WORD = re.compile(r"(?:Bearer|Basic|Token|ApiKey|Digest)\s+", re.IGNORECASE)
_HEADER_OPTIONS = frozenset({"-H", "--header"})
_HEADER = re.compile(r"([^\s:=]+)\s*[:=]\s*(.+)", re.DOTALL)
_PROXY = re.compile(r"(?:[a-z0-9+.-]*://)?([^:@]*):(.+)@", re.IGNORECASE | re.DOTALL)
_LONGEST_NAME_IN_A_PATH = 20


def secret_values(
    variables: Mapping[str, str],
    headers: Mapping[str, str],
    url: str,
    resolved: Mapping[str, str],
    proxy: str = "",
) -> frozenset[str]:
    """What to hide of a server: variables it gets, headers, address, proxy, what was inserted.

    `variables` and `resolved` are by name of the variable; names like `API_KEY` make any value
    secret that is long enough.
    """
    found = {*_of_named(variables), *_of_named(resolved)}
    for name, value in headers.items():
        if name.lower() not in _PUBLIC_HEADERS:
            found |= {value, without_scheme(value), *_inside_basic(value)}
    return worth_hiding({*found, *inside_address(url), *inside_proxy(proxy)})


def worth_hiding(values: Iterable[str]) -> frozenset[str]:
    """Those that are neither short nor everyday words; each line by itself, too."""
    return frozenset(
        value
        for value in map(str.strip, chain.from_iterable(map(_with_lines, values)))
        if len(value) >= MIN_LENGTH and not _is_word(value) and not is_scheme(value)
    )


def _with_lines(value: str) -> Sequence[str]:
    """Programs print line by line."""
    return (value, *value.splitlines()) if "\n" in value else (value,)


def without_scheme(value: str) -> str:
    """What stands behind the word before a token."""
    return _SCHEME_WORD.sub("", value, count=1)


def split_scheme(value: str) -> tuple[str, str]:
    """The word before a token with the blanks behind it, if there is one, and the token."""
    found = _SCHEME_WORD.match(value)
    end = found.end() if found else 0
    return value[:end], value[end:]


def is_scheme(value: str) -> bool:
    """Whether it is no more than the word before a token, as in `Bearer ${TOKEN}`."""
    return _SCHEME_WORD.fullmatch(f"{value.strip()} ") is not None


def _of_named(values: Mapping[str, str]) -> Iterable[str]:
    for name, value in values.items():
        if name.upper() in _PUBLIC_NAMES:
            continue
        if _SECRET_NAME.search(name) or not is_public(value):
            yield value
            yield from inside_address(value)


def is_secret(name: str, value: str) -> bool:
    """Whether the value of the variable `name` is one to hide."""
    return bool(secret_values({name: value}, {}, "", {}))


def masked_address(url: str) -> str:
    """`url` without its user, its password and the key-like values of its query."""
    address, mark, query = url.partition("#")[0].partition("?")
    scheme, colon, rest = address.rpartition("://")
    host, slash, path = rest.partition("/")
    user, at, host = host.rpartition("@")
    pairs = "&".join(map(_masked_pair, query.split("&")))
    return f"{scheme}{colon}{HIDDEN if user else ''}{at}{host}{slash}{path}{mark}{pairs}"


def _masked_pair(pair: str) -> str:
    name, equals, value = pair.partition("=")
    secret = _is_secret_query(unquote(name), unquote(value))
    return f"{name}{equals}{HIDDEN}" if value and secret else pair


def without_secrets(words: Sequence[str]) -> list[str]:
    """The words of a command line for a message: what follows `--token` or `KEY=` is left out."""
    shown = list(words)
    for index, secret in secret_parts(words):
        shown[index] = f"{shown[index].removesuffix(secret)}…"
    return shown


def secret_parts(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The ends of words on a command line that are secret, with the place of each word."""
    before = ""
    for index, word in enumerate(words):
        name, equals, value = word.partition("=")
        is_option = word.startswith("-")
        if before in _HEADER_OPTIONS:
            secret = _of_header(word)
        elif equals and name in _HEADER_OPTIONS:
            secret = _of_header(value)
        elif before and not is_option:
            secret = word
        else:
            secret = value if _SECRET_NAME.search(name) else ""
        if secret and not _is_word(secret):
            yield index, secret
        is_name = is_option and not equals
        before = word if is_name and (word in _HEADER_OPTIONS or is_secret_name(word)) else ""


def _of_header(text: str) -> str:
    """What of `Name: value` is to be hidden."""
    found = _HEADER.fullmatch(text)
    return "" if found is None or found[1].lower() in _PUBLIC_HEADERS else found[2]


def is_secret_name(name: str) -> bool:
    return _SECRET_NAME.search(name) is not None


def is_public(value: str) -> bool:
    """Numbers, everyday words, paths and bare addresses."""
    text = value.strip()
    if _is_word(text) or _NUMBER.fullmatch(text) or _LOCALE.fullmatch(text):
        return True
    if _PATH.fullmatch(text):
        return not _has_long_name(text)
    return "://" in text and _is_public_address(text)


def _is_word(text: str) -> bool:
    return text.lower() in _PUBLIC_WORDS


def _is_public_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    bare = not (parts.username or parts.password or parts.query or parts.fragment)
    return bare and not _has_long_name(parts.path)


def _has_long_name(path: str) -> bool:
    """Whether a part of the path is long and mixed as keys are, not as names are."""
    return any(
        len(part) > _LONGEST_NAME_IN_A_PATH and not re.fullmatch(r"[a-z@]+(?:[-_. ][a-z]+)*", part)
        for part in re.split(r"[\\/:;]", path)
    )


def inside_proxy(proxy: str) -> Iterable[str]:
    """The password of a proxy, also of one that is written wrongly, and what is sent of it."""
    if found := _PROXY.match(proxy.strip()):
        yield from _of_login(found[1], found[2])


def inside_address(url: str) -> Iterable[str]:
    """Passwords and key-like query values of an address, and what is sent of them."""
    if "://" not in url:
        return
    try:
        parts = urlsplit(url)
        queries = parse_qsl(parts.query)
    except ValueError:
        return
    if parts.password:
        yield from _of_login(parts.username or "", parts.password)
    elif parts.username and _has_long_name(parts.username):
        yield from (parts.username, unquote(parts.username))
    for name, value in queries:
        if _is_secret_query(name, value):
            yield value


def _of_login(user: str, password: str) -> Iterable[str]:
    """A password as written and as meant, and the header that both make (RFC 7617)."""
    yield from (password, unquote(password))
    login = f"{unquote(user)}:{unquote(password)}".encode("utf-8", "replace")
    yield base64.b64encode(login).decode().rstrip("=")


def _inside_basic(header: str) -> Iterable[str]:
    scheme, _, login = header.strip().partition(" ")
    if scheme.lower() == "basic":
        with suppress(ValueError):
            yield base64.b64decode(login).decode().partition(":")[2]


def _is_secret_query(name: str, value: str) -> bool:
    return is_secret_name(name) or (not is_public(value) and _has_long_name(value))
