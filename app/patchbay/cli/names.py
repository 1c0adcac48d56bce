"""The names of the commands, known without loading them."""

from difflib import get_close_matches
from pathlib import Path

from patchbay.core.errors import AppError, Family, Kind

COMMAND_NAMES = (
    "servers",
    "check",
    "doctor",
    "tools",
    "prompts",
    "resources",
    "call",
    "prompt",
    "read",
    "saved",
    "allow",
    "allow-host",
    "secret",
    "trust",
    "add",
    "set",
    "unset",
    "rename",
    "remove",
    "settings",
)
_CONFIG_ENDINGS = (".json", ".jsonc", ".json5", ".yaml", ".yml", ".toml")


def may_be_file(word: str) -> bool:
    """Whether a word where a file or a command can stand is meant as a file."""
    if word.startswith((".", "-")) or any(mark in word for mark in "/\\:"):
        return True
    return word.lower().endswith(_CONFIG_ENDINGS) or Path(word).exists()


def unknown_command(word: str) -> AppError:
    """What is wrong with a word that is neither a file nor a command at its place."""
    if word in COMMAND_NAMES:
        title, hint = f"{word} is a command and must come first", f"Type patchbay {word} --help"
    else:
        near = get_close_matches(word, COMMAND_NAMES, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        title = f"There is no command called {word}{meant}"
        hint = f"There are {', '.join(COMMAND_NAMES)}. A config to open is named by its path."
    return AppError(Family.CONFIGURATION, title, hint=hint, kind=Kind.MISSING)
