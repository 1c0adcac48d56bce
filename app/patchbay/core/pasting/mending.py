"""Makes JSON of what people copy: out of Markdown, prose, chat programs and Python."""

import ast
import json
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from patchbay.core.config.tokens import TOKEN

MAX_LITERAL = 1024 * 1024
"""In characters; Python's own parser is slow and deep."""

MAX_LITERAL_DEPTH = 50
MAX_BLOCKS = 200
MAX_OBJECTS = 100
"""How many pieces in braces a text is searched for."""

_STARTS_WITH_NAME = re.compile(
    r"""(?: \s | //[^\n]*+\n )*+
        (?: "[^"\n]*+" | '[^'\n]*+' | [\u201c\u201d][^\u201c\u201d\n]*+[\u201c\u201d] | [\w.-]++ )
        \s*+ :(?!//)""",
    re.VERBOSE,
)
_LITERAL = re.compile(
    r"""(?: [\s{}\[\](),:] | '(?: [^'\\\n] | \\. )*+' | "(?: [^"\\\n] | \\. )*+"
        | -?[0-9][0-9._]*+(?:e[-+]?[0-9]++)? | True | False | None | \#[^\n]*+ )*+""",
    re.VERBOSE | re.IGNORECASE,
)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_BRACE_OR_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"|[{}]')
_NAME_BEFORE = re.compile(r'"([^"\n]{1,200})"\s*:\s*\Z')
_SPACE_AND_COMMAS = re.compile(r"[\s,;]*")


@dataclass(frozen=True, slots=True)
class Form:
    """A text that may be JSON, and in words what was done to the pasted one to get it."""

    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """The text between two lines of backticks, and how many lines stand before it."""

    text: str
    lines_before: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A balanced `{…}` inside a text, and the quoted name that stands before it."""

    start: int
    end: int
    name: str = ""


def forms(text: str) -> Iterator[Form]:
    """The text itself, then with more and more done to it."""
    yield from _closed(Form(text))
    straight = straight_quotes(text)
    if straight != text:
        yield from _closed(Form(straight, ("replaced curly quotes",)))
    for form in _closed(Form(straight)):
        literal = json_of_literal(form.text)
        if literal:
            yield Form(literal, (*form.notes, "read single quotes as Python"))


def _closed(form: Form) -> Iterator[Form]:
    yield form
    if form.text.rstrip().endswith(","):
        form = Form(form.text.rstrip()[:-1], (*form.notes, "removed a comma at the end"))
        yield form
    if _STARTS_WITH_NAME.match(form.text):
        yield Form(f"{{{form.text}\n}}", (*form.notes, "put braces around it"))


def straight_quotes(text: str) -> str:
    """Curly quotes made straight where they are delimiters; those inside strings stay."""
    parts: list[str] = []
    position = 0
    for match in TOKEN.finditer(text):
        if match.lastgroup == "curly":
            start, end = match.span("curly")
            parts += [text[position:start], '"', text[start + 1 : end - 1], '"']
            position = end
    return "".join(parts) + text[position:]


def json_of_literal(text: str) -> str:
    """The JSON of a Python literal; empty when the text is none, or too long or deep to try."""
    if len(text) > MAX_LITERAL or "'" not in text:
        return ""
    if not _LITERAL.fullmatch(text) or _depth(text) > MAX_LITERAL_DEPTH:
        return ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a backslash in a Windows path
            return json.dumps(ast.literal_eval(text.strip()), allow_nan=False)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return ""


def _depth(text: str) -> int:
    """How deep brackets nest at most, those in strings counted as well."""
    return max(accumulate((char in "([{") - (char in ")]}") for char in text), default=0)


def fenced_blocks(text: str) -> list[Block]:
    """The blocks between lines of backticks, the last one also when it is never closed."""
    blocks: list[Block] = []
    fence, start, inside = "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        match = _FENCE.match(line)
        if fence and match and match[1].startswith(fence):
            blocks.append(Block("\n".join(inside), start))
            fence = ""
        elif fence:
            inside.append(line)
        elif match and len(blocks) < MAX_BLOCKS:
            fence, start, inside = match[1], number, []
    return [*blocks, Block("\n".join(inside), start)] if fence else blocks


def pieces(text: str) -> list[Piece]:
    """The outermost balanced `{…}` of a text, in their order."""
    found: list[Piece] = []
    depth = start = 0
    for match in _BRACE_OR_STRING.finditer(text):
        if match[0] == "{":
            start = match.start() if depth == 0 else start
            depth += 1
        elif match[0] == "}" and depth:
            depth -= 1
            if depth == 0:
                name = _NAME_BEFORE.search(text, max(0, start - 250), start)
                found.append(Piece(start, match.end(), name[1] if name else ""))
                if len(found) >= MAX_OBJECTS:
                    break
    return found


def only_objects(text: str, found: list[Piece]) -> bool:
    """Whether nothing but space and commas stands around the pieces."""
    edges = [0, *(edge for piece in found for edge in (piece.start, piece.end)), len(text)]
    between = zip(edges[::2], edges[1::2], strict=True)
    return all(_SPACE_AND_COMMAS.fullmatch(text, start, end) for start, end in between)
