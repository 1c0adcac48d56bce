"""Understands the command lines that fetch a package and run it: npx, uvx and their kin."""

from collections.abc import Sequence
from dataclasses import dataclass

_NPX = {"npx", "bunx", "pnpx"}
_NPX_WITH_VALUE = {
    "-p": "package",
    "--package": "package",
    "-c": "call",
    "--call": "call",
    "-w": "workspace",
    "--workspace": "workspace",
    "--prefix": "prefix",
    "--registry": "registry",
    "--cache": "cache",
    "--userconfig": "steering",
    "--globalconfig": "steering",
    "--loglevel": "loglevel",
    "--node-options": "steering",
    "--script-shell": "steering",
}
_UVX_WITH_VALUE = {
    "--from": "package",
    "--with": "package",
    "-w": "package",
    "-i": "registry",
    "--index-url": "registry",
    "--default-index": "registry",
    "--index": "registry",
    "--extra-index-url": "registry",
    "-f": "registry",
    "--find-links": "registry",
    **dict.fromkeys(
        (
            "--with-editable",
            "--with-requirements",
            "-p",
            "--python",
            "--python-platform",
            "--index-strategy",
            "--keyring-provider",
            "--resolution",
            "--prerelease",
            "--fork-strategy",
            "--exclude-newer",
            "--link-mode",
            "--refresh-package",
            "-P",
            "--upgrade-package",
            "--reinstall-package",
            "--no-binary-package",
            "--no-build-package",
            "--no-build-isolation-package",
            "-C",
            "--config-setting",
            "-c",
            "--constraints",
            "-b",
            "--build-constraints",
            "--overrides",
            "--env-file",
            "--cache-dir",
            "--color",
            "--directory",
            "--project",
            "--config-file",
            "--allow-insecure-host",
            "--torch-backend",
        ),
        "other",
    ),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of interest and the argument that it ends in."""

    text: str
    index: int


@dataclass(frozen=True, slots=True)
class PackageRun:
    """What will be fetched and run; `call` is a line of shell that npx was asked to run."""

    ecosystem: str
    packages: tuple[Word, ...]
    registries: tuple[Word, ...] = ()
    call: Word | None = None
    rest: tuple[Word, ...] = ()
    steering: tuple[Word, ...] = ()
    """Options that make npm itself run or load something else."""

    @property
    def package(self) -> str:
        return self.packages[0].text if self.packages else ""


def package_run(program: str, args: Sequence[str]) -> PackageRun | None:
    """The package that `program` would fetch and run; `None` when it is no such program."""
    if program in _NPX:
        return _read("npm", args, 0, _NPX_WITH_VALUE)
    if program == "npm" and args[:1] in (["exec"], ("exec",), ["x"], ("x",)):
        return _read("npm", args, 1, _NPX_WITH_VALUE)
    if program == "uvx":
        return _read("python", args, 0, _UVX_WITH_VALUE)
    if program == "uv" and tuple(args[:2]) == ("tool", "run"):
        return _read("python", args, 2, _UVX_WITH_VALUE)
    return None


def _read(
    ecosystem: str, args: Sequence[str], start: int, with_value: dict[str, str]
) -> PackageRun:
    found: dict[str, list[Word]] = {}
    position = start
    while position < len(args) and args[position].startswith("-"):
        if args[position] == "--":
            position += 1
            break
        name, equals, value = args[position].partition("=")
        kind = with_value.get(name)
        if kind is not None and not equals:
            position += 1
            value = args[position] if position < len(args) else ""
        at = min(position, len(args) - 1)  # the option itself where its value is missing
        found.setdefault(kind or "", []).append(Word(value, at))
        position += 1
    rest = tuple(Word(text, position + index) for index, text in enumerate(args[position:]))
    packages = tuple(found.get("package", ()))
    if rest and not _from_option(found, with_value):
        packages, rest = (rest[0], *packages), rest[1:]
    return PackageRun(
        ecosystem,
        packages,
        registries=tuple(found.get("registry", ())),
        call=next(iter(found.get("call", ())), None),
        rest=rest,
        steering=tuple(found.get("steering", ())),
    )


def _from_option(found: dict[str, list[Word]], with_value: dict[str, str]) -> bool:
    """Whether the package was named by an option, so that the first word is only its command."""
    return bool(found.get("package")) or ("call" in with_value.values() and "call" in found)
