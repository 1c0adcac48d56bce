"""Texts of a config made ready to be compared before anybody's eyes: their secrets are dots."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from patchbay.core.config import jsonc, yaml_document
from patchbay.core.config.masking import masked_text
from patchbay.core.config.reader import language, read_document

LONG = 32_000
"""Characters above which the work on a text would be felt."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A text, and the same with its secrets as dots: as many lines, and each as long."""

    open: str
    masked: str


async def masked(path: Path, text: str) -> MaskedText:
    """The secrets of `text` as if it stood in the file at `path`."""
    return await in_thread_if_long(len(text), lambda: _masked(path, text))


async def in_thread_if_long(length: int, work: Callable[[], T]) -> T:
    """Do what takes time that grows with a text of `length` characters."""
    return work() if length <= LONG else await asyncio.to_thread(work)


def _masked(path: Path, text: str) -> MaskedText:
    parse = jsonc.parse if language(path, text) == "json" else yaml_document.parse
    document = parse(text)
    return MaskedText(text, masked_text(read_document(path, document), document.root))
