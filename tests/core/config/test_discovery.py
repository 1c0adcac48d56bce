"""Finding the configs of other clients, on each system, without following anything far."""

import json
import os
from pathlib import Path

import pytest

from patchbay.core.config import discovery
from patchbay.core.config.client_places import CLIENT_PLACES, ROOTS, System
from patchbay.core.config.discovery import FoundConfig, found_configs

SERVERS = {"charts": {"command": "npx", "args": ["-y", "charts"]}, "notes": {"command": "uvx"}}


def write(path: Path, root: str = "mcpServers", **more: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({root: SERVERS, **more}))
    return path


def found(home: Path, **environment: str) -> dict[str, FoundConfig]:
    """On Linux, by the path below home."""
    configs = found_configs(home, environment, (), "linux")
    return {str(config.path.relative_to(home)): config for config in configs}


@pytest.mark.parametrize(
    ("system", "desktop", "code"),
    [
        ("linux", ".config/Claude", ".config/Code"),
        ("macos", "Library/Application Support/Claude", "Library/Application Support/Code"),
        ("windows", "AppData/Roaming/Claude", "AppData/Roaming/Code"),
    ],
)
def test_each_system_has_its_own_folders(
    system: System, desktop: str, code: str, tmp_path: Path
) -> None:
    write(tmp_path / desktop / "claude_desktop_config.json")
    write(tmp_path / code / "User/mcp.json", "servers")
    write(tmp_path / ".cursor/mcp.json")

    configs = found_configs(tmp_path, {}, (), system)

    assert [(config.client, config.servers, config.problem) for config in configs] == [
        ("Claude Desktop", 2, ""),
        ("Cursor", 2, ""),
        ("VS Code", 2, ""),
    ]


@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_every_place_of_the_table_is_found(system: System, tmp_path: Path) -> None:
    expected: list[Path] = []
    for places in CLIENT_PLACES:
        for place in places.user:
            root, _, rest = place.replace("*", "x").partition("/")
            if root in ROOTS[system]:
                expected.append(tmp_path / ROOTS[system][root].usual / rest)
        expected += [tmp_path / "project" / place for place in places.project]
    for path in expected:
        write(path, "tools" if path.name == "agent.yaml" else "mcpServers")
    (tmp_path / "project/agent.yaml").write_text("tools:\n  - {type: mcp, name: a, command: b}\n")

    configs = found_configs(tmp_path, {}, (tmp_path / "project",), system)

    assert [config.path for config in configs] == expected
    assert all(config.servers for config in configs)


def test_variables_of_the_environment_move_the_folders(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere/Code/User/mcp.json", "servers")
    write(tmp_path / "cc/.claude.json")
    write(tmp_path / ".config/Code/User/mcp.json", "servers")
    moved = {"XDG_CONFIG_HOME": f"{tmp_path}/elsewhere", "CLAUDE_CONFIG_DIR": f"{tmp_path}/cc"}

    assert list(found(tmp_path, **moved)) == ["cc/.claude.json", "elsewhere/Code/User/mcp.json"]


def test_a_relative_folder_in_the_environment_does_not_count(tmp_path: Path) -> None:
    write(tmp_path / ".config/Code/User/mcp.json", "servers")

    assert list(found(tmp_path, XDG_CONFIG_HOME="elsewhere")) == [".config/Code/User/mcp.json"]


def test_a_file_of_other_settings_says_nothing_without_servers(tmp_path: Path) -> None:
    (tmp_path / ".claude.json").write_text('{"numStartups": 12}')
    write(tmp_path / ".gemini/settings.json", "theme")
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".cursor/mcp.json").write_text('{"mcpServers": {}}')

    assert {path: config.servers for path, config in found(tmp_path).items()} == {
        ".cursor/mcp.json": 0
    }


def test_what_cannot_be_read_is_there_with_its_problem(tmp_path: Path) -> None:
    path = write(tmp_path / ".cursor/mcp.json")
    path.write_text('{\n  "mcpServers": {\n    "a": {"command": "npx" "args": []}\n  }\n}\n')

    config = found(tmp_path)[".cursor/mcp.json"]

    assert config.servers is None
    assert config.problem.startswith("Line 3: ")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the rights of files do not hold")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    write(tmp_path / ".cursor/mcp.json").chmod(0)

    assert found(tmp_path)[".cursor/mcp.json"].problem == "Permission denied."


def test_a_file_of_many_megabytes_is_named_and_not_read(tmp_path: Path) -> None:
    write(tmp_path / ".claude.json", history="x" * 2_000_000)

    assert found(tmp_path)[".claude.json"] == FoundConfig("Claude Code", tmp_path / ".claude.json")


def test_after_its_time_it_only_names_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "_SECONDS", -1.0)
    write(tmp_path / ".cursor/mcp.json")

    assert found(tmp_path)[".cursor/mcp.json"].servers is None


@pytest.mark.skipif(os.name == "nt", reason="has no such files")
def test_pipes_folders_and_dead_links_are_passed_by(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    os.mkfifo(tmp_path / ".cursor/mcp.json")
    (tmp_path / ".kiro/settings/mcp.json").mkdir(parents=True)
    (tmp_path / ".claude.json").symlink_to(tmp_path / "gone.json")

    assert found(tmp_path) == {}


def test_a_file_that_two_ways_lead_to_is_there_once(tmp_path: Path) -> None:
    write(tmp_path / ".cursor/mcp.json")

    configs = found_configs(tmp_path, {}, (tmp_path, tmp_path), "linux")

    assert [config.path for config in configs] == [tmp_path / ".cursor/mcp.json"]


def test_a_project_shows_its_own_configs(tmp_path: Path) -> None:
    write(tmp_path / "project/.mcp.json")
    write(tmp_path / "project/.vscode/mcp.json", "servers")
    write(tmp_path / "project/inner/.mcp.json")

    configs = found_configs(tmp_path / "home", {}, (tmp_path / "project",), "linux")

    assert [(config.client, config.path.name) for config in configs] == [
        ("Claude Code", ".mcp.json"),
        ("VS Code", "mcp.json"),
    ]
