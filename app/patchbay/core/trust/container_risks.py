"""Names what is risky about the options and the image of a container."""

import csv
import re
from collections.abc import Iterator

from patchbay.core.trust.containers import ContainerRun, Option
from patchbay.core.trust.risk import Risk, folder_words, in_argv, is_broad, plain_path

_SOCKETS = ("docker.sock", "podman.sock", "containerd.sock")
_FOLDER_OF_SOCKETS = re.compile(
    r"(?:/var)?/run(?:/docker|/podman|/containerd|/user(?:/\d+(?:/podman)?)?)?"
)
_MANY_RIGHTS = {
    *("ALL", "SYS_ADMIN", "SYS_PTRACE", "SYS_MODULE", "SYS_RAWIO", "DAC_READ_SEARCH", "BPF"),
}
_UNGUARDED = re.compile(r"(?:seccomp|apparmor|systempaths)[=:]unconfined|label[=:]disable")
_LOCAL_ENGINE = re.compile(r"(?:unix|npipe|fd)://.*|/.*")


def container_risks(container: ContainerRun) -> Iterator[Risk]:
    for option in (*container.options, *container.doubtful):
        yield from _of_option(option)
    if container.image and not _is_pinned_image(container.image):
        yield Risk(
            "The image may change",
            f"{container.image} has no fixed tag, so the next start may run other code."
            " Add a version, or better a digest: image@sha256:….",
            in_argv(container.image_index),
        )


def engine_risk(address: Option) -> Risk | None:
    """The risk of talking to another container engine than that of this computer."""
    if not address.value or _LOCAL_ENGINE.fullmatch(address.value):
        return None
    return Risk(
        "Another computer runs the container",
        "The container and its variables go to the engine at that address. Drop the option to use"
        " the engine of this computer.",
        in_argv(*address.indexes),
    )


def _of_option(option: Option) -> Iterator[Risk]:
    places = in_argv(*option.indexes)
    if option.name in {"volume", "mount"}:
        yield from _of_mount(option, places)
    elif option.name == "privileged" and option.value != "false":
        yield Risk(
            "Privileged container",
            "It can do everything root can do on this computer. Drop --privileged and give single"
            " rights with --cap-add.",
            places,
        )
    elif option.name == "use-api-socket":
        yield _socket(places)
    elif option.name in {"network", "net"} and _network(option.value) == "host":
        yield Risk(
            "The container shares the network of this computer",
            "It reaches every service that listens on localhost. Drop --network host and publish"
            " single ports with -p.",
            places,
        )
    else:
        yield from _of_rights(option, places)


def _of_rights(option: Option, places: tuple[int, ...]) -> Iterator[Risk]:
    if option.name == "pid" and option.value == "host":
        yield Risk(
            "The container sees every process of this computer",
            "It may read their memory and end them. Drop --pid host.",
            places,
        )
    elif option.name == "cap-add":
        for right in option.value.upper().split(","):
            if right.removeprefix("CAP_") in _MANY_RIGHTS:
                yield Risk(
                    f"The container gets the right {right}",
                    "That is nearly as much as --privileged. Give single rights only.",
                    places,
                )
    else:
        yield from _of_guards(option, places)


def _of_guards(option: Option, places: tuple[int, ...]) -> Iterator[Risk]:
    if option.name in {"device", "device-cgroup-rule"}:
        yield Risk(
            "The container reaches a device of this computer",
            "A disk opened as a device has no rights and no folders to stop it. Drop the option,"
            " or be sure of the device.",
            places,
        )
    elif option.name == "security-opt" and _UNGUARDED.fullmatch(option.value.lower()):
        yield Risk(
            "The container runs without a guard",
            "What keeps it from the system calls and files it does not need is switched off."
            " Drop --security-opt.",
            places,
        )


def _of_mount(option: Option, places: tuple[int, ...]) -> Iterator[Risk]:
    for source in _mount_sources(option):
        plain = plain_path(source) if source.startswith("/") else source
        if plain.endswith(_SOCKETS) or _FOLDER_OF_SOCKETS.fullmatch(plain):
            yield _socket(places)
        elif is_broad(source):
            yield Risk(
                f"The container sees {folder_words(source)}",
                f"The mount of {source} opens far more than a server needs. Mount one folder, and"
                " :ro if it need not write.",
                places,
            )


def _socket(places: tuple[int, ...]) -> Risk:
    return Risk(
        "The container controls docker",
        "With the docker socket it can start any container, with any right, on this computer."
        " Drop it, or put a filtering proxy between.",
        places,
    )


def _mount_sources(option: Option) -> list[str]:
    if option.name == "mount":
        parts = (part.removeprefix("volume-opt=").partition("=") for part in _fields(option.value))
        return [value for key, _, value in parts if key.lower() in {"source", "src", "device"}]
    drive = re.match(r"[A-Za-z]:[\\/][^:]*", option.value)
    return [drive[0] if drive else option.value.split(":", 1)[0]]


def _network(value: str) -> str:
    parts = (part.partition("=") for part in _fields(value))
    return next((name for key, _, name in parts if key.lower() == "name"), value)


def _fields(value: str) -> list[str]:
    """The fields of an option's value, which docker reads as one line of CSV."""
    try:
        return [field for line in csv.reader([value]) for field in line]
    except csv.Error:
        return value.split(",")


def _is_pinned_image(image: str) -> bool:
    if "@sha256:" in image:
        return True
    _, colon, tag = image.rsplit("/", 1)[-1].partition(":")
    return bool(colon) and tag != "latest"
