"""The version resource of patchbay.exe, made from pyproject.toml.

python packaging/windows/version_info.py OUT        writes what PyInstaller's EXE(version=OUT) reads
python packaging/windows/version_info.py --number   prints the version
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_RESOURCE = """\
VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers}, prodvers={numbers},
    mask=0x3F, flags=0x0, OS=0x40004, fileType=0x1, subtype=0x0
  ),
  kids=[
    StringFileInfo([StringTable("040904B0", [
{strings}
    ])]),
    VarFileInfo([VarStruct("Translation", [0x0409, 1200])]),
  ],
)
"""


def project_version() -> str:
    """The version in pyproject.toml, the only place that says it."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def version_info(version: str) -> str:
    """The text of the resource; a suffix such as `rc1` is shown, but not among the numbers."""
    release = re.match(r"\d+(?:\.\d+)*", version)
    if release is None:
        raise ValueError(f"The version {version!r} does not begin with a number.")
    numbers = tuple([*map(int, release.group().split(".")), 0, 0, 0, 0][:4])
    shown = {
        "CompanyName": "The Patchbay maintainers",
        "FileDescription": "Patchbay",
        "FileVersion": version,
        "InternalName": "patchbay",
        "LegalCopyright": "MIT licence",
        "OriginalFilename": "patchbay.exe",
        "ProductName": "Patchbay",
        "ProductVersion": version,
    }
    strings = "\n".join(f"      StringStruct({key!r}, {text!r})," for key, text in shown.items())
    return _RESOURCE.format(numbers=numbers, strings=strings)


def write_version_info(out: Path) -> Path:
    """Write the resource for the project's version; returns `out`."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(version_info(project_version()), "utf-8")
    return out


if __name__ == "__main__":
    if sys.argv[1:] == ["--number"]:
        sys.stdout.write(project_version() + "\n")
    elif len(sys.argv) == 2:
        write_version_info(Path(sys.argv[1]))
    else:
        sys.exit(__doc__)
