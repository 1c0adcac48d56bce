"""What can be typed after `patchbay`, read from the parsers that understand it."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from patchbay.cli.names import COMMAND_NAMES
from patchbay.cli.parser import command_parser
from patchbay.ui.options import window_parser

_FILES = frozenset({"F", "FILE", "OUT.png"})
_FOLDERS = frozenset({"D", "DIR"})


@dataclass(frozen=True, slots=True)
class Option:
    """One option, with what stands after it."""

    names: tuple[str, ...]
    value: str
    words: str
    choices: tuple[str, ...] = ()

    @property
    def takes_file(self) -> bool:
        return self.value in _FILES

    @property
    def takes_folder(self) -> bool:
        return self.value in _FOLDERS


@dataclass(frozen=True, slots=True)
class Command:
    """What begins with one word, or, without a name, what opens the window."""

    name: str
    words: str
    usage: str
    operands: tuple[Option, ...]
    options: tuple[Option, ...]


def window() -> Command:
    parser = window_parser(COMMAND_NAMES)
    return _described("", parser.description or "", parser)


def commands() -> list[Command]:
    """All of them, in the order in which they are told to people."""
    found = {
        name: _described(name, parser.description or "", parser)
        for action in command_parser()._actions  # noqa: SLF001 - argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction)  # noqa: SLF001
        for name, parser in action.choices.items()
    }
    return [found[name] for name in COMMAND_NAMES]


def _described(name: str, words: str, parser: argparse.ArgumentParser) -> Command:
    taken = list(_taken(parser))
    return Command(
        name,
        words,
        " ".join(parser.format_usage().removeprefix("usage: ").split()),
        tuple(one for one in taken if not one.names),
        tuple(one for one in taken if one.names),
    )


def _taken(parser: argparse.ArgumentParser) -> Iterator[Option]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        value = "" if action.nargs == 0 else str(action.metavar or action.dest)
        choices = tuple(str(choice) for choice in action.choices or ())
        words = (action.help or "").replace("%(prog)s", "patchbay").replace("%%", "%")
        if choices and not action.metavar:
            value = value.upper()
        yield Option(tuple(action.option_strings), value, words, choices)
