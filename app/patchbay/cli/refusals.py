"""What a command was given that it cannot do anything with, in words."""

from patchbay.core.errors import AppError, Family, Kind


def unusable(title: str, hint: str, cause: str = "") -> AppError:
    return AppError(Family.CONFIGURATION, title, cause=cause, hint=hint, kind=Kind.MISSING)
