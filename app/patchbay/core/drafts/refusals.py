"""Why a draft cannot be changed or saved, in words."""

from pathlib import Path

from patchbay.core.config.model import ConfigFile
from patchbay.core.editing import refusals
from patchbay.core.errors import AppError, Family


def no_text(path: Path) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{path} cannot be changed here",
        cause="It is no text in JSON or YAML that Patchbay can read.",
        hint="Its problems say more.",
    )


def not_parked(name: str) -> AppError:
    return AppError(Family.CONFIGURATION, f"No server called {name} is parked")


def unreadable_parked(name: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{name} was parked and cannot be read any more",
        hint="Add the server anew.",
    )


def name_in_use(name: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{name} cannot come back: the file has a server of that name",
        hint="Rename that one first.",
    )


def not_written(file: ConfigFile) -> AppError:
    broken = refusals.not_parsed(file.problems)
    return AppError(
        Family.CONFIGURATION,
        f"{file.path.name} was not saved: its text is broken",
        cause=broken.cause,
        hint=broken.hint,
    )


def no_name_for_secret(fault: str) -> AppError:
    return AppError(Family.CONFIGURATION, fault.rstrip("."))


def name_of_secret(name: str, where: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{name} is set {where} already",
        hint="Give the secret another name.",
        evidence={"variable": name},
    )


def env_file_unreachable(error: OSError) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "The env file cannot be looked at",
        cause=f"{error.strerror or error}.",
    )
