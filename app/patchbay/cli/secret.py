"""Keeps secrets for configs: their names are listed, their values never printed."""

import argparse
import asyncio
import sys
from getpass import getpass

from patchbay.cli.json_output import print_json
from patchbay.cli.printing import OK
from patchbay.cli.streams import say
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.keychain.kept import KeptSecrets
from patchbay.core.paths import standard_paths

_LONGEST = 1024 * 1024


async def secret(options: argparse.Namespace) -> int:
    """Ask for the value of a name, or forget it; in the end list the names.

    From a terminal the value is typed unseen; else it is all of stdin but a line break at its end.
    """
    kept = KeptSecrets(standard_paths().secrets_file)
    name = options.name
    if options.remove:
        if name is None or kept.place(name) is None:
            raise _nothing(name)
        await kept.forget(name)
    elif name is not None:
        await kept.keep(name, await _value(name))
    names = list(kept.names)
    if options.json:
        print_json({"secrets": names})
    else:
        say("\n".join(names) if names else "No secrets are kept.")
    return OK


async def _value(name: str) -> str:
    if sys.stdin is not None and sys.stdin.isatty():
        return await asyncio.to_thread(getpass, f"Value of {name}: ")
    text = "" if sys.stdin is None else await asyncio.to_thread(sys.stdin.read, _LONGEST + 1)
    if len(text) > _LONGEST:
        raise AppError(
            Family.CONFIGURATION,
            f"The value of {name} is too long",
            cause=f"A secret has at most {_LONGEST:,} characters.",
            kind=Kind.REFUSED,
        )
    return text.removesuffix("\n").removesuffix("\r")


def _nothing(name: str | None) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "No secret was named" if name is None else f"No secret is kept for {name}",
        hint="patchbay secret lists the names; patchbay secret --remove NAME forgets one.",
        kind=Kind.MISSING,
    )
