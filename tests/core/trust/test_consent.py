"""Consent: bound to everything that decides what runs, and blind to secrets."""

import json
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.config.reader import read_text
from patchbay.core.config.variables import resolve
from patchbay.core.trust.consent import (
    Change,
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


def subject(server: str, program: Path = Path("/p/npx"), **environment: str) -> Subject:
    (entry,) = read_text(Path("/p/m.json"), f'{{"mcpServers": {{"x": {server}}}}}').entries
    return subject_of(entry, resolve(entry, environment), str(program))


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
        ({"real_file": "/tmp/x"}, "File behind the program", "", "/tmp/x"),
        ({"url": "https://h"}, "Address", "", "https://h"),
        ({"headers": ("X",)}, "Headers", "", "X"),
        ({"ca_file": "/p/ca.pem"}, "CA file", "", "/p/ca.pem"),
        ({"client_cert": "/p/me.pem"}, "Client certificate", "", "/p/me.pem"),
        ({"proxy": "http://p:80"}, "Proxy", "", "http://p:80"),
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
    assert {stat.S_IMODE(path.stat().st_mode) for path in store.path.parent.iterdir()} == {0o600}


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


def test_the_secret_in_an_argument_is_not_kept(store: ConsentStore) -> None:
    made = subject(
        '{"command": "npx", "args": ["--token=${T}", "${DIR}"], "env": {"PASSWORD": "hunter22"}}',
        T="sk-secret-1",
        DIR="/srv",
    )

    assert made.args == ("--token=•••", "/srv")
    assert made.variables == ("DIR", "PASSWORD", "T")
    store.remember(made)
    assert "sk-secret-1" not in store.path.read_text()
    assert "hunter22" not in store.path.read_text()
    assert "sk-secret-1" not in repr(made)


def test_another_value_of_an_inserted_secret_asks_again(store: ConsentStore) -> None:
    server = '{"command": "python3", "args": ["${SCRIPT_KEY}", "${DIR}"]}'
    store.remember(subject(server, SCRIPT_KEY="good_script.py", DIR="/srv"))

    verdict = store.check(subject(server, SCRIPT_KEY="evil_script.py", DIR="/srv"))

    assert store.check(subject(server, SCRIPT_KEY="good_script.py", DIR="/srv")) == Granted()
    assert isinstance(verdict, Changed)
    assert verdict.changes == (Change("Hidden part of argument 1", "not shown", "another one"),)
    assert isinstance(store.check(subject(server, SCRIPT_KEY="good_script.py", DIR="/")), Changed)


def test_a_consent_is_bound_to_what_the_file_says_though_a_variable_has_the_same_value(
    store: ConsentStore,
) -> None:
    def server(name: str) -> Subject:
        return subject(f'{{"command": "npx", "args": ["{name}"], "env": {{"NOTE": "{name}"}}}}')

    store.remember(server("good-pkg@1.0.0"))

    assert store.all()[0].args == ("good-pkg@1.0.0",)
    verdict = store.check(server("evil-pkg@1.0.0"))
    assert isinstance(verdict, Changed)
    assert verdict.changes == (Change("Arguments", "good-pkg@1.0.0", "evil-pkg@1.0.0"),)


def test_a_consent_from_before_there_were_seals_asks_again(store: ConsentStore) -> None:
    store.remember(SUBJECT)
    (kept,) = json.loads(store.path.read_text())["consents"]
    del kept["salt"], kept["seals"], kept["real_file"]
    store.path.write_text(json.dumps({"consents": [kept]}))

    assert store.check(SUBJECT) == Unknown()
    store.remember(replace(SUBJECT, name="y"))
    assert store.check(replace(SUBJECT, name="y")) == Granted()


def test_the_names_in_the_env_file_are_bound_and_the_values_that_change_what_runs(
    store: ConsentStore, tmp_path: Path
) -> None:
    env_file = tmp_path / "my.env"
    server = json.dumps(
        {"command": "npx", "env": {"LD_PRELOAD": "/a.so"}, "envFile": f"{env_file}"}
    )

    def with_lines(*lines: str) -> Subject:
        env_file.write_text("\n".join(lines))
        return subject(server)

    store.remember(with_lines("NODE_OPTIONS=--require=/a.js", "COLOUR=red"))

    assert store.check(with_lines("NODE_OPTIONS=--require=/a.js", "COLOUR=blue")) == Granted()
    verdict = store.check(with_lines("NODE_OPTIONS=--require=/b.js", "COLOUR=red"))
    assert isinstance(verdict, Changed)
    assert [change.what for change in verdict.changes] == ["Value of NODE_OPTIONS"]
    verdict = store.check(with_lines("NODE_OPTIONS=--require=/a.js", "COLOUR=red", "OTHER=1"))
    assert isinstance(verdict, Changed)
    assert [change.what for change in verdict.changes] == ["Variables"]
    assert "/a.js" not in store.path.read_text()


def test_a_program_that_is_a_link_is_bound_to_the_file_behind_it(
    store: ConsentStore, tmp_path: Path
) -> None:
    link = tmp_path / "tool"
    link.symlink_to(tmp_path / "good")
    store.remember(subject('{"command": "tool"}', program=link))
    assert store.check(subject('{"command": "tool"}', program=link)) == Granted()

    link.unlink()
    link.symlink_to(tmp_path / "evil")

    verdict = store.check(subject('{"command": "tool"}', program=link))
    assert isinstance(verdict, Changed)
    assert [change.what for change in verdict.changes] == ["File behind the program"]


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


def test_a_secret_in_the_path_of_an_address_is_not_kept_but_bound(store: ConsentStore) -> None:
    server = '{"type": "http", "url": "https://h.example/${KEY}/mcp?a=b"}'
    made = subject(server, KEY="sk-secret-1")
    store.remember(made)

    assert made.url == "https://h.example/•••/mcp"
    assert "sk-secret-1" not in store.path.read_text()
    assert isinstance(store.check(subject(server, KEY="sk-secret-2")), Changed)


def far(**fields: str) -> Subject:
    return subject(json.dumps({"type": "http", "url": "https://h.example/mcp", **fields}))


def test_a_consent_from_before_proxies_and_certificates_were_bound_holds_without_them(
    store: ConsentStore,
) -> None:
    store.remember(far())
    (kept,) = json.loads(store.path.read_text())["consents"]
    del kept["ca_file"], kept["client_cert"], kept["proxy"]
    store.path.write_text(json.dumps({"consents": [kept]}))

    assert store.check(far()) == Granted()
    for fields in ({"ca_file": "ca.pem"}, {"client_cert": "me.pem"}, {"proxy": "none"}):
        assert isinstance(store.check(far(**fields)), Changed)


def test_a_proxy_is_bound_by_its_host_and_its_password_is_not_kept(store: ConsentStore) -> None:
    made = far(proxy="http://me:hunter22@office:3128")
    store.remember(made)

    assert made.proxy == "http://office:3128"
    assert "hunter22" not in repr(made) + store.path.read_text()
    assert store.check(far(proxy="http://me:another1@office:3128")) == Granted()
    assert isinstance(store.check(far(proxy="http://me:hunter22@evil:3128")), Changed)


def test_two_processes_see_each_others_consents(store: ConsentStore) -> None:
    first, second = ConsentStore(store.path), ConsentStore(store.path)

    first.remember(SUBJECT)
    second.remember(replace(SUBJECT, name="y"))

    assert {each.name for each in first.all()} == {"x", "y"}


def test_consents_written_by_two_processes_at_once_are_all_kept(store: ConsentStore) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from patchbay.core.trust.consent import ConsentStore, Subject\n"
        "for n in range(20):\n"
        "    ConsentStore(Path(sys.argv[1])).remember(Subject('/p', sys.argv[2] + str(n), 'stdio'))"
    )
    command = [sys.executable, "-c", script, str(store.path)]
    writers = [subprocess.Popen([*command, name]) for name in ("a", "b")]

    assert [writer.wait(30) for writer in writers] == [0, 0]
    assert len(store.all()) == 40
