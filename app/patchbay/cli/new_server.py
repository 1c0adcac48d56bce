"""What `add` writes: the fields of a new server, from the options of the command line."""

import argparse
import re
from collections.abc import Callable

from patchbay.cli.fields import transport_called
from patchbay.cli.refusals import no_disabling, unusable
from patchbay.core.config.addresses import complaint, with_scheme
from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.model import ConfigFile, Transport
from patchbay.core.pasting.remote_address import likely_transport
from patchbay.core.values import JsonObject

_HOST = re.compile(r"localhost(:\d+)?|([\w-]{1,30}\.)+[a-z]{2,15}(:\d+)?", re.IGNORECASE)
"""What plainly is a host, and no secret that came to the wrong place."""


def new_server(options: argparse.Namespace) -> Callable[[ConfigFile], JsonObject]:
    """The canonical fields of the server, for the file that it comes into.

    Raises:
        AppError: the options do not make a server.
    """
    own = _local(options) if options.url is None else _remote(options)
    fields = {**own, **_common(options)}

    def for_file(file: ConfigFile) -> JsonObject:
        if options.disabled and not dialect_named(file.dialect).disables:
            raise no_disabling(file, "Leave out --disabled.")
        return dict(fields)

    return for_file


def _local(options: argparse.Namespace) -> JsonObject:
    if not options.program or not options.program[0].strip():
        raise unusable(
            "There is neither a command nor a url",
            "Write the command at the end, after --: … -- npx -y PACKAGE; or add --url URL.",
        )
    if options.header:
        raise unusable("--header is for servers with a --url", "Leave it out, or use --env.")
    transport = _transport(options)
    if transport not in {None, Transport.STDIO}:
        raise unusable(
            "A server that is started by a command talks over stdio",
            "Leave out --transport, or give its --url instead of a command.",
        )
    program, *arguments = options.program
    fields: JsonObject = {"transport": transport.value} if transport else {}
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
        raise unusable("A server has a command or a --url, not both", "Leave one of them out.")
    if options.env or options.cwd is not None:
        raise unusable(
            "--env and --cwd are for servers that are started by a command", "Leave them out."
        )
    _check_address(options.url)
    transport = _transport(options) or likely_transport(options.url)
    if transport is Transport.STDIO:
        raise unusable("A server with a --url does not talk over stdio", "Leave out --transport.")
    fields: JsonObject = {"transport": transport.value, "url": options.url}
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
    return None if options.transport is None else transport_called(options.transport)


def _check_address(url: str) -> None:
    if url.startswith("${"):
        return  # known when it starts
    if found := complaint(url):
        scheme, _, rest = with_scheme(url).partition("://")
        host = rest.removesuffix("/…")
        shown = host if _HOST.fullmatch(host) else "HOST"
        raise unusable(found, f"Write {scheme}://{shown}/….")
