"""Hiding secrets in the text of a config: the text keeps its form, however they are spelled."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from patchbay.core.config import jsonc, yaml_document
from patchbay.core.config.masking import likely_spans, masked_command, masked_text, merged
from patchbay.core.config.model import Entry, Transport
from patchbay.core.config.reader import language, read_document

KEY = "sk-live-31415926"
DOTS = "•" * len(KEY)


def masked(text: str, name: str = "mcp.json") -> str:
    parse = jsonc.parse if language(Path(name), text) == "json" else yaml_document.parse
    document = parse(text)
    return masked_text(read_document(Path("/configs") / name, document), document.root)


@pytest.mark.parametrize(
    "text",
    [
        '{"mcpServers": {"a": {"command": "x", "env": {"API_KEY": "SECRET", "LEVEL": "debug"}}}}',
        '{"mcpServers": {"a": {"command": "x", "env": {"S": "SECRET"}, "args": ["--k=SECRET"]}}}',
        '{"mcpServers": {"a": {"url": "https://me:SECRET@a.example/?token=SECRET"}}}',
        '{"mcpServers": {"a": {"command": "x", "args": ["--api-key=SECRET"]}}}',
        '{ // before: API_KEY=SECRET\n "mcpServers": {}}',
        '{"mcpServers": {"a": {"command": "x", "auth": {"client_secret": "SECRET"}}}}',
        '{"mcpServers": {"a": {"command": "x", "args": ["--api-key", "SECRET", "-p", "4000"]}}}',
        '{"mcpServers": {"a": {"command": "x", "args": ["--token", // ours\n "SECRET", "a"]}}}',
        '{"mcpServers": {"a": {"command": ["x", "--token", "SECRET", "--", "file-name"]}}}',
        '{"mcpServers": {"a": {"command": "x --token SECRET --level debug-more"}}}',
        '{"mcpServers": {"a": {"command": "x", "args": ["-H", "Authorization: SECRET"]}}}',
        '{"mcpServers": {"a": {"command": "x", "args": ["--header", "X-Own: SECRET", "y"]}}}',
        '{"mcpServers": {"a": {"command": "x", "args": ["https://me:SECRET@a.example"]}}}',
        '{"mcpServers": {"a": {"command": "x", "args": ["-e", "API_KEY=SECRET", "image-name"]}}}',
        '{ // before: --api-key SECRET\n "mcpServers": {}}',
    ],
)
def test_secrets_become_dots_and_the_rest_stays(text: str) -> None:
    assert masked(text.replace("SECRET", KEY)) == text.replace("SECRET", DOTS)


@pytest.mark.parametrize(
    "server",
    [
        "{command: x, args: [--api-key, SECRET]}",
        "{command: x, args: [--api-key, SECRET, -v], cwd: /somewhere}",
        "{command: x, env: {API_KEY: SECRET}, cwd: /somewhere}",
        "{command: x, auth: {client_secret: SECRET, scope: everything}}",
        "{command: x, args: [--api-key=SECRET]}",
        "\n    command: x\n    args:\n      - --api-key\n      - SECRET\n      - plain-word",
        "\n    command: x\n    args:\n      # - --api-key\n      - --token # ours\n      - SECRET",
        '\n    command: x\n    args: ["--password", "SECRET"]',
    ],
)
def test_secrets_in_yaml_become_dots_and_the_brackets_around_them_stay(server: str) -> None:
    text = f"mcpServers:\n  a: {server}\n"

    assert masked(text.replace("SECRET", KEY), "a.yaml") == text.replace("SECRET", DOTS)


def test_an_argument_that_is_short_or_has_escapes_is_hidden_behind_its_option() -> None:
    text = r'{"mcpServers": {"a": {"command": "x", "args": ["--pin", "1234", "--token", "a\"b"]}}}'

    hidden = masked(text)

    assert '["--pin", "••••", "--token", "' in hidden
    assert "a\\" not in hidden
    assert len(hidden) == len(text)


def test_brackets_in_a_secret_between_quotes_are_part_of_it() -> None:
    text = '{"mcpServers": {"a": {"command": "x", "args": ["--api-key=ab]cd, ef}gh", "word"]}}}'

    assert masked(text) == text.replace("ab]cd, ef}gh", "•••••• •••••")


def test_a_command_line_is_shown_without_its_secrets() -> None:
    entry = Entry(
        "a",
        Path("mcp.json"),
        "cursor",
        Transport.STDIO,
        "npx",
        ("--api-key", KEY, "-e", "A=${B}", f"https://a.example?token={KEY}", "two words"),
        env={"OTHER": "hidden-elsewhere"},
    )

    shown = masked_command(replace(entry, args=(*entry.args, "hidden-elsewhere")))

    assert shown == (
        f"npx --api-key {DOTS} -e 'A=${{B}}' 'https://a.example?token={DOTS}' 'two words' "
        + "•" * len("hidden-elsewhere")
    )


def test_a_reference_shows_where_a_secret_comes_from() -> None:
    text = (
        '{"mcpServers": {"a": {"url": "https://a.example", "headers": {"X-Key": "k1-${KEY}-k2"}}}}'
    )

    assert masked(text) == text.replace("k1-", "•••").replace("-k2", "•••")


def test_a_secret_is_found_however_it_is_escaped() -> None:
    text = r'{"mcpServers": {"a": {"command": "x", "env": {"PASSWORD": "one\/two\u0041three"}}}}'

    assert "two" not in masked(text)
    assert len(masked(text)) == len(text)


def test_a_secret_of_several_lines_keeps_its_lines() -> None:
    text = (
        "mcpServers:\n  a:\n    command: x\n    env:\n      PRIVATE_KEY: |\n"
        "        first line\n        second line\n      LEVEL: debug\n"
    )

    hidden = masked(text, "a.yaml")

    assert "line" not in hidden
    assert hidden.endswith("      LEVEL: debug\n")
    assert [len(line) for line in hidden.split("\n")] == [len(line) for line in text.split("\n")]


def test_long_lines_take_no_longer_than_their_length() -> None:
    began = time.monotonic()

    masked('{"a": "' + "TOKEN=" * 100_000 + "x" * 1_000_000 + '"}')
    masked("{" + "A_TOKEN: abcdef, --token --key abcdef, " * 20_000 + "}")

    assert time.monotonic() - began < 5


def test_many_servers_take_no_longer_than_their_number() -> None:
    servers = ",".join(f'"s{n}": {{"command": "x", "env": {{"A": "{KEY}"}}}}' for n in range(5_000))
    text = f'{{"mcpServers": {{{servers}}}}}'
    document = jsonc.parse(text)
    file = read_document(Path("mcp.json"), document)
    began = time.monotonic()

    hidden = masked_text(file, document.root)

    assert time.monotonic() - began < 5
    assert KEY not in hidden


def test_in_a_text_that_was_not_read_known_secrets_are_found_beside_what_looks_like_one() -> None:
    text = '"a": "open-sesame", "API_KEY": "0123456789abcdef'

    found = [text[start:end] for start, end in likely_spans(text, (0, len(text)), {"open-sesame"})]

    assert found == ["open-sesame", "0123456789abcdef"]


def test_spans_that_overlap_are_cut_where_they_do() -> None:
    assert list(merged([(8, 9), (0, 3), (2, 5), (1, 2)], (0, 9))) == [(0, 3), (3, 5), (8, 9)]


def test_a_file_that_cannot_be_parsed_hides_what_looks_secret() -> None:
    text = '{"mcpServers": {"a": {"env": {"API_KEY": "abcdef123", "B": "plain words"'

    assert masked(text).count("•") == len("abcdef123")
    assert "plain words" in masked(text)


def test_the_scheme_before_a_reference_is_no_secret() -> None:
    headers = '{"Authorization": "Bearer ${T}"}'
    text = f'{{"mcpServers": {{"a": {{"url": "https://a.example", "headers": {headers}}}}}}}'

    assert masked(text) == text
