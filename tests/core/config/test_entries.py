"""One server at a time: transports, types, units, and the mistakes people make."""

import json
from pathlib import Path

import pytest

from patchbay.core.config.model import Entry, Place, Severity, Transport
from patchbay.core.config.reader import read_text
from patchbay.core.values import Json

PLAIN = Path("/p/servers.json")
CLAUDE_CODE = Path("/p/.mcp.json")
CLAUDE_DESKTOP = Path("/p/claude_desktop_config.json")
CURSOR = Path("/p/.cursor/mcp.json")
VS_CODE = Path("/p/.vscode/mcp.json")


def entry_of(server: Json, path: Path = PLAIN) -> Entry:
    root = "servers" if path == VS_CODE else "mcpServers"
    (entry,) = read_text(path, json.dumps({root: {"x": server}})).entries
    return entry


def yaml_entry(text: str) -> Entry:
    (entry,) = read_text(Path("/p/a.yaml"), f"mcpServers:\n  x:\n{text}").entries
    return entry


def only_problem(entry: Entry) -> tuple[Severity, str, str]:
    (problem,) = entry.problems
    return problem.severity, problem.message, problem.fix


@pytest.mark.parametrize(
    ("spelling", "transport"),
    [
        ("stdio", Transport.STDIO),
        ("STDIO", Transport.STDIO),
        ("local", Transport.STDIO),
        ("command", Transport.STDIO),
        ("process", Transport.STDIO),
        ("http", Transport.HTTP),
        ("streamable-http", Transport.HTTP),
        ("streamableHttp", Transport.HTTP),
        ("streamable_http", Transport.HTTP),
        ("http-stream", Transport.HTTP),
        ("streamable", Transport.HTTP),
        ("remote", Transport.HTTP),
        ("sse", Transport.SSE),
        ("event-source", Transport.SSE),
        ("eventsource", Transport.SSE),
        ("ws", Transport.WEBSOCKET),
        ("wss", Transport.WEBSOCKET),
        ("WebSocket", Transport.WEBSOCKET),
    ],
)
@pytest.mark.parametrize("key", ["type", "transport", "transportType"])
def test_every_spelling_of_a_transport_is_known(
    key: str, spelling: str, transport: Transport
) -> None:
    scheme = "wss" if transport is Transport.WEBSOCKET else "https"
    entry = entry_of({key: spelling, "command": "npx", "url": f"{scheme}://h.example/mcp"})

    assert entry.transport is transport
    assert entry.problems == ()


def test_an_unknown_transport_is_an_error_that_lists_the_known() -> None:
    entry = entry_of({"type": "carrier-pigeon", "command": "npx"})

    severity, message, fix = only_problem(entry)
    assert entry.transport is None
    assert severity is Severity.ERROR
    assert "carrier-pigeon" in message
    for known in ("stdio", "http", "streamable-http", "sse", "websocket", "ws"):
        assert known in fix


def test_a_transport_may_be_an_object_with_the_fields_of_the_server() -> None:
    inner = {"type": "streamableHttp", "url": "https://h.example/mcp", "headers": {"A": "b"}}

    entry = entry_of({"transport": inner, "disabled": True})

    assert entry.transport is Transport.HTTP
    assert entry.url == "https://h.example/mcp"
    assert entry.headers == {"A": "b"}
    assert entry.disabled
    assert entry.problems == entry.kept == ()
    assert entry.keys == ("transport", "disabled")
    assert entry_of({"transport": {"type": "stdio"}, "command": "npx"}).command == "npx"


def test_spellings_that_contradict_each_other_are_told() -> None:
    entry = entry_of({"transportType": "sse", "type": "http", "url": "https://h.example/mcp"})

    assert entry.transport is Transport.SSE
    assert only_problem(entry)[1] == (
        "transportType says sse and type says http; transportType is used"
    )


def test_a_config_for_the_server_must_be_an_object() -> None:
    assert entry_of({"command": "npx", "config": {"depth": 2}}).config == {"depth": 2}
    severity, message, _ = only_problem(entry_of({"command": "npx", "config": "deep"}))
    assert severity is Severity.WARNING
    assert message == "config must be an object; the server is not given it"


def test_a_command_without_a_type_is_stdio() -> None:
    assert entry_of({"command": "npx"}).transport is Transport.STDIO


def test_a_url_without_a_type_is_http_with_a_note_in_a_file_of_no_client() -> None:
    entry = entry_of({"url": "https://h.example/mcp"})

    assert entry.transport is Transport.HTTP
    assert only_problem(entry)[0] is Severity.NOTE


def test_a_url_without_a_type_follows_the_client_where_one_is_known() -> None:
    server = {"url": "https://h.example/mcp"}

    assert entry_of(server, CURSOR).problems == ()
    assert entry_of(server, VS_CODE).problems == ()
    severity, message, fix = only_problem(entry_of(server, CLAUDE_CODE))
    assert severity is Severity.WARNING
    assert "Claude Code skips the server" in message
    assert '"type": "http"' in fix


def test_a_websocket_url_needs_no_type() -> None:
    server = {"url": "WSS://h.example/mcp"}

    entry = entry_of(server)
    assert (entry.transport, entry.problems) == (Transport.WEBSOCKET, ())
    _, message, fix = only_problem(entry_of(server, CLAUDE_CODE))
    assert message.endswith("Patchbay takes this url as WebSocket")
    assert '"type": "websocket"' in fix


def test_neither_command_nor_url_is_an_error() -> None:
    entry = entry_of({"args": ["x"]})

    assert entry.transport is None
    assert entry.blocked_by_problems
    assert "neither a command nor a url" in entry.problems[0].message


HOPELESS: list[tuple[Json, str]] = [
    ({"type": "stdio", "url": "https://h.example"}, "no command"),
    ({"type": "http", "command": "npx"}, "no url"),
    ({"command": ""}, "no command"),
    ({"command": []}, "empty list"),
    ({"command": 5, "type": "stdio", "args": [{}]}, "Element 1 of args must be text"),
    ({"command": "npx", "args": "-y pkg"}, "args must be a list of texts, not text"),
    ({"command": "npx", "env": []}, "env must be an object, not a list"),
    ({"command": "npx", "env": {"A": ["b"]}}, "env A must be text, not a list"),
    ({"command": "npx", "env": {"A=B": "c"}}, "variable's name"),
    ({"command": "npx", "disabled": "yes"}, "disabled must be true or false"),
    ({"command": "npx", "request_timeout": "30"}, "request_timeout"),
    ({"command": "npx", "request_timeout": -1}, "request_timeout"),
    ({"command": "npx", "request_timeout": 10**400}, "request_timeout"),
    ({"command": "npx", "encoding": "klingon"}, "encoding is not known"),
    ({"command": "npx", "encoding": "zip"}, "encoding is not one for text"),
    ({"command": "npx", "encoding": "rot13"}, "encoding is not one for text"),
    ({"command": "npx", "encoding": "idna"}, "encoding is not one for text"),
    ({"url": "https://h.example", "type": "http", "headers": {"A": "b\nc"}}, "line break"),
    ({"url": "localhost:3000/mcp", "type": "http"}, "no scheme"),
    ({"url": "https:/h.example", "type": "http"}, "no scheme"),
    ({"url": "ftp://h.example", "type": "http"}, "ftp://"),
    ({"url": "https://", "type": "http"}, "no host"),
    ({"url": "https://h.example:no/", "type": "http"}, "wrong port"),
    ({"url": "wss://h.example/", "type": "http"}, "no address for the transport http"),
    ({"url": "https://h.example/", "type": "ws"}, "no address for the transport websocket"),
]


@pytest.mark.parametrize(("server", "message"), HOPELESS)
def test_what_cannot_work_is_an_error_with_a_place(server: Json, message: str) -> None:
    entry = entry_of(server)

    errors = [each for each in entry.problems if each.severity is Severity.ERROR]
    assert any(message in each.message for each in errors)
    assert all(each.place is not None and each.path[:2] == ("mcpServers", "x") for each in errors)


def test_arguments_written_as_one_text_come_with_the_list_to_write() -> None:
    _, _, fix = only_problem(entry_of({"command": "npx", "args": '-y pkg --name "a b"'}))

    assert fix == 'Write "args": ["-y", "pkg", "--name", "a b"].'


def test_a_proposed_address_holds_nothing_secret() -> None:
    entry = entry_of({"type": "http", "url": "user:hunter22@h.example/key/abc?token=t0ps3cret"})

    text = " ".join(problem.message + problem.fix for problem in entry.problems)
    assert "https://h.example/…" in text
    assert "hunter22" not in text
    assert "t0ps3cret" not in text


def test_numbers_and_booleans_in_env_are_taken_as_text_with_a_warning() -> None:
    entry = entry_of({"command": "npx", "env": {"PORT": 8080, "DEBUG": True, "BIG": 10**20}})

    assert dict(entry.env) == {"PORT": "8080", "DEBUG": "true", "BIG": str(10**20)}
    assert [problem.severity for problem in entry.problems] == [Severity.WARNING] * 3
    assert "8080" not in str(entry.problems)


def test_numbers_in_env_are_fine_where_the_client_takes_them() -> None:
    entry = entry_of({"command": "npx", "env": {"PORT": 8080}}, VS_CODE)

    assert dict(entry.env) == {"PORT": "8080"}
    assert entry.problems == ()


def test_a_null_variable_is_not_set_and_said_so() -> None:
    entry = entry_of({"command": "npx", "args": None, "env": {"A": None, "B": "1"}})

    assert dict(entry.env) == {"B": "1"}
    assert only_problem(entry)[0] is Severity.NOTE


def test_a_command_may_be_a_list() -> None:
    text = '{"mcpServers": {"x": {"command": ["npx", "-y", "pkg"], "args": ["--root"]}}}'
    (entry,) = read_text(PLAIN, text).entries

    assert entry.command == "npx"
    assert entry.args == ("-y", "pkg", "--root")
    assert entry.places[("args", 1)] == Place(1, text.index('"pkg"') + 1)
    assert entry.places[("args", 2)] == Place(1, text.index('"--root"') + 1)


def test_a_whole_command_line_is_offered_split() -> None:
    _, message, fix = only_problem(entry_of({"command": 'npx -y "my pkg"'}))

    assert "whole command line" in message
    assert fix == 'Write "command": "npx", "args": ["-y", "my pkg"].'


def test_a_program_whose_path_has_a_space_is_left_alone(tmp_path: Path) -> None:
    program = tmp_path / "my tools" / "serve"
    program.parent.mkdir()
    program.touch()

    assert entry_of({"command": str(program)}).problems == ()
    assert entry_of({"command": "C:\\Program Files\\node.exe", "args": ["x"]}).problems == ()


@pytest.mark.parametrize(
    "server",
    [
        {"command": "c:\tools\node.exe"},
        {"command": "uvx", "args": ["git", "c:\temp\new\build"]},
        {"command": "uvx", "args": ["c:\new"]},
        {"command": "uvx", "cwd": "c:\temp"},
    ],
)
def test_a_backslash_that_became_a_control_character_is_noticed(server: Json) -> None:
    severity, message, _ = only_problem(entry_of(server))

    assert severity is Severity.WARNING
    assert "holds a" in message


def test_a_script_of_several_lines_is_no_mistake() -> None:
    assert entry_of({"command": "python", "args": ["-c", "import x\nx.main()"]}).problems == ()


def test_an_option_joined_with_its_value_is_noticed() -> None:
    _, message, fix = only_problem(entry_of({"command": "npx", "args": ["-y @scope/pkg"]}))

    assert "joins an option" in message
    assert '"-y", "@scope/pkg"' in fix
    assert entry_of({"command": "x", "args": ["--title", "a b", "-c print(1, 2)"]}).problems == ()


@pytest.mark.parametrize("text", ["$TOKEN", "%TOKEN%"])
def test_a_variable_in_foreign_spelling_is_noticed(text: str) -> None:
    severity, _, fix = only_problem(entry_of({"command": "npx", "env": {"A": text}}))

    assert severity is Severity.WARNING
    assert "${TOKEN}" in fix
    assert entry_of({"command": "npx", "env": {"A": "pa$$word", "B": "$5 off"}}).problems == ()


def test_a_bare_timeout_is_applied_only_where_its_unit_is_known() -> None:
    server = {"command": "npx", "timeout": 30000}

    plain, claude = entry_of(server), entry_of(server, CLAUDE_CODE)

    assert (plain.connect_timeout, plain.request_timeout) == (None, None)
    assert only_problem(plain)[0] is Severity.NOTE
    assert claude.request_timeout == 30
    assert claude.problems == ()


@pytest.mark.parametrize(
    "keys",
    [
        ("env_file", "connect_timeout", "sse_read_timeout", "request_timeout", "load_prompts"),
        ("envFile", "connectTimeout", "sseReadTimeout", "requestTimeout", "loadPrompts"),
    ],
)
def test_keys_are_known_in_both_spellings(keys: tuple[str, ...]) -> None:
    values: tuple[Json, ...] = (".env", 1, 2.5, 3, False)
    entry = entry_of({"command": "npx", **dict(zip(keys, values, strict=True))})

    assert entry.env_file == ".env"
    assert (entry.connect_timeout, entry.sse_read_timeout, entry.request_timeout) == (1, 2.5, 3)
    assert not entry.load_prompts
    assert entry.problems == ()


def test_seconds_that_look_like_milliseconds_are_not_applied() -> None:
    entry = entry_of({"command": "npx", "requestTimeout": 60000})

    assert entry.request_timeout is None
    assert "milliseconds" in only_problem(entry)[1]


@pytest.mark.parametrize(
    ("flags", "disabled"),
    [
        ({}, False),
        ({"disabled": True}, True),
        ({"enabled": False}, True),
        ({"enabled": True}, False),
    ],
)
def test_both_ways_to_switch_a_server_off_are_read(flags: Json, *, disabled: bool) -> None:
    assert entry_of({"command": "npx", **flags}).disabled is disabled


@pytest.mark.parametrize(
    ("written", "read"), [("legacy", "legacy"), ("2025-06-18", "2025-06-18"), ("tcp", "auto")]
)
def test_the_protocol_is_read_when_it_is_one(written: str, read: str) -> None:
    assert entry_of({"command": "npx", "protocol": written}).protocol == read


def test_a_remote_server_in_a_file_for_local_ones_is_told() -> None:
    entry = entry_of({"type": "http", "url": "https://h.example/mcp"}, CLAUDE_DESKTOP)

    assert entry.transport is Transport.HTTP
    assert "starts only local servers" in only_problem(entry)[1]


def test_command_and_url_together_start_the_command_with_a_warning() -> None:
    entry = entry_of({"command": "npx", "url": "https://h.example"})

    assert entry.transport is Transport.STDIO
    assert only_problem(entry)[0] is Severity.WARNING


def test_yaml_scalars_count_as_the_text_they_were_written_with() -> None:
    entry = yaml_entry("    command: npx\n    args: [-y, 1.10, no]\n    env: {TIME: 12:30}\n")

    assert entry.args == ("-y", "1.10", "no")
    assert dict(entry.env) == {"TIME": "12:30"}
    assert [problem.severity for problem in entry.problems] == [Severity.WARNING] * 3
    assert "unquoted no" in entry.problems[1].message
    assert entry.problems[1].place == Place(4, 22)


def test_unknown_keys_are_no_problem() -> None:
    assert entry_of({"command": "npx", "alwaysAllow": [], "x-mine": {"a": 1}}).problems == ()


def test_fields_know_their_places() -> None:
    text = '{"mcpServers": {"x": {\n"command": "npx",\n"env": {"A": "1"}}}}'
    (entry,) = read_text(PLAIN, text).entries

    assert entry.place == Place(1, 17)
    assert entry.places[("command",)] == Place(2, 12)
    assert entry.places[("env", "A")] == Place(3, 14)


@pytest.mark.parametrize(
    "server",
    [
        {"command": "npx", "args": "pkg --api-key hunter22 -v"},
        {"command": "npx pkg --token=hunter22 KEY=hunter22"},
        {"command": "npx", "args": ["--token hunter22"]},
        {"command": "npx", "env": {"PASSWORD": 11223344}},
    ],
)
def test_no_remedy_repeats_a_secret(server: Json) -> None:
    text = str(entry_of(server).problems)

    assert "hunter22" not in text
    assert "11223344" not in text


def test_unquoted_text_is_not_repeated() -> None:
    file = read_text(
        PLAIN, '{"mcpServers": {"x": {"env": {"TOKEN": sk-hunter22, "PIN": 12ab34cd}}}}'
    )

    assert "hunter22" not in str(file.problems)
    assert "12ab34cd" not in str(file.problems)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("comand", "command"),
        ("arg", "args"),
        ("envs", "env"),
        ("request_timout", "request_timeout"),
    ],
)
def test_a_key_that_looks_like_one_that_is_missing_is_a_slip(slip: str, meant: str) -> None:
    entry = entry_of({"url": "https://h.example/mcp", "type": "http", slip: "x"})

    (problem,) = [each for each in entry.problems if "did you mean" in each.message]
    assert problem.severity is Severity.WARNING
    assert problem.message == f"The key {slip} is not read; did you mean {meant}?"
    assert problem.path == ("mcpServers", "x", slip)


@pytest.mark.parametrize("key", ["requestInit", "autoApprove", "alwaysAllow", "dev", "name"])
def test_keys_of_other_clients_are_no_slips(key: str) -> None:
    entry = entry_of({"command": "npx", key: "x"})

    assert entry.problems == ()


def test_a_key_beside_the_one_it_looks_like_is_no_slip() -> None:
    assert entry_of({"command": "npx", "args": [], "arg": "x"}).problems == ()
