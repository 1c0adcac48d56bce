"""Short ways to write what tools answer with."""

import base64
from typing import Final

from mcp_types import (
    AudioContent,
    BlobResourceContents,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)

READS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
"""For tools that change nothing."""


def text(words: str) -> TextContent:
    return TextContent(type="text", text=words)


def picture(data: bytes, mime_type: str) -> ImageContent:
    return ImageContent(type="image", data=_base64(data), mime_type=mime_type)


def sound(data: bytes, mime_type: str) -> AudioContent:
    return AudioContent(type="audio", data=_base64(data), mime_type=mime_type)


def text_file(uri: str, words: str, mime_type: str) -> EmbeddedResource:
    contents = TextResourceContents(uri=uri, text=words, mime_type=mime_type)
    return EmbeddedResource(type="resource", resource=contents)


def binary_file(uri: str, data: bytes, mime_type: str) -> EmbeddedResource:
    contents = BlobResourceContents(uri=uri, blob=_base64(data), mime_type=mime_type)
    return EmbeddedResource(type="resource", resource=contents)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
