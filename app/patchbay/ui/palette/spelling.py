"""How keys are written where a person reads them."""

import sys

_SHORT = {"Return": "Enter", "PgDown": "PgDn", "Period": "."}


def spelled(keys: str) -> str:
    """As on the caps of the keyboard: `Ctrl+Return` is Ctrl+Enter, and Cmd+Enter on macOS."""
    for long, short in _SHORT.items():
        keys = keys.replace(long, short)
    return keys.replace("Ctrl", "Cmd") if sys.platform == "darwin" else keys
