"""What describes the packages agrees with itself on every system, and with pyproject.toml."""

import plistlib
import re
import runpy
import tomllib
from collections.abc import Iterator
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import patchbay
from patchbay.core.values import JsonObject, as_list, as_object

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
INSTALLER = PACKAGING / "windows" / "patchbay.iss"
METAINFO = PACKAGING / "linux" / "patchbay.metainfo.xml"
DESKTOP = PACKAGING / "linux" / "patchbay.desktop"
HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("yarnpkg", "com"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
        ("rubygems", "org"),
    )
)

pytestmark = pytest.mark.skipif(not WORKFLOWS, reason="an sdist has no workflows")


def project_version() -> str:
    return tomllib.loads(_text(ROOT / "pyproject.toml"))["project"]["version"]


def info_plist() -> JsonObject:
    return plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())


def test_the_program_the_linux_packages_and_the_windows_resource_tell_the_projects_version() -> (
    None
):
    version = project_version()
    metainfo = ElementTree.fromstring(_text(METAINFO))  # noqa: S314 - our own file
    release = metainfo.find("./releases/release")
    resource = runpy.run_path(str(PACKAGING / "windows" / "version_info.py"))

    assert patchbay.__version__ == version
    assert release is not None
    assert release.get("version") == version
    assert f"- semver: {version}\n" in _text(PACKAGING / "linux" / "changelog.yaml")
    assert resource["project_version"]() == version
    assert f"'ProductVersion', '{version}'" in resource["version_info"](version)


def test_a_version_with_a_suffix_has_four_numbers_for_windows() -> None:
    resource = runpy.run_path(str(PACKAGING / "windows" / "version_info.py"))

    told = resource["version_info"]("1.2rc3")

    assert "filevers=(1, 2, 0, 0), prodvers=(1, 2, 0, 0)" in told
    assert "'FileVersion', '1.2rc3'" in told


def test_the_windows_installer_and_the_macos_plist_name_no_version_of_their_own() -> None:
    assert "#error" in _text(INSTALLER)
    assert "AppVersion={#AppVersion}" in _text(INSTALLER)
    assert not info_plist().keys() & {"CFBundleVersion", "CFBundleShortVersionString"}


def test_every_constant_of_the_installer_is_defined() -> None:
    text = _text(INSTALLER)
    given = {"AppVersion", "Icon", "SignTool"}  # on the compiler's command line

    assert set(re.findall(r"\{#(\w+)\}", text)) - given <= set(re.findall(r"#define (\w+)", text))


def test_every_system_opens_links_of_the_same_scheme() -> None:
    desktop = RawConfigParser()
    desktop.read_string(_text(DESKTOP))
    plist = info_plist()

    assert "x-scheme-handler/patchbay" in desktop["Desktop Entry"]["MimeType"].split(";")
    assert '#define Scheme "patchbay"' in _text(INSTALLER)
    assert [kind["CFBundleURLSchemes"] for kind in _entries(plist, "CFBundleURLTypes")] == [
        ["patchbay"]
    ]


def test_every_system_knows_the_program_by_the_same_name_and_id() -> None:
    desktop = RawConfigParser()
    desktop.read_string(_text(DESKTOP))
    metainfo = ElementTree.fromstring(_text(METAINFO))  # noqa: S314 - our own file
    plist = info_plist()

    assert desktop["Desktop Entry"]["Name"] == metainfo.findtext("name") == "Patchbay"
    assert plist["CFBundleDisplayName"] == "Patchbay"
    assert '#define Name "Patchbay"' in _text(INSTALLER)
    assert plist["CFBundleIdentifier"] == metainfo.findtext("id")
    assert metainfo.findtext("launchable") == DESKTOP.name


def test_on_macos_and_windows_patchbay_is_offered_for_files_and_never_made_the_default() -> None:
    ranks = [kind["LSHandlerRank"] for kind in _entries(info_plist(), "CFBundleDocumentTypes")]
    associations = re.findall(r'Classes\\\.(\w+)([^"]*)";', _text(INSTALLER))

    assert ranks == ["Alternate"]
    assert dict(associations) == dict.fromkeys(
        ("json", "jsonc", "yaml", "yml"), r"\OpenWithProgids"
    )


def test_the_entitlements_leave_the_check_of_libraries_on() -> None:
    told = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())

    assert told
    assert "com.apple.security.cs.disable-library-validation" not in told


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit_with_their_version_beside_it(workflow: Path) -> None:
    used = re.findall(r"uses: *(.*)", _text(workflow))

    assert used
    assert not [line for line in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v\d\S*", line)]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_do_nothing_unless_a_job_says_so_and_keeps_no_cache(workflow: Path) -> None:
    text = _text(workflow)

    assert "\npermissions: {}\n" in text
    assert text.count("enable-cache: false") == text.count("astral-sh/setup-uv@")
    assert "actions/cache" not in text


def test_no_committed_file_names_a_registry() -> None:
    named = [
        str(path.relative_to(ROOT))
        for path in _own_files()
        if any(host in path.read_text("utf-8", errors="ignore") for host in HOSTS)
    ]

    assert not named


def _own_files() -> Iterator[Path]:
    """What is ours and text: not what a build or a tool leaves beside it."""
    yield from (ROOT / name for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md"))
    for folder in (".ci", ".github", "app", "packaging", "resources", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and not {"__pycache__", "fonts", "screenshots"} & set(path.parts):
                yield path


def _entries(plist: JsonObject, key: str) -> list[JsonObject]:
    return [as_object(entry) for entry in as_list(plist[key])]


def _text(path: Path) -> str:
    return path.read_text("utf-8")
