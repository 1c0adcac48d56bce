"""The environment of a server: small, ordered, and unaffected by a shell that misbehaves."""

import os
import pwd
import time
from pathlib import Path

import pytest

from patchbay.core.config.model import Definition, Transport
from patchbay.core.sessions.environment import (
    base_environment,
    child_environment,
    login_shell_path,
    search_path,
    shell_of,
)


def shell(tmp_path: Path, script: str) -> str:
    """A stub shell: it gets `-ilc SCRIPT` like a real one."""
    path = tmp_path / "shell"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_a_server_gets_the_basics_and_no_other_variable() -> None:
    process = {
        "HOME": "/home/alex",
        "LANG": "de_DE.UTF-8",
        "LC_TIME": "C",
        "https_proxy": "http://proxy:1",
        "HTTPS_PROXY": "http://proxy:1",
        "NODE_EXTRA_CA_CERTS": "/etc/ca.pem",
        "XDG_RUNTIME_DIR": "/run/user/1",
        "npm_config_registry": "https://npm.example",
        "PIP_INDEX_URL": "https://pip.example",
        "UV_INDEX_URL": "https://uv.example",
        "SSH_AUTH_SOCK": "/run/ssh",
        "DOCKER_HOST": "unix:///x",
        "PATH": "/usr/bin",
    }
    private = {
        "OPENAI_API_KEY": "sk-1",
        "AWS_SECRET_ACCESS_KEY": "x",
        "LD_LIBRARY_PATH": "/bundle",
        "LD_PRELOAD": "/bundle/x.so",
        "PYTHONPATH": "/src",
        "NODE_OPTIONS": "--require x",
        "UV_PUBLISH_TOKEN": "t",
        "NPM_CONFIG__AUTHTOKEN": "t",
        "npm_config__auth": "t",
        "VIRTUAL_ENV": "/venv",
    }

    assert base_environment({**process, **private}) == process


def test_the_person_may_pass_further_variables() -> None:
    base = base_environment(
        {"OPENAI_API_KEY": "sk-1", "OTHER": "x"}, None, ("OPENAI_API_KEY", "NO")
    )

    assert base == {"OPENAI_API_KEY": "sk-1"}


def test_the_path_of_the_process_comes_first_and_the_login_shells_after_it() -> None:
    base = base_environment({"PATH": "/usr/bin:/bin"}, "/opt/node/bin:/bin:/home/alex/.local/bin")

    assert base["PATH"] == "/usr/bin:/bin:/opt/node/bin:/home/alex/.local/bin"
    assert "PATH" not in base_environment({})
    assert search_path("::/a:", None) == "/a"


def test_the_folders_of_our_own_bundle_are_left_out_of_the_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys._MEIPASS", "/opt/_MEI1", raising=False)

    assert search_path("/opt/_MEI1:/usr/bin:/opt/_MEI1/lib", None) == "/usr/bin"


def test_an_entrys_variables_win_over_its_env_file_and_that_over_the_basics() -> None:
    definition = Definition(
        "x",
        Path("/p"),
        Transport.STDIO,
        env={"C": "entry"},
        env_file_values={"B": "file", "C": "file"},
    )
    base = {"A": "base", "B": "base", "C": "base"}

    assert child_environment(definition, base) == {"A": "base", "B": "file", "C": "entry"}
    assert base == {"A": "base", "B": "base", "C": "base"}


def test_without_a_shell_in_the_environment_the_one_of_the_user_counts() -> None:
    own = pwd.getpwuid(os.getuid()).pw_shell

    assert shell_of({"SHELL": "/opt/fish"}) == "/opt/fish"
    assert shell_of({}) == shell_of({"SHELL": ""}) == own


def test_a_real_shell_tells_its_path() -> None:
    assert login_shell_path("/bin/sh")


def test_the_start_files_of_a_shell_may_print_what_they_like(tmp_path: Path) -> None:
    stub = shell(tmp_path, 'echo "Welcome /not/a/path"; PATH="/opt/x y:$PATH"; eval "$2"; echo bye')

    path = login_shell_path(stub)

    assert path is not None
    assert path.startswith("/opt/x y:")
    assert "Welcome" not in path
    assert "bye" not in path


@pytest.mark.parametrize(
    "script",
    [
        "exit 1",
        "echo nothing",
        "kill -9 $$",
        'printf "=patchbay-path="',
        'echo "fish: Expected a variable name after this \\$" >&2; exit 127',
    ],
)
def test_a_shell_that_fails_tells_nothing(tmp_path: Path, script: str) -> None:
    assert login_shell_path(shell(tmp_path, script)) is None


@pytest.mark.parametrize(
    "program", [None, "", "bash", "/nowhere/shell", "/dev/null", "/etc/passwd", "/a\0b"]
)
def test_no_shell_no_path(program: str | None) -> None:
    assert login_shell_path(program) is None


def test_a_shell_that_waits_for_input_ends_at_once_because_there_is_none(tmp_path: Path) -> None:
    assert login_shell_path(shell(tmp_path, "read answer || exit 3")) is None


def test_a_shell_that_hangs_is_ended_at_the_deadline_with_its_children(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    stub = shell(tmp_path, f"sleep 60 & echo $! > {pid_file}; wait")
    began = time.monotonic()

    assert login_shell_path(stub, timeout=0.5) is None

    assert time.monotonic() - began < 4
    assert not running(int(pid_file.read_text()))


def test_what_a_start_file_leaves_running_does_not_hold_us_up(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    stub = shell(tmp_path, f'sleep 60 & echo $! > {pid_file}; eval "$2"')
    began = time.monotonic()

    assert login_shell_path(stub, timeout=30)

    assert time.monotonic() - began < 10
    assert not running(int(pid_file.read_text()))


def test_a_shell_that_never_stops_talking_is_cut_off(tmp_path: Path) -> None:
    began = time.monotonic()

    assert login_shell_path(shell(tmp_path, "exec yes"), timeout=30) is None

    assert time.monotonic() - began < 10


def running(pid: int) -> bool:
    """Whether a process lives; one that is dead but not yet reaped by its new parent does not."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[-1].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return False
        if state == "Z":
            return False
    return True
