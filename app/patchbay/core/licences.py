"""The licences of the packages Patchbay runs with, as the environment it runs in tells them."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

DISTRIBUTION = "mcp-patchbay"


@dataclass(frozen=True, slots=True)
class Licence:
    """What one shipped part is under: `id` in the words of SPDX, and its full `text`."""

    name: str
    version: str
    id: str
    text: str


StandardText = Callable[[str], str]
"""The text of a licence by its id; empty when it is not known."""

_REQUIREMENT = re.compile(r"\s*([\w.-]+)\s*(?:\[([^]]*)\])?")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([\w.-]+)['"]""")
_FILE = re.compile(r"[^/]*\.dist-info/(?:[^/]+/)*(?:LICEN[CS]E|COPYING|NOTICE)[^/]*", re.IGNORECASE)
_BY_NAME = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Python Software Foundation License": "PSF-2.0",
}
_LONGEST_ID = 80


def package_licences(standard: StandardText, root: str = DISTRIBUTION) -> tuple[Licence, ...]:
    """`root` and every package it needs that is installed, by name.

    Reads some hundred files: call it in a thread.
    """
    found = {each.name: each for each in needed(root)}
    return tuple(_licence(found[name], standard) for name in sorted(found, key=str.casefold))


def needed(root: str) -> Iterator[Distribution]:
    """`root` and what it requires, with extras as asked for; what is not installed is left out."""
    waiting = [(root, frozenset[str]())]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, extras = waiting.pop()
        if (wanted := (_normal(name), extras)) in seen:
            continue
        seen.add(wanted)
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # for another system or another Python
        yield package
        waiting.extend(_requirements(package.requires or (), extras))


def _requirements(
    lines: Iterable[str], extras: frozenset[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    for line in lines:
        requirement, _, marker = line.partition(";")
        optional = _EXTRA.search(marker)
        if optional and _normal(optional[1]) not in extras:
            continue
        if found := _REQUIREMENT.match(requirement):
            asked = (found[2] or "").split(",")
            yield found[1], frozenset(_normal(extra) for extra in asked if extra.strip())


def _licence(package: Distribution, standard: StandardText) -> Licence:
    identity = _identity(package)
    text = _text(package) or standard(identity).replace("{authors}", _authors(package))
    return Licence(package.name, package.version, identity, text)


def _identity(package: Distribution) -> str:
    """The licence as the package names it, newest way first."""
    for key in ("License-Expression", "License"):
        named = _told(package, key)
        if named and named != "UNKNOWN" and "\n" not in named and len(named) <= _LONGEST_ID:
            return _BY_NAME.get(named, named)
    lines = [str(line) for line in package.metadata.get_all("Classifier") or ()]
    kinds = [line.rpartition(":: ")[2] for line in lines if line.startswith("License ::")]
    return " OR ".join(_BY_NAME.get(kind, kind) for kind in kinds)


def _text(package: Distribution) -> str:
    named = [str(name) for name in package.metadata.get_all("License-File") or ()]
    texts = [package.read_text(f"licenses/{name}") or package.read_text(name) for name in named]
    if not any(texts):
        files = sorted(str(file).replace("\\", "/") for file in package.files or ())
        inside = [file.partition("/")[2] for file in files if _FILE.fullmatch(file)]
        texts = [package.read_text(name) for name in inside]
    return "\n\n".join(text.strip("\n") for text in texts if text and text.strip())


def _authors(package: Distribution) -> str:
    named = _told(package, "Author") or _told(package, "Author-email")
    return named or f"the authors of {package.name}"


def _told(package: Distribution, key: str) -> str:
    """One line of the metadata; empty when it is not there."""
    return str((package.metadata.get_all(key) or ("",))[0]).strip()


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.strip()).lower()
