"""Refuses resolved values that no program, no header and no connection can be given."""

from collections.abc import Iterator

from patchbay.core.config.model import Definition, Entry, Transport
from patchbay.core.config.proxies import NO_PROXY, PROXY_HINT, proxy_address
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import JsonPath


def refuse_unusable(definition: Definition, entry: Entry) -> None:
    """Check what a start would hand on.

    Raises:
        AppError: a value holds a NUL character, a header what HTTP cannot carry, or the proxy is
            none.
    """
    for at, words, flaw in (*_flaws(definition), *_of_proxy(definition)):
        place = entry.places.get(at, entry.place)
        raise AppError(
            Family.CONFIGURATION,
            f"“{entry.name}” has a value that cannot be used",
            cause=f"{words} {flaw} ({place.line}:{place.column}, variables inserted).",
            hint="Correct it in the config file, or the variable it uses."
            + (f" {PROXY_HINT}" if at == ("proxy",) else ""),
            kind=Kind.REFUSED,
            evidence={"file": str(entry.file)},
        )


def _flaws(definition: Definition) -> Iterator[tuple[JsonPath, str, str]]:
    values: list[tuple[JsonPath, str, str]] = [(("command",), "The command", definition.command)]
    values += [
        (("args", index), f"Argument {index + 1}", text)
        for index, text in enumerate(definition.args)
    ]
    variables = {**definition.env_file_values, **definition.env}
    values += [
        (("env", name), f"The variable {name}", name + text) for name, text in variables.items()
    ]
    values += [
        (("cwd",), "The folder", str(definition.cwd)),
        (("ca_file",), "The CA file", str(definition.ca_file)),
        (("client_cert",), "The client certificate", str(definition.client_cert)),
        (("client_key",), "The client key", str(definition.client_key)),
    ]
    yield from ((at, words, "holds a NUL character") for at, words, text in values if "\0" in text)
    for name, text in definition.headers.items():
        if not (name + text).isascii() or not (name + text).isprintable():
            yield (
                ("headers", name),
                f"The header {name}",
                "holds a character that HTTP cannot carry",
            )


def _of_proxy(definition: Definition) -> Iterator[tuple[JsonPath, str, str]]:
    if definition.proxy in {"", NO_PROXY} or definition.transport is Transport.STDIO:
        return
    try:
        proxy_address(definition.proxy)
    except ValueError as error:
        yield ("proxy",), "The proxy", f"{error}"
