"""The form of a server in the states that tell most about it."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from patchbay.ui.controls import Button, column, scroll
from tests.ui.config_stories import SET
from tests.ui.server_form.form_desk import Desk
from tests.ui.stories import Story

LOCAL = """{
  // shared with the team
  "mcpServers": {
    "weather": {
      "command": "uvx",
      "args": ["weather-mcp", "--units", "metric"],
      "env": {
        "WEATHER_API_KEY": "${WEATHER_API_KEY}",
        "HTTP_PROXY": "${OFFICE_PROXY}",
        "LOG_LEVEL": "debug", // quieter: "warning"
        "SENTRY_TOKEN": "sk-live-abcdef0123456789abcdef"
      },
      "envFile": "${HOME}/weather.env",
      "request_timeout": 30
    }
  }
}
"""
REMOTE = """{
  "servers": {
    "github": {
      "type": "sse",
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": {"Authorization": "Bearer ${GITHUB_TOKEN}", "X-Team": "Bearer ghp_abcdefghijkl"},
      "connect_timeout": 12.5,
      "sse_read_timeout": 600,
      "description": "Issues and pull requests of the team",
      "autoApprove": ["list_issues"],
      "cwd": "/srv"
    }
  }
}
"""
REACHED = """{
  "mcpServers": {
    "office": {
      "type": "http",
      "url": "https://tools.office.example/mcp",
      "proxy": "http://alex:hunter22@proxy.office.example:3128",
      "caFile": "certificates/office.pem",
      "clientCert": "${HOME}/alex.pem",
      "totalTimeout": 7200
    }
  }
}
"""
BLOCKED = """{
  "mcpServers": {
    "scripts": {
      "command": "python",
      "args": ["-m", "my_tools.server", "--root ${ROOT}", "first line\\nsecond line"],
      "autoApprove": ["run"],
      "disabledTools": [],
      "url": "https://example.org/mcp",
      "loadPrompts": false,
      "config": {"depth": 3, "names": ["a", "b"]},
      "protocol": "legacy",
      "timeout": 5
    }
  }
}
"""
MANY = json.dumps(
    {"mcpServers": {"many": {"command": "uvx", "args": [f"--n={n}" for n in range(93)]}}}
)
SECRETS = json.dumps(
    {
        "mcpServers": {
            "vault": {
                "command": "uvx",
                "env": {
                    "VAULT_TOKEN": "hvs.abcdefghijklmnop",
                    "A_RATHER_LONG_NAME_OF_A_PASSWORD": "correct horse battery staple",
                    "PRIVATE_KEY": "-----BEGIN KEY-----\nabcdef\n-----END KEY-----",
                    "MOTD": "two\nlines",
                },
            }
        }
    }
)


def desk(folder: Path, text: str, file: str = "mcp.json", **variables: str) -> Desk:
    (folder / "weather.env").write_text("WEATHER_STATION=bergen\nWEATHER_CACHE=/srv/cache\n")
    made = Desk(folder, text, file=file)
    made.look(**variables)
    return made


def on_page(made: Desk) -> QWidget:
    page = QWidget()
    page.setLayout(column(scroll(made.form), gap=0))
    page.setProperty("desk", made)  # or nobody keeps it
    return page


def read_only(folder: Path) -> QWidget:
    made = desk(folder, LOCAL, **SET)
    made.form.set_read_only("This server uses a YAML anchor, so a change could reach further.")
    return on_page(made)


def unfolded(folder: Path, text: str = BLOCKED) -> QWidget:
    made = desk(folder, text, ROOT="/srv")
    next(each for each in made.form.findChildren(Button) if each.text() == "More").click()
    return on_page(made)


WIDE, NARROW = 496, 372


def state(text: str, **variables: str) -> Callable[[Path], QWidget]:
    return lambda folder: on_page(desk(folder, text, **variables))


STATES: tuple[tuple[str, Callable[[Path], QWidget], int], ...] = (
    ("set", state(LOCAL, **SET), 900),
    ("unset", lambda folder: on_page(desk(folder, LOCAL, "claude_desktop_config.json")), 960),
    ("remote", state(REMOTE, GITHUB_TOKEN="ghp_0123456789abcdef"), 760),  # noqa: S106 - invented
    ("blocked", state(BLOCKED, ROOT="/srv"), 1_020),
    ("unset-argument", state(BLOCKED), 1_020),
    ("unfolded", unfolded, 1_360),
    ("reached", lambda folder: unfolded(folder, REACHED), 1_020),
    ("read-only", read_only, 960),
    ("many", state(MANY), 2_000),
    ("secrets", state(SECRETS), 820),
)
STORIES = tuple(
    Story(f"server-form-{name}-{width}", make, width, height)
    for name, make, height in STATES
    for width in (WIDE, NARROW)
)
