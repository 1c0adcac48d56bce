"""Secrets that stand in a command line, in a server's own settings, or around Patchbay."""

from collections.abc import Iterator, Mapping, Sequence

from patchbay.core.config.secrets import (
    HIDDEN,
    inside_address,
    inside_proxy,
    is_secret_name,
    masked_address,
    secret_parts,
    without_scheme,
    worth_hiding,
)
from patchbay.core.values import Json, as_list, is_object

_PROXY_SUFFIX = "_PROXY"


def of_command_line(words: Sequence[str]) -> frozenset[str]:
    """What follows `--token` or `KEY=`, and passwords of addresses."""
    return worth_hiding(_of_words(words))


def of_settings(config: Json) -> frozenset[str]:
    """The texts under names like `apiKey` in what is handed to the server itself."""
    return worth_hiding(_of_members(config))


def of_proxies(environment: Mapping[str, str]) -> frozenset[str]:
    """The passwords in variables like `HTTPS_PROXY`: every server gets those."""
    return worth_hiding(
        secret
        for name, value in environment.items()
        if name.upper().endswith(_PROXY_SUFFIX)
        for secret in inside_proxy(value)
    )


def masked_words(command: str, args: Sequence[str]) -> dict[int, str]:
    """By their place, the arguments that hold a secret, with that part hidden."""
    shown = {place: masked_address(word) for place, word in enumerate(args) if _has_login(word)}
    for place, secret in secret_parts((command, *args)):
        if place:
            shown[place - 1] = f"{args[place - 1].removesuffix(secret)}{HIDDEN}"
    return shown


def _has_login(word: str) -> bool:
    return any(inside_address(word))


def _of_words(words: Sequence[str]) -> Iterator[str]:
    for _, secret in secret_parts(words):
        yield from (secret, without_scheme(secret))
    for word in words:
        yield from inside_address(word)


def _of_members(config: Json) -> Iterator[str]:
    left: list[Json] = [config]
    while left:
        each = left.pop()
        if not is_object(each):
            left += as_list(each)
            continue
        for name, value in each.items():
            if isinstance(value, str):
                yield from (value,) if is_secret_name(name) else inside_address(value)
            left.append(value)
