"""What can be typed after `patchbay`, for the commands that need no window."""

import argparse
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from typing_extensions import override

from patchbay.core.errors import AppError, Family, Kind

_LONGEST = 1e7
"""Seconds; more than a season is a slip."""


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
    options, left = _parser().parse_known_args(list(arguments))
    if left:
        takes_more = hasattr(options, "arguments")
        if not takes_more or any(word.startswith("-") for word in left):
            options.parser.error(f"this is not understood: {' '.join(left)}")
        options.arguments = [*options.arguments, *left]
    return options


def _parser() -> Parser:
    parser = Parser(prog="patchbay", description="Manage MCP servers from the command line.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _reading(commands)
    _connecting(commands)
    _calling(commands)
    _trusting(commands)
    return parser


if TYPE_CHECKING:
    # argparse names the type of what add_subparsers() returns nowhere else.
    Commands = argparse._SubParsersAction[Parser]  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]


def _command(commands: "Commands", name: str, words: str) -> Parser:
    command = commands.add_parser(name, help=words, description=words)
    command.add_argument("--json", action="store_true", help="print JSON for programs")
    command.set_defaults(parser=command)
    return command


def _reading(commands: "Commands") -> None:
    for name, words in (
        ("servers", "List the servers of a config file."),
        ("check", "List the problems of a config file."),
    ):
        _file(_command(commands, name, words))
    _command(commands, "settings", "Print where the settings file is.")


def _connecting(commands: "Commands") -> None:
    for name in ("tools", "prompts", "resources"):
        _connect(_command(commands, name, f"Start a server and list its {name}."))


def _calling(commands: "Commands") -> None:
    call = _connect(_command(commands, "call", "Start a server and call one of its tools."))
    call.add_argument("tool", metavar="TOOL", help="its name, or mcp::SERVER::TOOL")
    call.add_argument(
        "arguments",
        metavar="ARGUMENT",
        nargs="*",
        default=[],  # without one, argparse calls it required
        help="key=value (typed by the schema), key:=JSON or key=@FILE",
    )
    call.add_argument("--args", metavar="JSON", help="arguments as one JSON object")
    call.add_argument("--save", metavar="DIR", type=Path, help="write pictures and blobs there")
    prompt = _connect(_command(commands, "prompt", "Start a server and get one of its prompts."))
    prompt.add_argument("name", metavar="NAME")
    prompt.add_argument("arguments", metavar="key=value", nargs="*", default=[])
    read = _connect(_command(commands, "read", "Start a server and read one of its resources."))
    read.add_argument("uri", metavar="URI")
    read.add_argument("--save", metavar="DIR", type=Path, help="write pictures and blobs there")


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
    trust = _command(commands, "trust", "Remember your consent to start one server.")
    _file(trust)
    trust.add_argument("server", metavar="SERVER")
    _env_file(trust)


def _file(command: Parser) -> None:
    command.add_argument("file", metavar="FILE", type=Path)


def _env_file(command: Parser) -> None:
    command.add_argument("--env-file", metavar="F", type=Path, help="read variables from this file")


def _connect(command: Parser) -> Parser:
    _file(command)
    command.add_argument("server", metavar="SERVER")
    _env_file(command)
    command.add_argument("--trust", action="store_true", help="consent to this one run")
    command.add_argument(
        "--start-timeout", metavar="S", type=_seconds, help="seconds to start (60)"
    )
    command.add_argument("--timeout", metavar="S", type=_seconds, help="seconds per request (60)")
    return command


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < (seconds := float(text)) < _LONGEST:
            return seconds
    raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
