"""Names what is risky about a start, and what would be safer."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path, PurePosixPath, PureWindowsPath

from patchbay.core.trust.containers import ContainerRun, Option, container_run
from patchbay.core.trust.packages import PackageRun, Word, package_run
from patchbay.core.trust.plan import StartPlan
from patchbay.core.trust.rules import program_name

_SOCKETS = ("docker.sock", "podman.sock", "containerd.sock")
_BROAD_FOLDERS = {"/", "/home", "/Users", "/root", "/mnt", "/media", "/var", "/etc"}
_HOME_SPELLINGS = {"~", "$HOME", "${HOME}", "%USERPROFILE%"}
_EXACT_VERSION = re.compile(r"v?\d+(?:\.\d+)+[\w.+-]*|\d+")
_NPM_PACKAGE = re.compile(r"(?P<name>@?[^@]+)(?:@(?P<version>.*))?")
_PYTHON_PACKAGE = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?(?:(?:@|==)(?P<version>[^;\s]+))?(?P<other>[<>~!=].*)?"
)
_NPM_SHORTHAND = re.compile(r"(?:github:|gitlab:|bitbucket:|gist:)\S+|[\w.-]+/[\w.-]+(?:#\S+)?")
_SHELLS = {"sh", "bash", "zsh", "dash", "fish", "ksh"}
_MANY_RIGHTS = {"ALL", "SYS_ADMIN", "CAP_SYS_ADMIN"}


@dataclass(frozen=True, slots=True)
class Risk:
    """One risk: what it means, the remedy, and the places in the plan's `argv` that cause it."""

    title: str
    detail: str
    indexes: tuple[int, ...] = ()


def risks(plan: StartPlan) -> tuple[Risk, ...]:
    """The risks of `plan`, the gravest kinds first; none for what is part of Patchbay."""
    if plan.definition.built_in or not plan.argv:
        return ()
    program, args = program_name(plan.definition.command), plan.argv[1:]
    found: list[Risk] = []
    if (container := container_run(program, args)) is not None:
        found += _of_container(container)
    if (package := package_run(program, args)) is not None:
        found += _of_package(package)
    options = takewhile(lambda argument: argument.startswith("-"), args)
    if program in _SHELLS and any(re.fullmatch(r"-[a-z]*c", option) for option in options):
        found.append(
            Risk(
                "A line of shell",
                "A shell may run any program, allowed or not. Name the program itself as command.",
                (0,),
            )
        )
    return tuple(found)


def _of_container(container: ContainerRun) -> Iterator[Risk]:
    for option in container.options:
        risk = _of_option(option)
        if risk is not None:
            yield risk
    if container.image and not _is_pinned_image(container.image):
        yield Risk(
            "The image may change",
            f"{container.image} has no fixed tag, so the next start may run other code."
            " Add a version, or better a digest: image@sha256:….",
            _in_argv(container.image_index),
        )


def _of_option(option: Option) -> Risk | None:
    places = _in_argv(*option.indexes)
    if option.name in {"volume", "mount"}:
        return _of_mount(option, places)
    if option.name == "privileged" and option.value != "false":
        return Risk(
            "Privileged container",
            "It can do everything root can do on this computer. Drop --privileged and give single"
            " rights with --cap-add.",
            places,
        )
    if option.name == "use-api-socket":
        return _socket(places)
    if option.name in {"network", "net"} and option.value == "host":
        return Risk(
            "The container shares the network of this computer",
            "It reaches every service that listens on localhost. Drop --network host and publish"
            " single ports with -p.",
            places,
        )
    return _of_rights(option, places)


def _of_rights(option: Option, places: tuple[int, ...]) -> Risk | None:
    if option.name == "pid" and option.value == "host":
        return Risk(
            "The container sees every process of this computer",
            "It may read their memory and end them. Drop --pid host.",
            places,
        )
    if option.name == "cap-add" and option.value.upper() in _MANY_RIGHTS:
        return Risk(
            f"The container gets the right {option.value.upper()}",
            "That is nearly as much as --privileged. Give single rights only.",
            places,
        )
    return None


def _of_mount(option: Option, places: tuple[int, ...]) -> Risk | None:
    source = _mount_source(option)
    if source.endswith(_SOCKETS):
        return _socket(places)
    if not _is_broad(source):
        return None
    return Risk(
        f"The container sees {_folder_words(source)}",
        f"The mount of {source} opens far more than a server needs. Mount one folder, and :ro if it"
        " need not write.",
        places,
    )


def _socket(places: tuple[int, ...]) -> Risk:
    return Risk(
        "The container controls docker",
        "With the docker socket it can start any container, with any right, on this computer."
        " Drop it, or put a filtering proxy between.",
        places,
    )


def _mount_source(option: Option) -> str:
    if option.name == "mount":
        parts = (part.partition("=") for part in option.value.split(","))
        return next((value for key, _, value in parts if key in {"source", "src"}), "")
    drive = re.match(r"[A-Za-z]:[\\/][^:]*", option.value)
    return drive[0] if drive else option.value.split(":", 1)[0]


def _is_broad(source: str) -> bool:
    if source.rstrip("/") in _HOME_SPELLINGS:
        return True
    if re.match(r"[A-Za-z]:[\\/]", source):
        return len(PureWindowsPath(source).parts) == 1
    if not source.startswith("/"):
        return False
    folder = os.path.normpath(PurePosixPath(source))
    home = Path.home()
    return folder in _BROAD_FOLDERS | {str(home), *map(str, home.parents)}


def _folder_words(source: str) -> str:
    is_disk = source.strip("/") == "" or re.fullmatch(r"[A-Za-z]:[\\/]", source) is not None
    return "the whole disk" if is_disk else "whole home or system folders"


def _is_pinned_image(image: str) -> bool:
    if "@sha256:" in image:
        return True
    _, colon, tag = image.rsplit("/", 1)[-1].partition(":")
    return bool(colon) and tag != "latest"


def _of_package(package: PackageRun) -> Iterator[Risk]:
    if package.call is not None:
        yield Risk(
            "npx runs a line of shell",
            "With -c the text goes to a shell, which may run any program, allowed or not. Name the"
            " package and its arguments instead.",
            _in_argv(package.call.index),
        )
    for word in package.packages:
        risk = _of_source(package.ecosystem, word)
        if risk is not None:
            yield risk
    for word in package.registries:
        if word.text.startswith("http://"):
            yield Risk(
                "Packages come from an unencrypted address",
                "Whoever is on the way can change them. Use an https:// index.",
                _in_argv(word.index),
            )
    yield from _of_folders(package)


def _of_source(ecosystem: str, word: Word) -> Risk | None:
    places = _in_argv(word.index)
    text = word.text.partition(" @ ")[2] or word.text
    if re.match(r"(?:git\+)?(?:http|git)://", text):
        return Risk(
            "Code comes from an unencrypted address",
            "Whoever is on the way can change it. Use https, or a published version.",
            places,
        )
    is_repository = text.startswith(("git+", "git@", "ssh://")) or ".git" in text
    is_shorthand = ecosystem == "npm" and _NPM_SHORTHAND.fullmatch(text) is not None
    if is_repository or (is_shorthand and not text.startswith("@")):
        return Risk(
            "Code comes straight from a repository",
            "It runs unreviewed and may change at any time. Use a published version.",
            places,
        )
    if "://" in text:
        return Risk(
            "Code comes from a web address",
            "No registry keeps its versions. Use a published version.",
            places,
        )
    return _of_version(ecosystem, text, places)


def _of_version(ecosystem: str, text: str, places: tuple[int, ...]) -> Risk | None:
    if text.startswith((".", "/", "~", "file:")) or "\\" in text:
        return None
    pattern = _NPM_PACKAGE if ecosystem == "npm" else _PYTHON_PACKAGE
    match = pattern.fullmatch(text)
    if match is None or _EXACT_VERSION.fullmatch(match["version"] or ""):
        return None
    example = f"{match['name']}@1.2.3"
    return Risk(
        "The package may change",
        f"{text} is not fixed to a version, so the next start may run other code."
        f" Write the version, as in {example}.",
        places,
    )


def _of_folders(package: PackageRun) -> Iterator[Risk]:
    """The file server of the MCP project takes the folders it may touch as arguments."""
    if "server-filesystem" not in package.package:
        return
    for word in package.rest:
        if _is_broad(word.text):
            yield Risk(
                f"The server sees {_folder_words(word.text)}",
                f"{word.text} opens far more than one task needs. Name single folders.",
                _in_argv(word.index),
            )


def _in_argv(*indexes: int) -> tuple[int, ...]:
    """Places in `argv`, which the program itself begins."""
    return tuple(index + 1 for index in indexes)
