"""Changing config files from the command line: what is asked for, byte for byte, and no more."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from patchbay.cli.changes import ATTEMPTS, Text, change
from patchbay.cli.commands import run_command
from patchbay.core.config.opening import MAX_BYTES
from patchbay.core.editing.operations import Operation, add_server
from patchbay.core.errors import AppError
from patchbay.core.values import JsonObject

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Told = Callable[..., tuple[int, str, str]]

PLAIN = """{
  "mcpServers": {
    "weather": {
      "command": "npx",
      "args": ["-y", "weather"]
    }
  }
}
"""
COMMENTED = """// of the whole team
{
  "mcpServers": {
    // the weather, every hour
    "weather": {
      "command": "npx", /* from npm */
      "args": ["-y", "weather"],
    },
  },
  "theme" : "dark"
}
"""
YAML = """# of the whole team
mcpServers:
  weather:   # every hour
    command: npx
    args: [-y, weather]
theme: 'dark'
"""
HOLODECK = """name: agent
tools:
  - name: files   # reads them
    type: mcp
    command: npx
    args: [-y, files]
  - name: search
    type: vectorstore
"""
KEY, NEW_KEY = "sk-live-31415926", "sk-live-27182818"
SECRETS = f"""{{
  // old: API_KEY={KEY}
  "mcpServers": {{"weather": {{
    "command": "npx",
    "env": {{"API_KEY": "{KEY}", "LOG_LEVEL": "debug"}}
  }}}}
}}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mcp.json"
    path.write_text(PLAIN)
    return path


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Told:
    """Run a command in this very process, which starts faster; gives code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = run_command([*map(str, arguments)])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def servers_of(path: Path) -> JsonObject:
    return json.loads(path.read_text())["mcpServers"]


def test_add_makes_a_missing_file(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"

    added = patchbay(
        *("add", file, "weather", "--env", "UNITS=a=b", "--env", "DAYS=", "--cwd", "/srv"),
        *("--env-file", ".env", "--timeout", "30", "--description", "tells it", "--disabled"),
        *("--", "npx", "-y", "--", "weather", "--json"),
    )

    assert (added.returncode, added.stderr) == (0, "")
    assert added.stdout == f"weather was added to {file}.\n"
    assert servers_of(file) == {
        "weather": {
            "command": "npx",
            "args": ["-y", "--", "weather", "--json"],
            "env": {"UNITS": "a=b", "DAYS": ""},
            "cwd": "/srv",
            "envFile": ".env",
            "requestTimeout": 30,
            "description": "tells it",
            "disabled": True,
        }
    }
    assert patchbay("check", file).returncode == 0


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        (("--url", "https://a.example/mcp"), {"type": "http", "url": "https://a.example/mcp"}),
        (("--url", "wss://a.example/mcp"), {"type": "websocket", "url": "wss://a.example/mcp"}),
        (
            ("--url", "https://a.example/sse", "--transport", "Event-Source"),
            {"type": "sse", "url": "https://a.example/sse"},
        ),
        (
            (
                "--url",
                "${ADDRESS:-https://a.example}",
                "--header",
                "Accept: a/b",
                "--header",
                "X=1",
            ),
            {
                "type": "http",
                "url": "${ADDRESS:-https://a.example}",
                "headers": {"Accept": "a/b", "X": "1"},
            },
        ),
        (("--transport", "stdio", "--", "npx"), {"type": "stdio", "command": "npx"}),
    ],
)
def test_add_writes_the_transport_that_was_said_or_that_an_address_means(
    told: Told, tmp_path: Path, options: tuple[str, ...], fields: JsonObject
) -> None:
    file = tmp_path / "mcp.json"

    code, _, errors = told("add", file, "one", *options)

    assert code == 0, errors
    assert servers_of(file) == {"one": fields}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            ".vscode/mcp.json",
            '{\n  "servers": {\n    "one": {\n      "command": "npx"\n    }\n  }\n}\n',
        ),
        ("new.yaml", "mcpServers:\n  one:\n    command: npx\n"),
        ("new.yml", "mcpServers:\n  one:\n    command: npx\n"),
        ("new", '{\n  "mcpServers": {\n    "one": {\n      "command": "npx"\n    }\n  }\n}\n'),
    ],
)
def test_a_new_file_is_written_as_its_place_and_its_ending_tell(
    told: Told, tmp_path: Path, name: str, text: str
) -> None:
    file = tmp_path / name

    code, _, errors = told("add", file, "one", "--make-folders", "--", "npx")

    assert code == 0, errors
    assert file.read_text() == text


@pytest.mark.parametrize("text", ["", " \n", "null\n", "// nothing yet\n"])
def test_an_empty_file_counts_as_one_without_servers(told: Told, tmp_path: Path, text: str) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(text)

    code, _, errors = told("add", file, "one", "--", "npx")

    assert code == 0, errors
    assert '"one"' in file.read_text()
    assert file.read_text().startswith("//") == text.startswith("//")


def test_folders_are_made_only_when_that_is_said(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "mcp.json"

    refused = patchbay("add", file, "one", "--", "npx")

    assert refused.returncode == 2
    assert str(file.parent) in refused.stderr
    assert "--make-folders" in refused.stderr
    assert not (tmp_path / "a").exists()


def test_comments_and_layout_stay_as_they_are(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "mcp.jsonc"
    file.write_text(COMMENTED)

    assert patchbay("set", file, "weather", "args.1=rain", "command=bunx").returncode == 0
    changed = COMMENTED.replace('"weather"]', '"rain"]').replace("npx", "bunx")
    assert file.read_text() == changed

    assert patchbay("rename", file, "weather", "sky").returncode == 0
    assert file.read_text() == changed.replace('"weather":', '"sky":')

    assert patchbay("add", file, "far", "--before", "sky", "--", "far").returncode == 0
    assert patchbay("remove", file, "far").returncode == 0
    assert file.read_text() == changed.replace('"weather":', '"sky":')


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(("line_end", "indent"), [("\r\n", "  "), ("\n", "\t"), ("\r\n", "\t")])
def test_line_ends_tabs_and_a_byte_order_mark_stay(
    patchbay: Patchbay, file: Path, mark: str, line_end: str, indent: str
) -> None:
    text = mark + PLAIN.replace("  ", indent).replace("\n", line_end)
    file.write_bytes(text.encode())

    assert patchbay("set", file, "weather", "disabled:=true").returncode == 0

    was = f'"args": ["-y", "weather"]{line_end}'
    now = f'"args": ["-y", "weather"],{line_end}{indent * 3}"disabled": true{line_end}'
    assert file.read_bytes() == text.replace(was, now).encode()
    assert patchbay("unset", file, "weather", "disabled").returncode == 0
    assert file.read_bytes() == text.encode()


def test_yaml_is_changed_by_span_too(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "servers.yaml"
    file.write_text(YAML)

    assert patchbay("set", file, "weather", "args.1=rain", "args.2=no").returncode == 0
    assert patchbay("rename", file, "weather", "sky").returncode == 0

    changed = YAML.replace("[-y, weather]", '[-y, rain, "no"]').replace("weather:", "sky:")
    assert file.read_text() == changed


def test_a_list_of_tools_is_changed_without_touching_the_other_tools(
    patchbay: Patchbay, tmp_path: Path
) -> None:
    file = tmp_path / "agent.yaml"
    file.write_text(HOLODECK)

    assert patchbay("set", file, "files", "connect_timeout:=20").returncode == 0
    assert patchbay("rename", file, "files", "disk").returncode == 0
    changed = HOLODECK.replace("name: files", "name: disk")
    changed = changed.replace("[-y, files]\n", "[-y, files]\n    timeout: 20\n")
    assert file.read_text() == changed

    assert patchbay("add", file, "far", "--url", "https://a.example/mcp").returncode == 0
    assert file.read_text().startswith(changed)
    assert patchbay("remove", file, "far").returncode == 0
    assert file.read_text() == changed


def test_set_takes_several_fields_of_every_kind(patchbay: Patchbay, file: Path) -> None:
    changed = patchbay(
        *("set", file, "weather", "env.KEY=a=b:=c", 'env."A.B"=', "args.2=--fast", "env_file=.env"),
        *('autoApprove:=["x"]', "request_timeout:=1.5", "headers.0=zero", 'note."a b".c:=null'),
    )

    assert changed.returncode == 0, changed.stderr
    assert servers_of(file)["weather"] == {
        "command": "npx",
        "args": ["-y", "weather", "--fast"],
        "env": {"KEY": "a=b:=c", "A.B": ""},
        "envFile": ".env",
        "autoApprove": ["x"],
        "requestTimeout": 1.5,
        "headers": {"0": "zero"},
        "note": {"a b": {"c": None}},
    }


def test_several_fields_are_one_write(patchbay: Patchbay, file: Path, tmp_path: Path) -> None:
    patchbay("set", file, "weather", "args.0=a", "args.1=b", "cwd=/")

    versions = tmp_path / "home" / "patchbay"
    kept = [path for path in versions.rglob("versions/*/*Z-*") if path.is_file()]
    assert [path.read_text() for path in kept] == [PLAIN]


def test_what_is_so_already_is_not_written_again(patchbay: Patchbay, file: Path) -> None:
    before = file.stat()

    same = patchbay("set", file, "weather", "command=npx", 'args:=["-y", "weather"]')

    assert (same.returncode, same.stdout[:17]) == (0, "Nothing to change")
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    told = json.loads(patchbay("set", file, "weather", "command=npx", "--json").stdout)
    assert told["changed"] is False


def test_unset_takes_elements_by_the_index_they_have_now(patchbay: Patchbay, file: Path) -> None:
    patchbay("set", file, "weather", 'args:=["0", "1", "2", "3"]', "env.A=1")

    taken = patchbay("unset", file, "weather", "args.0", "args.2", "env.A")

    assert taken.returncode == 0, taken.stderr
    assert servers_of(file)["weather"] == {"command": "npx", "args": ["1", "3"], "env": {}}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("add", "FILE", "weather", "--", "x"), "exists already"),
        (("add", "FILE", "one"), "neither a command nor a url"),
        (("add", "FILE", "one", "--"), "neither a command nor a url"),
        (("add", "FILE", "one", "npx"), "stands after --"),
        (("add", "FILE", " ", "--", "x"), "needs a name"),
        (("add", "FILE", "one", "--url", "https://a.example", "--", "x"), "not both"),
        (("add", "FILE", "one", "--url", "a.example"), "Write https://a.example"),
        (("add", "FILE", "one", "--url", "https://a.example", "--cwd", "/"), "--cwd"),
        (("add", "FILE", "one", "--url", "https://a.example", "--transport", "stdio"), "stdio"),
        (("add", "FILE", "one", "--transport", "pigeon", "--", "x"), "streamable-http"),
        (("add", "FILE", "one", "--transport", "sse", "--", "x"), "stdio"),
        (("add", "FILE", "one", "--header", "A=b", "--", "x"), "--header"),
        (("add", "FILE", "one", "--env", "A", "--", "x"), "NAME=VALUE"),
        (("add", "FILE", "one", "--before", "two", "--", "x"), "It has: weather"),
        (("set", "FILE", "two", "cwd=/"), "It has: weather"),
        (("set", "FILE", "weather"), "nothing to set"),
        (("set", "FILE", "weather", "cwd"), "PATH=TEXT"),
        (("set", "FILE", "weather", "env..A=1"), "env.KEY"),
        (("set", "FILE", "weather", ":=1"), "path"),
        (("set", "FILE", "weather", "timeout=30"), "timeout:=30"),
        (("set", "FILE", "weather", "disabled=true"), "disabled:=true"),
        (("set", "FILE", "weather", "args=x"), "args:="),
        (("set", "FILE", "weather", "timeout:=3O"), "column 2"),
        (("set", "FILE", "weather", "type=pigeon"), "streamable-http"),
        (("set", "FILE", "weather", "args.3=x"), "It has 2 elements"),
        (("set", "FILE", "weather", "name=x"), "patchbay rename"),
        (("set", "FILE", "weather", "cwd=/", "args.7=x"), "beyond the end"),
        (("unset", "FILE", "weather", "args", "env.GONE"), "no env.GONE in weather"),
        (("unset", "FILE", "weather"), "name a PATH"),
        (("rename", "FILE", "weather", ""), "needs a name"),
        (("rename", "FILE", "two", "three"), "It has: weather"),
        (("remove", "FILE", "two"), "It has: weather"),
        (("remove", "gone.json", "two"), "There is no file"),
        (("add", ".", "one", "--", "x"), "not a file"),
        (("add", "new.toml", "one", "--", "x"), "TOML"),
    ],
)
def test_what_makes_no_sense_is_told_and_changes_nothing(
    told: Told, file: Path, arguments: tuple[str, ...], words: str
) -> None:
    code, printed, errors = told(*(file if word == "FILE" else word for word in arguments))

    assert (code, printed) == (2, "")
    assert words in errors
    assert file.read_text() == PLAIN
    assert [path.name for path in file.parent.iterdir() if path.is_file()] == ["mcp.json"]


def test_a_name_that_is_taken_is_refused_in_a_list_too(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text('{"servers": [{"name": "a", "command": "a"}, {"name": "b", "command": "b"}]}')

    refused = patchbay("rename", file, "a", "b")

    assert refused.returncode == 2
    assert f"exists already in {file}" in refused.stderr


@pytest.mark.parametrize(
    ("name", "text", "code", "words"),
    [
        ("mcp.json", '{"mcpServers": {"a": {"command": "x" "args": []}}}', 2, "line 1, column 38"),
        ("mcp.json", "[]", 3, "not an object"),
        ("mcp.json", '{"mcpServers": 5}', 3, "not an object"),
        ("a.yaml", "mcpServers: &all\n  a: {command: x}\nmore: *all\n", 3, "anchor"),
        ("a.yaml", "mcpServers:\n  a: {command: x}\n bad", 2, "line 3"),
    ],
)
def test_what_cannot_be_understood_or_changed_by_form_is_never_written(
    told: Told, tmp_path: Path, name: str, text: str, code: int, words: str
) -> None:
    file = tmp_path / name
    file.write_text(text)

    ended, _, errors = told("add", file, "one", "--", "npx")

    assert ended == code
    assert words in errors
    assert str(file) in errors
    assert file.read_text() == text


def test_what_is_written_twice_is_not_changed(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    text = '{"mcpServers": {"a": {"command": "x"},\n "a": {"command": "y"}}}'
    file.write_text(text)

    for arguments in (
        ("set", file, "a", "cwd=/"),
        ("rename", file, "a", "b"),
        ("remove", file, "a"),
    ):
        refused = patchbay(*arguments, "--json")
        assert refused.returncode == 3
        error = json.loads(refused.stdout)["error"]
        assert "twice" in error["title"]
        assert "line 2" in error["cause"]
        assert error["evidence"]["file"] == str(file)
    assert file.read_text() == text


@pytest.mark.parametrize("data", [b" " * (MAX_BYTES + 1), b"\xff\xfe\x00", b'{"a": "\xe9"}'])
def test_what_is_no_text_or_too_large_is_refused(
    patchbay: Patchbay, file: Path, data: bytes
) -> None:
    file.write_bytes(data)

    refused = patchbay("add", file, "one", "--", "npx")

    assert refused.returncode in {2, 3}
    assert str(file) in refused.stderr
    assert "Traceback" not in refused.stderr
    assert file.read_bytes() == data


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_mode_and_link_stay(patchbay: Patchbay, file: Path, tmp_path: Path) -> None:
    file.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(file.name)

    assert patchbay("set", link, "weather", "cwd=/").returncode == 0

    assert os.readlink(link) == file.name  # noqa: PTH115 - compared as it is written
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert servers_of(file)["weather"]["cwd"] == "/"


def test_a_dry_run_prints_the_difference_and_writes_nothing(
    patchbay: Patchbay, file: Path, tmp_path: Path
) -> None:
    before, new = file.stat(), tmp_path / "new.json"

    seen = patchbay("set", file, "weather", "args.1=rain", "--dry-run")

    assert seen.returncode == 0
    assert seen.stdout.splitlines()[:2] == [f"--- {file}", f"+++ {file}"]
    assert '-      "args": ["-y", "weather"]' in seen.stdout
    assert '+      "args": ["-y", "rain"]' in seen.stdout
    assert file.read_text() == PLAIN
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    assert '+    "one": {' in patchbay("add", new, "one", "--dry-run", "--", "npx").stdout
    assert not new.exists()


def test_a_dry_run_masks_secrets_unless_they_are_asked_for(
    patchbay: Patchbay, tmp_path: Path
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(SECRETS)
    arguments = ("set", file, "weather", f"env.API_KEY={NEW_KEY}", "--dry-run")

    masked = patchbay(*arguments).stdout
    as_json = patchbay(*arguments, "--json").stdout
    shown = patchbay(*arguments, "--show-secrets").stdout

    for secret in (KEY, NEW_KEY):
        assert secret not in masked
        assert secret not in as_json
        assert secret in shown
    dots = "•" * len(KEY)
    line = f'    "env": {{"API_KEY": "{dots}", "LOG_LEVEL": "debug"}}'
    assert f"-{line}\n+{line}" in masked
    assert f"+{line}" in json.loads(as_json)["diff"]


def test_json_tells_what_was_done(patchbay: Patchbay, file: Path) -> None:
    added = patchbay("add", file, "one", "--url", "http://a.example", "--json")
    renamed = patchbay("rename", file, "one", "two", "--json")

    assert json.loads(added.stdout) == {
        "file": str(file),
        "server": "one",
        "changed": True,
        "problems": [],
    }
    assert json.loads(renamed.stdout)["server"] == "two"


def test_what_is_wrong_with_the_new_server_is_told(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "claude_desktop_config.json"
    file.write_text("{ // ours\n}\n")

    added = patchbay("add", file, "one", "--url", "https://a.example/${NOT_SET_ANYWHERE}")

    assert added.returncode == 0
    assert "starts only local servers" in added.stderr
    assert "NOT_SET_ANYWHERE is not set" in added.stderr
    assert "does not accept comments" in added.stderr


def test_a_client_that_heeds_no_flag_gets_none(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "claude_desktop_config.json"

    refused = patchbay("add", file, "one", "--disabled", "--", "npx")

    assert refused.returncode == 3
    assert "Claude Desktop has no way to disable" in refused.stderr
    assert not file.exists()


@pytest.mark.parametrize("is_new", [True, False])
def test_two_at_once_lose_nothing(
    environment: dict[str, str], tmp_path: Path, file: Path, *, is_new: bool
) -> None:
    target = tmp_path / "new.json" if is_new else file
    names = [f"server-{number}" for number in range(4)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "patchbay", "add", str(target), name, "--", "npx"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for name in names
    ]

    ended = [(process.communicate(timeout=60)[1], process.returncode) for process in running]

    assert ended == [(b"", 0)] * len(names)
    assert set(servers_of(target)) == {*names, *(() if is_new else ("weather",))}


def test_a_change_is_made_again_on_what_another_program_wrote_meanwhile(file: Path) -> None:
    asked: list[str] = []

    def plan(text: Text) -> list[Operation]:
        asked.append(text.source.text)
        if len(asked) == 1:
            file.write_text(COMMENTED)
        return [add_server("one", {"command": "x"})]

    change(file, plan)

    assert asked == [PLAIN, COMMENTED]
    assert '"one"' in file.read_text()
    assert "// the weather, every hour" in file.read_text()


def test_a_file_that_another_program_keeps_writing_is_left_to_it(file: Path) -> None:
    written: list[str] = []

    def plan(_: Text) -> list[Operation]:
        written.append(PLAIN + "\n" * (len(written) + 1))
        file.write_text(written[-1])
        return [add_server("one", {"command": "x"})]

    with pytest.raises(AppError, match="was not changed"):
        change(file, plan)

    assert len(written) == ATTEMPTS
    assert file.read_text() == written[-1]
