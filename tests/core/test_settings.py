"""Settings: one readable file that survives mistakes, strangers and crashes."""

import json
import stat
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest

from patchbay.core.config.model import Entry, Transport
from patchbay.core.options import OPTIONS, Waits
from patchbay.core.own_files import locked, write_privately
from patchbay.core.sessions.environment import Surroundings
from patchbay.core.settings import Settings, SettingsStore
from patchbay.core.values import Json


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def write(path: Path, content: Json) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_without_a_file_the_defaults_hold_and_nothing_is_written(path: Path) -> None:
    store = SettingsStore(path)

    assert store.settings == Settings()
    assert store.settings.allow == ("npx", "uvx", "docker")
    assert store.problem == ""
    assert not path.exists()


def test_what_is_saved_is_there_in_the_next_sitting(path: Path) -> None:
    settings = Settings(
        theme="dark", text_size=150, allow=("npx", '["node", "ü b.js"]'), hosts=("lan.example",)
    )

    SettingsStore(path).save(settings)

    assert SettingsStore(path).settings == settings
    assert json.loads(path.read_text("utf-8"))["allow"] == ["npx", ["node", "ü b.js"]]
    assert "ü" in path.read_text("utf-8")


def test_the_file_is_for_its_owner_only_and_nothing_else_is_left(path: Path) -> None:
    SettingsStore(path).save(Settings())

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [each.name for each in path.parent.iterdir()] == ["settings.json"]


def test_unknown_keys_are_kept(path: Path) -> None:
    write(path, {"theme": "dark", "from_the_future": {"a": [1]}})

    store = SettingsStore(path)
    store.update(text_size=110)

    assert json.loads(path.read_text())["from_the_future"] == {"a": [1]}
    assert store.settings == Settings(theme="dark", text_size=110)


@pytest.mark.parametrize("content", ["{ broken", "[]", '"x"', "\x00", "[" * 100_000])
def test_a_broken_file_gives_defaults_and_is_set_aside_before_the_next_save(
    path: Path, content: str
) -> None:
    write(path, content)

    store = SettingsStore(path)
    assert store.settings == Settings()
    assert str(path) in store.problem
    assert path.read_text() == content

    store.save(Settings(theme="light"))

    assert path.with_name("settings.json.broken").read_text() == content
    assert SettingsStore(path).settings.theme == "light"
    assert store.problem == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "purple"),
        ("theme", 1),
        ("text_size", "100"),
        ("text_size", 9000),
        ("text_size", True),
        ("allow", "npx"),
        ("allow", ["npx", 1]),
        ("message_cap_mb", 0),
        ("hosts", {"a": 1}),
    ],
)
def test_a_value_that_does_not_fit_falls_back_alone_and_is_named(
    path: Path, name: str, value: Json
) -> None:
    write(path, {"spool_quota_mb": 99, name: value})

    store = SettingsStore(path)

    assert store.settings == Settings(spool_quota_mb=99)
    assert name in store.problem
    store.save(store.settings)
    assert json.loads(path.with_name("settings.json.broken").read_text())[name] == value


def test_listeners_hear_of_changes_and_of_nothing_else(path: Path) -> None:
    store = SettingsStore(path)
    heard: list[Settings] = []
    store.changed.connect(heard.append)

    store.save(Settings(theme="dark"))
    store.save(Settings(theme="dark"))
    SettingsStore(path).save(Settings(theme="light"))
    store.load()

    assert [settings.theme for settings in heard] == ["dark", "light"]


def test_an_update_keeps_what_another_process_wrote(path: Path) -> None:
    window, terminal = SettingsStore(path), SettingsStore(path)

    terminal.update(theme="dark")
    window.update(text_size=120)

    assert SettingsStore(path).settings == Settings(theme="dark", text_size=120)


def test_a_save_that_fails_leaves_the_old_file_and_the_old_settings(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = SettingsStore(tmp_path / "file" / "settings.json")

    with pytest.raises(OSError, match="file"):
        store.save(Settings(theme="dark"))

    assert store.settings == Settings()


def test_a_symlinked_file_stays_a_symlink(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    path.parent.mkdir()
    path.symlink_to(real)

    SettingsStore(path).save(Settings(theme="dark"))

    assert path.is_symlink()
    assert json.loads(real.read_text())["theme"] == "dark"


def test_a_write_that_is_interrupted_leaves_nothing_behind(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    target.write_text("old")

    with pytest.raises(UnicodeEncodeError):
        write_privately(target, "\ud800")

    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.json"]
    assert target.read_text() == "old"


def test_every_option_is_described() -> None:
    for option in fields(Settings):
        assert option.metadata["label"]
        assert option.metadata["help"].endswith(".")


def test_settings_are_replaced_not_changed() -> None:
    assert replace(Settings(), theme="dark") != Settings()


_HOLDER = """
import sys
from pathlib import Path
from patchbay.core.own_files import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_free_again_when_its_holder_dies(path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        holder.kill()

    with locked(path):
        pass


def test_a_lock_that_is_never_given_back_is_an_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patchbay.core.own_files._PATIENCE", 0.05)

    with locked(path), pytest.raises(TimeoutError, match="locked"):
        SettingsStore(path).update(theme="dark")

    assert not path.exists()


@pytest.mark.parametrize("odd", ["[abc", "[", "[" * 100_000, "[]x"])
def test_an_odd_rule_written_by_hand_stays_and_stops_nothing(path: Path, odd: str) -> None:
    write(path, {"allow": ["npx", odd]})

    SettingsStore(path).update(theme="dark")

    assert json.loads(path.read_text())["allow"] == ["npx", odd]
    assert SettingsStore(path).settings.theme == "dark"


def test_a_listener_may_write_in_its_turn(path: Path) -> None:
    store = SettingsStore(path)
    store.changed.connect(lambda settings: store.update(text_size=120))

    store.update(theme="dark")

    assert SettingsStore(path).settings == Settings(theme="dark", text_size=120)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("text_size", 89),
        ("text_size", 151),
        ("text_size", True),
        ("theme", "pink"),
        ("restore_sitting", 1),
        ("update_check", "yes"),
        ("connect_timeout", 0),
        ("total_timeout", 1.5),
        ("update_address", 3),
    ],
)
def test_a_value_that_does_not_fit_gives_the_default_and_a_problem(
    path: Path, name: str, value: Json
) -> None:
    write(path, {name: value})

    store = SettingsStore(path)

    assert getattr(store.settings, name) == getattr(Settings(), name)
    assert name in store.problem


def test_every_option_is_described_and_its_default_fits() -> None:
    for option in OPTIONS:
        assert option.group
        assert option.label
        assert option.help.endswith(".")
        assert isinstance(option.default, tuple) or option.fits(option.default)
        assert all(option.fits(step) for step in option.steps)
    assert len({option.label for option in OPTIONS}) == len(OPTIONS)


def test_switches_numbers_and_texts_are_there_in_the_next_sitting(path: Path) -> None:
    SettingsStore(path).update(
        restore_sitting=False, update_check=True, connect_timeout=5, update_address="https://a.test"
    )

    settings = SettingsStore(path).settings

    assert not settings.restore_sitting
    assert settings.update_check
    assert settings.waits == Waits(5.0, 60.0, 3600.0)
    assert settings.update_address == "https://a.test"


def test_time_outs_hold_where_an_entry_has_none(path: Path) -> None:
    store = SettingsStore(path)
    around = Surroundings({"HOME": str(path.parent)}, None, tuple, lambda: store.settings.waits)
    silent = Entry("a", path, "claude-code", Transport.STDIO, "npx")
    said = replace(silent, connect_timeout=7.0, request_timeout=4000.0)
    store.update(connect_timeout=5, request_timeout=6, total_timeout=90)

    default, own = around.resolved(silent), around.resolved(said)

    assert (default.connect_timeout, default.request_timeout) == (5.0, 6.0)
    assert default.total_timeout == 90.0
    assert (own.connect_timeout, own.request_timeout, own.total_timeout) == (7.0, 4000.0, 4000.0)
