"""Looks for likely mistakes in an entry that was read: whole lines in `command`, broken paths."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from patchbay.core.config.addresses import (
    complaint,
    host_of,
    is_loopback,
    is_websocket,
    with_scheme,
)
from patchbay.core.config.dialects import Dialect
from patchbay.core.config.fields import FIELDS, Fields, split_words
from patchbay.core.config.folders import expanded
from patchbay.core.config.model import Entry, Problem, Severity, Transport
from patchbay.core.config.proxies import NO_PROXY, PROXY_HINT, proxy_address
from patchbay.core.config.secrets import without_secrets
from patchbay.core.config.variables import REACHING, Source, VariableUse, sources
from patchbay.core.values import JsonPath

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_CONTROL_BUT_NEWLINE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_WINDOWS_PATH = re.compile(r"[A-Za-z]:")
_JOINED_OPTION = re.compile(r"-{1,2}[A-Za-z][\w-]* [^\s=]+")
_FOREIGN_VARIABLE = re.compile(r"\$[A-Za-z_]\w*|%[A-Za-z_]\w*%")
_BAD_VARIABLE_NAME = re.compile(r"[=\x00]")
_VARIABLE_NAME = re.compile(r"[A-Za-z_]\w*")
_ALIKE = 0.85
"""Takes `comand`, `envs` and `arg` for slips; `transportType` is a key of another client."""
_CONTROL_NAMES = {"\t": "a tab", "\b": "a backspace", "\n": "a line break", "\r": "a line break"}


def check_entry(entry: Entry, fields: Fields, dialect: Dialect) -> None:
    """Add what looks wrong with `entry` to the problems of `fields`."""
    _Check(entry, fields, dialect).run()


def unset_variables(entry: Entry, environment: Mapping[str, str]) -> tuple[Problem, ...]:
    """A warning for each reference that nothing fills in; reads the env file of the entry."""
    if "${" not in entry.source:
        return ()
    return tuple(
        unset_problem(use, entry, Severity.WARNING)
        for use in sources(entry, environment)
        if use.source is Source.UNSET
    )


def unset_problem(use: VariableUse, entry: Entry, severity: Severity) -> Problem:
    """What to say of a reference without a value."""
    if not _VARIABLE_NAME.fullmatch(use.name):
        message = f"{use.name} is filled in by another program, so {entry.name} cannot start"
        fix = "Write ${NAME} instead and set that variable, or name it in an env file."
    else:
        message = f"{use.name} is not set anywhere, so {entry.name} cannot start"
        fix = (
            "Keep a secret for it, set it before starting Patchbay or in an env file,"
            f" or give a default: ${{{use.name}:-value}}."
        )
    return Problem(severity, message, fix, use.place, variable=use.name)


class _Check:
    """The checks of one entry."""

    def __init__(self, entry: Entry, fields: Fields, dialect: Dialect) -> None:
        self._entry = entry
        self._fields = fields
        self._dialect = dialect

    def run(self) -> None:
        entry = self._entry
        if entry.transport is Transport.STDIO:
            self._check_command()
            self._check_remote_only()
        elif entry.transport is not None:
            self._check_url()
            self._check_reaching()
        self._check_total_timeout()
        for name in entry.env:
            if not name or _BAD_VARIABLE_NAME.search(name):
                self._fields.error(
                    "A variable's name is empty or holds =", "Correct the name.", ("env", name)
                )
        self._check_foreign_variables()
        self._check_slips()

    def _check_slips(self) -> None:
        """Keys that nobody reads and that look like one that is missing."""
        given = {name for name, _ in self._fields.node.members()}
        for name in sorted(given - FIELDS):
            meant = get_close_matches(name, sorted(FIELDS), 1, _ALIKE)
            if meant and meant[0] not in given and self._fields.find(name) is not None:
                self._fields.warn(
                    f"The key {name} is not read; did you mean {meant[0]}?",
                    f"Write {meant[0]}.",
                    (name,),
                )

    def _check_command(self) -> None:
        entry, fields = self._entry, self._fields
        command = entry.command
        if command is None or not command.strip():
            if not any(problem.path[-1:] == ("command",) for problem in fields.problems):
                fields.error(
                    "There is no command for this stdio server", "Add a command.", ("command",)
                )
            return
        if command != command.strip():
            fields.warn("The command has spaces around it", "Delete them.", ("command",))
        self._check_whole_line(command, entry.args)
        self._check_control("command", command, ("command",))
        self._check_control("cwd", entry.cwd or "", ("cwd",))
        for index, argument in enumerate(entry.args):
            self._check_argument(index, argument)

    def _check_whole_line(self, command: str, args: tuple[str, ...]) -> None:
        line = command.strip()
        if " " not in line or args:
            return
        program_path = expanded(line, self._entry.file.parent)
        if os.path.exists(program_path):  # noqa: PTH110 - Path.exists raises for too long names
            return
        program, *rest = without_secrets(split_words(line))
        split = json.dumps(rest, ensure_ascii=False)
        self._fields.warn(
            "The command looks like a whole command line; programs are started without a shell",
            f'Write "command": "{program}", "args": {split}.',
            ("command",),
        )

    def _check_argument(self, index: int, argument: str) -> None:
        at = ("args", index)
        if _WINDOWS_PATH.match(argument) or _CONTROL_BUT_NEWLINE.search(argument):
            self._check_control(f"Argument {index + 1}", argument, at)
        if _JOINED_OPTION.fullmatch(argument):
            option, value = without_secrets(argument.split(" ", 1))
            self._fields.warn(
                f"Argument {index + 1} joins an option and its value",
                f'If they are two, write "{option}", "{value}".',
                at,
            )

    def _check_control(self, what: str, text: str, at: JsonPath) -> None:
        match = _CONTROL.search(text)
        if match is None:
            return
        name = _CONTROL_NAMES.get(match[0], f"the control character U+{ord(match[0]):04X}")
        self._fields.warn(
            f"{what} holds {name}; in JSON \\t, \\n and \\b are not backslash and letter",
            "In a Windows path write \\\\ or / for each backslash.",
            at,
        )

    def _check_url(self) -> None:
        entry, fields = self._entry, self._fields
        if entry.url is None:
            if not any(problem.path[-1:] == ("url",) for problem in fields.problems):
                fields.error("There is no url for this remote server", "Add a url.", ("url",))
            return
        if self._dialect.stdio_only:
            fields.warn(
                f"{self._dialect.label} starts only local servers from this file",
                "It will skip this one; Patchbay can use it.",
                ("url",),
            )
        self._check_address(entry.url)
        for name, value in entry.headers.items():
            if _CONTROL.search(value) or _CONTROL.search(name) or not name:
                fields.error(
                    "A header's name or value holds a line break or control character",
                    "Delete it; it may have come along when a token was pasted.",
                    ("headers", name),
                )

    def _check_remote_only(self) -> None:
        for name in REACHING:
            if getattr(self._entry, name) is not None:
                self._fields.warn(
                    f"{name} has no effect on a server that is started by a command",
                    "Delete it.",
                    (name,),
                )

    def _check_reaching(self) -> None:
        entry, fields = self._entry, self._fields
        if entry.client_key is not None and entry.client_cert is None:
            fields.warn(
                "client_key has no effect without client_cert", "Add client_cert.", ("client_key",)
            )
        proxy = (entry.proxy or "").strip()
        if not proxy or proxy.lower() == NO_PROXY or "${" in proxy:
            return
        try:
            proxy_address(proxy)
        except ValueError as error:
            fields.error(f"The proxy {error}", PROXY_HINT, ("proxy",))
            return
        if is_loopback(host_of(entry.url or "")):
            fields.warn(
                "The proxy is not used: the url is an address of this computer",
                "Delete it.",
                ("proxy",),
            )

    def _check_total_timeout(self) -> None:
        total, request = self._entry.total_timeout, self._entry.request_timeout
        if total is not None and request is not None and total < request:
            self._fields.warn(
                f"total_timeout ends a call after {total:g} s, before the request_timeout"
                f" of {request:g} s",
                "Make it the larger one of the two.",
                ("total_timeout",),
            )

    def _check_address(self, url: str) -> None:
        if url != url.strip():
            self._fields.warn("The url has spaces around it", "Delete them.", ("url",))
        if url.strip().startswith("${"):
            return
        if message := complaint(url):
            self._fields.error(message, f"Write {with_scheme(url)}.", ("url",))
            return
        transport = self._entry.transport
        if transport is not None and is_websocket(url) != (transport is Transport.WEBSOCKET):
            self._fields.error(
                f"The url is no address for the transport {transport.value}",
                "Write wss:// for websocket, https:// for http and sse.",
                ("url",),
            )

    def _check_foreign_variables(self) -> None:
        for at, text in self._texts():
            if _FOREIGN_VARIABLE.fullmatch(text):
                name = text.strip("$%")
                self._fields.warn(
                    f"{text} is not replaced; it is passed on as it stands",
                    f"Write ${{{name}}} to insert the variable.",
                    at,
                )

    def _texts(self) -> Iterator[tuple[JsonPath, str]]:
        entry = self._entry
        yield ("command",), entry.command or ""
        yield from ((("args", index), text) for index, text in enumerate(entry.args))
        yield from ((("env", name), text) for name, text in entry.env.items())
        yield from ((("headers", name), text) for name, text in entry.headers.items())
        yield from (((name,), getattr(entry, name) or "") for name in REACHING)
