"""Finds the servers of a document: below which root, in a map or a list, and which are doubled."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from patchbay.core.config.dialects import Dialect, is_mcp_tool
from patchbay.core.config.document import Document, Node
from patchbay.core.config.entries import Where, read_entry
from patchbay.core.config.model import Entry, Problem, Severity
from patchbay.core.values import JsonPath

_MAP_ROOTS = ("mcpServers", "servers")


@dataclass(frozen=True, slots=True)
class Found:
    """The servers of a document, and the problems that belong to none of them."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()


def find_servers(document: Document, where: Where) -> Found:
    """The servers of `document`; none when it could not be parsed."""
    if not document.parsed:
        return Found()
    search = _Search(document, where)
    entries = search.entries()
    return Found(entries, tuple(search.problems))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A value that should be a server."""

    name: str
    node: Node
    path: JsonPath


class _Search:
    """Walks one document from its root to its servers."""

    def __init__(self, document: Document, where: Where) -> None:
        self._document = document
        self._where = where
        self.problems: list[Problem] = []

    def entries(self) -> tuple[Entry, ...]:
        by_path = self._duplicates_by_path()
        entries: dict[str, Entry] = {}
        for candidate in self._candidates():
            entry = read_entry(
                self._document, candidate.node, candidate.name, candidate.path, self._where
            )
            own = by_path.pop(candidate.path, [])
            if own:
                entry = replace(entry, problems=(*entry.problems, *own))
            if candidate.name in entries:
                entry = self._second_of_that_name(entry, entries[candidate.name])
            entries[candidate.name] = entry
        self.problems += [problem for problems in by_path.values() for problem in problems]
        return tuple(entries.values())

    def _candidates(self) -> Iterator[_Candidate]:
        root = self._document.root
        if root is None or root.is_null:
            return
        if not root.is_object:
            self._complain(root, "A config is an object", 'Write {"mcpServers": {}}.', ())
            return
        if self._where.dialect.name == "holodeck":
            yield from self._tools(root)
        for name in _MAP_ROOTS:
            container = root.member(name)
            if container is not None and not container.is_null:
                self._check_root(container, name)
                yield from self._in_container(container, (name,))
        if not any(root.member(name) for name in (*_MAP_ROOTS, "tools")):
            yield from self._without_root(root)

    def _tools(self, root: Node) -> Iterator[_Candidate]:
        tools = root.member("tools")
        if tools is None:
            return
        for index, item in enumerate(tools.children):
            if is_mcp_tool(item):
                yield from self._named(item, ("tools", index))

    def _in_container(self, container: Node, path: JsonPath) -> Iterator[_Candidate]:
        if container.is_array:
            for index, item in enumerate(container.children):
                yield from self._named(item, (*path, index))
        elif container.is_object:
            for name, node in container.members():
                yield from self._in_map(name, node, (*path, name))
        else:
            self._complain(container, f"{path[-1]} must be an object", "Write {} there.", path)

    def _in_map(self, name: str, node: Node, path: JsonPath) -> Iterator[_Candidate]:
        if node.is_object:
            yield _Candidate(name, node, path)
        elif not _is_remark(name):
            self._complain(node, f"The server “{name}” must be an object", "Write { } there.", path)

    def _named(self, item: Node, path: JsonPath) -> Iterator[_Candidate]:
        name = item.member("name") or item.member("key")
        if not item.is_object or name is None or not name.text:
            self._complain(item, "A server in a list needs a name", "Add a name to it.", path)
            return
        yield _Candidate(name.text, item, path)

    def _without_root(self, root: Node) -> Iterator[_Candidate]:
        """Servers at the root, as people paste them; or a hint why there are none."""
        dialect = self._where.dialect
        servers = [(name, node) for name, node in root.members() if not _is_remark(name)]
        if servers and all(_looks_like_server(node) for _, node in servers):
            if not dialect.bare_map:
                self._complain(
                    servers[0][1],
                    f"The servers stand at the root; {_readers(dialect)} look below {dialect.root}",
                    f'Put them inside {{"{dialect.root}": {{ }}}}.',
                    (),
                    Severity.WARNING,
                )
            for name, node in servers:
                yield _Candidate(name, node, (name,))
            return
        self._hint_at_root(root)

    def _hint_at_root(self, root: Node) -> None:
        wanted = {name.lower(): name for name in _MAP_ROOTS}
        for name, node in root.members():
            near = wanted.get(name.lower().replace("_", "").replace("-", ""))
            if near is not None:
                self._complain(
                    node, f"The key {name} is not read", f"Write {near}.", (name,), Severity.WARNING
                )
                return
        if root.children and not self._where.dialect.is_client:
            self._complain(
                root,
                "No servers were found in this file",
                "Servers stand below mcpServers or servers, or in a YAML list of tools.",
                (),
                Severity.WARNING,
            )

    def _check_root(self, container: Node, name: str) -> None:
        dialect = self._where.dialect
        if dialect.is_client and dialect.format == "json" and name != dialect.root:
            self._complain(
                container,
                f"{dialect.label} does not read {name}",
                f"Rename it to {dialect.root}.",
                (name,),
                Severity.WARNING,
            )

    def _second_of_that_name(self, entry: Entry, first: Entry) -> Entry:
        problem = Problem(
            Severity.ERROR,
            f"Two servers are called “{entry.name}”: line {first.place.line}"
            f" and line {entry.place.line}",
            "Rename or delete one of them.",
            entry.place,
        )
        return replace(entry, problems=(*entry.problems, problem))

    def _duplicates_by_path(self) -> dict[JsonPath, list[Problem]]:
        """Problems of duplicate keys, filed under the server they concern."""
        found: dict[JsonPath, list[Problem]] = {}
        for duplicate in self._document.duplicates:
            path = duplicate.path
            inside = path[0] in {*_MAP_ROOTS, "tools"} and len(path) > 1
            severity = Severity.ERROR if inside else Severity.WARNING
            problem = self._document.doubled(duplicate, severity)
            found.setdefault(path[:2] if inside else path, []).append(problem)
        return found

    def _complain(
        self,
        node: Node,
        message: str,
        fix: str,
        path: JsonPath,
        severity: Severity = Severity.ERROR,
    ) -> None:
        place = self._document.place(node.key.start if node.key is not None else node.start)
        self.problems.append(Problem(severity, message, fix, place, path))


def _is_remark(name: str) -> bool:
    """Keys such as `//` and `_comment`: the only way to comment strict JSON."""
    return name.startswith(("/", "_", "#", "$"))


def _looks_like_server(node: Node) -> bool:
    return node.member("command") is not None or node.member("url") is not None


def _readers(dialect: Dialect) -> str:
    return dialect.label if dialect.is_client else "most clients"
