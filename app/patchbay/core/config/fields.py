"""Reads the typed fields of one server's object and collects what is wrong with them."""

import json
import re
import shlex
from functools import cache

from patchbay.core.config.document import Document, Node
from patchbay.core.config.model import Place, Problem, Severity
from patchbay.core.config.secrets import without_secrets
from patchbay.core.values import JsonPath

_HUMP = re.compile(r"_([a-z])")
FIELDS = frozenset(
    {
        *("command", "args", "env", "envFile", "env_file", "cwd", "encoding", "config"),
        *("url", "headers", "type", "transport", "transportType", "protocol"),
        *("disabled", "enabled", "description"),
        *("ca_file", "client_cert", "client_key", "proxy", "caFile", "clientCert", "clientKey"),
        *("timeout", "connect_timeout", "request_timeout", "sse_read_timeout", "total_timeout"),
        *("connectTimeout", "requestTimeout", "sseReadTimeout", "totalTimeout"),
        *("terminate_on_close", "load_tools", "load_prompts"),
        *("terminateOnClose", "loadTools", "loadPrompts"),
    }
)
"""Every key that means something to Patchbay."""
_KIND_NAMES = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "number": "a number",
    "true": "true",
    "false": "false",
    "null": "null",
}
_SCALARS = {"number", "true", "false"}


class Fields:
    """One server's object: fields by their canonical snake_case name, camelCase found as well.

    Every reading method returns a usable value and adds a problem when the file holds another.
    """

    def __init__(self, document: Document, node: Node, path: JsonPath) -> None:
        self.problems: list[Problem] = []
        self.places: dict[JsonPath, Place] = {}
        self.node = node
        self._members = dict(node.members())
        self.names = tuple(self._members)
        self._document = document
        self._path = path
        self._is_yaml = False

    def take_scalars_as_text(self) -> None:
        """YAML turns unquoted `no` and `12:30` into other things; here their text counts."""
        self._is_yaml = True

    def look_into(self, name: str) -> None:
        """The fields that the object `name` holds count as well, where the server has none such."""
        node = self._members.get(name)
        if node is not None and node.is_object:
            del self._members[name]
            self._members = {**dict(node.members()), **self._members}

    def find(self, name: str) -> Node | None:
        """The member called `name`, or `name` in camelCase; null counts as absent."""
        node = self._members.get(name)
        if node is None:
            node = self._members.get(camel(name))
        if node is None or node.is_null:
            return None
        self._remember((name,), node)
        return node

    def text(self, name: str) -> str | None:
        node = self.find(name)
        return self._text_of(node, (name,)) if node is not None else None

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; one text alone is an error, because splitting it would be a guess."""
        node = self.find(name)
        if node is None:
            return ()
        if not node.is_array:
            self._wrong(node, (name,), "must be a list of texts", _list_fix(name, node.text))
            return ()
        found: list[str] = []
        for index, child in enumerate(node.children):
            self._remember((name, index), child)
            text = self._text_of(child, (name, index))
            found.append(text if text is not None else "")
        return tuple(found)

    def mapping(self, name: str, *, numbers: bool = False) -> dict[str, str]:
        """A map of texts, without what is null; `numbers` are as good as text for some clients."""
        node = self.find(name)
        if node is None:
            return {}
        if not node.is_object:
            self._wrong(node, (name,), "must be an object", f'Write "{name}": {{"NAME": "value"}}.')
            return {}
        found: dict[str, str] = {}
        for key, child in node.members():
            self._remember((name, key), child)
            if child.is_null:
                self._note_null(name, key, child)
            elif numbers and child.kind == "number":
                found[key] = child.text
            elif (text := self._text_of(child, (name, key))) is not None:
                found[key] = text
        return found

    def flag(self, name: str, *, default: bool) -> bool:
        node = self.find(name)
        if node is None:
            return default
        if node.kind in {"true", "false"}:
            return node.kind == "true"
        self._wrong(node, (name,), "must be true or false", "Write it without quotes.")
        return default

    def positive_number(self, name: str) -> float | None:
        node = self.find(name)
        if node is None:
            return None
        number = node.number()
        if number is not None and 0 < number < 1e9:
            return number
        self._wrong(node, (name,), "must be a number above 0", "Write digits without quotes.")
        return None

    def add(self, severity: Severity, message: str, fix: str, at: JsonPath = ()) -> None:
        """Add a problem at a field that was read, or at the entry itself."""
        place = self.places.get(at) or self._document.place(self._start(self.node))
        self.problems.append(Problem(severity, message, fix, place, (*self._path, *at)))

    def error(self, message: str, fix: str, at: JsonPath = ()) -> None:
        self.add(Severity.ERROR, message, fix, at)

    def warn(self, message: str, fix: str, at: JsonPath = ()) -> None:
        self.add(Severity.WARNING, message, fix, at)

    def note(self, message: str, fix: str = "", at: JsonPath = ()) -> None:
        self.add(Severity.NOTE, message, fix, at)

    def _text_of(self, node: Node, at: JsonPath) -> str | None:
        if node.kind == "string":
            return node.text
        if node.kind in _SCALARS:
            self.warn(self._not_quoted(node, at), "Put it in double quotes.", at)
            return node.text
        self._wrong(node, at, "must be text", 'Write it as "text" in double quotes.')
        return None

    def _not_quoted(self, node: Node, at: JsonPath) -> str:
        """Numbers are not repeated: a password may be one."""
        kind = _KIND_NAMES[node.kind]
        if self._is_yaml:
            text = "number" if node.kind == "number" else node.text
            return f"YAML reads the unquoted {text} as {kind}; Patchbay takes it as text"
        return f"{_label(at)} must be text, not {kind}; Patchbay takes it as it is spelled"

    def _wrong(self, node: Node, at: JsonPath, what: str, fix: str) -> None:
        self.error(f"{_label(at)} {what}, not {_KIND_NAMES[node.kind]}", fix, at)

    def _note_null(self, name: str, key: str, child: Node) -> None:
        if name == "env":
            self.note(f"The variable {key} is null: it is not set", "", (name, key))
        else:
            self.warn(f"{name} {key} is null and left out", "Delete it.", (name, key))

    def _remember(self, at: JsonPath, node: Node) -> None:
        self.places[at] = self._document.place(node.start)

    @staticmethod
    def _start(node: Node) -> int:
        return node.key.start if node.key is not None else node.start


@cache
def camel(name: str) -> str:
    """`env_file` as `envFile`; for the few names the code knows, never for one of a file."""
    return _HUMP.sub(lambda match: match[1].upper(), name)


def _label(at: JsonPath) -> str:
    head, *rest = at
    if rest and isinstance(rest[0], int):
        return f"Element {rest[0] + 1} of {head}"
    return " ".join([str(head), *map(str, rest)])


def _list_fix(name: str, text: str) -> str:
    parts = without_secrets(split_words(text))
    return f'Write "{name}": {json.dumps(parts, ensure_ascii=False)}.' if parts else "Use a list."


def split_words(line: str) -> list[str]:
    """A command line as a shell would split it; on spaces when its quotes do not match."""
    try:
        return shlex.split(line, posix="\\" not in line)
    except ValueError:
        return line.split()
