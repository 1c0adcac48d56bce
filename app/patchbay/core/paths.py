"""Where settings, data, caches and shipped resources live on each system."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(*parts: str) -> Path:
    """A file shipped with Patchbay: package data in the wheel, `resources/` in a checkout."""
    inside = _PACKAGE / "resources"
    root = inside if inside.is_dir() else _PACKAGE.parent.parent / "resources"
    return root.joinpath(*parts)


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders Patchbay writes to; whoever writes makes them, readable by the owner only."""

    config: Path
    data: Path
    cache: Path

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.json"

    @property
    def consents_file(self) -> Path:
        return self.data / "consents.json"

    @property
    def eras_file(self) -> Path:
        return self.data / "eras.json"

    @property
    def habits_file(self) -> Path:
        return self.data / "servers.json"

    @property
    def secrets_file(self) -> Path:
        """The names of what is kept in the keychain; the values are there."""
        return self.data / "secrets.json"

    @property
    def saved_calls_file(self) -> Path:
        """Calls that the person keeps, by config file and server."""
        return self.data / "saved-calls.json"

    @property
    def layout_file(self) -> Path:
        return self.data / "layout.json"

    @property
    def recent_file(self) -> Path:
        return self.data / "recent.json"

    @property
    def sitting_file(self) -> Path:
        """What was open when Patchbay was last used."""
        return self.data / "sitting.json"

    @property
    def running_file(self) -> Path:
        """Where later starts reach the running window."""
        return self.data / "running.json"

    @property
    def versions(self) -> Path:
        """What stood in config files before Patchbay saved them."""
        return self.data / "versions"

    @property
    def journal(self) -> Path:
        """Edits of config files that are not saved yet."""
        return self.data / "journal"

    @property
    def crashes(self) -> Path:
        """Reports of what failed in Patchbay itself."""
        return self.data / "crashes"

    @property
    def updates_file(self) -> Path:
        return self.data / "updates.json"

    @property
    def locks(self) -> Path:
        return self.data / "locks"

    @property
    def spool(self) -> Path:
        return self.cache / "spool"


def standard_paths() -> Paths:
    """The folders of this user; `PATCHBAY_HOME` moves all three below one folder."""
    if home := os.environ.get("PATCHBAY_HOME"):
        root = _whole(Path(home))
        return Paths(root / "config", root / "data", root / "cache")
    folders = platformdirs.PlatformDirs("patchbay", appauthor=False)
    return Paths(folders.user_config_path, folders.user_data_path, folders.user_cache_path)


def _whole(path: Path) -> Path:
    """From the root, `~` being home; as it is where neither can be told."""
    try:
        return path.expanduser().absolute()
    except (OSError, RuntimeError):
        return path
