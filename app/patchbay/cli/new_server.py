"""What `add` writes: the fields of a new server, from the options of the command line."""

import argparse
from collections.abc import Callable
from urllib.parse import urlsplit

from patchbay.core.config.addresses import complaint, with_scheme
from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.model import ConfigFile, Transport
from patchbay.core.config.transports import KNOWN_SPELLINGS, transport_spelled
from patchbay.core.editing.operations import TRANSPORT_WORDS
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import JsonObject

_WEBSOCKETS = {"ws", "wss"}


def new_server(options: argparse.Namespace) -> Callable[[ConfigFile], JsonObject]:
    """The canonical fields of the server, for the file that it comes into.

    Raises:
        AppError: the options do not make a server.
    """
    own = _local(options) if options.url is None else _remote(options)
    fields = {**own, **_common(options)}

    def for_file(file: ConfigFile) -> JsonObject:
        dialect = dialect_named(file.dialect)
        if options.disabled and not dialect.disables:
            raise AppError(
                Family.CONFIGURATION,
                f"{dialect.label} has no way to disable a server in {file.path}",
                hint="Leave out --disabled.",
                kind=Kind.REFUSED,
            )
        return dict(fields)

    return for_file


def _local(options: argparse.Namespace) -> JsonObject:
    if not options.program or not options.program[0].strip():
        raise _usage(
            "There is neither a command nor a url",
            "Write the command at the end, after --: … -- npx -y PACKAGE; or add --url URL.",
        )
    if options.header:
        raise _usage("--header is for servers with a --url", "Leave it out, or use --env.")
    transport = _transport(options)
    if transport not in {None, Transport.STDIO}:
        raise _usage(
            "A server that is started by a command talks over stdio",
            "Leave out --transport, or give its --url instead of a command.",
        )
    program, *arguments = options.program
    fields: JsonObject = {"transport": TRANSPORT_WORDS[transport]} if transport else {}
    fields["command"] = program
    if arguments:
        fields["args"] = arguments
    if options.env:
        fields["env"] = dict(options.env)
    if options.cwd is not None:
        fields["cwd"] = options.cwd
    return fields


def _remote(options: argparse.Namespace) -> JsonObject:
    if options.program:
        raise _usage("A server has a command or a --url, not both", "Leave one of them out.")
    if options.env or options.cwd is not None:
        raise _usage(
            "--env and --cwd are for servers that are started by a command", "Leave them out."
        )
    _check_address(options.url)
    transport = _transport(options) or _likely_transport(options.url)
    if transport is Transport.STDIO:
        raise _usage("A server with a --url does not talk over stdio", "Leave out --transport.")
    fields: JsonObject = {"transport": TRANSPORT_WORDS[transport], "url": options.url}
    return {**fields, "headers": dict(options.header)} if options.header else fields


def _common(options: argparse.Namespace) -> JsonObject:
    fields: JsonObject = {
        "env_file": options.env_file,
        "request_timeout": options.timeout,
        "description": options.description,
        "disabled": True if options.disabled else None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _transport(options: argparse.Namespace) -> Transport | None:
    if options.transport is None:
        return None
    transport = transport_spelled(options.transport)
    if transport is None:
        raise _usage(
            f"The transport “{options.transport}” is not known", f"Write one of: {KNOWN_SPELLINGS}."
        )
    return transport


def _likely_transport(url: str) -> Transport:
    return Transport.WEBSOCKET if urlsplit(url).scheme in _WEBSOCKETS else Transport.HTTP


def _check_address(url: str) -> None:
    if url.startswith("${"):
        return  # known when it starts
    if found := complaint(url):
        raise _usage(found, f"Write {with_scheme(url)}.")


def _usage(title: str, hint: str) -> AppError:
    return AppError(Family.CONFIGURATION, title, hint=hint, kind=Kind.MISSING)
