"""Writes `about.json` for a packaged build: version, commit, and the licences of all it holds.

Run it with the Python that the bundle was made with. The commit is that of the checkout, or what
PATCHBAY_COMMIT says. The same bundle gives the same text.
"""

import argparse
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

from patchbay.core.about import as_json, shipped_licences
from patchbay.core.licences import Licence, package_licences
from patchbay.core.revision import revision

ROOT = Path(__file__).resolve().parent.parent
_LIBRARY = re.compile(r"lib(?!Qt6|icu|pyside6|python|shiboken6)[^/]+\.so(?:\.[\d.]+)?")
"""Those that came with packages from Python are told of already."""
_COMMON = Path("/usr/share/common-licenses")
_SHARED = re.compile(rf"{_COMMON}/([\w.-]*\w)")
_UNDER = re.compile(r"^License:[ \t]*(\S[^\n]{0,60})$", re.MULTILINE)


def main() -> int:
    """Write the file; 1 when a part has no text."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("target", type=Path, help="the about.json to write")
    parser.add_argument("bundle", type=Path, help="the folder that PyInstaller makes")
    options = parser.parse_args()
    libraries = tuple(_libraries(options.bundle))
    parts = (*shipped_licences(), *_program(), *libraries, *_referred_to(libraries))
    if silent := [part.name for part in parts if not part.text]:
        sys.stderr.write(f"licences: no text for {', '.join(silent)}\n")
        return 1
    text = as_json(revision(ROOT), parts)
    options.target.write_text(text, encoding="utf-8", newline="\n")
    sys.stdout.write(f"{options.target}: {len(parts)} licences\n")
    return 0


def _program() -> Iterator[Licence]:
    """Python itself, and the part of PyInstaller that starts it."""
    yield Licence("CPython", platform.python_version(), "PSF-2.0", _python_text())
    for part in package_licences(lambda _: "", root="pyinstaller"):
        if part.name == "pyinstaller":
            told = "GPL-2.0-or-later WITH Bootloader-exception"
            yield Licence("PyInstaller bootloader", part.version, told, part.text)


def _python_text() -> str:
    folders = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    names = ("LICENSE.txt", "LICENSE")
    for file in (folder / name for folder in folders for name in names):
        if file.is_file():
            return file.read_text(encoding="utf-8").strip("\n")
    return ""


def _libraries(bundle: Path) -> Iterator[Licence]:
    """What was taken from the system that builds: Debian says for each file whose it is."""
    if shutil.which("dpkg-query") is None:
        return
    names = sorted({file.name for file in bundle.rglob("*.so*") if _LIBRARY.fullmatch(file.name)})
    packages: dict[str, str] = {}
    for name in names:
        found = _ask("dpkg-query", "--search", f"*/lib/*/{name}")
        if package := re.split(r", |: ", found, maxsplit=1)[0]:
            packages[package.partition(":")[0]] = package
    for name, package in sorted(packages.items()):
        file = Path("/usr/share/doc") / name / "copyright"
        if file.is_file():
            text = file.read_text(encoding="utf-8", errors="replace").strip("\n")
            under = list(dict.fromkeys(found.strip() for found in _UNDER.findall(text)))
            told = under[0] + (" and others" if under[1:] else "") if under else "see the text"
            number = _ask("dpkg-query", "--show", "--showformat=${Version}", package)
            yield Licence(name, number, told, text)


def _referred_to(libraries: Iterable[Licence]) -> Iterator[Licence]:
    """Debian keeps the licences that many packages share in one place, and names only that."""
    names = {name for part in libraries for name in _SHARED.findall(part.text)}
    for name in sorted(names):
        file = _COMMON / name
        if file.is_file():
            text = file.read_text(encoding="utf-8", errors="replace").strip("\n")
            yield Licence(f"{name} (named above)", "", name, text)


def _ask(*command: str) -> str:
    """What it printed; nothing where it failed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
