"""Understands the command line of `docker run` and its kin: its options and its image."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_PROGRAMS = {"docker", "podman", "nerdctl"}
_GLOBAL_WITH_VALUE = {
    "-c",
    "-H",
    "-l",
    "--config",
    "--connection",
    "--context",
    "--host",
    "--log-level",
    "--root",
    "--runroot",
    "--tlscacert",
    "--tlscert",
    "--tlskey",
    "--url",
}
_ENGINE_OPTIONS = {"-H", "--host", "--url"}
_FLAGS = {
    "detach",
    "disable-content-trust",
    "env-host",
    "help",
    "init",
    "interactive",
    "no-healthcheck",
    "no-hostname",
    "no-hosts",
    "oom-kill-disable",
    "privileged",
    "publish-all",
    "quiet",
    "read-only",
    "replace",
    "rm",
    "rmi",
    "rootfs",
    "sig-proxy",
    "tty",
    "unsetenv-all",
    "use-api-socket",
}
_SHORT_NAMES = {"d": "detach", "i": "interactive", "t": "tty", "P": "publish-all", "q": "quiet"}
_SHORT_WITH_VALUE = {"v": "volume", "e": "env", "u": "user", "p": "publish", "w": "workdir"}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of `run`; `indexes` are the arguments it is written in."""

    name: str
    value: str
    indexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ContainerRun:
    """A `run` or `create` command: where the word stands in the arguments, its options and image.

    `doubtful` are options that are the value of another one, unless that one takes no value.
    """

    run_index: int
    options: tuple[Option, ...]
    image: str = ""
    image_index: int = -1
    doubtful: tuple[Option, ...] = ()

    def has(self, *names: str) -> bool:
        return any(option.name in names for option in self.options)

    def named(self, *names: str) -> Iterator[Option]:
        return (option for option in self.options if option.name in names)


def container_run(program: str, args: Sequence[str]) -> ContainerRun | None:
    """The `run` command in `args` of a container program; `None` for anything else."""
    found = container_made(program, args)
    return found if found is not None and args[found.run_index] == "run" else None


def container_made(program: str, args: Sequence[str]) -> ContainerRun | None:
    """The `run` or `create` command in `args`; `None` for anything else."""
    if program not in _PROGRAMS:
        return None
    index = _subcommand(args, 0)
    if index is not None and args[index] == "container":
        index = _subcommand(args, index + 1)
    if index is None or args[index] not in {"run", "create"}:
        return None
    options: list[Option] = []
    position = index + 1
    while position < len(args):
        argument = args[position]
        if argument == "--":
            position += 1
            break
        if not argument.startswith("-") or argument == "-":
            break
        found = _options_in(args, position)
        options += found
        position = max(option.indexes[-1] for option in found) + 1
    image = args[position] if position < len(args) else ""
    at = position if image else -1
    return ContainerRun(index, tuple(options), image, at, tuple(_doubtful(args, options)))


def engine_addresses(program: str, args: Sequence[str]) -> Iterator[Option]:
    """The options before the subcommand that say which container engine to talk to."""
    if program not in _PROGRAMS:
        return
    position = 0
    while position < len(args) and args[position].startswith("-"):
        argument = args[position]
        name, equals, value = argument.partition("=")
        if argument in _GLOBAL_WITH_VALUE:
            if argument in _ENGINE_OPTIONS:
                yield _with_next(argument, args, position)
            position += 1
        elif name in _ENGINE_OPTIONS and equals:
            yield Option(name, value, (position,))
        elif argument.startswith("-H"):
            yield Option("-H", argument[2:], (position,))
        position += 1


def _doubtful(args: Sequence[str], options: Sequence[Option]) -> Iterator[Option]:
    for option in options:
        at = option.indexes[-1]
        if len(option.indexes) > 1 and len(args[at]) > 1 and args[at].startswith("-"):
            yield from _options_in(args, at)


def _subcommand(args: Sequence[str], position: int) -> int | None:
    while position < len(args):
        argument = args[position]
        if not argument.startswith("-"):
            return position
        position += 2 if argument in _GLOBAL_WITH_VALUE else 1
    return None


def _options_in(args: Sequence[str], position: int) -> list[Option]:
    """The options written at `position`: one long one, or several letters joined."""
    argument = args[position]
    if argument.startswith("--"):
        name, equals, value = argument[2:].partition("=")
        if equals or name in _FLAGS:
            return [Option(name, value, (position,))]
        return [_with_next(name, args, position)]
    return _letters(args, position)


def _letters(args: Sequence[str], position: int) -> list[Option]:
    letters = args[position][1:]
    found: list[Option] = []
    for place, letter in enumerate(letters):
        if letter in _SHORT_NAMES:
            found.append(Option(_SHORT_NAMES[letter], "", (position,)))
            continue
        name = _SHORT_WITH_VALUE.get(letter, letter)
        rest = letters[place + 1 :].removeprefix("=")
        own = Option(name, rest, (position,)) if rest else _with_next(name, args, position)
        return [*found, own]
    return found


def _with_next(name: str, args: Sequence[str], position: int) -> Option:
    if position + 1 < len(args):
        return Option(name, args[position + 1], (position, position + 1))
    return Option(name, "", (position,))
