"""Hides the secrets in the text of a config behind dots, so that the text keeps its form."""

import json
import re
import shlex
from collections.abc import Iterable, Iterator

from patchbay.core.config.document import Node, Span
from patchbay.core.config.inline_secrets import of_command_line
from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.config.references import references, without_references
from patchbay.core.config.secrets import (
    MIN_LENGTH,
    is_scheme,
    is_secret_name,
    masked_address,
    secret_parts,
    secret_values,
)
from patchbay.core.values import JsonPath

_NAME = re.compile(r"""(?<![\w.-])([\w.-]++)["']?\s*+[:=]\s*+["']?""")
_VALUE = re.compile(r"""[^"'\r\n]+""")
_OPTION = re.compile(
    r"""(?<![\w-])--?([a-z][\w-]*+)(?:["'],?|,|(?=[ \t\r\n]))\s*+(?:-[ \t]+)?(?!//|/\*|\#)"""
    r"""(?:["']([^"'\r\n-][^"'\r\n]*)|([^\s"'\]},-][^\s"'\]},]*))""",
    re.IGNORECASE,
)
"""An option and what stands behind it: on a command line, in a list of JSON or of YAML."""
_NEAR = 1_000
"""Characters of a line that are looked back over for the bracket or quote around a value."""
_FLOW_END = re.compile(r",\s|[\]}]")
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

    Secrets are secret variables and headers however they are spelled, arguments after options like
    `--token`, whatever equals one of these or a secret of the address elsewhere in their server,
    and values under names like `API_KEY`. What makes the form of the text, quotes and line ends,
    is in none of them.
    """
    spans = list(_likely(file.text, within))
    ways = _Ways(root)
    for entry in file.entries:
        if entry.span[0] >= within[1] or entry.span[1] <= within[0]:
            continue
        if (node := ways.to(entry.path)) is not None:
            spans += _values(file.text, node)
            spans += _arguments(file.text, node)
        spans += _found(file.text, entry.span, _secrets(entry))
    return list(_without_form(file.text, merged(spans, within)))


def likely_spans(text: str, within: Span, known: Iterable[str] = ()) -> list[Span]:
    """As `secret_spans`, in a text that was not read: what looks secret, and what is known."""
    spans = [*_likely(text, within), *_found(text, within, known)]
    return list(_without_form(text, merged(spans, within)))


def masked_command(entry: Entry) -> str:
    """What an entry starts or reaches, in one line, with the secrets in it as dots."""
    if entry.command is None:
        return masked_address(entry.url or "")
    return " ".join(map(_quoted, masked_words(entry)))


def masked_words(entry: Entry) -> list[str]:
    """The command of an entry and its arguments, with the secrets in them as dots."""
    words = [] if entry.command is None else [entry.command, *entry.args]
    tails = {index: len(secret) for index, secret in secret_parts(words)}
    secrets = _secrets(entry)
    return [_dotted(word, tails.get(index, 0), secrets) for index, word in enumerate(words)]


def _dotted(word: str, tail: int, secrets: Iterable[str]) -> str:
    whole = (0, len(word))
    hidden = [*_outside_references(word, (len(word) - tail, len(word)))]
    parts, position = list[str](), 0
    for start, end in merged([*hidden, *likely_spans(word, whole, secrets)], whole):
        parts += [word[position:start], "•" * (end - start)]
        position = end
    return "".join([*parts, word[position:]])


def _quoted(word: str) -> str:
    """As a shell wants it; dots need no quotes."""
    plain = word.replace("•", "x")
    return word if shlex.quote(plain) == plain else shlex.quote(word)


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


def _likely(text: str, within: Span) -> Iterator[Span]:
    yield from _under_secret_names(text, within)
    for found in _OPTION.finditer(text, *within):
        value = 2 if found[2] else 3
        if is_secret_name(found[1]) and len(without_references(found[value])) >= MIN_LENGTH:
            yield from _outside_references(text, found.span(value))


def _under_secret_names(text: str, within: Span) -> Iterator[Span]:
    position = 0
    for found in _NAME.finditer(text, *within):
        if found.start() < position or not is_secret_name(found[1]):
            continue
        value = _VALUE.match(text, found.end())
        if value is None:
            continue
        position = _end_of_value(text, found, value)
        plain = without_references(text[value.start() : position])
        if len(plain) >= MIN_LENGTH and not is_scheme(plain):
            yield from _outside_references(text, (value.start(), position))


def _end_of_value(text: str, name: re.Match[str], value: re.Match[str]) -> int:
    """Without what closes the brackets around a value that stands without quotes."""
    if name[0][-1] in "\"'":
        return value.end()
    start = max(name.start() - _NEAR, 0)
    before = text[max(text.rfind("\n", start, name.start()), start) : value.start()]
    closing = text[value.end() : value.end() + 1]
    if closing in {'"', "'"} and before.count(closing) % 2:
        return value.end()
    if value[0].startswith(("{", "[")):
        return value.start()  # what stands in there has names of its own
    if "[" in before or "{" in before:
        end = _FLOW_END.search(text, value.start(), value.end())
        return value.end() if end is None else end.start()
    return value.start() + len(value[0].rstrip(" \t,]}"))


def _values(text: str, server: Node) -> Iterator[Span]:
    """Where the secret variables and headers of a server are written."""
    for field, is_header in (("env", False), ("headers", True)):
        container = server.member(field)
        for name, node in container.members() if container is not None else ():
            written = {name: without_references(node.text)}
            if secret_values(*(({}, written) if is_header else (written, {})), "", {}):
                yield from _outside_references(text, (node.start, node.end))


def _arguments(text: str, server: Node) -> Iterator[Span]:
    """Where the secrets on the command line of a server are written, if it is written as lists."""
    fields = (server.member("command"), server.member("args"))
    nodes = [each for field in fields if field is not None for each in field.children or (field,)]
    for index, secret in secret_parts([node.text for node in nodes]):
        node = nodes[index]
        at = text.rfind(secret, node.start, node.end)
        start = node.start if at < 0 else at  # all of it where it is written with escapes
        yield from _outside_references(text, (start, node.end))


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
    words = [without_references(word) for word in (entry.command or "", *entry.args)]
    found = secret_values(variables, headers, entry.url or "", {}, entry.proxy or "")
    found |= of_command_line(words)
    return found | {json.dumps(secret, ensure_ascii=False)[1:-1] for secret in found}


def _found(text: str, span: Span, secrets: Iterable[str]) -> Iterator[Span]:
    for secret in secrets:
        at = text.find(secret, *span)
        while at >= 0:
            yield at, at + len(secret)
            at = text.find(secret, at + len(secret), span[1])


class _Ways:
    """Finds nodes by their paths; of an object with many members, each is looked at once."""

    def __init__(self, root: Node | None) -> None:
        self._root = root
        self._members: dict[Node, dict[str, Node]] = {}

    def to(self, path: JsonPath) -> Node | None:
        node = self._root
        for step in path:
            if node is None:
                return None
            node = self._member(node, step) if isinstance(step, str) else node.children[step]
        return node

    def _member(self, node: Node, name: str) -> Node | None:
        if node not in self._members:
            self._members[node] = dict(node.members())
        return self._members[node].get(name)
