"""Bytes recognised by how they begin, and the names of the files they become."""

import pytest

from patchbay.core.calls.blocks import (
    Audio,
    HeldBytes,
    Image,
    Link,
    Resource,
    Result,
    Structured,
    Text,
    Unknown,
)
from patchbay.core.calls.media import disagree, extension, sniff
from patchbay.core.calls.saving import savings

BYTES = HeldBytes(b"x")


@pytest.mark.parametrize(
    ("head", "mime_type"),
    [
        (b"\x89PNG\r\n\x1a\n....", "image/png"),
        (b"\xff\xd8\xff\xdb", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF....WEBPVP8 ", "image/webp"),
        (b"BM\x36\x00\x00\x00\x00\x00\x00\x00\x36", "image/bmp"),
        (b"<svg xmlns='x'>", "image/svg+xml"),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- hi -->\n<svg>", "image/svg+xml"),
        (b"RIFF....WAVEfmt ", "audio/wav"),
        (b"ID3\x04", "audio/mpeg"),
        (b"\xff\xfb\x90\x00", "audio/mpeg"),
        (b"OggS", "audio/ogg"),
        (b"fLaC", "audio/flac"),
        (b"<html><svg>", ""),
        (b"BM is how this text begins", ""),
        (b"\xff\xff\xff\xff", ""),
        (b"", ""),
    ],
)
def test_bytes_are_recognised_by_their_beginning(head: bytes, mime_type: str) -> None:
    assert sniff(head) == mime_type


@pytest.mark.parametrize(
    ("said", "seen", "odd"),
    [
        ("image/png", "image/jpeg", True),
        ("image/jpg", "image/jpeg", False),
        ("IMAGE/PNG; x=1", "image/png", False),
        ("audio/x-wav", "audio/wav", False),
        ("", "image/png", False),
        ("application/octet-stream", "image/png", False),
        ("image/avif", "", False),
        ("text/xml", "image/svg+xml", False),
        (
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/zip",
            False,
        ),
        ("audio/wav", "image/png", True),
    ],
)
def test_a_claim_is_odd_only_when_the_bytes_are_clearly_something_else(
    said: str, seen: str, *, odd: bool
) -> None:
    assert disagree(said, seen) is odd


@pytest.mark.parametrize(
    ("mime_type", "ending"),
    [
        ("image/png", ".png"),
        ("image/jpeg", ".jpg"),
        ("Image/JPG", ".jpg"),
        ("image/svg+xml", ".svg"),
        ("text/markdown; charset=utf-8", ".md"),
        ("text/x-python", ".txt"),
        ("application/geo+json", ".json"),
        ("application/x-unheard-of", ".bin"),
        ("", ".bin"),
    ],
)
def test_an_extension_follows_from_the_mime_type(mime_type: str, ending: str) -> None:
    assert extension(mime_type) == ending


def test_a_result_becomes_files_with_names_of_their_own() -> None:
    result = Result(
        (
            Text("t"),
            Image("image/png", BYTES),
            Image("image/png", BYTES),
            Audio("audio/wav", BYTES),
            Resource("file:///a/Report%20v2.pdf?x=1", "application/pdf", BYTES),
            Resource("x://y/Report v2.pdf", "application/pdf", BYTES),
            Resource("harbour://readings/tides/2026-11-29", "application/json", Text("{}")),
            Link("a:1"),
            Unknown("video", {}),
        ),
        Structured({}),
    )

    found = savings(result)

    assert [(saving.index, saving.name, saving.is_binary) for saving in found] == [
        (0, "text-1.txt", False),
        (1, "image-2.png", True),
        (2, "image-3.png", True),
        (3, "audio-4.wav", True),
        (4, "Report v2.pdf", True),
        (5, "Report v2-2.pdf", True),
        (6, "2026-11-29.json", False),
        (8, "block-9.json", False),
        (9, "structured.json", False),
    ]


@pytest.mark.parametrize(
    "uri",
    [
        "file:///../../etc/passwd",
        "x:///..",
        "x:///%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "x:///a%00b",
        "x:///con.txt",
        "x:///a\\b\\c",
        "x:///" + "n" * 5_000,
        "x:///.hidden",
        "http://[broken",
        "",
    ],
)
def test_a_name_from_a_server_never_leaves_the_folder(uri: str) -> None:
    (saving,) = savings(Result((Resource(uri, "image/png", BYTES),)))

    assert saving.name == saving.name.strip(". ")
    assert not set(saving.name) & set('/\\:\0"<>|?*')
    assert 0 < len(saving.name) < 100
    assert not saving.name.lower().startswith("con.")
