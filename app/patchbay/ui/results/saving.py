"""Saving parts of a result, and opening them with another program."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from patchbay.core.calls.blocks import Payload, Result, Spooled, StoredBytes
from patchbay.core.calls.media import extension, normal
from patchbay.core.errors import AppError, Family
from patchbay.relay.regular import open_regular
from patchbay.ui.results.json_code import written
from patchbay.ui.tasks import spawn

_CHUNK = 1 << 20
_SAFE_TO_OPEN = ("image/", "audio/", "video/")
"""Kinds a viewer or player opens; anything else might be run by what the system chooses."""

Write = Callable[[Path], object]
"""Writes what is saved into the file given; runs in a thread."""


def writes_payload(payload: Payload) -> Write:
    if isinstance(payload, StoredBytes):
        return writes_file(payload.file)
    return lambda target: target.write_bytes(payload.data)


def writes_text(text: str) -> Write:
    return lambda target: target.write_bytes(text.encode("utf-8", "replace"))


def writes_file(file: Path) -> Write:
    def write(target: Path) -> None:
        with open_regular(file) as source, target.open("wb") as sink:
            shutil.copyfileobj(source, sink, _CHUNK)

    return write


def writes_span(span: Spooled) -> Write:
    """The exact bytes of a spooled value."""

    def write(target: Path) -> None:
        with open_regular(span.file) as source, target.open("wb") as sink:
            source.seek(span.start)
            left = span.size
            while left > 0 and (chunk := source.read(min(_CHUNK, left))):
                sink.write(chunk)
                left -= len(chunk)

    return write


def writes_result(result: Result) -> Write:
    """The result as it came; exact bytes when they stayed on disk."""
    if result.raw_file is not None:
        return writes_span(result.raw_file)
    return lambda target: target.write_text(written(result.raw), encoding="utf-8")


def save(owner: QWidget, name: str, write: Write) -> QFileDialog:
    """Ask where to put it, then write it in a thread; `owner` decides how long both last."""
    dialog = QFileDialog(owner, "Save", name)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)

    def chosen(name: str) -> None:
        spawn(owner, written_to(Path(name), write))

    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def can_open(mime_type: str) -> bool:
    """Not SVG: a browser may be what opens it, and would run the script inside."""
    kind = normal(mime_type)
    is_known = extension(kind) != ".bin"
    return is_known and kind.startswith(_SAFE_TO_OPEN) and kind != "image/svg+xml"


async def open_with_system(payload: Payload, mime_type: str) -> None:
    """Hand a copy to the program the system has for such files."""
    copy = await asyncio.to_thread(_copy_for_system, payload, mime_type)
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(copy))):
        raise AppError(
            Family.CONFIGURATION,
            "No program opened the file",
            cause=f"The system knows none for {mime_type}.",
            hint="Save it and open it by hand.",
        )


async def written_to(target: Path, write: Write) -> None:
    """Write in a thread.

    Raises:
        AppError: the file could not be written.
    """
    try:
        await asyncio.to_thread(write, target)
    except OSError as error:
        raise AppError(
            Family.CONFIGURATION,
            f"Could not save {target.name}",
            cause=error.strerror or type(error).__name__,
            hint="Choose another folder.",
            evidence={"file": str(target)},
        ) from error


def _copy_for_system(payload: Payload, mime_type: str) -> Path:
    # Beside the spooled bytes it goes when the spool goes; small ones have only the temp folder.
    folder = payload.file.parent if isinstance(payload, StoredBytes) else None
    handle, name = tempfile.mkstemp(extension(mime_type), "patchbay-", folder)
    with open(handle, "wb"):  # noqa: PTH123 - an open handle, not a path
        pass
    writes_payload(payload)(Path(name))
    return Path(name)


def file_name(words: str) -> str:
    """A name that every system takes, made of words a server chose."""
    kept = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in words)
    return kept.strip("-")[:60] or "result"
