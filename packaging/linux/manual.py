"""Write the manual page: manual.py DATE >patchbay.1."""

import sys
from collections.abc import Iterable, Iterator

from command_line import Command, Option, commands, window

from patchbay import __version__

EXIT_CODES = (
    ("0", "Fine."),
    ("1", "The tool answered with an error, the file has errors, or the output was not written."),
    ("2", "Usage, or no such file, server, tool, prompt, argument or resource."),
    ("3", "Refused: not allowed, no consent, an unset variable, or an insecure address."),
    ("4", "Could not start, or did not stay connected."),
    ("5", "Too late."),
    ("130", "Interrupted."),
)
FILES = (
    ("~/.config/patchbay/settings.json", "Settings; patchbay settings prints the path."),
    ("~/.local/share/patchbay", "Consents, earlier versions of saved configs, unsaved edits."),
    ("~/.cache/patchbay", "Large messages of running servers."),
)
EXAMPLES = (
    ("Take the tour.", "patchbay --demo"),
    ("Open a config.", "patchbay mcp.json"),
    ("Tell what is wrong with each server and what to do.", "patchbay doctor mcp.json"),
    ("Call a tool.", "patchbay call mcp.json SERVER TOOL key=value --save out/"),
)


def page(date: str) -> str:
    """The whole page in the macros of man(7)."""
    return "\n".join(_lines(date)) + "\n"


def _lines(date: str) -> Iterator[str]:
    opening = window()
    yield f'.TH PATCHBAY 1 "{date}" "Patchbay {__version__}" "User Commands"'
    yield from (".SH NAME", r"patchbay \- desktop manager for MCP servers")
    yield from (".SH SYNOPSIS", ".B patchbay", r"[OPTION]... [FILE]", ".br")
    yield from (".B patchbay", "COMMAND [ARGUMENT]... [OPTION]...")
    yield from (".SH DESCRIPTION", _plain(opening.words))
    yield from ("A FILE is a config of MCP servers in JSON or YAML.", ".SH OPTIONS")
    yield from _options(opening.options)
    yield ".SH COMMANDS"
    yield "These need no window. Each takes \\fB\\-\\-help\\fR too."
    for command in commands():
        yield from _command(command)
    yield from _section("EXIT STATUS", EXIT_CODES)
    yield from _section("FILES", FILES)
    yield ".SH EXAMPLES"
    for words, line in EXAMPLES:
        yield from (words, ".PP", ".RS 4", _plain(line), ".RE", ".PP")


def _command(command: Command) -> Iterator[str]:
    yield f".SS {_plain(command.name)}"
    yield from (_plain(command.words), ".PP", ".RS 4", _plain(command.usage), ".RE")
    yield from _options(
        Option((one.value,), "", one.words, one.choices) for one in command.operands if one.words
    )
    yield from _options(option for option in command.options if "--help" not in option.names)


def _options(options: Iterable[Option]) -> Iterator[str]:
    for option in options:
        names = ", ".join(rf"\fB{_plain(name)}\fR" for name in option.names)
        value = rf" \fI{_plain(option.value)}\fR" if option.value else ""
        yield from (".TP", names + value, _plain(_sentence(option)) or r"\&")


def _sentence(option: Option) -> str:
    words = option.words[:1].upper() + option.words[1:]
    choices = f"One of {', '.join(option.choices)}." if option.choices else ""
    return " ".join(part for part in (words and words.rstrip(".") + ".", choices) if part)


def _section(title: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f".SH {title}"
    for name, words in rows:
        yield from (".TP", rf"\fB{_plain(name)}\fR", _plain(words))


def _plain(text: str) -> str:
    """Text that no macro is read into."""
    safe = text.replace("\\", r"\e").replace("-", r"\-").replace("…", "...").replace("~", r"\(ti")
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1]))
