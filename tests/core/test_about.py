"""What this copy of Patchbay is, from a build and from source."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from patchbay import __version__
from patchbay.core import about as room
from patchbay.core.about import About, about, as_json
from patchbay.core.licences import Licence, package_licences
from patchbay.core.revision import VARIABLE, revision

ROOT = Path(__file__).resolve().parents[2]
LICENCE = Licence("parts", "1.2", "MIT", "Permission is hereby granted.")


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a build would have written what it is."""
    file = tmp_path / room.FILE
    monkeypatch.setattr(room, "resource", tmp_path.joinpath)
    return file


def package(folder: Path, name: str, *lines: str, **files: str) -> None:
    """A package as an installer leaves it in a folder of Python's path."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    told = (f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0", *lines)
    (info / "METADATA").write_text("\n".join(told) + "\n")
    for file, text in files.items():
        (info / file).write_text(text)
    (info / "RECORD").write_text("".join(f"{info.name}/{file},,\n" for file in files))


def by_name(licences: tuple[Licence, ...]) -> dict[str, Licence]:
    return {each.name: each for each in licences}


def test_version_and_commit_are_named_in_one_line() -> None:
    assert About("0.1.0", "abc1234").named == "patchbay 0.1.0 (abc1234)"
    assert About("0.1.0").named == "patchbay 0.1.0"


def test_what_a_build_wrote_is_what_is_told(built: Path) -> None:
    built.write_text(as_json("abc1234", [LICENCE]), encoding="utf-8")

    found = about()

    assert (found.version, found.commit) == (__version__, "abc1234")
    assert found.licences == (LICENCE,)


def test_a_wheel_tells_its_commit_and_the_licences_of_what_is_installed_with_it(
    built: Path,
) -> None:
    built.write_text(json.dumps({"version": "9.9", "commit": "abc1234"}))

    found = about()

    assert found.named == "patchbay 9.9 (abc1234)"
    assert "mcp" in by_name(found.licences)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"licences": 3}', '{"licences": [3]}'])
def test_a_damaged_file_harms_nothing(built: Path, text: str) -> None:
    built.write_text(text)

    assert about().version == __version__


def test_everything_that_is_shipped_has_its_licence_and_the_text_of_it() -> None:
    licences = about().licences
    named = by_name(licences)

    assert licences[0].name == "Qt"
    assert {"mcp-patchbay", "Inter", "JetBrains Mono", "Lucide icons", "ICU"} <= named.keys()
    assert {"PySide6_Essentials", "shiboken6", "mcp", "httpx2", "jsonschema_rs"} <= named.keys()
    assert "cryptography" in named, "an extra of a package is one of its needs"
    assert not {"pytest", "ruff", "rich"} & named.keys()
    assert [each.name for each in licences if not each.text] == []
    assert [each.name for each in licences if not each.id] == []


def test_qt_comes_with_both_licences_and_the_offer_of_source() -> None:
    text = about().licences[0].text

    assert "{version}" not in text
    for words in ("LESSER GENERAL PUBLIC", "17. Interpretation of Sections", "download.qt.io"):
        assert words in text


def test_the_same_parts_give_the_same_file() -> None:
    assert as_json("abc1234", room.shipped_licences()) == as_json(
        "abc1234", room.shipped_licences()
    )


def test_needs_are_followed_with_the_extras_that_were_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    needs = ("Requires-Dist: here[wanted]>=1; python_version > '3'", "Requires-Dist: elsewhere")
    package(tmp_path, "root", *needs, "License-Expression: MIT", LICENSE="root's")
    package(
        tmp_path,
        "here",
        "Requires-Dist: wanted; extra == 'wanted'",
        "Requires-Dist: unwanted; extra == 'unwanted'",
        "Requires-Dist: root",
        "Classifier: License :: OSI Approved :: MIT License",
        "Author: Ada",
    )
    package(tmp_path, "wanted", "License: UNKNOWN", COPYING="wanted's", NOTICE="and more")
    package(tmp_path, "unwanted")

    found = by_name(package_licences(lambda identity: f"{identity} of {{authors}}", "root"))

    assert list(found) == ["here", "root", "wanted"]
    assert found["root"].text == "root's"
    assert (found["here"].id, found["here"].text) == ("MIT", "MIT of Ada")
    assert found["wanted"].text == "wanted's\n\nand more"


def test_the_commit_is_that_of_the_checkout(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        command = ["git", "-C", str(tmp_path), *who, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    assert revision(tmp_path) == ""
    git("init", "-q")
    assert revision(tmp_path) == "", "nothing was committed"
    git("commit", "-q", "--allow-empty", "-m", "first")
    assert revision(tmp_path) == git("rev-parse", "HEAD")[:7]


def test_a_variable_names_the_commit_where_there_is_no_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "0123456789abcdef")

    assert revision(tmp_path) == "0123456"


def test_version_is_printed_with_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "abc1234")

    told = subprocess.run(
        [sys.executable, "-m", "patchbay", "--version"], capture_output=True, text=True, check=True
    )

    assert told.stdout == f"patchbay {__version__} (abc1234)\n"


def test_a_bundle_gets_the_licences_of_python_and_of_every_part(tmp_path: Path) -> None:
    file = tmp_path / room.FILE

    subprocess.run(
        [sys.executable, ROOT / "packaging" / "licences.py", file, tmp_path / "bundle"], check=True
    )

    told = json.loads(file.read_text(encoding="utf-8"))
    assert {"Qt", "CPython", "mcp"} <= {each["name"] for each in told["licences"]}
    assert told["version"] == __version__
