"""Reading whole files: which dialect they are, which servers they hold, what is wrong."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchbay.core.config.model import ConfigFile, Place, Severity, Transport
from patchbay.core.config.opening import MAX_BYTES
from patchbay.core.config.reader import LARGE_BYTES, is_large, read, read_text
from patchbay.core.errors import AppError, Kind

UNSET = """{"mcpServers": {
  "a": {"command": "x", "args": ["${SET}", "${GONE}", "${HAS:-default}"]}
}}"""

SAMPLES = Path(__file__).parent / "samples"
CLIENTS = SAMPLES / "clients"
Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def said(file: ConfigFile) -> list[tuple[Severity, str]]:
    return [(problem.severity, problem.message) for problem in file.problems]


@pytest.mark.parametrize(
    ("sample", "place", "dialect", "names"),
    [
        ("claude-code.home.json", ".claude.json", "claude-code", ["everywhere"]),
        (
            "claude-code.project.json",
            "p/.mcp.json",
            "claude-code",
            ["db", "tickets", "spec-spelling", "legacy-events", "push", "oauth-app"],
        ),
        ("cursor.json", "p/.cursor/mcp.json", "cursor", ["local", "remote", "static-oauth"]),
        (
            "vscode.json",
            "p/.vscode/mcp.json",
            "vscode",
            ["localTool", "sandboxed", "remote", "socket"],
        ),
        (
            "claude-desktop.json",
            "Claude/claude_desktop_config.json",
            "claude-desktop",
            ["files", "remote-bridge"],
        ),
        ("holodeck.yaml", "agent.yaml", "holodeck", ["filesystem", "cloud", "live"]),
    ],
)
def test_the_files_of_each_client_are_recognised_and_read(
    write: Write, sample: str, place: str, dialect: str, names: list[str]
) -> None:
    file = read(write(place, (CLIENTS / sample).read_bytes()))

    assert file.parsed
    assert file.dialect == dialect
    assert [entry.name for entry in file.entries] == names
    assert file.problems == ()


def test_spellings_of_the_transport_are_understood(write: Write) -> None:
    file = read(write(".mcp.json", (CLIENTS / "claude-code.project.json").read_bytes()))

    assert [entry.transport for entry in file.entries] == [
        Transport.STDIO,
        Transport.HTTP,
        Transport.HTTP,
        Transport.SSE,
        Transport.WEBSOCKET,
        Transport.HTTP,
    ]


def test_a_holodeck_agent_gives_its_mcp_tools_with_every_field(write: Write) -> None:
    file = read(write("agent.yaml", (CLIENTS / "holodeck.yaml").read_bytes()))
    local, cloud, live = file.entries

    assert local.args == ("-y", "@modelcontextprotocol/server-filesystem", "/tmp")
    assert (local.env_file, local.encoding, local.request_timeout) == (".env", "utf-8", 60)
    assert local.config == {"allowed_directories": ["/tmp"]}
    assert local.description == "File tools"
    assert (cloud.connect_timeout, cloud.sse_read_timeout) == (10, 300)
    assert (cloud.load_tools, cloud.load_prompts) == (True, False)
    assert live.transport is Transport.WEBSOCKET
    assert local.source.startswith("name: filesystem")
    assert file.text[local.span[0] : local.span[1]] == local.source


@pytest.mark.parametrize("root", ["mcpServers", "servers"])
def test_a_map_under_either_root_is_read_from_json_and_yaml(write: Write, root: str) -> None:
    json_file = read(write("a.json", f'{{"{root}": {{"x": {{"command": "npx"}}}}}}'))
    yaml_file = read(write("a.yaml", f"{root}:\n  x:\n    command: npx\n"))

    for file in (json_file, yaml_file):
        assert [(entry.name, entry.command) for entry in file.entries] == [("x", "npx")]
        assert file.problems == ()


def test_a_yaml_list_of_servers_takes_names_from_inside(write: Write) -> None:
    file = read(write("a.yaml", "mcpServers:\n- name: x\n  command: npx\n- command: lost\n"))

    assert [entry.name for entry in file.entries] == ["x"]
    assert [problem.place for problem in file.problems] == [Place(4, 3)]


@pytest.mark.parametrize("content", ["", "   \n\n", "null", "{}", '{"mcpServers": null}'])
def test_an_empty_file_means_no_servers(write: Write, content: str) -> None:
    file = read(write("mcp.json", content))

    assert file.parsed
    assert file.entries == ()
    (problem,) = file.problems
    assert problem.severity is Severity.NOTE
    assert problem.message == "There are no servers in this file"


def test_a_file_that_does_not_parse_has_problems_and_no_entries(write: Write) -> None:
    file = read(write("mcp.json", '{"mcpServers": {"a": {"command": "npx" "args": []}}}'))

    assert not file.parsed
    assert file.entries == ()
    assert file.problems[0].place == Place(1, 40)
    assert file.problems[0].severity is Severity.ERROR


def test_comments_and_trailing_commas_are_read_and_told_where_the_client_is_strict(
    write: Write,
) -> None:
    text = '{\n// mine\n"mcpServers": {"a": {"command": "npx",}}}'

    strict = read(write("claude_desktop_config.json", text))
    tolerant = read(write("mcp.json", text))

    assert [entry.name for entry in strict.entries] == ["a"]
    assert [(problem.severity, problem.place) for problem in strict.problems] == [
        (Severity.WARNING, Place(2, 1)),
        (Severity.WARNING, Place(3, 38)),
    ]
    assert tolerant.problems == ()


def test_a_byte_order_mark_is_read_over_and_mentioned(write: Write) -> None:
    data = b'\xef\xbb\xbf{"mcpServers": {"a": {"command": "npx"}}}'

    plain, strict = read(write("mcp.json", data)), read(write(".mcp.json", data))

    assert plain.entries[0].place == Place(1, 17)
    assert plain.problems[0].severity is Severity.NOTE
    assert strict.problems[0].severity is Severity.WARNING


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_are_read_with_a_warning(write: Write, encoding: str) -> None:
    file = read(write("mcp.json", '{"mcpServers": {"a": {"command": "npx"}}}'.encode(encoding)))

    assert [entry.name for entry in file.entries] == ["a"]
    assert file.problems[0].severity is Severity.WARNING
    assert encoding.upper() in file.problems[0].message


@pytest.mark.parametrize(
    ("data", "message", "place"),
    [
        (b'{\n"a": "caf\xe9"}', "0xE9 is not UTF-8", Place(2, 10)),
        (b"\0" * 100, "zero bytes only", None),
        (b'{"a"\0: 1}', "zero bytes", Place(1, 5)),
        ('{"mcpServers": {}}'.encode("utf-16-le"), "UTF-16 without", None),
        (b"\xff\xfe\x00\xd8", "damaged", None),
        (bytes(range(256)) * 50, "", None),
    ],
)
def test_bytes_that_are_no_text_are_a_problem_and_no_exception(
    write: Write, data: bytes, message: str, place: Place | None
) -> None:
    file = read(write("mcp.json", data))

    assert not file.parsed
    assert message in file.problems[0].message
    assert place is None or file.problems[0].place == place


@settings(max_examples=150)
@given(data=st.binary(max_size=300), name=st.sampled_from(["a.json", "a.yaml", ".mcp.json", "a"]))
def test_any_bytes_can_be_read(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(data)

    file = read(path)

    assert file.parsed or file.problems


@settings(max_examples=200)
@given(st.data())
def test_a_damaged_sample_is_read_or_explained(data: st.DataObject) -> None:
    sample = data.draw(
        st.sampled_from(sorted(path for path in SAMPLES.rglob("*.*") if path.is_file()))
    )
    text = sample.read_text("utf-8-sig")
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=4)) + text[at + data.draw(st.integers(0, 6)) :]

    file = read_text(sample, damaged)

    assert file.parsed or (file.problems and not file.entries)
    for entry in file.entries:
        start, end = entry.span
        assert damaged[start:end] == entry.source


def test_a_missing_file_is_an_error_of_the_kind_missing(tmp_path: Path) -> None:
    with pytest.raises(AppError) as caught:
        read(tmp_path / "nothing.json")

    assert caught.value.kind is Kind.MISSING
    assert "nothing.json" in caught.value.title


def test_a_folder_and_a_pipe_cannot_be_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)

    for path in (tmp_path, pipe, Path("/dev/null")):
        with pytest.raises(AppError) as caught:
            read(path)
        assert caught.value.kind is Kind.MISSING


def test_an_enormous_file_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 10)

    config = read(path)

    assert not config.parsed
    assert "larger than" in config.problems[0].message


def test_a_toml_file_is_named_as_such(write: Write) -> None:
    file = read(write("config.toml", '[mcp_servers.a]\ncommand = "x"\n'))

    assert not file.parsed
    assert "TOML" in file.problems[0].message


def test_duplicate_names_are_an_error_with_both_places_and_the_last_is_read(write: Write) -> None:
    file = read(write("mcp.json", (SAMPLES / "07-duplicate-keys.json").read_bytes()))

    (entry,) = file.entries
    assert entry.args == ("serve",)
    assert dict(entry.env) == {"K": "2"}
    first, second = entry.problems
    assert "line 3, column 5, and line 4, column 5" in first.message
    assert second.path == ("mcpServers", "deepdocs", "env", "K")
    assert entry.blocked_by_problems


def test_duplicate_keys_elsewhere_only_warn(write: Write) -> None:
    file = read(write("mcp.json", '{"a": 1, "a": 2, "mcpServers": {}}'))

    assert [problem.severity for problem in file.problems] == [Severity.WARNING]


def test_two_servers_of_one_name_in_a_list_are_an_error(write: Write) -> None:
    text = "mcpServers:\n- {name: x, command: a}\n- {name: x, command: b}\n"
    (entry,) = read(write("a.yaml", text)).entries

    assert entry.command == "b"
    assert "line 2 and line 3" in entry.problems[0].message


def test_servers_without_a_root_are_read_and_mentioned(write: Write) -> None:
    sample = (SAMPLES / "17-root-level-map.json").read_bytes()

    plain, claude = read(write("mcp.json", sample)), read(write(".mcp.json", sample))

    assert [entry.name for entry in plain.entries] == ["demo", "remote"]
    assert plain.problems[0].severity is Severity.WARNING
    assert [entry.name for entry in claude.entries] == ["demo", "remote"]
    assert claude.problems == ()


def test_remarks_written_as_keys_are_no_servers(write: Write) -> None:
    file = read(write("mcp.json", (SAMPLES / "32-commented-by-key.json").read_bytes()))

    assert "demo" in [entry.name for entry in file.entries]
    assert "//" not in [entry.name for entry in file.entries]
    assert file.problems == ()


def test_odd_names_are_kept_as_they_are(write: Write) -> None:
    file = read(write("mcp.json", (SAMPLES / "34-odd-server-names.json").read_bytes()))

    names = [entry.name for entry in file.entries]
    assert {"with space", "dots.and/slash", "名前", "__proto__", ""} <= set(names)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"mcpservers": {"a": {"command": "x"}}}', "mcpservers is not read"),
        ('{"mcp_servers": {"a": {"command": "x"}}}', "mcp_servers is not read"),
        ('{"theme": "dark"}', "No servers were found"),
        ("[1, 2]", "A config is an object"),
        ('{"mcpServers": "x"}', "mcpServers must be an object"),
        ('{"mcpServers": {"a": "npx"}}', "“a” must be an object"),
    ],
)
def test_a_file_without_servers_says_why(write: Write, content: str, message: str) -> None:
    file = read(write("mcp.json", content))

    assert file.entries == ()
    assert message in file.problems[0].message
    assert file.problems[0].place is not None


def test_the_wrong_root_for_a_client_is_read_with_a_warning(write: Write) -> None:
    sample = (SAMPLES / "29-wrong-root-key.vscode.json").read_bytes()
    file = read(write(".vscode/mcp.json", sample))

    assert [entry.name for entry in file.entries] == ["demo"]
    assert said(file) == [(Severity.WARNING, "VS Code does not read mcpServers")]


def test_a_large_file_is_read_quickly(write: Write) -> None:
    server = '"server-%d": {"command": "npx", "args": ["-y", "pkg"], "env": {"PAD": "' + "x" * 160
    text = ",\n".join(server % number + '"}}' for number in range(2000))
    path = write("mcp.json", '{"mcpServers": {' + text + "}}")
    began = time.perf_counter()

    file = read(path)

    assert time.perf_counter() - began < 20
    assert len(file.entries) == 2000


def test_a_file_is_large_when_a_window_must_not_wait_for_it(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    assert not is_large(path)

    path.write_bytes(b" " * LARGE_BYTES)
    assert not is_large(path)
    path.write_bytes(b" " * (LARGE_BYTES + 1))
    assert is_large(path)


def test_an_unset_variable_is_a_warning_with_its_place_and_the_way_out(write: Write) -> None:
    file = read(write("mcp.json", UNSET), {"SET": "1"})

    (entry,) = file.entries
    (problem,) = entry.problems
    assert (problem.severity, problem.variable) == (Severity.WARNING, "GONE")
    assert problem.message == "GONE is not set anywhere, so a cannot start"
    assert "${GONE:-value}" in problem.fix
    assert problem.place == Place(2, 44)
    assert entry.obstacles == (problem,)
    assert not entry.blocked_by_problems


def test_a_variable_of_the_env_file_or_the_environment_is_no_problem(
    write: Write, tmp_path: Path
) -> None:
    (tmp_path / "its.env").write_text("GONE=x\n")
    path = write("mcp.json", UNSET.replace('"command"', '"envFile": "its.env", "command"'))

    assert read(path, {"SET": "1"}).entries[0].problems == ()
    assert read(write("mcp.json", UNSET), {"SET": "1", "GONE": "2"}).entries[0].problems == ()


def test_what_another_program_fills_in_is_a_warning_of_its_own(write: Write) -> None:
    (entry,) = read(write("mcp.json", UNSET.replace("GONE", "input:key")), {"SET": "1"}).entries

    assert "input:key is filled in by another program" in entry.problems[0].message
