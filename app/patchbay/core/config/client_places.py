"""Where each client keeps its servers, as a table."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from patchbay.core.config.dialects import CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, HOLODECK, VS_CODE

System: TypeAlias = Literal["linux", "macos", "windows"]
THIS_SYSTEM: System = (
    "windows" if sys.platform == "win32" else "macos" if sys.platform == "darwin" else "linux"
)


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that places are below: the one a variable names, else the usual one below home."""

    usual: str
    variable: str = ""


_EVERYWHERE: Mapping[str, Root] = {
    "home": Root(""),
    "claude": Root("", "CLAUDE_CONFIG_DIR"),
    "copilot": Root(".copilot", "COPILOT_HOME"),
}
_XDG = Root(".config", "XDG_CONFIG_HOME")
ROOTS: Mapping[System, Mapping[str, Root]] = {
    "linux": {**_EVERYWHERE, "config": _XDG, "intellij": _XDG},
    "macos": {
        **_EVERYWHERE,
        "config": Root("Library/Application Support"),
        "intellij": _XDG,
    },
    "windows": {
        **_EVERYWHERE,
        "config": Root("AppData/Roaming", "APPDATA"),
        "intellij": Root("AppData/Local", "LOCALAPPDATA"),
        "local": Root("AppData/Local", "LOCALAPPDATA"),
    },
}
"""The names of roots; a place below one that a system lacks is not looked for there."""


@dataclass(frozen=True, slots=True)
class ClientPlaces:
    """The files of one client whose format can be read.

    `user` are below a root, which is their first step; `project` are below a project's folder. One
    step may be a pattern. `shared` says that the file holds other settings too, so that one
    without servers says nothing.
    """

    client: str
    user: tuple[str, ...] = ()
    project: tuple[str, ...] = ()
    shared: bool = False


_STORAGE = "config/Code/User/globalStorage"

CLIENT_PLACES: tuple[ClientPlaces, ...] = (
    ClientPlaces(
        CLAUDE_DESKTOP.label,
        (
            "config/Claude/claude_desktop_config.json",
            "local/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json",
        ),
    ),
    ClientPlaces(CLAUDE_CODE.label, ("claude/.claude.json",), shared=True),
    ClientPlaces(CLAUDE_CODE.label, project=(".mcp.json",)),
    ClientPlaces(CURSOR.label, ("home/.cursor/mcp.json",), (".cursor/mcp.json",)),
    ClientPlaces(
        VS_CODE.label,
        ("config/Code/User/mcp.json", "config/Code/User/profiles/*/mcp.json"),
        (".vscode/mcp.json",),
    ),
    ClientPlaces("VS Code Insiders", ("config/Code - Insiders/User/mcp.json",)),
    ClientPlaces("Copilot CLI", ("copilot/mcp-config.json",), (".github/mcp.json",)),
    ClientPlaces("Copilot for JetBrains", ("intellij/github-copilot/intellij/mcp.json",)),
    ClientPlaces(
        "Windsurf",
        ("home/.codeium/windsurf/mcp_config.json", "home/.codeium/mcp_config.json"),
    ),
    ClientPlaces(
        "Antigravity",
        ("home/.gemini/config/mcp_config.json", "home/.gemini/antigravity/mcp_config.json"),
        (".agents/mcp_config.json",),
    ),
    ClientPlaces(
        "Gemini CLI", ("home/.gemini/settings.json",), (".gemini/settings.json",), shared=True
    ),
    ClientPlaces(
        "Cline",
        (
            "home/.cline/data/settings/cline_mcp_settings.json",
            f"{_STORAGE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        ),
    ),
    ClientPlaces(
        "Roo Code",
        (f"{_STORAGE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json",),
        (".roo/mcp.json",),
    ),
    ClientPlaces("Continue", ("home/.continue/config.yaml",), shared=True),
    ClientPlaces("LM Studio", ("home/.lmstudio/mcp.json", "home/.cache/lm-studio/mcp.json")),
    ClientPlaces("Kiro", ("home/.kiro/settings/mcp.json",), (".kiro/settings/mcp.json",)),
    ClientPlaces("Amazon Q", ("home/.aws/amazonq/mcp.json",), (".amazonq/mcp.json",)),
    ClientPlaces("Amazon Q", ("home/.aws/amazonq/agents/default.json",), shared=True),
    ClientPlaces("Junie", ("home/.junie/mcp/mcp.json",), (".junie/mcp/mcp.json",)),
    ClientPlaces("Warp", ("home/.warp/.mcp.json",), (".warp/.mcp.json",)),
    ClientPlaces("MCP Inspector", ("home/.mcp-inspector/mcp.json",)),
    ClientPlaces("Factory", ("home/.factory/mcp.json",)),
    ClientPlaces(HOLODECK.label, project=("agent.yaml",), shared=True),
)
