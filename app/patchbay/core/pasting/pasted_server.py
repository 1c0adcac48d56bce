"""One server out of pasted text, and the name to offer for it."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from urllib.parse import urlsplit

from patchbay.core.config.model import Transport
from patchbay.core.config.transports import transport_spelled
from patchbay.core.values import JsonObject, as_list, as_object, as_text

_ENDING = re.compile(r"\.(?:exe|cmd|bat|ps1|sh|py|m?[jt]s|cjs|jar)\Z", re.IGNORECASE)
_VERSION = re.compile(r"(?<=.)(?:@[^@/]*|[=~<>!]=.*|\[.*)\Z", re.DOTALL)
_AFFIXES = re.compile(
    r"\A(?:mcp[-_.]server|server|mcp)[-_.](?=.)|(?<=.)[-_.](?:mcp[-_.]server|server|mcp)\Z"
)
_SHELLS = {"cmd", "sh", "bash", "zsh"}
_CONTAINERS = {"docker", "podman", "nerdctl"}
_RUNNERS = {
    *("npx", "bunx", "pnpx", "npm", "pnpm", "yarn", "uvx", "uv", "pipx"),
    *("node", "python", "python3", "py", "deno", "bun", "java", "tsx", "dotnet"),
}
_SUBCOMMANDS = {"run", "exec", "x", "dlx", "tool", "start", "container"}
_WITH_VALUE = {
    *("--directory", "--project", "--with", "--from", "--python", "--prefix", "--package", "-p"),
    *("--registry", "--index", "--index-url", "--env-file"),
}
_CONTAINER_WITH_VALUE = {
    *("-e", "--env", "--env-file", "-v", "--volume", "--mount", "-p", "--publish", "-w", "-u"),
    *("--workdir", "--user", "--name", "--network", "--net", "--entrypoint", "--platform"),
    *("--add-host", "-l", "--label", "-h", "--hostname", "-m", "--memory", "--cpus"),
}
_VAGUE_NAMES = {
    *("index", "main", "server", "app", "cli", "mcp", "__main__", "dist", "build", "src"),
    *("bin", "lib", "local", "opt", "usr", "srv", "home"),
}
_VAGUE_LABELS = {"api", "mcp", "www", "app", "server"}
_BRIDGES = {"mcp-remote", "supergateway", "mcp-proxy"}


@dataclass(frozen=True, slots=True)
class PastedServer:
    """What a text says of one server; the name is empty where it says none.

    `values` are the server's fields under the names they have in the text, those of a command line
    under the canonical ones. `source` is the object's exact text if it was JSON.
    """

    name: str
    values: JsonObject
    source: str = ""

    def fields(self) -> JsonObject:
        """The fields as JSON values, free to be changed."""
        return deepcopy(self.values)

    @property
    def suggested_name(self) -> str:
        return self.name or suggested_name(self.command, self.args, self.url)

    @property
    def transport(self) -> Transport | None:
        """As the type says; else by what there is."""
        keys = ("type", "transport", "transportType")
        spelling = next(filter(None, (as_text(self.values.get(key)) for key in keys)), "")
        if spelling:
            return transport_spelled(spelling)
        if self.command:
            return Transport.STDIO
        return Transport.HTTP if self.url else None

    @property
    def command(self) -> str:
        command = self.values.get("command")
        return as_text(command) or as_text((as_list(command) or [""])[0])

    @property
    def args(self) -> tuple[str, ...]:
        words = [*as_list(self.values.get("command"))[1:], *as_list(self.values.get("args"))]
        return tuple(map(as_text, words))

    @property
    def env(self) -> Mapping[str, str]:
        return {name: as_text(value) for name, value in as_object(self.values.get("env")).items()}

    @property
    def cwd(self) -> str:
        return as_text(self.values.get("cwd"))

    @property
    def url(self) -> str:
        found = (as_text(self.values.get(key)) for key in ("url", "httpUrl", "serverUrl", "uri"))
        return next(filter(None, found), "")

    @property
    def headers(self) -> Mapping[str, str]:
        headers = as_object(self.values.get("headers"))
        return {name: as_text(value) for name, value in headers.items()}


def suggested_name(command: str, args: Sequence[str], url: str) -> str:
    """A short name from the package, the image, the script, the program or the host."""
    if command:
        return _name_of_command(command, list(args)) or "server"
    return _name_of_host(url) or "server"


def _name_of_command(command: str, args: list[str]) -> str:
    program = _base_name(command).lower()
    if program in _SHELLS and len(args) > 1 and args[0].lower() in {"/c", "/k", "-c"}:
        return _name_of_command(args[1], args[2:]) if len(args) > 2 else _name_of_line(args[1])
    if program in _CONTAINERS:
        image = next(iter(_after_options(args, _CONTAINER_WITH_VALUE)), "")
        return _short(image.rpartition("/")[2].partition("@")[0].partition(":")[0])
    return _name_of_run(args) if program in _RUNNERS and args else _short(command)


def _name_of_line(line: str) -> str:
    words = line.split()
    return _name_of_command(words[0], words[1:]) if words else ""


def _name_of_run(args: list[str]) -> str:
    """From the package or script; from the address where that is only a bridge to one."""
    word, *rest = _after_options(args, _WITH_VALUE) or [""]
    address = next((each for each in rest if "://" in each), "")
    return (
        _name_of_host(address) if _VERSION.sub("", word) in _BRIDGES and address else _short(word)
    )


def _after_options(args: list[str], with_value: set[str]) -> list[str]:
    """What follows the subcommands and options of a program that runs others."""
    position = 0
    while position < len(args) and (
        args[position].startswith("-") or args[position] in _SUBCOMMANDS
    ):
        position += 2 if args[position] in with_value else 1
    return args[position:]


def _short(path: str) -> str:
    """The last telling part of a path or package, without what only says that it is a server."""
    for part in reversed(re.split(r"[\\/]", _VERSION.sub("", path))):
        name = _AFFIXES.sub("", _AFFIXES.sub("", _ENDING.sub("", part)))
        if name.strip(".@") and name.lower() not in _VAGUE_NAMES:
            return name.lstrip("@")
    return _base_name(path)


def _base_name(path: str) -> str:
    return _ENDING.sub("", re.split(r"[\\/]", path)[-1])


def _name_of_host(url: str) -> str:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    labels = host.split(".")
    if len(labels) < 2 or labels[-1].isdigit() or ":" in host:
        return host
    telling = [label for label in labels[:-1] if label not in _VAGUE_LABELS]
    if len(telling) > 1 and len(telling[-1]) <= 3 and len(labels[-1]) == 2:
        telling.pop()  # as in example.co.uk
    return telling[-1] if telling else labels[-2]
