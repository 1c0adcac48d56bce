"""Opens a config file and reads its servers and its problems."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from patchbay.core.config import jsonc, yaml_document
from patchbay.core.config.checks import unset_variables
from patchbay.core.config.decoding import Decoded, decode
from patchbay.core.config.dialects import Dialect, Format, recognise
from patchbay.core.config.document import Document
from patchbay.core.config.entries import Where
from patchbay.core.config.folders import absolute
from patchbay.core.config.model import ConfigFile, Place, Problem, Severity
from patchbay.core.config.opening import MAX_BYTES, read_bytes
from patchbay.core.config.servers import find_servers
from patchbay.core.errors import AppError, Family, Kind

LARGE_BYTES = 256 * 1024
"""Files above this take so long to read that a window must not wait for it."""

_YAML_ENDINGS = {".yaml", ".yml"}


def is_large(path: Path) -> bool:
    """Whether reading the file at `path` takes longer than a window may stand still."""
    try:
        return absolute(str(path)).stat().st_size > LARGE_BYTES
    except (OSError, ValueError, AppError):
        return False  # reading it says what is wrong


def read(path: Path, environment: Mapping[str, str] = os.environ) -> ConfigFile:
    """Read the file at `path`; whatever is wrong inside it becomes a problem.

    So do references to variables that neither `environment` nor an env file has.

    Raises:
        AppError: there is no such file, or it cannot be opened.
    """
    path = absolute(str(path))
    data = read_bytes(path)
    if data is None:
        raise _no_such_file(path)
    return read_data(path, data, environment)


def read_data(path: Path, data: bytes, environment: Mapping[str, str] = os.environ) -> ConfigFile:
    """Read `data` as if it were the file at `path`."""
    if len(data) > MAX_BYTES:
        text, problem = "", _too_large(len(data))
        return ConfigFile(path, _unread_label(path), "", text, parsed=False, problems=(problem,))
    decoded = decode(data)
    if decoded.text is None:
        problems = (decoded.problem,) if decoded.problem else ()
        return ConfigFile(path, _unread_label(path), "", "", parsed=False, problems=problems)
    return with_unset_variables(read_text(path, decoded.text, decoded), environment)


def read_text(path: Path, text: str, decoded: Decoded | None = None) -> ConfigFile:
    """Read `text` as if it stood in the file at `path`."""
    if path.suffix.lower() == ".toml":
        return ConfigFile(path, "TOML", "", text, parsed=False, problems=(_toml(),))
    parse = jsonc.parse if language(path, text) == "json" else yaml_document.parse
    return read_document(path, parse(text), decoded)


def read_document(path: Path, document: Document, decoded: Decoded | None = None) -> ConfigFile:
    """Read a text that was parsed already, as if it stood in the file at `path`."""
    text = document.text
    dialect = recognise(path, language(path, text), document.root)
    found = find_servers(document, Where(path, dialect))
    problems = [*document.problems, *found.problems]
    problems += _oddities(document, dialect, decoded or Decoded(text))
    if not found.entries and not problems:
        problems.append(_no_servers(dialect))
    return ConfigFile(
        path=path,
        label=dialect.label if dialect.is_client else path.name,
        dialect=dialect.name,
        text=text,
        parsed=document.parsed,
        entries=found.entries,
        problems=tuple(problems),
    )


def with_unset_variables(file: ConfigFile, environment: Mapping[str, str]) -> ConfigFile:
    """`file` with a warning at each reference that nothing fills in; reads the env files."""
    entries = tuple(
        replace(entry, problems=(*entry.problems, *unset)) if unset else entry
        for entry in file.entries
        for unset in [unset_variables(entry, environment)]
    )
    return replace(file, entries=entries)


def _no_such_file(path: Path) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"There is no file {path}",
        hint="Check the path.",
        kind=Kind.MISSING,
    )


def language(path: Path, text: str) -> Format:
    """What a file is written in, by its name first and its first character second."""
    ending = path.suffix.lower()
    if ending in _YAML_ENDINGS:
        return "yaml"
    if ending.startswith(".json") or path.name.startswith("."):
        return "json"
    return "json" if not text.strip() or text.lstrip()[0] in '{["/' else "yaml"


def _unread_label(path: Path) -> str:
    return "YAML" if path.suffix.lower() in _YAML_ENDINGS else "JSON"


def _too_large(size: int) -> Problem:
    return Problem(
        Severity.ERROR,
        f"The file is larger than {MAX_BYTES // (1024 * 1024)} MB",
        "A config of servers is far smaller; choose another file.",
    )


def _no_servers(dialect: Dialect) -> Problem:
    return Problem(
        Severity.NOTE,
        "There are no servers in this file",
        f"Add one below {dialect.root}.",
        Place(1, 1),
    )


def _toml() -> Problem:
    return Problem(Severity.ERROR, "The file is TOML", "Choose a JSON or YAML file.", Place(1, 1))


def _oddities(document: Document, dialect: Dialect, decoded: Decoded) -> Iterator[Problem]:
    """What this file's own client will not accept, though Patchbay does."""
    if decoded.problem is not None:
        yield decoded.problem
    elif decoded.has_mark:
        yield Problem(
            Severity.NOTE if dialect.byte_order_mark else Severity.WARNING,
            "The file starts with a byte-order mark"
            + ("" if dialect.byte_order_mark else f"; {dialect.label} does not accept it"),
            "Save it as UTF-8 without BOM.",
            Place(1, 1),
        )
    if document.comments and not dialect.comments:
        yield _not_accepted(document, document.comments[0][0], "comments", dialect)
    if document.trailing_commas and not dialect.trailing_commas:
        yield _not_accepted(document, document.trailing_commas[0], "trailing commas", dialect)


def _not_accepted(document: Document, offset: int, what: str, dialect: Dialect) -> Problem:
    return Problem(
        Severity.WARNING,
        f"{dialect.label} does not accept {what} and may ignore the whole file",
        f"Delete the {what}.",
        document.place(offset),
    )
