"""The page of a definition and the page of a file, in the states that tell most about them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from patchbay.core.config.built_in import demo_config
from patchbay.core.config.model import Entry
from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.opening import read_file
from patchbay.core.drafts.parking import park
from patchbay.core.drafts.shelf import Shelf, standard_shelf
from patchbay.core.editing.splice import Splice
from patchbay.core.pasting.command_line import Parsed
from patchbay.core.paths import Paths
from patchbay.core.sessions.environment import Surroundings
from patchbay.core.sessions.habits import Habits
from patchbay.core.sessions.states import Stopped
from patchbay.core.settings import SettingsStore
from patchbay.core.trust.allow import AllowList
from patchbay.core.trust.refusals import NotAllowed
from patchbay.ui.configuration import (
    ConfigurationPage,
    FileActions,
    FileProblemsPage,
    Inspector,
    built_in,
)
from tests.ui.plain_session import PlainSession
from tests.ui.stories import Story

CONFIG = """{
  // shared with the team, see the wiki before editing
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y", "@modelcontextprotocol/server-filesystem@2026.1.0",
        "/srv/data",
      ]
    },
    "weather": {
      "command": "uvx",
      "args": ["weather-mcp", "--units", "${WEATHER_UNITS:-metric}"],
      "env": {
        "WEATHER_API_KEY": "${WEATHER_API_KEY}",
        "HTTP_PROXY": "${OFFICE_PROXY}",
        "LOG_LEVEL": "debug", // quieter: "warning"
        "SENTRY_TOKEN": "sk-live-abcdef0123456789abcdef"
      },
      /* the key is in
         the vault */
      "envFile": "weather.env",
      "timeout": 30000
    },
    "github": {
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": {"Authorization": "Bearer ghp_abcdefghijklmnop0123"}
    },
    "scripts": {"command": "python", "args": ["-m", "my_tools.server"]}
  }
}
"""
YAML = """# tools of the team
tools:
  - type: mcp
    name: charts
    command: npx
    args: [-y, "@acme/charts-mcp@1.4.2"]
    env:
      CHARTS_TOKEN: "tok-abcdef0123456789"
      DEBUG: true
"""
ANCHORS = """x-common: &common
  command: npx
  env: {LOG_LEVEL: debug}
mcpServers:
  charts:
    <<: *common
    args: [-y, charts-mcp]
  maps: *common
"""
BROKEN = CONFIG.replace('],\n      "env', "}\n ")
SET: Mapping[str, str] = {
    "WEATHER_API_KEY": "0123456789abcdef",
    "OFFICE_PROXY": "http://proxy:3128",
}

PAGE = (1_016, 681)
SMALL = (696, 481)


def shelf(folder: Path) -> Shelf:
    home = folder / "shelf"
    return standard_shelf(Paths(home / "config", home / "data", home / "cache"))


def reopened(folder: Path, name: str = "mcp.json") -> Draft:
    """A draft of a file that is there."""
    path, kept = folder / name, shelf(folder)
    (folder / "weather.env").write_text("WEATHER_STATION=bergen\nWEATHER_CACHE=/srv/cache\n")
    return Draft(*read_file(path, kept.parking.load(path)), kept)


def drafted(folder: Path, text: str = CONFIG, name: str = "mcp.json") -> Draft:
    """A draft of a new file with this very text."""
    (folder / name).write_bytes(text.encode())
    return reopened(folder, name)


def change(draft: Draft, removed: str, inserted: str) -> None:
    """Type over the first place where a text has these words."""
    draft.type((Splice(draft.text.index(removed), removed, inserted),))


def session_of(draft: Draft, name: str) -> PlainSession:
    """A session whose entry follows the draft, as the window sees to it."""
    session, last = PlainSession(draft.file.entry(name)), [draft.file]

    def follow(_: None) -> None:
        if draft.file is not last[0]:
            last[0] = draft.file
            found = (each for each in draft.file.entries if each.name == name)
            session.entry = next(found, session.entry)
            session.changed.emit(Stopped())

    draft.changed.connect(follow)
    return session


def window_side(wanted: list[str] | None = None) -> FileActions:
    """The window around a page: notes what is wanted of it, and does nothing."""
    noted = [] if wanted is None else wanted

    def note(what: str) -> Callable[..., None]:
        def take(*_about: object) -> None:
            noted.append(what)

        return take

    async def ask_for_command_line(_: Entry) -> Parsed | None:
        noted.append("command line")

    async def allow(_: Entry, _error: NotAllowed) -> None:
        noted.append("allow")

    return FileActions(
        save=note("save"),
        review=note("review"),
        versions=note("versions"),
        settle_outside=note("settle outside"),
        reload=note("reload"),
        review_leftover=note("review leftover"),
        restore_leftover=note("restore leftover"),
        forget_leftover=note("forget leftover"),
        park=note("park"),
        unpark=note("unpark"),
        ask_for_command_line=ask_for_command_line,
        allow=allow,
        set_value=lambda name: noted.append(f"set value {name}"),
        move_secrets=note("move secrets"),
    )


def inspector(folder: Path, **variables: str) -> Inspector:
    """The looks of a computer on which uvx and python can be found."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    for name in ("uvx", "python"):
        (programs / name).write_text("")
        (programs / name).chmod(0o755)
    environment = {"PATH": str(programs), "HOME": str(folder), "LANG": "en_GB.UTF-8", **variables}
    allow = AllowList(SettingsStore(folder / "settings.toml"))
    return Inspector(allow, Surroundings(environment, None))


def page_of(
    folder: Path,
    draft: Draft,
    name: str,
    variables: Mapping[str, str] = SET,
    wanted: list[str] | None = None,
) -> ConfigurationPage:
    look = inspector(folder, **variables)
    habits = Habits(folder / "habits.json")
    return ConfigurationPage(session_of(draft, name), draft, look, window_side(wanted), habits)


def configuration(folder: Path, name: str = "weather", **variables: str) -> ConfigurationPage:
    return page_of(folder, drafted(folder), name, variables)


def edited(folder: Path) -> Draft:
    draft = drafted(folder)
    draft.replace(CONFIG.replace('"debug"', '"error"'), "changing LOG_LEVEL of weather")
    return draft


def unsaved(folder: Path) -> ConfigurationPage:
    return page_of(folder, edited(folder), "weather")


def changed_outside(folder: Path) -> ConfigurationPage:
    draft = edited(folder)
    (folder / "mcp.json").write_text(CONFIG.replace("metric", "imperial"))
    draft.look_now()
    return page_of(folder, draft, "weather")


def deleted_outside(folder: Path) -> ConfigurationPage:
    draft = drafted(folder)
    page = page_of(folder, draft, "weather")
    (folder / "mcp.json").unlink()
    draft.look_now()
    return page


def parked(folder: Path, wanted: list[str] | None = None) -> ConfigurationPage:
    draft = drafted(folder)
    assert draft.source is not None
    after, kept = park(draft.source, draft.file, "scripts")
    shelf(folder).parking.save(draft.path, (kept,))
    return page_of(folder, drafted(folder, after.text), "scripts", wanted=wanted)


def broken_by_typing(folder: Path) -> ConfigurationPage:
    """The page of an entry, whose text was broken after it was opened."""
    draft = drafted(folder)
    change(draft, '"mcpServers": {', '"mcpServers": ')
    return page_of(folder, draft, "weather")


def in_yaml(folder: Path, text: str = YAML) -> ConfigurationPage:
    return page_of(folder, drafted(folder, text, "tools.yaml"), "charts")


def with_anchors(folder: Path) -> ConfigurationPage:
    return in_yaml(folder, ANCHORS)


def large(folder: Path) -> ConfigurationPage:
    return page_of(folder, drafted(folder, large_text()), "weather")


def large_text() -> str:
    filler = "\n".join(f"  // {number} {'x' * 80}" for number in range(4_000))
    return "{\n" + filler + "\n" + CONFIG.split("\n", 1)[1]


def from_windows(folder: Path) -> ConfigurationPage:
    """With a mark at the beginning and line ends of two characters."""
    text = "\ufeff" + CONFIG.replace("\n", "\r\n")
    return page_of(folder, drafted(folder, text), "weather")


def broken_file(folder: Path, text: str = BROKEN) -> FileProblemsPage:
    return FileProblemsPage(drafted(folder, text), window_side())


def of_demo(_folder: Path) -> QWidget:
    return built_in(replace(demo_config().entries[0], command="/usr/bin/python3"))


CONFIG_STORIES = (
    Story("config-unset", configuration, *PAGE),
    Story("config-set", lambda folder: configuration(folder, **SET), *PAGE),
    Story("config-narrow", lambda folder: configuration(folder, **SET), *SMALL),
    Story("config-unsaved", unsaved, *PAGE),
    Story("config-unsaved-narrow", unsaved, *SMALL),
    Story("config-changed-outside", changed_outside, *PAGE),
    Story("config-changed-outside-narrow", changed_outside, *SMALL),
    Story("config-deleted-outside", deleted_outside, *PAGE),
    Story("config-parked", parked, *PAGE),
    Story("config-parked-narrow", parked, *SMALL),
    Story("config-broken-text", broken_by_typing, *PAGE),
    Story("config-remote", lambda folder: configuration(folder, "github"), *PAGE),
    Story("config-blocked", lambda folder: configuration(folder, "scripts"), *PAGE),
    Story("config-yaml", in_yaml, *PAGE),
    Story("config-anchors", with_anchors, *PAGE),
    Story("config-large", large, *PAGE),
    Story("config-windows", from_windows, *PAGE),
    Story("config-demo", of_demo, *PAGE),
    Story("config-broken", broken_file, *PAGE),
    Story("config-broken-narrow", broken_file, *SMALL),
    Story("config-empty", lambda folder: broken_file(folder, "{}"), *PAGE),
)
