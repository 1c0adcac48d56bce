"""Print the Debian packages that a bundle needs and does not bring: depends.py BUNDLE.

Like dpkg-shlibdeps: every library that a part of the bundle names, looked up on this machine; one
that is not installed by the name Debian's policy (8.1) gives its package, if apt knows that.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ALWAYS = ("ca-certificates",)
"""What no library name tells: the certificates that TLS is checked against."""

_LOADER = re.compile(r"ld-linux[-\w]*\.so\.\d")


def depends(bundle: Path) -> str:
    """One line as it stands behind `Depends:`."""
    parts = [path for path in sorted(bundle.rglob("*")) if _is_program(path)]
    brought = {path.name for path in bundle.rglob("*.so*")}
    headers = [_run("objdump", "-p", str(path)) for path in parts]
    needed = {name for text in headers for name in re.findall(r"NEEDED\s+(\S+)", text)}
    packages = _packages(name for name in needed - brought if not _LOADER.fullmatch(name))
    packages |= set(ALWAYS)
    packages.discard("libc6")
    return ", ".join([f"libc6 (>= {_newest_glibc(headers)})", *sorted(packages)])


def _is_program(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _packages(libraries: Iterable[str]) -> set[str]:
    """The packages that hold these libraries; ends where one is in none."""
    listed = _run("ldconfig", "-p")
    where = dict(re.findall(r"^\s+(\S+) \(libc6,x86-64.*?\) => (\S+)", listed, re.MULTILINE))
    found: set[str] = set()
    missing: list[str] = []
    for library in sorted(libraries):
        package = _owner(Path(where[library])) if library in where else _by_policy(library)
        if package:
            found.add(package)
        else:
            missing.append(library)
    if missing:
        names = ", ".join(missing)
        sys.exit(f"No package is known that has {names}; install one, or run apt-get update")
    return found


def _owner(library: Path) -> str:
    """Its package; dpkg knows a file by the name it had before /lib became a link."""
    for path in (library, library.resolve()):
        bare = Path("/", *path.parts[2:]) if path.parts[1] == "usr" else path
        for name in (str(bare), f"/usr{bare}"):
            if told := _run("dpkg", "-S", name):
                return told.partition(":")[0]
    return ""


def _by_policy(library: str) -> str:
    """`libname.so.4` is in `libname4`, `libname2.so.1` in `libname2-1`."""
    stem, _, version = library.partition(".so.")
    joint = "-" if stem[-1:].isdigit() else ""
    package = f"{stem}{joint}{version}".lower().replace("_", "-")
    return package if _run("apt-cache", "show", "--no-all-versions", package) else ""


def _newest_glibc(headers: Iterable[str]) -> str:
    versions = {
        tuple(int(part) for part in version.split("."))
        for text in headers
        for version in re.findall(r"\bGLIBC_(\d+(?:\.\d+)+)", text)
    }
    return ".".join(str(part) for part in max(versions))


def _run(*command: str) -> str:
    """What it printed; nothing where it failed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    return done.stdout


if __name__ == "__main__":
    sys.stdout.write(depends(Path(sys.argv[1])) + "\n")
