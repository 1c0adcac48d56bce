"""The one config that is no file: Patchbay's own demo server."""

import shlex
import sys
from pathlib import Path

from patchbay.core.config.masking import masked_command
from patchbay.core.config.model import ConfigFile, Entry, Transport

BUILT_IN = "built-in"
"""The dialect of entries that are part of Patchbay; the reader never gives it to a file."""

DEMO_PATH = Path("Patchbay demo")
DEMO_NAME = "demo"


def written_command(entry: Entry) -> str:
    """What an entry starts or reaches, as its file says it: nothing in it is resolved."""
    if entry.dialect == BUILT_IN:
        return "part of Patchbay, in a process of its own"
    if entry.command is None:
        return entry.url or ""
    return shlex.join([entry.command, *entry.args])


def shown_command(entry: Entry) -> str:
    """The same with the secrets in it as dots, for wherever it only tells what the server is."""
    return written_command(entry) if entry.dialect == BUILT_IN else masked_command(entry)


def demo_config() -> ConfigFile:
    """The demo server as a config with one entry; it runs as Patchbay's own child process."""
    frozen = getattr(sys, "frozen", False)
    # -I keeps the current folder, which may hold anything, out of the import path.
    args = ("--demo-server",) if frozen else ("-I", "-m", "patchbay.demo")
    entry = Entry(
        name=DEMO_NAME,
        file=DEMO_PATH,
        dialect=BUILT_IN,
        transport=Transport.STDIO,
        command=sys.executable,
        args=args,
        description="Comes with Patchbay and shows every kind of content.",
    )
    return ConfigFile(DEMO_PATH, "Patchbay", BUILT_IN, "", parsed=True, entries=(entry,))
