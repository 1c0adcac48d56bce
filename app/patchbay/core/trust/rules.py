"""The rules of the allow-list: how they are written, kept, and compared with a command."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from patchbay.core.config.folders import expanded
from patchbay.core.config.model import Definition
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.trust.programs import is_bare_name
from patchbay.core.trust.seals import is_word, sealed_word
from patchbay.core.values import as_list

Rule: TypeAlias = tuple[str, ...]
"""One word is a bare name or an absolute path; more are one exact command line."""

_NOT_IN_A_NAME = set(" \t\r\n;|&<>$`\"'()*?[]{}!#~=%^,")
_INTERPRETERS = {
    *("python", "pythonw", "pypy", "node", "deno", "bun", "ruby", "perl", "php", "java", "lua"),
    *("sh", "bash", "zsh", "fish", "dash", "ksh", "cmd", "powershell", "pwsh", "wsl"),
    *("env", "sudo", "doas", "ssh", "xargs", "nohup", "timeout"),
}
_WINDOWS_ENDINGS = (".exe", ".cmd", ".bat", ".com")


def valid_rule(rule: str | Sequence[str]) -> Rule:
    """The rule that was typed: a name, a path, a JSON list of texts, or the words of a line.

    Raises:
        AppError: it is none of them.
    """
    words = _words(rule) if isinstance(rule, str) else tuple(rule)
    if len(words) != 1:
        if not words or not words[0]:
            raise _no_rule(rule)
        return words
    text = words[0].strip()
    if text.startswith(("/", "~/")) or Path(text).is_absolute():
        return (os.path.normpath(expanded(text, Path("/"))),)
    if not is_bare_name(text) or _NOT_IN_A_NAME & set(text):
        raise _no_rule(rule)
    return (text,)


def is_rule(text: str) -> bool:
    try:
        return bool(valid_rule(text))
    except AppError:
        return False


def kept(rule: Rule) -> str:
    """A rule as the settings keep it: one text, a command line as a JSON list."""
    return rule[0] if len(rule) == 1 else json.dumps(list(rule), ensure_ascii=False)


def understood(text: str) -> Rule:
    """A rule of the settings; one written by hand that cannot be read matches nothing."""
    return _words(text)


def shown_line(definition: Definition) -> Rule:
    """The words of the command line for an error, all secrets hidden."""
    kept = definition.kept_args
    words = (kept.get(index, word) for index, word in enumerate(definition.args))
    return (placed_command(definition), *words)


def exact_line(definition: Definition) -> Rule:
    """The rule that allows exactly this command line; words with a secret in them are sealed."""
    shown = definition.kept_args
    words = (
        sealed_word(word, shown[index]) if index in shown else word
        for index, word in enumerate(definition.args)
    )
    return (placed_command(definition), *words)


def is_line(rule: Rule, definition: Definition) -> bool:
    """Whether `rule` is the exact command line of `definition`, as it is resolved now."""
    words = (placed_command(definition), *definition.args)
    return len(rule) == len(words) > 1 and all(map(is_word, rule, words))


def placed_command(definition: Definition) -> str:
    """The command; a relative path becomes absolute from the folder the server starts in."""
    command = definition.command
    if is_bare_name(command) or not command:
        return command
    folder = definition.cwd or Path.home()
    return os.path.normpath(expanded(command, folder))


def program_name(command: str) -> str:
    """The bare name of a program: `npx` for `/usr/bin/npx` and for `npx.cmd`."""
    name = command.replace("\\", "/").rsplit("/", 1)[-1]
    for ending in _WINDOWS_ENDINGS:
        if name.lower().endswith(ending):
            return name[: -len(ending)].lower()
    return name


def name_in_rules(command: str) -> str:
    """How a bare command is called in a rule: on Windows its extension may be left out."""
    return program_name(command) if sys.platform == "win32" else command


def is_interpreter(command: str) -> bool:
    """Whether allowing this program by name would allow anything at all."""
    return program_name(command).lower().rstrip("0123456789.") in _INTERPRETERS


def _words(text: str) -> Rule:
    if not text.startswith("["):
        return (text,)
    try:
        words = as_list(json.loads(text))
    except ValueError:
        return (text,)
    return tuple(words) if all(isinstance(word, str) for word in words) else (text,)


def _no_rule(rule: str | Sequence[str]) -> AppError:
    text = rule if isinstance(rule, str) else " ".join(rule)
    return AppError(
        Family.CONFIGURATION,
        f"“{text}” cannot be allowed",
        cause="A rule is a bare program name, an absolute path, or one exact command line.",
        hint="Give a name such as node, a path such as /usr/bin/node,"
        " or the words of a line: patchbay allow -- node server.js.",
        kind=Kind.REFUSED,
    )
