"""What this copy of Patchbay is: its version, its commit, and the licences of all it is made of."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from patchbay import __version__
from patchbay.core.licences import DISTRIBUTION, Licence, package_licences
from patchbay.core.paths import resource
from patchbay.core.revision import revision
from patchbay.core.values import JsonObject, as_list, as_object, as_text

FILE = "about.json"
_QT = "PySide6-Essentials"
_FONTS = (("Inter", "OFL-1.1"), ("JetBrains Mono", "OFL-1.1"))
_LGPL = "LGPL-3.0-only"


@dataclass(frozen=True)
class About:
    """Version and commit at once; `licences` may take long when it is asked for the first time."""

    version: str
    commit: str = ""
    built: tuple[Licence, ...] = ()
    """Licences that were gathered when this copy was built; empty where packages are its own."""

    @property
    def named(self) -> str:
        """`patchbay 0.1.0 (abc1234)`, or without a commit where none is known."""
        return f"patchbay {self.version}" + (f" ({self.commit})" if self.commit else "")

    @cached_property
    def licences(self) -> tuple[Licence, ...]:
        """Qt's notice first, Patchbay, fonts and icons, and then every package by name."""
        return self.built or shipped_licences()


def about() -> About:
    """What the build wrote down, or what can be told from a checkout."""
    told = _told(resource(FILE))
    if not told:
        return About(__version__, revision(resource().parent))
    listed = tuple(_licence(as_object(item)) for item in as_list(told.get("licences")))
    return About(as_text(told.get("version")) or __version__, as_text(told.get("commit")), listed)


def shipped_licences() -> tuple[Licence, ...]:
    """The licences of what stands in this environment and in `resources`; call it in a thread."""
    packages = package_licences(_standard_text)
    own = [each for each in packages if each.name == DISTRIBUTION]
    rest = [each for each in packages if each.name != DISTRIBUTION]
    return (_qt(), *own, *_resources(), *rest)


def as_json(commit: str, licences: Iterable[Licence]) -> str:
    """The text of the file that a build ships; the same for the same input."""
    listed = [asdict(each) for each in licences]
    told = {"version": __version__, "commit": commit, "licences": listed}
    return json.dumps(told, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _told(file: Path) -> JsonObject:
    try:
        return as_object(json.loads(file.read_bytes()))
    except (OSError, ValueError):
        return {}


def _licence(told: JsonObject) -> Licence:
    name, number, identity, text = (
        as_text(told.get(key)) for key in ("name", "version", "id", "text")
    )
    return Licence(name, number, identity, text)


def _qt() -> Licence:
    try:
        number = version(_QT)
    except PackageNotFoundError:
        number = ""
    notice = _read("licences", "Qt.txt").replace("{version}", number)
    return Licence("Qt", number, _LGPL, f"{notice}\n\n{_standard_text(_LGPL)}")


def _resources() -> Iterator[Licence]:
    for name, identity in _FONTS:
        yield Licence(name, "", identity, _read("fonts", "LICENSE"))
    yield Licence("Lucide icons", "", "ISC AND MIT", _read("icons", "LICENSE"))
    yield Licence("ICU", "", "Unicode-DFS-2016", _read("licences", "ICU.txt"))  # Qt brings it


def _standard_text(identity: str) -> str:
    """The text for packages that bring none; of several licences to choose from, the first."""
    first = identity.partition(" OR ")[0]
    texts = [_read("licences", f"{first}.txt")]
    if first == _LGPL:  # it is a set of permissions on top of the GPL
        texts.append(_read("licences", "GPL-3.0-only.txt"))
    return "\n\n".join(text for text in texts if text)


def _read(*parts: str) -> str:
    try:
        return resource(*parts).read_text(encoding="utf-8").strip("\n")
    except OSError:
        return ""
