"""Reads an env file, literally: nothing in it refers to anything."""

from pathlib import Path

from dotenv import dotenv_values

from patchbay.core.errors import AppError, Family, Kind

_MAX_BYTES = 1024 * 1024


def read_env_file(path: Path, server: str) -> dict[str, str]:
    """The variables of the file at `path`, for messages about `server`.

    Raises:
        AppError: refused, because the file cannot be read.
    """
    try:
        if not path.is_file():
            raise _no_env_file(path, server, "There is no such file.")
        if path.stat().st_size > _MAX_BYTES:
            raise _no_env_file(path, server, "It is larger than 1 MB.")
        with path.open(encoding="utf-8-sig") as stream:
            values = dotenv_values(stream=stream, interpolate=False)
    except UnicodeDecodeError as error:
        raise _no_env_file(path, server, "It is not UTF-8.") from error
    except (OSError, ValueError) as error:
        raise _no_env_file(path, server, "It cannot be opened.") from error
    return {name: value for name, value in values.items() if value is not None}


def _no_env_file(path: Path, server: str, cause: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"Could not read the env file of “{server}”",
        cause=f"{path}: {cause}",
        hint="Create it, correct env_file in the config, or choose another with --env-file.",
        kind=Kind.REFUSED,
        evidence={"env file": str(path)},
    )
