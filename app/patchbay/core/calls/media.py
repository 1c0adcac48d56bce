"""What bytes are, told by how they begin, and which file extension they get."""

import re

_HEAD = 1024
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"ID3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
)
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}
_SVG = re.compile(rb"\s*(<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE[^>]*>|\s)*<svg[\s>]", re.DOTALL)
_UTF8_MARK = b"\xef\xbb\xbf"
_SAME = {
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "image/x-png": "image/png",
    "image/x-ms-bmp": "image/bmp",
    "image/x-bmp": "image/bmp",
    "image/svg": "image/svg+xml",
    "audio/mp3": "audio/mpeg",
    "audio/x-mp3": "audio/mpeg",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/vnd.wave": "audio/wav",
    "audio/x-flac": "audio/flac",
    "audio/opus": "audio/ogg",
    "application/ogg": "audio/ogg",
    "application/x-zip-compressed": "application/zip",
}
_ZIPPED = ("officedocument", "opendocument", "epub", "java-archive", "+zip", "oasis")
EXTENSIONS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/bmp": ".bmp",
    "image/svg+xml": ".svg",
    "image/tiff": ".tiff",
    "image/avif": ".avif",
    "image/heic": ".heic",
    "image/x-icon": ".ico",
    "audio/mpeg": ".mp3",
    "audio/wav": ".wav",
    "audio/ogg": ".ogg",
    "audio/flac": ".flac",
    "audio/aac": ".aac",
    "audio/mp4": ".m4a",
    "audio/webm": ".weba",
    "video/mp4": ".mp4",
    "video/webm": ".webm",
    "application/pdf": ".pdf",
    "application/zip": ".zip",
    "application/gzip": ".gz",
    "application/json": ".json",
    "application/xml": ".xml",
    "application/yaml": ".yaml",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/html": ".html",
    "text/css": ".css",
    "text/csv": ".csv",
    "text/xml": ".xml",
    "text/yaml": ".yaml",
    "text/javascript": ".js",
}
NOTHING_SAID = ("", "application/octet-stream", "binary/octet-stream")


def sniff(head: bytes) -> str:
    """The MIME type that the first bytes (1 KB is enough) give away; empty if none does."""
    for magic, mime_type in _MAGIC:
        if head.startswith(magic):
            return mime_type
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12], "")
    if head.startswith(b"BM") and head[6:10] == b"\0\0\0\0":
        return "image/bmp"
    if _SVG.match(head[:_HEAD].removeprefix(_UTF8_MARK)):
        return "image/svg+xml"
    return "audio/mpeg" if _is_mpeg_frame(head) else ""


def normal(mime_type: str) -> str:
    """The type without parameters, in lower case, under its usual name."""
    bare = mime_type.partition(";")[0].strip().lower()
    return _SAME.get(bare, bare)


def disagree(said: str, sniffed: str) -> bool:
    """Whether bytes are clearly something other than what was said about them."""
    said = normal(said)
    if not sniffed or said in NOTHING_SAID or said == sniffed:
        return False
    if sniffed == "application/zip" and any(part in said for part in _ZIPPED):
        return False
    containers = ("audio/ogg", "video/ogg", "audio/mpeg", "image/svg+xml")
    return not (sniffed in containers and said in (*containers, "text/xml", "application/xml"))


def extension(mime_type: str) -> str:
    """With its dot; `.bin` for what is not known, `.txt` for any other text."""
    bare = normal(mime_type)
    if bare in EXTENSIONS:
        return EXTENSIONS[bare]
    if bare.endswith("+json"):
        return ".json"
    if bare.endswith("+xml"):
        return ".xml"
    return ".txt" if bare.startswith("text/") else ".bin"


def _is_mpeg_frame(head: bytes) -> bool:
    """An MPEG audio frame: 11 set bits, then a version, layer, bit rate and rate that exist."""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE0 != 0xE0:
        return False
    layer, rates = head[1] & 0x06, head[2]
    return layer != 0 and rates & 0xF0 not in (0x00, 0xF0) and rates & 0x0C != 0x0C
