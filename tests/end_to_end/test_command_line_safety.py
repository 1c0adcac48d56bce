"""What the command line never does: show secrets, obey a file, or take a name that is kept."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from patchbay.cli.commands import run_command
from patchbay.cli.json_output import print_json
from patchbay.core.drafts.parking import Parked
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.paths import standard_paths

Told = Callable[..., tuple[int, str, str]]
Patchbay = Callable[..., subprocess.CompletedProcess[str]]

KEY = "sk-live-31415926"
DOTS = "•" * len(KEY)
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Told:
    """Run a command in this very process; gives code, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATCHBAY_HOME", str(tmp_path / "patchbay"))

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = run_command([*map(str, arguments)])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def config(tmp_path: Path) -> Callable[..., Path]:
    def write(**servers: object) -> Path:
        path = tmp_path / "mcp.json"
        path.write_text(json.dumps({"mcpServers": servers}, indent=2), encoding="utf-8")
        return path

    return write


def test_servers_shows_secrets_only_when_it_is_asked_for_them(
    told: Told, config: Callable[..., Path]
) -> None:
    file = config(
        local={"command": "npx", "args": ["-y", "pkg", "--api-key", KEY]},
        line={"command": f"npx pkg --token {KEY}"},
        remote={"url": f"https://me:{KEY}@a.example/mcp?token={KEY}&page=2"},
    )

    for options in ((), ("--json",)):
        _, hidden, _ = told("servers", file, *options)
        _, shown, _ = told("servers", file, "--show-secrets", *options)
        assert KEY not in hidden
        assert KEY in shown
        assert "a.example/mcp" in hidden
        assert "page=2" in hidden
    assert f"npx -y pkg --api-key {DOTS}" in told("servers", file)[1]


def test_a_dry_run_masks_what_follows_an_option(told: Told, config: Callable[..., Path]) -> None:
    header = f"Authorization: Bearer {KEY}"
    file = config(one={"command": "npx", "args": ["--api-key", KEY, "-H", header], "cwd": "/a"})

    for options in ((), ("--json",)):
        _, seen, _ = told("set", file, "one", "cwd=/b", f"args.4={KEY}", "--dry-run", *options)
        assert KEY not in seen
        assert "--api-key" in seen


def test_what_a_file_says_cannot_steer_the_terminal(
    told: Told, config: Callable[..., Path]
) -> None:
    name = "a\x1b[2J\npatchbay: all is well\u202e"
    file = config(**{name: {"command": "x\x1b[31m", "timeout": "\x9b31m\u2066"}})

    for line in (
        ("servers", file),
        ("check", file),
        ("set", file, name, "cwd=\x1b[31m", "--dry-run"),
        ("set", file, name, "cwd=\x1b[31m", "--json", "--dry-run"),
        ("set", file, name, "cwd=\x1b[31m"),
        ("set", file, "gone", "cwd=/"),
        ("add", file, name, "--", "x"),
        ("servers", file, "--json"),
        ("rename", file, name, "b\u202e"),
    ):
        _, printed, errors = told(*line)
        assert printed + errors
        assert UNSEEN.search(printed + errors) is None, line
        assert "\npatchbay: all is well" not in printed + errors


def test_json_carries_marks_of_direction_as_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"a\u202e": "\x9b \u2066 \x7f é"}

    print_json(value)

    printed = capsys.readouterr().out
    assert json.loads(printed) == value
    assert UNSEEN.search(printed) is None
    assert "é" in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("set", "FILE", "one", KEY), "One of the words does not say"),
        (("set", "FILE", "one", f"env.{KEY}"), "“env.…” does not say"),
        (("set", "FILE", "one", f"env..{KEY}"), "“env.…” is not the path"),
        (("set", "FILE", "one", ""), "One of the words is not"),
        (("set", "FILE", "", "cwd=/"), "needs a name"),
        (("set", "FILE", "one", "-x", f"env.A={KEY}"), "not understood"),
        (("add", "FILE", "two", "--url", KEY), "Write https://HOST/…"),
        (("add", "FILE", "two", "--url", f"{KEY} not url"), "Write https://HOST/…"),
    ],
)
def test_a_mistake_does_not_repeat_what_may_be_a_secret(
    told: Told, config: Callable[..., Path], arguments: tuple[str, ...], words: str
) -> None:
    file = config(one={"command": "npx", "env": {}})

    code, _, errors = told(*(file if word == "FILE" else word for word in arguments))

    assert code == 2
    assert words in errors
    assert KEY not in errors
    assert "“”" not in errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("args.-1=x",), "counted from 0, as in args.0"),
        (("env.A.B=x",), 'env."A.B"'),
        (("headers.A.B.C=x",), 'headers."A.B.C"'),
        (('env:={"A": "1", "A": "2"}',), "“A” is written twice"),
    ],
)
def test_what_no_field_is_gets_a_hint(
    told: Told, config: Callable[..., Path], arguments: tuple[str, ...], words: str
) -> None:
    file = config(one={"command": "npx", "args": ["a"], "env": {}})
    before = file.read_text()

    code, _, errors = told("set", file, "one", *arguments)

    assert code == 2
    assert words in errors
    assert file.read_text() == before


def test_a_number_keeps_its_spelling(told: Told, config: Callable[..., Path]) -> None:
    file = config(one={"command": "npx"})

    assert told("set", file, "one", "sse_read_timeout:=1.50")[0] == 0

    assert "1.50" in file.read_text()


def test_a_name_that_looks_like_an_option_is_hinted_behind_two_dashes(
    told: Told, config: Callable[..., Path]
) -> None:
    file = config(**{"-x": {"command": "npx"}})

    assert "patchbay rename FILE -- -x NEW" in told("set", file, "--", "-x", "name=y")[2]
    assert "begins with - stands after --" in told("set", file, "-x", "cwd=/")[2]
    assert told("set", file, "--", "-x", "cwd=/")[0] == 0
    assert told("remove", file, "--", "-x")[0] == 0


def test_a_bare_time_out_tells_its_unit(told: Told, tmp_path: Path) -> None:
    file = tmp_path / ".mcp.json"
    file.write_text('{"mcpServers": {"s": {"command": "npx"}}}')

    code, _, errors = told("set", file, "s", "timeout:=30")
    _, printed, _ = told("set", file, "s", "timeout:=40", "--json")

    assert code == 0
    assert "timeout is in milliseconds in this file: 0.03 s" in errors
    assert "request_timeout:=30" in errors
    assert "0.04 s" in json.loads(printed)["problems"][0]["message"]


def test_set_disables_no_server_of_a_client_that_heeds_no_flag(told: Told, tmp_path: Path) -> None:
    file = tmp_path / "claude_desktop_config.json"
    file.write_text('{"mcpServers": {"s": {"command": "npx"}}}')
    before = file.read_text()

    for assignment in ("disabled:=true", "enabled:=false"):
        code, _, errors = told("set", file, "s", assignment)
        assert code == 3
        assert "Claude Desktop has no way to disable" in errors
    assert file.read_text() == before


def test_a_parked_server_is_listed_and_its_name_is_kept(
    told: Told, config: Callable[..., Path]
) -> None:
    file = config(one={"command": "npx"})
    parked = Parked("gone", '{"command": "deno"}', "", "json")
    standard_shelf(standard_paths()).parking.save(file, (parked,))
    before = file.read_text()

    listed = told("servers", file)[1]
    objects = json.loads(told("servers", file, "--json")[1])

    assert re.search(r"gone +stdio +deno  \(parked\)", listed)
    assert [each["parked"] for each in objects] == [False, True]
    for line in (
        ("add", file, "gone", "--", "x"),
        ("rename", file, "one", "gone"),
        ("rename", file, "gone", "two"),
        ("remove", file, "gone"),
        ("set", file, "gone", "cwd=/"),
        ("unset", file, "gone", "cwd"),
        ("add", file, "two", "--before", "gone", "--", "x"),
    ):
        code, _, errors = told(*line)
        assert code == 3, line
        assert "“gone” is parked" in errors
        assert f"patchbay {file}" in errors
    assert file.read_text() == before


def test_a_file_with_several_names_is_not_changed(told: Told, config: Callable[..., Path]) -> None:
    file = config(one={"command": "npx"})
    file.with_name("other.json").hardlink_to(file)

    code, _, errors = told("set", file, "one", "cwd=/")

    assert code == 3
    assert "one other name" in errors
    assert "edits are still here" not in errors
    assert file.samefile(file.with_name("other.json"))


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
def test_a_deleted_folder_matters_to_relative_paths_only(
    patchbay: Patchbay, environment: dict[str, str], config: Callable[..., Path], tmp_path: Path
) -> None:
    file = config(one={"command": "npx"})
    here = tmp_path / "here"
    here.mkdir()
    script = "import os, sys; os.rmdir(os.getcwd()); from patchbay.cli.commands import run_command;"
    script += "sys.exit(run_command(sys.argv[1:]))"

    def ran(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        here.mkdir(exist_ok=True)
        command = [sys.executable, "-c", script, *map(str, arguments)]
        return subprocess.run(
            command, cwd=here, env=environment, capture_output=True, text=True, check=False
        )

    assert ran("servers", file).returncode == 0
    assert ran("set", file, "one", "cwd=/").returncode == 0
    for line in (("servers", "mcp.json"), ("set", "mcp.json", "one", "cwd=/")):
        relative = ran(*line)
        assert relative.returncode == 2, relative.stderr
        assert "is there no more" in relative.stderr
        assert "Traceback" not in relative.stderr


def test_patchbay_home_may_be_below_home_or_relative(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    for home in ("~/own", "own"):
        monkeypatch.setenv("PATCHBAY_HOME", home)
        assert standard_paths().data == tmp_path / "own" / "data"


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_home_that_is_no_folder_is_told_and_not_the_config(
    told: Told,
    config: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    below: str,
) -> None:
    file = config(one={"command": "npx"})
    (tmp_path / "home").touch()
    monkeypatch.setenv("PATCHBAY_HOME", os.fspath(tmp_path / "home" / below))

    code, _, errors = told("set", file, "one", "cwd=/")

    assert code == 3
    assert "PATCHBAY_HOME" in errors
    assert "mkdir" not in errors
    assert told("servers", file)[0] == 0
    assert "PATCHBAY_HOME" in told("allow", "deno")[2]
