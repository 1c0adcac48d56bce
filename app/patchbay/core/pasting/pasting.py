"""Finds the servers in whatever people paste to add one; nothing is started or looked up."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from patchbay.core.config import jsonc, yaml_document
from patchbay.core.config.document import Document
from patchbay.core.errors import AppError
from patchbay.core.pasting.client_commands import is_client_command
from patchbay.core.pasting.command_line import Parsed, parse_command_line
from patchbay.core.pasting.fruitless import (
    looks_like_json,
    no_server,
    reads_as_yaml,
    unreadable,
)
from patchbay.core.pasting.install_links import LINK, opened
from patchbay.core.pasting.mending import fenced_blocks, forms, only_objects, pieces
from patchbay.core.pasting.pasted_document import servers_in
from patchbay.core.pasting.pasted_server import PastedServer
from patchbay.core.pasting.remote_address import is_address
from patchbay.core.pasting.shell_words import likely_quoting

_LINE_END = re.compile(r"(?<![\\^`])\r?\n")
_MAX_LINES = 200


@dataclass(frozen=True, slots=True)
class Pasted:
    """The servers of a pasted text, what was done to read them, or why there are none."""

    servers: tuple[PastedServer, ...] = ()
    notes: tuple[str, ...] = ()
    problem: AppError | None = None


def paste(text: str) -> Pasted:
    """The servers in `text`; never raises, whatever it holds."""
    text = text.removeprefix("\ufeff")
    if (problem := unreadable(text)) is not None:
        return Pasted(problem=problem)
    found = _read(text)
    return _with_repeated_names_noted(found) if found else Pasted(problem=no_server(text))


def _read(text: str) -> Pasted | None:
    attempts: tuple[Callable[[str], Pasted | None], ...] = (
        _links,
        _client_lines,
        _json,
        _blocks,
        _objects_in_prose,
        _links_in_prose,
        _yaml,
        _command_line,
    )
    for attempt in attempts:
        found = attempt(text)
        if found is not None:
            return found
    return None


# Each attempt gives servers or nothing


def _json(text: str) -> Pasted | None:
    for form in forms(text):
        document = jsonc.parse(form.text)
        from_literal = "read single quotes as Python" in form.notes
        servers = servers_in(document)
        if servers and from_literal:
            servers = tuple(replace(server, source="") for server in servers)
        if servers:
            return Pasted(servers, (*form.notes, *_doubled(document, servers)))
    return None


def _doubled(document: Document, servers: tuple[PastedServer, ...]) -> Iterator[str]:
    """Fields written twice; servers of the same name are told apart later."""
    names = {server.name for server in servers}
    for key in dict.fromkeys(str(duplicate.path[-1]) for duplicate in document.duplicates):
        if key not in names:
            yield f"“{key}” is written twice in one object; the second counts"


def _blocks(text: str) -> Pasted | None:
    found = [each for block in fenced_blocks(text) if (each := _block(block.text)) is not None]
    return _together(found, "took the part between the lines of backticks")


def _block(text: str) -> Pasted | None:
    attempts = (_links, _client_lines, _json, _objects_in_prose, _yaml, _addresses_and_commands)
    return next((found for attempt in attempts if (found := attempt(text)) is not None), None)


def _objects_in_prose(text: str) -> Pasted | None:
    found = pieces(text)
    if len(found) > 1 and only_objects(text, found):
        documents = [each for piece in found if (each := _json(text[piece.start : piece.end]))]
        return _together(documents, "took documents that follow one another as one")
    for piece in found:
        inner = _json(text[piece.start : piece.end])
        if inner is not None:
            return _together([_named(inner, piece.name)], "took the part in braces")
    return None


def _named(found: Pasted, name: str) -> Pasted:
    """A server without a name takes the one that stood before its braces."""
    if len(found.servers) != 1 or found.servers[0].name or not name:
        return found
    return replace(found, servers=(replace(found.servers[0], name=name),))


def _yaml(text: str) -> Pasted | None:
    if not reads_as_yaml(text):
        return None
    servers = servers_in(yaml_document.parse(text), verbatim=False)
    return Pasted(servers, ("read it as YAML",)) if servers else None


def _links(text: str) -> Pasted | None:
    """Lines that are links to install a server, and nothing else."""
    lines = text.split()
    if not lines or len(lines) > _MAX_LINES or not all(map(LINK.fullmatch, lines)):
        return None
    found = [each for line in lines if (each := _link(line)) is not None]
    return _together(found, "took the server out of the link")


def _links_in_prose(text: str) -> Pasted | None:
    links = [match[0] for match in LINK.finditer(text)][:_MAX_LINES]
    found = [each for link in links if (each := _link(link)) is not None]
    return _together(found, "took the server out of the link")


def _link(link: str) -> Pasted | None:
    offer = opened(link)
    found = _json(offer.json) if offer is not None else None
    return _named(found, offer.name) if found and offer else None


def _client_lines(text: str) -> Pasted | None:
    """`claude mcp add …` and its kin, one or several."""
    whole = _parsed(text)
    if whole is not None:
        return _pasted(whole) if _is_of_client(text) else None
    lines = _lines(text)
    parsed = [_parsed(line) for line in lines if _is_of_client(line)]
    if not parsed or len(parsed) < len(lines):
        return None
    return _together([_pasted(each) for each in parsed if each is not None])


def _is_of_client(line: str) -> bool:
    return is_client_command(line.lstrip("$> \t\r\n").split()[:4]) or (
        "--add-mcp" in line and is_client_command(line.lstrip("$> \t\r\n").split())
    )


def _lines(text: str) -> list[str]:
    if len(text) > 64 * 1024:
        return []
    lines = (line.strip() for line in _LINE_END.split(text))
    return [line for line in lines if line and not line.startswith("#")][:_MAX_LINES]


def _command_line(text: str) -> Pasted | None:
    parsed = None if looks_like_json(text) else _parsed(text)
    if parsed is not None:
        return _pasted(parsed)
    lines = _lines(text)
    if len(lines) < 2 or not all(is_address(line) or line.startswith("$ ") for line in lines):
        return None
    return _addresses_and_commands(text)


def _addresses_and_commands(text: str) -> Pasted | None:
    """A block of code: each of its lines that is a command."""
    whole = None if looks_like_json(text) else _parsed(text)
    if whole is not None:
        return _pasted(whole)
    parsed = [each for line in _lines(text) if (each := _parsed(line)) is not None]
    return None if looks_like_json(text) else _together([_pasted(each) for each in parsed])


def _parsed(line: str) -> Parsed | None:
    try:
        return parse_command_line(line, likely_quoting(line))
    except AppError:
        return None


def _pasted(parsed: Parsed) -> Pasted:
    return Pasted((parsed.server,), parsed.notes)


def _together(found: list[Pasted], note: str = "") -> Pasted | None:
    if not found:
        return None
    notes = [note] if note else []
    notes += [each for pasted in found for each in pasted.notes]
    servers = tuple(server for pasted in found for server in pasted.servers)
    return Pasted(servers, tuple(dict.fromkeys(notes)))


def _with_repeated_names_noted(found: Pasted) -> Pasted:
    kept: list[PastedServer] = []
    notes = list(found.notes)
    by_name: dict[str, PastedServer] = {}
    for server in found.servers:
        first = by_name.setdefault(server.name, server) if server.name else server
        if first is server:
            kept.append(server)
        elif first.values == server.values:
            notes.append(f"“{server.name}” is there twice, the same both times")
        else:
            kept.append(server)
            notes.append(f"“{server.name}” is there twice, each time different")
    return Pasted(tuple(kept), tuple(dict.fromkeys(notes)))
