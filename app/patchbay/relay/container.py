"""Removes the container of a server that was started by `docker run --cidfile` or its like."""

import contextlib
import os
import re

from patchbay.relay.processes import Server
from patchbay.relay.spec import Spec

_LEAST = 0.5
_ID = re.compile(r"[0-9a-f]{12,64}")


def remove_container(spec: Spec, server: Server, seconds: float) -> str | None:
    """Run `<executable> rm -f <id>` with the id from the file; returns the id's first 12 digits.

    The client may be gone while its container runs on: signals do not reach inside.
    """
    if spec.cidfile is None:
        return None
    try:
        handle = os.open(spec.cidfile, os.O_RDONLY)
        with os.fdopen(handle) as file:
            container = file.read(200).strip()
    except (OSError, ValueError):
        return None
    if not _ID.fullmatch(container):
        return None
    command = [spec.executable, "rm", "-f", container]
    server.run_helper(command, spec.env, max(_LEAST, seconds))
    with contextlib.suppress(OSError):
        os.unlink(spec.cidfile)
    return container[:12]
