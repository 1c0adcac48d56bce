"""Reads the text of a draft: what it says, and the servers in it, parked ones among them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from patchbay.core.config.decoding import Decoded
from patchbay.core.config.model import ConfigFile
from patchbay.core.config.reader import (
    language,
    read_data,
    read_document,
    read_text,
    with_unset_variables,
)
from patchbay.core.drafts.parking import Kept, parked_entries
from patchbay.core.editing.lossless import Lossless
from patchbay.core.store.disk import OnDisk

_UNEDITABLE = {".toml"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, and what was read from it; `source` is missing where no form can change it."""

    text: str
    file: ConfigFile
    source: Lossless | None
    parked: Kept = ()


def read_disk(
    found: OnDisk,
    parked: Kept = (),
    environment: Mapping[str, str] = os.environ,
) -> Reading:
    """What stands on the disk; bytes that are no text are read as none, with the reason."""
    if found.decoded.text is None:
        file = read_data(found.path, found.data or b"", environment)
        return Reading("", file, None, parked)
    return read_draft(found.path, found.decoded.text, found.decoded, parked, environment)


def read_draft(
    path: Path,
    text: str,
    decoded: Decoded,
    parked: Kept = (),
    environment: Mapping[str, str] = os.environ,
) -> Reading:
    """What `text` says as that of the file at `path`, whose encoding is that of `decoded`.

    Takes time that grows with the text, and reads env files: not for the window's thread.
    """
    if path.suffix.lower() in _UNEDITABLE:
        return Reading(text, read_text(path, text, decoded), None, parked)
    return read_source(path, Lossless(text, language(path, text)), decoded, parked, environment)


def read_source(
    path: Path,
    source: Lossless,
    decoded: Decoded,
    parked: Kept = (),
    environment: Mapping[str, str] = os.environ,
) -> Reading:
    """As `read_draft`, for a text that was parsed already."""
    file = read_document(path, source.document, decoded)
    if file.parsed:
        file = replace(file, entries=(*file.entries, *parked_entries(file, parked)))
    return Reading(source.text, with_unset_variables(file, environment), source, parked)
