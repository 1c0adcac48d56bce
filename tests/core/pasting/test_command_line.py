"""Command lines as people paste them: what they start, and what only a shell could do."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchbay.core.config.model import Transport
from patchbay.core.errors import AppError
from patchbay.core.pasting.command_line import Parsed, parse_command_line
from patchbay.core.pasting.pasted_server import suggested_name
from patchbay.core.pasting.shell_words import Quoting, likely_quoting
from tests.core.pasting.quoting import joined, split

WORDS = st.lists(st.text(st.characters(exclude_characters="\0")))
TRICKY_WORDS = st.lists(
    st.text(alphabet="a \t\n\r\"'\\$%^&|<>;(){}[]*?~#!`,=:-/ENV\u00e9\U0001f600")
)


def parsed(line: str) -> Parsed:
    return parse_command_line(line, likely_quoting(line))


def fields(line: str) -> dict[str, Any]:
    return parsed(line).server.fields()


def refusal(line: str, quoting: Quoting = Quoting.POSIX) -> str:
    with pytest.raises(AppError) as caught:
        parse_command_line(line, quoting)
    assert caught.value.hint
    return caught.value.cause


@given(WORDS | TRICKY_WORDS, st.sampled_from(Quoting))
def test_joined_words_split_into_the_same_words(words: list[str], quoting: Quoting) -> None:
    assert split(joined(words, quoting), quoting) == words


@given(st.text() | st.text(alphabet="a \n\"'\\$%^&|`{}~#="), st.sampled_from(Quoting))
def test_any_line_gives_a_server_or_words(line: str, quoting: Quoting) -> None:
    found: Parsed | AppError
    try:
        found = parse_command_line(line, quoting)
    except AppError as error:
        found = error

    if isinstance(found, AppError):
        assert found.cause
    else:
        assert found.server.command or found.server.url or found.server.source
        assert found.server.suggested_name


@given(WORDS)
def test_a_joined_command_is_read_as_program_and_arguments(args: list[str]) -> None:
    words = ["/srv/run", *args]

    server = parse_command_line(joined(words, Quoting.POSIX), Quoting.POSIX).server

    assert [server.command, *server.args] == words


def test_words_are_joined_plainly_where_nothing_needs_quotes() -> None:
    words = ["npx", "-y", "@scope/pkg@1.0", "--path=/srv", "my data"]

    assert joined(words, Quoting.POSIX) == "npx -y @scope/pkg@1.0 --path=/srv 'my data'"
    assert joined(words, Quoting.WINDOWS) == 'npx -y @scope/pkg@1.0 --path=/srv "my data"'
    assert joined([r"C:\My Tools\x.exe"], Quoting.WINDOWS) == r'"C:\My Tools\x.exe"'


# POSIX


def test_quotes_and_escapes_make_words_as_in_a_shell() -> None:
    line = r"""run 'a b' "c \"d\" \$e \x" f\ g ''"""

    assert split(line, Quoting.POSIX) == ["run", "a b", r'c "d" $e \x', "f g", ""]


def test_a_backslash_at_the_end_of_a_line_continues_it() -> None:
    assert fields("npx \\\n  -y \\\r\n  pkg") == {"command": "npx", "args": ["-y", "pkg"]}


@pytest.mark.parametrize("prompt", ["$ ", "> ", "  $   ", "\n$ "])
def test_a_prompt_is_not_part_of_the_command(prompt: str) -> None:
    assert fields(f"{prompt}npx pkg") == {"command": "npx", "args": ["pkg"]}


@pytest.mark.parametrize("line", ["A=1 B='x y' npx pkg", "env A=1 B='x y' npx pkg"])
def test_leading_assignments_become_variables_of_the_server(line: str) -> None:
    assert fields(line) == {"command": "npx", "args": ["pkg"], "env": {"A": "1", "B": "x y"}}


def test_a_quoted_assignment_is_a_program() -> None:
    assert fields("'A=1' npx") == {"command": "A=1", "args": ["npx"]}


def test_the_folder_changed_to_before_becomes_the_working_folder() -> None:
    line = "cd '/srv/my data' && A=1 uvx pkg"

    assert fields(line) == {
        "command": "uvx",
        "args": ["pkg"],
        "env": {"A": "1"},
        "cwd": "/srv/my data",
    }


def test_a_comment_at_the_end_is_left_out_and_said() -> None:
    found = parsed("npx pkg#1 # starts it; really")

    assert found.server.args == ("pkg#1",)
    assert found.notes == ("left out the comment",)


def test_a_variable_stays_one_and_is_said() -> None:
    found = parsed("npx --token $TOKEN --root \"${HOME}/x\" --as ${NAME:-me} '$LITERAL'")

    assert found.server.args == (
        *("--token", "${TOKEN}", "--root", "${HOME}/x"),
        *("--as", "${NAME:-me}", "$LITERAL"),
    )
    assert found.notes[0] == (
        "$TOKEN is written as ${TOKEN}: it is filled in when the server starts"
    )
    assert "me" not in found.notes[2].split()[0]


def test_the_home_folder_becomes_its_variable() -> None:
    assert fields("npx pkg ~/notes a~b") == {
        "command": "npx",
        "args": ["pkg", "${HOME}/notes", "a~b"],
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("npx a | tee x", "a pipe (|) at column 7"),
        ("npx a > x", "a redirection (>) at column 7"),
        ("npx a 2>&1", "a redirection (>) at column 8"),
        ("npx a < x", "a redirection (<) at column 7"),
        ("npx a; npx b", "a second command after ; at column 6"),
        ("npx a && npx b", "a second command after && at column 7"),
        ("npx a || npx b", "a second command after || at column 7"),
        ("npx a &", "& for the background at column 7"),
        ("npx *.js", "* without quotes, a pattern for file names at column 5"),
        ("npx a[1]", "[ without quotes, a pattern for file names at column 6"),
        ("npx {a,b}", "{…} that a shell makes several of at column 5"),
        ("npx $(pwd)", "$(…), the output of another command at column 5"),
        ('npx "a $(pwd)"', "$(…), the output of another command at column 8"),
        ("npx `pwd`", "a backtick, the output of another command at column 5"),
        ("npx $1", "$1, which only a shell understands at column 5"),
        ("npx ${A%x}", "${, which only a shell understands at column 5"),
        ("npx $'a'", "$', which only a shell understands at column 5"),
        ("npx 'a", "a ' that is never closed at column 5"),
        ("export A=b; npx", "a second command after ; at column 11"),
        ("export A=b", "export, which only means something to a shell at column 1"),
        ("cd /srv", "cd, which only means something to a shell at column 1"),
        ("npx a\nnpx \\\n b", "the end of the line, and a second line at column 6"),
        ("npx \\\n a | b", "a pipe (|) at line 2, column 4"),
        ("''", "no program at column 1"),
        ("ftp://example.com x", "an address where a program should be at column 1"),
    ],
)
def test_what_only_a_shell_could_do_is_named_with_its_place(line: str, said: str) -> None:
    assert refusal(line) == f"There is {said}."


@pytest.mark.parametrize("line", ["", "  \n ", "# only a comment", "A=1", "cd /srv && "])
def test_a_line_without_a_command_is_refused(line: str) -> None:
    assert refusal(line)


def test_no_value_of_a_refused_line_is_repeated() -> None:
    with pytest.raises(AppError) as caught:
        parse_command_line("TOKEN=hunter2 npx --key hunter2 | tee hunter2", Quoting.POSIX)

    assert "hunter2" not in str(caught.value)


def test_a_line_of_megabytes_is_refused_at_once() -> None:
    assert refusal("a " * 10_000_000) == "It has more than 65536 characters."


# Windows


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r"x a\b\\c", ["x", r"a\b\\c"]),
        (r'x "a\\" b', ["x", "a\\", "b"]),
        (r"x a\"b", ["x", 'a"b']),
        (r'x "a\\\"b"', ["x", r"a\"b"]),
        (r'x "a b"c d', ["x", "a bc", "d"]),
        ('x """a"', ["x", '"a']),
        ('x "a""b" c', ["x", 'a"b c']),
        ('x "" y', ["x", "", "y"]),
        ("x 'a b'", ["x", "'a", "b'"]),
        ("x a^&b ^^ ^|", ["x", "a&b", "^", "|"]),
        ('x "a^b|c"', ["x", "a^b|c"]),
        ("x ^\r\n y", ["x", "y"]),
        ("x `\n y", ["x", "y"]),
        ("x ^%A^%", ["x", "%A%"]),
    ],
)
def test_windows_words_follow_its_own_rules(line: str, words: list[str]) -> None:
    assert split(line, Quoting.WINDOWS) == words


@pytest.mark.parametrize(
    ("line", "quoting"),
    [
        (r"C:\tools\x.exe a", Quoting.WINDOWS),
        (r'npx "D:\my data"', Quoting.WINDOWS),
        ("npx %TOKEN%", Quoting.WINDOWS),
        ("npx a ^\n b", Quoting.WINDOWS),
        ("cmd /c npx pkg", Quoting.WINDOWS),
        ('& "x y" a', Quoting.WINDOWS),
        ("npx $env:TOKEN", Quoting.WINDOWS),
        ("npx -y pkg /srv/data", Quoting.POSIX),
        ("npx 'a\\b' 100%", Quoting.POSIX),
    ],
)
def test_the_system_a_line_was_written_for_is_guessed(line: str, quoting: Quoting) -> None:
    assert likely_quoting(line) is quoting


def test_variables_set_for_cmd_become_variables_of_the_server() -> None:
    assert fields('cd /d C:\\srv && set A=b c && set "D=e" && npx %HOME%') == {
        "command": "npx",
        "args": ["${HOME}"],
        "env": {"A": "b c", "D": "e"},
        "cwd": "C:\\srv",
    }


def test_powershell_calls_and_variables_are_understood() -> None:
    line = "PS C:\\Users\\me> $env:A = 'b'; & \"C:\\My Tools\\x.exe\" 'it''s' $env:TOKEN `\n --y"
    called = parsed("& 'C:\\My Tools\\x.exe' 'it''s' $env:TOKEN `\n --y")

    assert called.server.command == "C:\\My Tools\\x.exe"
    assert called.server.args == ("it's", "${TOKEN}", "--y")
    assert fields(line)["env"] == {"A": "b"}
    assert fields(line)["command"] == "C:\\My Tools\\x.exe"


@pytest.mark.parametrize("line", ["x a | b", "x > y", "x & y", "x && y", "x $(y)", "x `y`"])
def test_windows_shells_are_not_played_either(line: str) -> None:
    assert "at column" in refusal(line, Quoting.WINDOWS)


# Addresses


@pytest.mark.parametrize(
    ("line", "transport"),
    [
        ("https://mcp.example.com/mcp?a=1&b=2", Transport.HTTP),
        (" <http://localhost:3000/mcp> ", Transport.HTTP),
        ("'https://mcp.example.com/mcp?a=1&b=2'", Transport.HTTP),
        ("wss://mcp.example.com/ws", Transport.WEBSOCKET),
    ],
)
def test_an_address_alone_is_a_remote_server(line: str, transport: Transport) -> None:
    server = parsed(line).server

    assert server.transport is transport
    assert server.fields() == {"type": transport.value, "url": line.strip(" <>'")}


# The lines of clients


def test_claude_adds_a_remote_server_with_headers_after_its_address() -> None:
    server = parsed(
        'claude mcp add --transport sse -s user demo https://mcp.example.com/mcp -H "X-Key: a:b"'
    ).server

    assert server.name == "demo"
    assert server.fields() == {
        "type": "sse",
        "url": "https://mcp.example.com/mcp",
        "headers": {"X-Key": "a:b"},
    }


@pytest.mark.parametrize(
    "line",
    [
        "claude mcp add demo -e A=1 --env B=2 -- npx -y pkg -e x",
        "claude mcp add -e A=1 B=2 -- demo npx -y pkg -e x",
        "$ claude mcp add --scope=user --env=A=1 -e B=2 demo npx -y pkg -e x",
        "codex mcp add demo --env A=1 --env B=2 -- npx -y pkg -e x",
        "gemini mcp add -e A=1 -e B=2 demo npx -y pkg -e x",
        "/usr/local/bin/claude mcp add \\\n demo -e A=1 -e B=2 \\\n -- npx -y pkg -e x",
    ],
)
def test_clients_add_a_command_with_its_options_and_variables(line: str) -> None:
    server = parsed(line).server

    assert server.name == "demo"
    assert server.fields() == {
        "command": "npx",
        "args": ["-y", "pkg", "-e", "x"],
        "env": {"A": "1", "B": "2"},
    }


def test_a_transport_that_is_said_is_kept() -> None:
    assert fields("claude mcp add -t stdio demo -- npx")["type"] == "stdio"


def test_codex_adds_an_address_with_a_token_from_a_variable() -> None:
    line = "codex mcp add demo --url https://mcp.example.com --bearer-token-env-var TOKEN"

    assert fields(line) == {
        "type": "http",
        "url": "https://mcp.example.com",
        "headers": {"Authorization": "Bearer ${TOKEN}"},
    }


def test_gemini_adds_an_address_with_its_transport() -> None:
    line = "gemini mcp add -t sse demo https://mcp.example.com/sse"

    assert fields(line) == {"type": "sse", "url": "https://mcp.example.com/sse"}


@pytest.mark.parametrize(
    ("line", "quoting"),
    [
        ("""code --add-mcp '{"name":"demo","command":"npx","dev":{"a":1}}'""", Quoting.POSIX),
        (
            'code.cmd --add-mcp "{\\"name\\":\\"demo\\",\\"command\\":\\"npx\\",'
            '\\"dev\\":{\\"a\\":1}}"',
            Quoting.WINDOWS,
        ),
    ],
)
def test_editors_add_the_json_of_one_server_whole(line: str, quoting: Quoting) -> None:
    server = parse_command_line(line, quoting).server

    assert server.name == "demo"
    assert server.fields() == {"name": "demo", "command": "npx", "dev": {"a": 1}}
    assert json.loads(server.source) == server.fields()


def test_claude_adds_json_under_a_name() -> None:
    server = parsed("""claude mcp add-json -s user demo '{"type": "http", "url": "u"}'""").server

    assert server.name == "demo"
    assert server.source == '{"type": "http", "url": "u"}'


def test_what_concerns_only_the_client_is_left_out_and_said() -> None:
    found = parsed("DEBUG=1 gemini mcp add --trust --timeout 5 -s user demo npx")

    assert found.server.fields() == {"command": "npx"}
    assert found.notes == (
        "left out --trust, which is a matter of gemini",
        "left out --timeout, which is a matter of gemini",
        "left out -s, which is a matter of gemini",
        "left out DEBUG: set for the client, not for the server",
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("claude mcp list", "only “mcp add” and “mcp add-json” are understood"),
        ("claude mcp", "only “mcp add” and “mcp add-json” are understood"),
        ("claude mcp add", "lacks a name"),
        ("claude mcp add demo", "lacks a command or an address"),
        ("claude mcp add demo --env", "lacks a value for --env"),
        ("claude mcp add demo -e hunter2 -- npx", "lacks NAME=value"),
        ("claude mcp add --odd=hunter2 demo npx", "may understand --odd"),
        ("claude mcp add-json demo", "lacks the JSON of a server"),
        ("claude mcp add-json demo '[]'", "It is no object"),
        ("code --add-mcp '{\"a\": '", "never closed"),
        ("code --add-mcp", "It is no object"),
    ],
)
def test_a_line_of_a_client_that_adds_nothing_says_why(line: str, said: str) -> None:
    cause = refusal(line)

    assert said in cause
    assert "hunter2" not in cause


# Names to offer


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("npx -y @modelcontextprotocol/server-filesystem /srv", "filesystem"),
        ("npx -y @modelcontextprotocol/server-filesystem@1.2.3 /srv", "filesystem"),
        ("npx mcp-server-time@latest", "time"),
        ("uvx mcp-server-git", "git"),
        ("uvx --from git+https://example.com/x.git mcp-server-git", "git"),
        ("uvx 'mcp-server-git==1.0'", "git"),
        ("uv --directory /srv/x run weather-mcp", "weather"),
        ("python -m mcp_server_time", "time"),
        ("node /srv/weather/dist/index.js", "weather"),
        ("docker run -i --rm -e A=1 mcp/postgres:latest", "postgres"),
        ("docker run -i ghcr.io/github/github-mcp-server", "github"),
        ("cmd /c npx -y mcp-server-time", "time"),
        ("bash -c 'npx -y mcp-server-time'", "time"),
        ("npx -y mcp-remote https://mcp.linear.app/sse", "linear"),
        (r"C:\tools\weather.exe", "weather"),
        ("/opt/mcp-server", "mcp-server"),
        ("https://api.githubcopilot.com/mcp/", "githubcopilot"),
        ("https://mcp.example.co.uk/mcp", "example"),
        ("http://localhost:3000/mcp", "localhost"),
        ("http://127.0.0.1:3000/mcp", "127.0.0.1"),
        ("claude mcp add given npx mcp-server-time", "given"),
    ],
)
def test_a_name_is_offered(line: str, name: str) -> None:
    assert parsed(line).server.suggested_name == name


def test_a_name_is_offered_even_for_nothing() -> None:
    assert suggested_name("", (), "") == "server"
    assert suggested_name("", (), "https://[") == "server"
    assert suggested_name("node", ("-e", "--"), "") == "server"
