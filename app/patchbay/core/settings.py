"""What the person chose for Patchbay as a whole, kept in one readable JSON file."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from patchbay.core.events import Event
from patchbay.core.options import OPTIONS, Option, Settings
from patchbay.core.own_files import locked, read_object, set_aside, write_privately
from patchbay.core.values import Json, JsonObject, is_list

__all__ = ["Settings", "SettingsStore"]


class SettingsStore:
    """Holds the settings of this user and is the only one to write their file.

    A file that cannot be understood gives the defaults and a `problem`; it is set aside as
    `settings.json.broken` before anything is written in its place. Unknown keys are kept.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.changed = Event[Settings]()
        self.problem = ""
        self._settings = Settings()
        self._unknown: JsonObject = {}
        self.load()

    @property
    def settings(self) -> Settings:
        return self._settings

    def load(self) -> Settings:
        """Read the file again; emits `changed` when another process has changed it."""
        before = self._settings
        self._read_again()
        self._tell_since(before)
        return self._settings

    def save(self, settings: Settings) -> None:
        """Replace the file in one step, readable by its owner only.

        Raises:
            OSError: the file cannot be written; the settings stay as they were.
        """
        before = self._settings
        self._write(settings)
        self._tell_since(before)

    def update(self, **changes: Any) -> None:
        """Change some options of the file as it is now.

        Raises:
            OSError: as for `revise`.
        """
        self.revise(lambda settings: replace(settings, **changes))

    def revise(self, change: Callable[[Settings], Settings]) -> None:
        """Make new settings from those in the file; no other process can write in between.

        Raises:
            OSError: the file cannot be written, or another process keeps it locked.
        """
        before = self._settings
        try:
            with locked(self.path):
                self._read_again()
                revised = change(self._settings)
                if self.problem or revised != self._settings:
                    self._write(revised)
        finally:
            self._tell_since(before)  # without the lock: a listener may want to write, too

    def _read_again(self) -> None:
        raw, self.problem = read_object(self.path)
        known = {option.name for option in OPTIONS}
        self._unknown = {name: value for name, value in raw.items() if name not in known}
        self._settings = self._understood(raw)

    def _write(self, settings: Settings) -> None:
        if self.problem:
            set_aside(self.path)
        values = {option.name: _written(getattr(settings, option.name)) for option in OPTIONS}
        text = json.dumps({**values, **self._unknown}, indent=2, ensure_ascii=False)
        write_privately(self.path, text + "\n")
        self.problem = ""
        self._settings = settings

    def _tell_since(self, before: Settings) -> None:
        if self._settings != before:
            self.changed.emit(self._settings)

    def _understood(self, raw: Mapping[str, Json]) -> Settings:
        found: dict[str, Any] = {}
        for option in OPTIONS:
            if option.name not in raw:
                continue
            value = _read(raw[option.name], option)
            if value is None:
                self.problem = f"The value of {option.name} in {self.path} cannot be used."
            else:
                found[option.name] = value
        return Settings(**found)


def _read(value: Json, option: Option) -> object | None:
    """`value` in the type of the option's default, or `None` when it does not fit."""
    if isinstance(option.default, tuple):
        return _texts(value)
    return value if option.fits(value) else None


def _texts(value: Json) -> tuple[str, ...] | None:
    """A list of texts; a command line, itself a list in the file, becomes its JSON text."""
    if not is_list(value):
        return None
    found = [
        json.dumps(item, ensure_ascii=False) if isinstance(item, list) else item for item in value
    ]
    return tuple(found) if all(isinstance(item, str) for item in found) else None


def _written(value: object) -> Json:
    if not isinstance(value, tuple):
        return value
    texts = cast("tuple[str, ...]", value)  # the only kind of tuple among the settings
    return [_as_words(text) for text in texts]


def _as_words(text: str) -> Json:
    """A command line as a list again; a text that only begins like one stays as it is."""
    try:
        return json.loads(text) if text.startswith("[") else text
    except (ValueError, RecursionError):
        return text
