"""What a command was given that it cannot do anything with, in words."""

import shlex

from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.model import ConfigFile
from patchbay.core.errors import AppError, Family, Kind


def unusable(title: str, hint: str, cause: str = "") -> AppError:
    return AppError(Family.CONFIGURATION, title, cause=cause, hint=hint, kind=Kind.MISSING)


def no_disabling(file: ConfigFile, hint: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{dialect_named(file.dialect).label} has no way to disable a server in {file.path}",
        hint=hint,
        kind=Kind.REFUSED,
    )


def typed(name: str) -> str:
    """How the name of a server is typed on a line; behind `--` it is never taken for an option."""
    return f"-- {shlex.quote(name)}" if name.startswith("-") else shlex.quote(name)
