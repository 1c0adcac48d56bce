"""The command line as a person or a program uses it: words, JSON, exit codes."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Config = Callable[..., Path]


def test_servers_lists_what_a_file_holds(patchbay: Patchbay, config: Config) -> None:
    file = config(one="sdk.py", two={"url": "https://example.org/mcp"})

    listed = patchbay("servers", file, "--json")

    assert listed.returncode == 0, listed.stderr
    one, two = json.loads(listed.stdout)
    assert (one["name"], one["transport"], one["command"]) == ("one", "stdio", sys.executable)
    assert one["file"] == str(file)
    assert one["disabled"] is False
    assert (two["transport"], two["url"]) == ("http", "https://example.org/mcp")
    assert "HTTP" in two["problems"][0]["message"]
    assert two["problems"][0]["severity"] == "note"


def test_check_tells_line_and_column_and_what_to_do(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{\n  "mcpServers": {\n    "a": {"command": "npx" "args": []}\n  }\n}\n')

    checked = patchbay("check", file)

    assert checked.returncode == 1
    assert f"{file}:3:" in checked.stdout
    assert "comma" in checked.stdout


def test_a_file_with_comments_and_trailing_commas_has_no_errors(
    patchbay: Patchbay, tmp_path: Path
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text('{ // ours\n "mcpServers": {"a": {"command": "npx", "args": ["x",],},}\n}')

    assert patchbay("check", file).returncode == 0
    (server,) = json.loads(patchbay("servers", file, "--json").stdout)
    assert server["name"] == "a"


def test_a_yaml_file_with_a_tools_list_is_read(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "agent.yaml"
    file.write_text(
        "name: agent\ntools:\n  - type: function\n    name: other\n"
        "  - type: mcp\n    name: files\n    description: d\n    command: npx\n    args: [x]\n"
    )

    (server,) = json.loads(patchbay("servers", file, "--json").stdout)

    assert (server["name"], server["command"], server["transport"]) == ("files", "npx", "stdio")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("servers", "no-such-file.json"), 2),
        (("nonsense.json", "--page", "nowhere"), 2),
        (("call",), 2),
        (("settings",), 0),
    ],
)
def test_usage_and_missing_files_are_told_by_the_exit_code(
    patchbay: Patchbay, arguments: tuple[str, ...], code: int
) -> None:
    done = patchbay(*arguments)

    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_a_program_that_is_not_allowed_does_not_start(patchbay: Patchbay, config: Config) -> None:
    refused = patchbay("tools", config(one="sdk.py"), "one", "--trust", "--json")

    assert refused.returncode == 3
    error = json.loads(refused.stdout)["error"]
    assert error["family"] == "configuration"
    assert "allow" in error["hint"]


def test_without_consent_and_without_a_terminal_nothing_starts(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    refused = patchbay("tools", config(one="sdk.py"), "one")

    assert refused.returncode == 3
    assert "--trust" in refused.stderr


def test_a_consent_is_remembered_until_the_entry_changes(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    file = config(one="sdk.py")
    assert patchbay("trust", file, "one").returncode == 0

    assert patchbay("tools", file, "one").returncode == 0

    config(one=["sdk.py", "--more"])
    changed = patchbay("tools", file, "one")
    assert changed.returncode == 3
    assert "changed" in changed.stderr


def test_tools_lists_the_servers_own_objects_with_both_names(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    listed = patchbay("tools", config(one="sdk.py"), "one", "--trust", "--json")

    assert listed.returncode == 0, listed.stderr
    found = json.loads(listed.stdout)
    assert found["server"]["name"] == "sdk"
    assert found["server"]["version"] == "1.2.3"
    add = next(tool for tool in found["tools"] if tool["name"] == "add")
    assert add["id"] == "mcp::one::add"
    assert add["model_name"] == "add"
    assert add["inputSchema"]["properties"]["a"]["type"] == "integer"


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "a=2", "b=3"),
        ("mcp::one::add", "a:=2", "b=3"),
        ("add", "--args", '{"a": 2, "b": 3}'),
        ("add", "b=3", "--args", '{"a": 2}'),
    ],
)
def test_arguments_are_typed_by_the_schema(
    patchbay: Patchbay, config: Config, allowed: None, arguments: tuple[str, ...]
) -> None:
    called = patchbay("call", config(one="sdk.py"), "one", *arguments, "--trust")

    assert called.returncode == 0, called.stderr
    assert called.stdout.strip() == "5"


def test_a_call_as_json_has_all_its_parts(
    patchbay: Patchbay, config: Config, allowed: None, tmp_path: Path
) -> None:
    called = patchbay(
        "call", config(one="sdk.py"), "one", "picture", "size=200000",
        "--trust", "--json", "--save", tmp_path / "out",
    )  # fmt: skip

    assert called.returncode == 0, called.stderr
    found = json.loads(called.stdout)
    assert found["status"] == "done"
    assert found["is_error"] is False
    assert found["duration_ms"] > 0
    assert len(found["content"][0]["data"]) > 200_000
    (saved,) = found["saved"]
    assert Path(saved).suffix == ".png"
    assert Path(saved).read_bytes() == bytes(200_000)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("call", "fail"), 1),
        (("call", "no_such_tool"), 2),
        (("call", "add", "a=x", "b=1"), 2),
        (("call", "crash"), 4),
        (("call", "wait", "seconds=30", "--timeout", "0.5"), 5),
    ],
)
def test_every_way_a_call_ends_has_its_exit_code(
    patchbay: Patchbay, config: Config, allowed: None, arguments: tuple[str, ...], code: int
) -> None:
    command, *rest = arguments

    done = patchbay(command, config(one="sdk.py"), "one", *rest, "--trust")

    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_prompts_and_resources_can_be_used(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    file = config(one="sdk.py")

    greeting = patchbay("prompt", file, "one", "greet", "name=Ada", "--trust")
    words = patchbay("read", file, "one", "text://motd", "--trust")

    assert "Hello Ada" in greeting.stdout
    assert "Fair winds" in words.stdout


def test_an_unset_variable_stops_the_start_with_name_and_place(
    patchbay: Patchbay, config: Config
) -> None:
    file = config(one={"command": "npx", "args": ["${PATCHBAY_UNSET}"]})

    refused = patchbay("tools", file, "one", "--trust")

    assert refused.returncode == 3
    assert "PATCHBAY_UNSET" in refused.stderr
    assert "(6:9)" in refused.stderr


def test_an_env_file_on_the_command_line_sets_a_variable(
    patchbay: Patchbay, config: Config, allowed: None, tmp_path: Path
) -> None:
    values = tmp_path / "values.env"
    values.write_text("WORD=hello\n")
    entry = {"command": sys.executable, "args": ["-c", "import sys; sys.exit(9)", "${WORD}"]}
    file = config(one=entry)

    done = patchbay("tools", file, "one", "--trust", "--env-file", values)

    assert done.returncode == 4
    assert "code 9" in done.stderr


def test_a_server_that_never_answers_is_given_up_in_time(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    silent = json.dumps({"server/discover": [{"silence": True}], "initialize": [{"silence": True}]})
    file = config(one=["raw.py", silent])

    done = patchbay("tools", file, "one", "--trust", "--start-timeout", "1")

    assert done.returncode == 5, done.stderr


def test_rules_are_added_listed_and_removed(patchbay: Patchbay) -> None:
    assert patchbay("allow", "deno").returncode == 0
    assert "deno" in patchbay("allow", "--list").stdout.split()
    assert patchbay("allow", "--remove", "deno").returncode == 0
    assert "deno" not in patchbay("allow", "--list").stdout.split()
    assert patchbay("allow", "./relative").returncode != 0
