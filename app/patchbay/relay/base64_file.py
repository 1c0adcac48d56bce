"""Decodes a long base64 string of JSON into a file, piece by piece."""

import binascii
import os

from patchbay.relay.folder import Folder
from patchbay.relay.pipes import write_all
from patchbay.relay.spans import Buffer

_PIECE = 4 * 1024 * 1024
_SAMPLE = 4096
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_SPACE = b" \t\r\n"


class NotBase64Error(Exception):
    """The string holds something else."""


def decode_to_file(buffer: Buffer, start: int, end: int, folder: Folder) -> tuple[str, int] | None:
    """Decode the JSON string between the quotes at `start` and `end - 1`.

    Escaped slashes, escaped line breaks, the url-safe letters and missing padding are accepted.
    Returns the file's name and size; nothing if the string is not base64 or the disk is full.
    """
    try:
        name, handle = folder.create("bin")
    except OSError:
        return None
    try:
        size = _decode(buffer, start + 1, end - 1, handle)
    except (OSError, NotBase64Error):
        size = -1
    finally:
        os.close(handle)
    if size < 0:
        folder.remove(name)
        return None
    return name, size


def _decode(buffer: Buffer, start: int, end: int, handle: int) -> int:
    escaped = buffer.find(b"\\", start, end) >= 0
    sample = _plain(buffer[start : min(end, start + _SAMPLE)], escaped=escaped)
    if sample.rstrip(b"\\=").translate(None, _ALPHABET):
        raise NotBase64Error
    size, carry = 0, b""
    for here in range(start, end, _PIECE):
        piece = carry + buffer[here : min(here + _PIECE, end)]
        data, carry = _decode_piece(piece, escaped=escaped, last=here + _PIECE >= end)
        write_all(handle, data)
        size += len(data)
    return size


def _decode_piece(piece: bytes, *, escaped: bool, last: bool) -> tuple[bytes, bytes]:
    """The bytes of whole groups of four letters, and the letters left for the next piece."""
    if not escaped and not len(piece) & 3:
        try:
            return binascii.a2b_base64(piece, strict_mode=True), b""
        except binascii.Error:
            pass
    tail = b""
    if escaped and not last and piece.endswith(b"\\"):
        piece, tail = piece[:-1], b"\\"
    letters = _plain(piece, escaped=escaped)
    if last:
        letters = letters.rstrip(b"=")
    if letters.translate(None, _ALPHABET):
        raise NotBase64Error
    whole = len(letters) if last else len(letters) & ~3
    rest, letters = letters[whole:], letters[:whole]
    try:
        padded = letters.translate(_URL_SAFE) + b"=" * (-len(letters) % 4)
        return binascii.a2b_base64(padded), rest + tail
    except binascii.Error as error:
        raise NotBase64Error from error


def _plain(piece: bytes, *, escaped: bool) -> bytes:
    """The piece without line breaks and without the escapes that base64 may carry in JSON."""
    if escaped:
        piece = piece.replace(b"\\/", b"/").replace(b"\\n", b"").replace(b"\\r", b"")
    return piece.translate(None, _SPACE)
