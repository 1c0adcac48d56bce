"""Hides the secrets in the text of a config behind dots, so that the text keeps its form."""

import json
import re
from collections.abc import Iterable, Iterator

from patchbay.core.config.document import Node, Span
from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.config.references import references, without_references
from patchbay.core.config.secrets import MIN_LENGTH, secret_values, without_secrets
from patchbay.core.values import JsonPath

_NAME = re.compile(r"""(?<![\w.-])([\w.-]++)["']?\s*+[:=]\s*+["']?""")
_VALUE = re.compile(r"""[^"'\r\n]+""")
_SECRET = re.compile(r"[^\r\n\"' \t]+")
"""All but what makes the form of a text; dots there would hide where a value ends."""


def masked_text(file: ConfigFile, root: Node | None) -> str:
    """The text of `file`, whose parsed document is `root`, with every secret as so many dots."""
    text = file.text
    parts: list[str] = []
    position = 0
    for start, end in secret_spans(file, root, (0, len(text))):
        parts += [text[position:start], "•" * (end - start)]
        position = end
    return "".join([*parts, text[position:]])


def secret_spans(file: ConfigFile, root: Node | None, within: Span) -> list[Span]:
    """Where the secrets of `file` stand between two offsets, in order; none overlaps another.

    Secrets are secret variables and headers however they are spelled, whatever equals them or a
    secret of the address elsewhere in their server, and values under names like `API_KEY`. What
    makes the form of the text, quotes and line ends, is in none of them.
    """
    spans = list(_under_secret_names(file.text, within))
    for entry in file.entries:
        if entry.span[0] >= within[1] or entry.span[1] <= within[0]:
            continue
        if (node := _reached(root, entry.path)) is not None:
            spans += _values(file.text, node)
        spans += _found(file.text, entry.span, _secrets(entry))
    return list(_without_form(file.text, merged(spans, within)))


def likely_spans(text: str, within: Span, known: Iterable[str] = ()) -> list[Span]:
    """As `secret_spans`, in a text that was not read: what looks secret, and what is known."""
    spans = [*_under_secret_names(text, within), *_found(text, within, known)]
    return list(_without_form(text, merged(spans, within)))


def merged(spans: Iterable[Span], within: Span) -> Iterator[Span]:
    """What of `spans` lies between two offsets, in order; none overlaps another."""
    position = within[0]
    for start, end in sorted(spans):
        begin, stop = max(start, position), min(end, within[1])
        if begin < stop:
            yield begin, stop
            position = stop


def _without_form(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    for start, end in spans:
        for found in _SECRET.finditer(text, start, end):
            yield found.span()


def _under_secret_names(text: str, within: Span) -> Iterator[Span]:
    position = 0
    for found in _NAME.finditer(text, *within):
        if found.start() < position or not _is_secret_name(found[1]):
            continue
        value = _VALUE.match(text, found.end())
        if value is None:
            continue
        position = value.end()
        if len(without_references(value[0])) >= MIN_LENGTH:
            yield from _outside_references(text, value.span())


def _is_secret_name(name: str) -> bool:
    return without_secrets([f"{name}=x"]) != [f"{name}=x"]


def _values(text: str, server: Node) -> Iterator[Span]:
    """Where the secret variables and headers of a server are written."""
    for field, is_header in (("env", False), ("headers", True)):
        container = server.member(field)
        for name, node in container.members() if container is not None else ():
            written = {name: without_references(node.text)}
            if secret_values(*(({}, written) if is_header else (written, {})), "", {}):
                yield from _outside_references(text, (node.start, node.end))


def _outside_references(text: str, span: Span) -> Iterator[Span]:
    """References show where a secret comes from, and nothing of it."""
    start, end = span
    position = start
    for reference in references(text[start:end], editor=True):
        yield position, start + reference.offset
        position = start + reference.end
    yield position, end


def _secrets(entry: Entry) -> frozenset[str]:
    """Secrets as they may stand in the text, escapes included."""
    variables = {name: without_references(value) for name, value in entry.env.items()}
    headers = {name: without_references(value) for name, value in entry.headers.items()}
    found = secret_values(variables, headers, entry.url or "", {})
    return found | {json.dumps(secret, ensure_ascii=False)[1:-1] for secret in found}


def _found(text: str, span: Span, secrets: Iterable[str]) -> Iterator[Span]:
    for secret in secrets:
        at = text.find(secret, *span)
        while at >= 0:
            yield at, at + len(secret)
            at = text.find(secret, at + len(secret), span[1])


def _reached(root: Node | None, path: JsonPath) -> Node | None:
    node = root
    for step in path:
        if node is None:
            return None
        node = node.member(step) if isinstance(step, str) else node.children[step]
    return node
