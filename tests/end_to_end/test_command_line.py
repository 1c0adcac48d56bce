"""The command line as a person or a program uses it: words, JSON, exit codes."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from patchbay.cli.json_output import print_json
from patchbay.core.errors import AppError
from patchbay.core.values import Json, JsonObject
from tests.remote import StartProxy, StartWeb

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


def test_the_settings_are_listed_with_what_holds_now(patchbay: Patchbay) -> None:
    path = Path(patchbay("settings").stdout.strip())
    path.parent.mkdir(parents=True)
    path.write_text('{"update_check": true, "hosts": ["lan.test"]}')

    listed = patchbay("settings", "--list").stdout
    told = json.loads(patchbay("settings", "--list", "--json").stdout)

    assert re.search("^update_check +on ", listed, re.MULTILINE)
    assert re.search("^hosts +lan.test ", listed, re.MULTILINE)
    assert told["file"] == str(path)
    assert told["settings"]["hosts"] == ["lan.test"]
    assert told["settings"]["connect_timeout"] == 60


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


def test_a_host_is_reached_without_encryption_once_it_is_allowed(
    patchbay: Patchbay, config: Config, web: StartWeb, proxy: StartProxy
) -> None:
    office = proxy(hosts={"nas.test": ("127.0.0.1", web().port)})
    file = config(far={"type": "http", "url": "http://nas.test/mcp", "proxy": office.address})

    refused = patchbay("tools", file, "far", "--trust")
    assert refused.returncode == 3
    assert "patchbay allow-host nas.test" in refused.stderr
    assert patchbay("allow-host", "NAS.test").stdout == "nas.test\n"
    assert "echo" in patchbay("tools", file, "far", "--trust").stdout
    taken = patchbay("allow-host", "--remove", "nas.test", "--json")
    assert json.loads(taken.stdout) == {"hosts": []}


def test_programs_allowed_at_the_same_time_are_all_kept(
    environment: dict[str, str], patchbay: Patchbay
) -> None:
    names = [f"prog{number}" for number in range(6)]
    command = [sys.executable, "-m", "patchbay", "allow"]
    started = [
        subprocess.Popen([*command, name], env=environment, stdout=subprocess.DEVNULL)
        for name in names
    ]

    assert [process.wait(60) for process in started] == [0] * len(names)

    assert set(names) <= set(patchbay("allow").stdout.split())


def test_an_interpreter_is_allowed_with_a_warning(patchbay: Patchbay) -> None:
    warned = patchbay("allow", "python3")
    exact = patchbay("allow", "--", "python3", "server.py", "--port", "1")

    assert warned.returncode == exact.returncode == 0
    assert "warning: python3 runs any code" in warned.stderr
    assert exact.stderr == ""
    assert "python3 server.py --port 1" in exact.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("calll", "a", "b"), "There is no command called calll; did you mean call?"),
        (("list",), "There is no command called list. "),
        (("--demo", "tools"), "tools is a command and must come first"),
        (("call", "f.json", "one"), "required: TOOL. "),
        (("tools", "f.json", "one", "--timeout", "soon"), "soon is no number of seconds above 0"),
        (("check", "f.json", "more"), "usage: patchbay check"),
    ],
)
def test_a_mistyped_line_is_explained(
    patchbay: Patchbay, arguments: tuple[str, ...], words: str
) -> None:
    told = patchbay(*arguments)

    assert told.returncode == 2
    assert words.casefold() in " ".join(told.stderr.split()).casefold() + " "


@pytest.mark.parametrize("arguments", [("calll", "a"), ("call",), ("check", "f.json", "--more")])
def test_a_mistyped_line_is_json_when_json_was_asked_for(
    patchbay: Patchbay, arguments: tuple[str, ...]
) -> None:
    told = patchbay(*arguments, "--json")

    assert told.returncode == 2
    assert json.loads(told.stdout)["error"]["title"]


def test_an_unreadable_file_has_problems_not_no_servers(patchbay: Patchbay, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{"mcpServers": {"a" }')

    listed = patchbay("servers", file)

    assert listed.returncode == 1
    assert "No servers" not in listed.stdout
    assert f"{file}:1:" in listed.stderr
    assert f"patchbay check {file}" in listed.stderr


def test_a_problem_names_its_server_and_ends_its_sentences(
    patchbay: Patchbay, config: Config
) -> None:
    file = config(one={"url": "https://example.org/mcp"})

    (line,) = patchbay("check", file).stdout.splitlines()

    assert line.startswith(f"{file}:4:")
    assert ": note: server “one”: " in line
    assert line.endswith(".")
    (problem,) = json.loads(patchbay("check", file, "--json").stdout)
    assert problem["server"] == "one"


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "a", "2"),
        ("add", "--args", "{"),
        ("add", "--args", ""),
        ("add", "a=@no-such-file"),
        ("add", "a:={"),
        ("picture", "--save", "/dev/null/out"),
    ],
)
def test_a_bad_line_is_refused_before_the_server_may_start(
    patchbay: Patchbay, config: Config, arguments: tuple[str, ...]
) -> None:
    # This server is not allowed: had it been looked at, the exit code would be 3.
    refused = patchbay("call", config(one="sdk.py"), "one", *arguments)

    assert refused.returncode == 2, refused.stderr


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("call", "ad"), "Did you mean add?"),
        (("prompt", "gret"), "Did you mean greet?"),
        (("prompt", "greet", "nme=x"), "Did you mean name?"),
        (("read", "text://mod"), "Did you mean text://motd?"),
    ],
)
def test_what_a_server_does_not_offer_is_missing_and_a_near_name_is_told(
    patchbay: Patchbay, config: Config, allowed: None, arguments: tuple[str, ...], hint: str
) -> None:
    command, *rest = arguments

    missing = patchbay(command, config(one="sdk.py"), "one", *rest, "--trust")

    assert missing.returncode == 2, missing.stderr
    assert hint in missing.stderr


def test_lists_for_people_show_arguments_and_templates(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    file = config(one="sdk.py")

    tools = patchbay("tools", file, "one", "--trust").stdout
    prompts = patchbay("prompts", file, "one", "--trust").stdout
    resources = patchbay("resources", file, "one", "--trust").stdout

    assert "a (integer, required), b (integer, required)" in tools
    assert "name (text, required)" in prompts
    assert "text://motd" in resources
    assert resources.count("(template)") == resources.count("{")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_line_and_no_traceback(
    environment: dict[str, str],
) -> None:
    command = [sys.executable, "-m", "patchbay", "allow", "--json"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, env=environment, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
        )
    closed = subprocess.run(
        ["/bin/sh", "-c", '"$@" >&-', "sh", *command],
        env=environment, stderr=subprocess.PIPE, check=False, timeout=60,
    )  # fmt: skip

    for each in (done, closed):
        assert each.returncode == 1
        assert each.stderr.startswith(b"patchbay: Standard output")
        assert each.stderr.count(b"\n") == 1


def test_a_home_that_cannot_be_written_is_told_without_a_traceback(
    patchbay: Patchbay, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()

    done = patchbay("allow", "deno", "--json", env={"PATCHBAY_HOME": str(tmp_path / "file")})

    assert done.returncode == 4
    assert "PATCHBAY_HOME" in json.loads(done.stdout)["error"]["hint"]
    assert done.stderr == ""


def test_numbers_that_json_cannot_carry_are_texts(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    odd = {"low": float("-inf"), "none": float("nan")}
    result: JsonObject = {"content": [], "structuredContent": odd}
    file = config(one=["raw.py", json.dumps({"tools/call": [{"result": result}]})])

    called = patchbay("call", file, "one", "tool", "--trust", "--json")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    found = json.loads(called.stdout, parse_constant=refuse)
    assert found["structured_content"] == {"low": "-Infinity", "none": "NaN"}


def test_a_result_is_printed_even_when_its_files_cannot_be_saved(
    patchbay: Patchbay, config: Config, allowed: None, tmp_path: Path
) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "no" / "such" / "folder" / "x")
    (tmp_path / "no").touch()

    called = patchbay(
        "call", config(one="sdk.py"), "one", "picture", "size=9", "--trust", "--save", "out"
    )

    assert called.returncode == 1
    assert "[image image/png, 9 bytes]" in called.stdout
    assert "Not everything could be saved" in called.stderr
    assert "Traceback" not in called.stderr


def test_a_value_nested_too_deeply_to_be_printed_is_an_error() -> None:
    deep: Json = None
    for _ in range(5000):
        deep = [deep]

    with pytest.raises(AppError, match="nested too deeply"):
        print_json(deep)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send these signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_call_tells_programs_in_json(
    environment: dict[str, str], config: Config, allowed: None, number: signal.Signals
) -> None:
    script = json.dumps({"tools/call": [{"stderr": ["it is called"], "silence": True}]})
    file = str(config(one=["raw.py", script]))
    command = [sys.executable, "-m", "patchbay", "call", file, "one", "tool", "--trust", "--json"]

    told = _interrupted(command, environment, b"it is called", number)

    assert told["error"]["title"] == "Interrupted"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send this signal")
def test_an_interrupt_while_patchbay_loads_is_quiet(environment: dict[str, str]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "patchbay", "allow", "--json"]

    told = _interrupted(command, environment, b"patchbay.cli.names", signal.SIGINT)

    assert told["error"]["title"] == "Interrupted"


def _interrupted(
    command: list[str], environment: dict[str, str], words: bytes, number: signal.Signals
) -> JsonObject:
    """What a program says on standard output when it is sent a signal after saying `words`."""
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        assert any(words in line for line in process.stderr)
        process.send_signal(number)
        said, warned = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in warned
    return json.loads(said)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_closed_input_is_nobody_to_ask(
    environment: dict[str, str], config: Config, allowed: None
) -> None:
    command = [sys.executable, "-m", "patchbay", "tools", str(config(one="sdk.py")), "one"]

    refused = subprocess.run(
        ["/bin/sh", "-c", '"$@" <&-', "sh", *command],
        env=environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip

    assert refused.returncode == 3, refused.stderr
    assert "--trust" in refused.stderr
