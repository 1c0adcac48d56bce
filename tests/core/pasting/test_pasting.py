"""What people paste to add a server: which servers are found in it, and what is said about it."""

import base64
import json
import random
import time
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchbay.core.pasting.pasting import Pasted, paste

DEMO = '{"command": "npx", "args": ["-y", "demo"]}'
DEMO_FIELDS = {"command": "npx", "args": ["-y", "demo"]}
REMOTE = '{"type": "http", "url": "https://mcp.example.com/mcp"}'
REMOTE_FIELDS = {"type": "http", "url": "https://mcp.example.com/mcp"}


def named(pasted: Pasted) -> list[tuple[str, dict[str, Any]]]:
    assert pasted.problem is None
    return [(server.name, server.fields()) for server in pasted.servers]


def problem(text: str) -> str:
    pasted = paste(text)
    assert pasted.servers == ()
    assert pasted.problem is not None
    assert pasted.problem.hint
    return pasted.problem.cause


# Sound JSON of every shape


@pytest.mark.parametrize(
    "text",
    [
        f'{{"mcpServers": {{"demo": {DEMO}}}}}',
        f'{{"servers": {{"demo": {DEMO}}}, "inputs": []}}',
        f'{{"mcp": {{"servers": {{"demo": {DEMO}}}}}}}',
        f'{{"mcp": {{"demo": {DEMO}}}}}',
        f'{{"mcp.servers": {{"demo": {DEMO}}}}}',
        f'{{"context_servers": {{"demo": {DEMO}}}, "theme": "One Dark"}}',
        f'{{"amp.mcpServers": {{"demo": {DEMO}}}}}',
        f'{{"servers": {{"demo": {{"mcpServers": {{"demo": {DEMO}}}}}}}}}',
        f'{{"demo": {DEMO}}}',
        f'{{"//": "how to add it", "demo": {DEMO}}}',
        f'\ufeff  {{ "mcpServers": /* here */ {{"demo": {DEMO},}} }} // end',
    ],
)
def test_a_server_is_found_in_a_config_of_any_shape(text: str) -> None:
    pasted = paste(text)

    assert named(pasted) == [("demo", DEMO_FIELDS)]
    assert pasted.notes == ()
    assert pasted.servers[0].source == DEMO


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (DEMO, ""),
        (f"[{DEMO}]", ""),
        ('{"name": "demo", "type": "stdio", "command": "npx"}', "demo"),
        ('{"mcpServers": [{"name": "demo", "command": "npx"}]}', "demo"),
        ('[{"key": "demo", "command": "npx"}]', "demo"),
        ('{"tools": [{"type": "mcp", "name": "demo", "command": "npx"}]}', "demo"),
    ],
)
def test_one_server_is_found_with_its_own_name_or_none(text: str, name: str) -> None:
    assert [server.name for server in paste(text).servers] == [name]


def test_a_server_without_a_name_is_offered_one() -> None:
    text = '{"command": "npx", "args": ["@modelcontextprotocol/server-filesystem"]}'

    assert paste(text).servers[0].suggested_name == "filesystem"


@pytest.mark.parametrize("key", ["url", "httpUrl", "serverUrl", "uri"])
def test_a_remote_server_is_found_by_any_word_for_its_address(key: str) -> None:
    server = paste(f'{{"x": {{"{key}": "https://mcp.example.com"}}}}').servers[0]

    assert server.url == "https://mcp.example.com"
    assert server.fields() == {key: "https://mcp.example.com"}


def test_unknown_keys_and_comments_of_a_server_survive() -> None:
    source = '{\n  // mine\n  "command": "npx", "x-own": [1, {"a": null}],\n}'

    server = paste(f'{{"mcpServers": {{"demo": {source}}}}}').servers[0]

    assert server.source == source
    assert server.fields() == {"command": "npx", "x-own": [1, {"a": None}]}


def test_fields_are_given_out_as_copies() -> None:
    server = paste(DEMO).servers[0]

    server.fields()["args"].append("more")

    assert server.fields() == DEMO_FIELDS


def test_a_command_in_one_piece_is_left_to_the_reader_of_configs() -> None:
    pasted = paste('{"demo": {"command": "npx -y demo", "args": "-y"}}')

    assert named(pasted) == [("demo", {"command": "npx -y demo", "args": "-y"})]
    assert pasted.servers[0].args == ()


def test_a_name_written_twice_gives_both_servers_and_says_so() -> None:
    pasted = paste(f'{{"mcpServers": {{"demo": {DEMO}, "demo": {REMOTE}}}}}')

    assert named(pasted) == [("demo", DEMO_FIELDS), ("demo", REMOTE_FIELDS)]
    assert pasted.notes == ("“demo” is there twice, each time different",)


def test_a_field_written_twice_is_said() -> None:
    pasted = paste('{"command": "npx", "env": {"KEY": "1", "KEY": "2"}}')

    assert pasted.servers[0].env == {"KEY": "2"}
    assert pasted.notes == ("“KEY” is written twice in one object; the second counts",)


# Pieces and repairs


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (f'"demo": {DEMO}', ("put braces around it",)),
        (f'"mcpServers": {{"demo": {DEMO}}}', ("put braces around it",)),
        (f'// Cursor\n"demo": {DEMO} // end', ("put braces around it",)),
        (f'"demo": {DEMO},\n', ("removed a comma at the end", "put braces around it")),
        (f'{{"demo": {DEMO}}},', ("removed a comma at the end",)),
        (f"{{“demo”: {DEMO}}}", ("replaced curly quotes",)),
        (f"“demo”: {DEMO}", ("replaced curly quotes", "put braces around it")),
        (f'{{"demo": {DEMO}}}}}', ("took the part in braces",)),
        (f'Add "demo": {DEMO} to your file.', ("took the part in braces",)),
    ],
)
def test_a_piece_is_mended_and_every_repair_is_said(text: str, notes: tuple[str, ...]) -> None:
    pasted = paste(text)

    assert named(pasted) == [("demo", DEMO_FIELDS)]
    assert pasted.notes == notes
    assert pasted.servers[0].source == DEMO


def test_curly_quotes_inside_a_string_stay() -> None:
    pasted = paste('{“demo”: {“command”: “npx”, "args": ["say “hi”"]}}')

    assert named(pasted) == [("demo", {"command": "npx", "args": ["say “hi”"]})]


@pytest.mark.parametrize("comma", ["", ","])
def test_single_quotes_are_read_as_python(comma: str) -> None:
    pasted = paste(
        "{'mcpServers': {'demo': {'command': 'npx', 'args': ('-y', \"demo\"), "
        f"'disabled': False, 'cwd': None}}}}}}{comma}"
    )

    assert named(pasted) == [("demo", {**DEMO_FIELDS, "disabled": False, "cwd": None})]
    assert pasted.notes[-1] == "read single quotes as Python"
    assert pasted.servers[0].source == ""


def test_python_that_computes_is_not_read() -> None:
    assert problem("{'command': __import__('os').name}")
    assert problem("{'command': 'a' * 1000000000}")


def test_two_documents_in_a_row_give_the_servers_of_both() -> None:
    pasted = paste(f'{{"mcpServers": {{"demo": {DEMO}}}}}\n{{"mcpServers": {{"far": {REMOTE}}}}}')

    assert named(pasted) == [("demo", DEMO_FIELDS), ("far", REMOTE_FIELDS)]
    assert pasted.notes == ("took documents that follow one another as one",)


@pytest.mark.parametrize("fence", ["```", "````", "~~~"])
def test_the_part_between_backticks_is_taken_from_markdown(fence: str) -> None:
    text = (
        f'Add this {{here}}:\n\n{fence}jsonc\n// Cursor\n"demo": {DEMO},\n{fence}\n\nthen restart.'
    )

    pasted = paste(text)

    assert named(pasted) == [("demo", DEMO_FIELDS)]
    assert pasted.notes == (
        "took the part between the lines of backticks",
        "removed a comma at the end",
        "put braces around it",
    )


def test_all_blocks_of_markdown_give_servers_and_repeated_names_are_said() -> None:
    text = "\n".join(
        f"For {client}:\n```json\n{body}\n```"
        for client, body in (
            ("Claude", f'{{"mcpServers": {{"demo": {DEMO}}}}}'),
            ("VS Code", f'{{"servers": {{"demo": {DEMO}, "far": {REMOTE}}}}}'),
            ("the rest", "npx -y demo"),
        )
    )

    pasted = paste(text)

    assert named(pasted) == [("demo", DEMO_FIELDS), ("far", REMOTE_FIELDS), ("", DEMO_FIELDS)]
    assert pasted.notes[-1] == "“demo” is there twice, the same both times"


def test_a_block_that_was_not_closed_is_read_to_its_end() -> None:
    assert named(paste(f'Add:\n```json\n{{"demo": {DEMO}}}')) == [("demo", DEMO_FIELDS)]


def test_yaml_is_read_with_its_scalars_as_text() -> None:
    pasted = paste(
        "mcpServers:\n  - name: demo\n    command: npx\n    args: [-y, 1.10, no]\n"
        "    env: {COUNTRY: NO, UNSET: ~}\n    timeout: 30\n"
    )

    assert named(pasted) == [
        (
            "demo",
            {
                "name": "demo",
                "command": "npx",
                "args": ["-y", "1.10", "no"],
                "env": {"COUNTRY": "NO", "UNSET": None},
                "timeout": 30,
            },
        )
    ]
    assert pasted.notes == ("read it as YAML",)


# Install links


def encoded(value: object) -> str:
    return base64.b64encode(json.dumps(value).encode()).decode()


@pytest.mark.parametrize(
    "start",
    [
        "cursor://anysphere.cursor-deeplink/mcp/install?",
        "https://cursor.com/install-mcp?",
        "https://cursor.com/en/install-mcp?",
        "lmstudio://add_mcp?",
    ],
)
@pytest.mark.parametrize("config", [encoded(REMOTE_FIELDS), encoded(REMOTE_FIELDS).rstrip("=")])
def test_install_links_with_base64_are_opened(start: str, config: str) -> None:
    pasted = paste(start + urlencode({"name": "demo", "config": config}) + "\n")

    assert named(pasted) == [("demo", REMOTE_FIELDS)]
    assert pasted.notes == ("took the server out of the link",)


@pytest.mark.parametrize("scheme", ["vscode:", "vscode-insiders:"])
def test_install_links_of_vs_code_are_opened(scheme: str) -> None:
    fields = {"name": "demo", **REMOTE_FIELDS}

    assert named(paste(f"{scheme}mcp/install?{quote(json.dumps(fields))}")) == [("demo", fields)]


@pytest.mark.parametrize(
    "query",
    [
        urlencode({"name": "demo", "config": DEMO}),
        urlencode({"url": "vscode:mcp/install?" + quote(f'{{"demo": {DEMO}}}')}),
    ],
)
def test_install_links_that_lead_to_vs_code_are_opened(query: str) -> None:
    path = "/mcp/install" if query.startswith("name") else ""

    pasted = paste(f"https://insiders.vscode.dev/redirect{path}?{query}")

    assert named(pasted) == [("demo", DEMO_FIELDS)]


def test_a_link_inside_a_badge_of_markdown_is_found() -> None:
    link = "cursor://anysphere.cursor-deeplink/mcp/install?name=demo&config=" + encoded(DEMO_FIELDS)

    assert named(paste(f"[![Add](https://x.example/b.svg)]({link})")) == [("demo", DEMO_FIELDS)]


@pytest.mark.parametrize(
    "link",
    [
        "cursor://anysphere.cursor-deeplink/mcp/install?name=demo&config=%%%",
        "cursor://anysphere.cursor-deeplink/mcp/install?name=demo&config=AAAAA",
        "cursor://anysphere.cursor-deeplink/mcp/install?name=demo&config=/////w==",
        "cursor://anysphere.cursor-deeplink/mcp/install?name=demo",
        "vscode:mcp/install?%FF",
    ],
)
def test_a_broken_link_gives_words(link: str) -> None:
    assert problem(link)


# Command lines


def test_a_command_line_is_the_last_thing_tried() -> None:
    pasted = paste("$ npx -y demo # starts it\n")

    assert named(pasted) == [("", DEMO_FIELDS)]
    assert pasted.notes == ("left out the comment",)


def test_an_address_is_a_server() -> None:
    assert named(paste("https://mcp.example.com/mcp\n")) == [("", REMOTE_FIELDS)]


def test_json_in_a_clients_line_keeps_the_name_of_the_line() -> None:
    pasted = paste(f"claude mcp add-json \\\n demo '{REMOTE}'")

    assert named(pasted) == [("demo", REMOTE_FIELDS)]
    assert pasted.servers[0].source == REMOTE


def test_json_among_the_arguments_of_a_command_is_no_server() -> None:
    text = """npx demo --config '{"a": 1}'"""

    assert named(paste(text)) == [
        ("", {"command": "npx", "args": ["demo", "--config", '{"a": 1}']})
    ]


def test_several_lines_of_clients_give_several_servers() -> None:
    text = "# first\nclaude mcp add a -- npx a\n\n$ codex mcp add b \\\n  -- npx b\n"

    assert [server.name for server in paste(text).servers] == ["a", "b"]


def test_several_addresses_give_several_servers() -> None:
    text = "https://a.example.com/mcp\nwss://b.example.com/mcp\n"

    assert [server.suggested_name for server in paste(text).servers] == ["example", "example"]


# Nothing to be made of it


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The text is empty."),
        (" \n\t\ufeff", "The text is empty."),
        ("npx \0 demo", "It is no text: a control character stands at line 1, column 5."),
        ('{"demo": {"command": "npx", ', "This { is never closed (line 1, column 10)."),
        ('{"a": 1}', "It is sound JSON, but nothing in it has a command or a url."),
        ("[]", "It is sound JSON, but nothing in it has a command or a url."),
        ("{}", "It is sound JSON, but nothing in it has a command or a url."),
        (
            "Note: this is\nall: prose",
            "It reads as YAML, but nothing in it has a command or a url.",
        ),
        ("npx demo | tee x", "There is a pipe (|) at column 10."),
        (
            "first line\nsecond line",
            "There is the end of the line, and a second line at column 11.",
        ),
        (
            'Add:\n```json\n{\n  "demo": {"command" "npx"}\n}\n```',
            "A colon is missing after this key's name (line 4, column 22).",
        ),
    ],
)
def test_what_is_no_server_says_why_and_where(text: str, said: str) -> None:
    assert problem(text) == said


def test_no_secret_of_a_broken_text_is_repeated() -> None:
    pasted = paste('{"demo": {"command": "npx", "env": {"TOKEN": "hunter2" "B": hunter2}}')

    assert "hunter2" not in str(pasted.problem)


@given(st.text() | st.text(alphabet="{}[]:,\"'“”`\\\n -abc$|#%", max_size=60))
def test_any_text_gives_servers_or_words(text: str) -> None:
    pasted = paste(text)

    assert bool(pasted.servers) != (pasted.problem is not None)


@settings(max_examples=150)
@given(st.data())
def test_a_damaged_config_gives_servers_or_words(data: st.DataObject) -> None:
    text = f'Add:\n```json\n{{"mcpServers": {{"demo": {DEMO}, "far": {REMOTE}}}}}\n```\n'
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))

    pasted = paste(text[:start] + data.draw(st.text(max_size=4)) + text[end:])

    assert bool(pasted.servers) != (pasted.problem is not None)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * 20_000_000, id="20 MB"),
        pytest.param('{"a":' * 100_000, id="100,000 levels"),
        pytest.param("{" * 100_000 + "}" * 100_000, id="100,000 braces"),
        pytest.param("[" * 100_000 + "]" * 100_000, id="100,000 brackets"),
        pytest.param("'a': " + "[" * 100_000, id="100,000 open brackets of Python"),
        pytest.param("a: " + "[" * 100_000, id="100,000 open brackets of YAML"),
        pytest.param("{" + "'" * 500_001, id="half a million quotes"),
        pytest.param("{'a': " + "-" * 500_000 + "1}", id="half a million signs"),
        pytest.param("{'a': " + "1+" * 100_000 + "1}", id="a long sum"),
        pytest.param('{"a": 1} x ' * 100_000, id="100,000 objects"),
        pytest.param("```\n" * 300_001, id="300,000 lines of backticks"),
        pytest.param("“" * 500_000, id="half a million curly quotes"),
        pytest.param('"' + "\\" * 1_000_000, id="a million backslashes"),
        pytest.param("a" * 1_000_000, id="a million letters"),
        pytest.param(" " * 1_000_000 + "x", id="a million spaces"),
        pytest.param("a:\n" * 100_000, id="100,000 keys"),
        pytest.param("cursor://x/mcp/install?" * 50_000, id="50,000 links"),
        pytest.param("/*" * 500_000, id="half a million comments"),
        pytest.param(random.Random(1).randbytes(1_000_000).decode("latin-1"), id="random bytes"),
    ],
)
def test_huge_deep_and_binary_text_is_answered_soon(text: str) -> None:
    started = time.monotonic()

    pasted = paste(text)

    assert pasted.problem is not None
    assert time.monotonic() - started < 10
