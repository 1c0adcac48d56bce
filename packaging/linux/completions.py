"""Write the completions of bash, zsh and fish: completions.py FOLDER."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from command_line import Command, Option, commands, window

NAMES = {"bash": "patchbay.bash", "zsh": "_patchbay", "fish": "patchbay.fish"}


def write(folder: Path) -> None:
    """One file for each shell."""
    folder.mkdir(parents=True, exist_ok=True)
    for shell, lines in (("bash", _bash()), ("zsh", _zsh()), ("fish", _fish())):
        text = "\n".join(lines) + "\n"
        (folder / NAMES[shell]).write_text(text, encoding="utf-8")


def _bash() -> Iterator[str]:
    known = [window(), *commands()]
    yield from ("_patchbay() {", '    local word=$2 before=$3 options=""', "    case $before in")
    yield from _bash_values(option for command in known for option in command.options)
    yield from ("    esac", "    case ${COMP_WORDS[1]} in")
    for command in known[1:]:
        yield f'        {command.name}) options="{_all_names(command)}" ;;'
    yield f'        *) options="{_all_names(known[0])}" ;;'
    yield from ("    esac", "    if [[ $word == -* ]]; then")
    yield '        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")'
    yield from ("        return", "    fi", "    compopt -o filenames")
    yield '    mapfile -t COMPREPLY < <(compgen -f -- "$word")'
    yield "    if (( COMP_CWORD == 1 )); then"
    names = " ".join(command.name for command in known[1:])
    yield f"        local names='{names}'"
    yield '        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$names" -- "$word")'
    yield from ("    fi", "}", "complete -F _patchbay patchbay")


def _bash_values(options: Iterable[Option]) -> Iterator[str]:
    """What can stand after an option; an option means the same with every command."""
    ways: dict[str, list[str]] = {}
    for option in {option.names: option for option in options if option.value}.values():
        ways.setdefault(_bash_value(option), []).extend(option.names)
    for way, names in ways.items():
        yield f"        {'|'.join(names)}) {way}; return ;;"


def _bash_value(option: Option) -> str:
    if option.takes_file or option.takes_folder:
        kind = "-f" if option.takes_file else "-d"
        return f'compopt -o filenames; mapfile -t COMPREPLY < <(compgen {kind} -- "$word")'
    if option.choices:
        return f"mapfile -t COMPREPLY < <(compgen -W '{' '.join(option.choices)}' -- \"$word\")"
    return "COMPREPLY=()"


def _zsh() -> Iterator[str]:
    known = commands()
    yield from ("#compdef patchbay", "_patchbay() {", "    local -a known=(")
    for command in known:
        yield f"        {_quoted(f'{command.name}:{command.words}')}"
    yield from ("    )", "    if (( CURRENT > 2 )); then", "        case $words[2] in")
    for command in known:
        yield f"            {command.name}) shift words; (( CURRENT-- ))"
        yield from (f"                {line}" for line in _zsh_arguments(command))
        yield "                '*:file:_files'; return ;;"
    yield from ("        esac", "    fi")
    yield from (f"    {line}" for line in _zsh_arguments(window()))
    yield "    '*: :{_describe command known; _files}'"
    yield from ("}", '_patchbay "$@"')


def _zsh_arguments(command: Command) -> Iterator[str]:
    yield "_arguments \\"
    for option in command.options:
        words = option.words.replace("[", r"\[").replace("]", r"\]").replace(":", r"\:")
        action = ""
        if option.value:
            value = option.value.replace(":", r"\:")
            action = f":{value}:{_zsh_action(option)}"
        for name in option.names:
            yield f"    {_quoted(f'*{name}[{words}]{action}')} \\"


def _zsh_action(option: Option) -> str:
    if option.takes_file:
        return "_files"
    return "_files -/" if option.takes_folder else f"({' '.join(option.choices)})"


def _fish() -> Iterator[str]:
    for command in commands():
        yield (
            f"complete -c patchbay -n __fish_use_subcommand -a {command.name} "
            f"-d {_quoted(command.words)}"
        )
    for command in (window(), *commands()):
        condition = (
            _quoted(f"__fish_seen_subcommand_from {command.name}")
            if command.name
            else "__fish_use_subcommand"
        )
        for option in command.options:
            yield f"complete -c patchbay -n {condition} {_fish_option(option)}"


def _fish_option(option: Option) -> str:
    parts = [
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
    ]
    if option.takes_file or option.takes_folder:
        parts.append("-r -F")
    elif option.value:
        parts.append("-x" + (f" -a '{' '.join(option.choices)}'" if option.choices else ""))
    if option.words:
        parts.append(f"-d {_quoted(option.words)}")
    return " ".join(parts)


def _all_names(command: Command) -> str:
    return " ".join(name for option in command.options for name in option.names)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"


if __name__ == "__main__":
    write(Path(sys.argv[1]))
