"""Consent: bound to everything that decides what runs, and blind to secrets."""

import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.config.reader import read_text
from patchbay.core.config.variables import resolve
from patchbay.core.trust.consent import (
    Changed,
    ConsentStore,
    Granted,
    Subject,
    Unknown,
    subject_of,
)

SUBJECT = Subject(
    file="/p/m.json",
    name="x",
    transport="stdio",
    command="npx",
    executable="/usr/bin/npx",
    args=("-y", "pkg"),
    folder="/p",
    variables=("KEY",),
    env_file="/p/.env",
)


@pytest.fixture
def store(tmp_path: Path) -> ConsentStore:
    return ConsentStore(tmp_path / "data" / "consents.json")


def subject(server: str, **environment: str) -> Subject:
    (entry,) = read_text(Path("/p/m.json"), f'{{"mcpServers": {{"x": {server}}}}}').entries
    return subject_of(entry, resolve(entry, environment), "/usr/bin/npx")


def test_what_was_never_asked_is_unknown(store: ConsentStore) -> None:
    assert store.check(SUBJECT) == Unknown()


def test_a_remembered_consent_holds_for_exactly_this_also_in_the_next_sitting(
    store: ConsentStore,
) -> None:
    store.remember(SUBJECT)

    assert ConsentStore(store.path).check(SUBJECT) == Granted()
    assert store.check(replace(SUBJECT, name="y")) == Unknown()
    assert store.check(replace(SUBJECT, file="/q/m.json")) == Unknown()


@pytest.mark.parametrize(
    ("change", "what", "before", "after"),
    [
        ({"command": "uvx"}, "Command", "npx", "uvx"),
        ({"executable": "/tmp/npx"}, "Program", "/usr/bin/npx", "/tmp/npx"),
        ({"args": ("-y", "pkg", "a b")}, "Arguments", "-y pkg", '-y pkg "a b"'),
        ({"folder": "/"}, "Folder", "/p", "/"),
        ({"variables": ("KEY", "LD_PRELOAD")}, "Variables", "KEY", "KEY LD_PRELOAD"),
        ({"env_file": ""}, "Env file", "/p/.env", ""),
        ({"transport": "http"}, "Transport", "stdio", "http"),
        ({"url": "https://h"}, "Address", "", "https://h"),
        ({"headers": ("X",)}, "Headers", "", "X"),
    ],
)
def test_any_change_asks_again_and_is_shown(
    store: ConsentStore, change: dict[str, Any], what: str, before: str, after: str
) -> None:
    store.remember(SUBJECT)

    verdict = store.check(replace(SUBJECT, **change))

    assert isinstance(verdict, Changed)
    assert verdict.before == SUBJECT
    (shown,) = verdict.changes
    assert (shown.what, shown.before, shown.after) == (what, before, after)


def test_a_new_consent_replaces_the_old_one(store: ConsentStore) -> None:
    store.remember(SUBJECT)
    store.remember(replace(SUBJECT, args=()))

    assert store.all() == (replace(SUBJECT, args=()),)
    assert isinstance(store.check(SUBJECT), Changed)


def test_a_forgotten_consent_is_unknown(store: ConsentStore) -> None:
    store.remember(SUBJECT)
    store.remember(replace(SUBJECT, name="y"))

    store.forget(SUBJECT)

    assert store.check(SUBJECT) == Unknown()
    assert store.check(replace(SUBJECT, name="y")) == Granted()


def test_the_file_is_for_its_owner_only(store: ConsentStore) -> None:
    store.remember(SUBJECT)

    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert [path.name for path in store.path.parent.iterdir()] == ["consents.json"]


@pytest.mark.parametrize(
    "content",
    ["{", "[]", '{"consents": 1}', '{"consents": [1, {"file": 1}, {"file": "/p/m.json"}]}'],
)
def test_a_broken_file_grants_nothing(store: ConsentStore, content: str) -> None:
    store.path.parent.mkdir()
    store.path.write_text(content)

    assert store.check(SUBJECT) == Unknown()
    store.remember(SUBJECT)
    assert store.check(SUBJECT) == Granted()


def test_an_unreadable_file_is_set_aside_before_it_is_written_anew(store: ConsentStore) -> None:
    store.path.parent.mkdir()
    store.path.write_text("{ precious")

    store.remember(SUBJECT)

    assert store.path.with_name("consents.json.broken").read_text() == "{ precious"


def test_arguments_with_a_secret_are_kept_as_they_are_written(store: ConsentStore) -> None:
    made = subject(
        '{"command": "npx", "args": ["--token=${T}", "${DIR}"], "env": {"PASSWORD": "hunter22"}}',
        T="sk-secret-1",
        DIR="/srv",
    )

    assert made.args == ("--token=${T}", "/srv")
    assert made.variables == ("DIR", "PASSWORD", "T")
    store.remember(made)
    assert "sk-secret-1" not in store.path.read_text()
    assert "hunter22" not in store.path.read_text()


def test_another_value_of_a_secret_is_no_change_but_one_that_is_public_is(
    store: ConsentStore,
) -> None:
    server = '{"command": "npx", "args": ["${T}", "${DIR}"]}'
    store.remember(subject(server, T="aaaaaa11", DIR="/srv"))

    assert store.check(subject(server, T="bbbbbb22", DIR="/srv")) == Granted()
    assert isinstance(store.check(subject(server, T="aaaaaa11", DIR="/")), Changed)


def test_a_remote_server_is_bound_to_host_path_and_header_names() -> None:
    made = subject(
        '{"type": "http", "url": "https://u:hunter22@h.example/mcp?key=kkkkkk11",'
        ' "headers": {"Authorization": "Bearer ${T}", "A": "b"}}',
        T="sk-secret-1",
    )

    assert made.url == "https://h.example/mcp"
    assert made.headers == ("A", "Authorization")
    assert made.variables == ("T",)
    assert "hunter22" not in repr(made)
    assert "sk-secret-1" not in repr(made)


def test_a_secret_typed_into_the_file_is_hidden(store: ConsentStore) -> None:
    store.remember(
        subject('{"command": "x", "args": ["--pw=hunter22"], "env": {"PASSWORD": "hunter22"}}')
    )

    assert store.all()[0].args == ("--pw=•••",)


def test_a_secret_in_the_path_of_an_address_is_not_kept() -> None:
    made = subject('{"type": "http", "url": "https://h.example/${KEY}/mcp?a=b"}', KEY="sk-secret-1")

    assert made.url == "https://h.example/${KEY}/mcp"


def test_two_processes_see_each_others_consents(store: ConsentStore) -> None:
    first, second = ConsentStore(store.path), ConsentStore(store.path)

    first.remember(SUBJECT)
    second.remember(replace(SUBJECT, name="y"))

    assert {each.name for each in first.all()} == {"x", "y"}
