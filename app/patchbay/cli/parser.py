"""What can be typed after `patchbay`, for the commands that need no window."""

import argparse
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from typing_extensions import override

from patchbay.core.config.transports import KNOWN_SPELLINGS
from patchbay.core.errors import AppError, Family, Kind

_LONGEST = 1e7
"""Seconds; more than a season is a slip."""

_AFTER_DASHES = "; what begins with - stands after --, as in FILE -- -NAME"


class Parser(argparse.ArgumentParser):
    """Raises what is wrong with a line like any other failure, with the usage as its hint."""

    @override
    def error(self, message: str) -> NoReturn:
        title = message[:1].upper() + message[1:].rstrip(".")
        usage = " ".join(self.format_usage().split()).replace("usage:", "Usage:", 1)
        raise AppError(Family.CONFIGURATION, title, hint=usage, kind=Kind.MISSING)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """What was typed; arguments of a call may stand before, between and after the options.

    Raises:
        AppError: it makes no sense.
    """
    line, program = _without_program(list(arguments))
    options, left = command_parser().parse_known_args(line)
    options.program = program
    if left:
        takes_more = hasattr(options, "arguments")
        if not takes_more or any(word.startswith("-") for word in left):
            words = " ".join(word.partition("=")[0] for word in left)
            more = options.more or (_AFTER_DASHES if re.search(r"(?:^| )-[^-]", words) else "")
            options.parser.error(f"this is not understood: {words}{more}")
        options.arguments = [*options.arguments, *left]
    return options


def _without_program(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The line of `add` ends where the command line of the server begins, whatever is in that."""
    if arguments[:1] != ["add"] or "--" not in arguments:
        return arguments, []
    end = arguments.index("--")
    return arguments[:end], arguments[end + 1 :]


def command_parser() -> Parser:
    """All commands; the manual page and the completions of shells are made from it too."""
    parser = Parser(prog="patchbay", description="Manage MCP servers from the command line.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _reading(commands)
    _connecting(commands)
    _calling(commands)
    _trusting(commands)
    _adding(commands)
    _editing(commands)
    return parser


if TYPE_CHECKING:
    # argparse names the type of what add_subparsers() returns nowhere else.
    Commands = argparse._SubParsersAction[Parser]  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]


def _command(commands: "Commands", name: str, words: str) -> Parser:
    command = commands.add_parser(name, help=words, description=words)
    command.add_argument("--json", action="store_true", help="print JSON for programs")
    command.set_defaults(parser=command, more="")
    return command


def _reading(commands: "Commands") -> None:
    servers = _command(commands, "servers", "List the servers of a config file.")
    _file(servers)
    servers.add_argument("--show-secrets", action="store_true", help="mask nothing in the list")
    _file(_command(commands, "check", "List the problems of a config file."))
    settings = _command(commands, "settings", "Print where the settings file is.")
    settings.add_argument("--list", action="store_true", help="print every option and its value")


def _connecting(commands: "Commands") -> None:
    doctor = _command(
        commands, "doctor", "Start the servers of a config one by one and tell what is wrong."
    )
    _file(doctor)
    doctor.add_argument("server", metavar="SERVER", nargs="?", help="look into this one only")
    _env_file(doctor)
    doctor.add_argument("--trust", action="store_true", help="consent to all of them for this run")
    _start_timeout(doctor)
    for name in ("tools", "prompts", "resources"):
        _connect(_command(commands, name, f"Start a server and list its {name}."))


def _calling(commands: "Commands") -> None:
    call = _connect(_command(commands, "call", "Start a server and call one of its tools."))
    call.add_argument("tool", metavar="TOOL", nargs="?", help="its name, or mcp::SERVER::TOOL")
    call.add_argument(
        "arguments",
        metavar="ARGUMENT",
        nargs="*",
        default=[],  # without one, argparse calls it required
        help="key=value (typed by the schema), key:=JSON or key=@FILE",
    )
    call.add_argument("--args", metavar="JSON", help="arguments as one JSON object")
    call.add_argument(
        "--saved",
        metavar="NAME",
        help="the call saved under this name, instead of TOOL; each ARGUMENT replaces one of it",
    )
    call.add_argument("--save", metavar="DIR", type=Path, help="write pictures and blobs there")
    prompt = _connect(_command(commands, "prompt", "Start a server and get one of its prompts."))
    prompt.add_argument("name", metavar="NAME")
    prompt.add_argument("arguments", metavar="key=value", nargs="*", default=[])
    read = _connect(_command(commands, "read", "Start a server and read one of its resources."))
    read.add_argument("uri", metavar="URI")
    read.add_argument("--save", metavar="DIR", type=Path, help="write pictures and blobs there")
    saved = _command(commands, "saved", "List the calls that are saved for a server.")
    _file(saved)
    saved.add_argument("server", metavar="SERVER")
    saved.add_argument("--show-secrets", action="store_true", help="mask nothing in the arguments")


def _trusting(commands: "Commands") -> None:
    allow = _command(commands, "allow", "Allow a program to be started, or list what is allowed.")
    allow.add_argument(
        "rule",
        metavar="NAME|PATH",
        nargs="*",
        default=[],
        help="a bare name or an absolute path; more words make one exact command line, "
        "written after --: patchbay allow -- node server.js --port 1",
    )
    allow.add_argument(
        "--list",
        action="store_true",
        help="list the rules (as every form of this command does at its end)",
    )
    allow.add_argument("--remove", action="store_true", help="take the rule away again")
    host = _command(
        commands, "allow-host", "Allow a host to be reached without encryption, or list them."
    )
    host.add_argument("host", metavar="HOST", nargs="?", help="its name or number, without a port")
    host.add_argument("--remove", action="store_true", help="take the host away again")
    secret = _command(
        commands, "secret", "Keep a secret for ${NAME} in configs, or list the names of those kept."
    )
    secret.add_argument("name", metavar="NAME", nargs="?", help="the value is asked for, or stdin")
    secret.add_argument("--remove", action="store_true", help="forget it again")
    trust = _command(commands, "trust", "Remember your consent to start one server.")
    _file(trust)
    trust.add_argument("server", metavar="SERVER")
    _env_file(trust)


def _adding(commands: "Commands") -> None:
    add = _edit(_command(commands, "add", "Add a server to a config file; a missing file is made."))
    add.usage = "patchbay add FILE NAME [OPTION …] (-- COMMAND [ARGUMENT …] | --url URL)"
    add.set_defaults(more="; the command of the server stands after --")
    add.add_argument("server", metavar="NAME")
    _several(add, "--env", _variable, "a variable; may be repeated")
    add.add_argument("--env-file", metavar="F", help="write this file of variables into the entry")
    add.add_argument("--cwd", metavar="D", help="the folder it runs in")
    add.add_argument("--url", metavar="URL", help="where a remote server is")
    _several(add, "--header", _header, "a header for the url; may be repeated")
    add.add_argument("--transport", metavar="T", help=KNOWN_SPELLINGS)
    add.add_argument("--timeout", metavar="S", type=_seconds, help="seconds per request")
    add.add_argument("--description", metavar="TEXT")
    add.add_argument("--disabled", action="store_true", help="add it, but do not have it started")
    add.add_argument("--before", metavar="SERVER", help="put it in front of this one")
    add.add_argument("--make-folders", action="store_true", help="make the folders above the file")


def _editing(commands: "Commands") -> None:
    change = _edit(_command(commands, "set", "Change fields of a server in a config file."))
    change.add_argument("server", metavar="SERVER")
    change.add_argument(
        "arguments",
        metavar="PATH=TEXT",
        nargs="*",
        default=[],
        help='as in env.KEY=text, args.0=text, env."A.B"=text; PATH:=JSON for what is no text',
    )
    unset = _edit(_command(commands, "unset", "Take fields of a server out of a config file."))
    unset.add_argument("server", metavar="SERVER")
    unset.add_argument(
        "arguments", metavar="PATH", nargs="*", default=[], help="as in env.KEY or args.0"
    )
    rename = _edit(_command(commands, "rename", "Give a server in a config file another name."))
    rename.add_argument("server", metavar="OLD")
    rename.add_argument("new_name", metavar="NEW")
    remove = _edit(_command(commands, "remove", "Take a server out of a config file."))
    remove.add_argument("server", metavar="NAME")


def _several(
    command: Parser, option: str, kind: Callable[[str], tuple[str, str]], words: str
) -> None:
    command.add_argument(option, metavar="K=V", action="append", default=[], type=kind, help=words)


def _edit(command: Parser) -> Parser:
    _file(command)
    command.add_argument("--dry-run", action="store_true", help="write nothing, print the changes")
    command.add_argument("--show-secrets", action="store_true", help="mask nothing in the changes")
    return command


def _variable(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError("a variable is written NAME=VALUE")
    return name, value


def _header(text: str) -> tuple[str, str]:
    """Also as it is sent, `Name: value`."""
    found = re.fullmatch(r"([^=:\s]+)(?:=|:\s*)(.*)", text, re.DOTALL)
    if found is None:
        raise argparse.ArgumentTypeError("a header is written NAME=VALUE")
    return found[1], found[2]


def _file(command: Parser) -> None:
    command.add_argument("file", metavar="FILE", type=Path)


def _env_file(command: Parser) -> None:
    command.add_argument("--env-file", metavar="F", type=Path, help="read variables from this file")


def _start_timeout(command: Parser) -> None:
    command.add_argument(
        "--start-timeout", metavar="S", type=_seconds, help="seconds to start (60)"
    )


def _connect(command: Parser) -> Parser:
    _file(command)
    command.add_argument("server", metavar="SERVER")
    _env_file(command)
    command.add_argument("--trust", action="store_true", help="consent to this one run")
    _start_timeout(command)
    command.add_argument("--timeout", metavar="S", type=_seconds, help="seconds per request (60)")
    return command


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < (seconds := float(text)) < _LONGEST:
            return seconds
    raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
