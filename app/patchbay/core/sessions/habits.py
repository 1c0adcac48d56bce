"""What a person chose for one server on this computer; its config file says nothing of it."""

import json
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.events import Event
from patchbay.core.own_files import read_object, write_privately
from patchbay.core.values import Json, as_object


@dataclass(frozen=True, slots=True)
class Habit:
    """`starts_on_open`: start it when its file is opened. `restarts`: again after it failed."""

    starts_on_open: bool = False
    restarts: bool = False


_NONE = Habit()


class Habits:
    """A small file of servers and their habits, by file and name; only what was chosen is in it."""

    def __init__(self, path: Path) -> None:
        self.changed: Event[None] = Event()
        self._path = path
        known, _ = read_object(path)
        self._habits = {key: _read(value) for key, value in known.items()}

    def of(self, file: Path, name: str) -> Habit:
        return self._habits.get(_key(file, name), _NONE)

    def choose(self, file: Path, name: str, habit: Habit) -> None:
        """Keep the habit of one server.

        Raises:
            OSError: it could not be written; until the end of this sitting it is known.
        """
        if habit == self.of(file, name):
            return
        self._put(_key(file, name), habit)
        self._write()

    def rename(self, file: Path, old: str, new: str) -> None:
        """A server is called otherwise now.

        Raises:
            OSError: as for `choose`.
        """
        habit = self._habits.pop(_key(file, old), _NONE)
        if habit != _NONE:
            self._put(_key(file, new), habit)
            self._write()

    def _put(self, key: str, habit: Habit) -> None:
        if habit == _NONE:
            self._habits.pop(key, None)
        else:
            self._habits[key] = habit

    def _write(self) -> None:
        self.changed.emit(None)
        values = {
            key: {"starts_on_open": habit.starts_on_open, "restarts": habit.restarts}
            for key, habit in self._habits.items()
        }
        write_privately(self._path, json.dumps(values, indent=2, sort_keys=True))


def _key(file: Path, name: str) -> str:
    return f"{file}::{name}"


def _read(value: Json) -> Habit:
    said = as_object(value)
    return Habit(said.get("starts_on_open") is True, said.get("restarts") is True)
