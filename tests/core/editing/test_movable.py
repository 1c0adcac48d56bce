"""Which secrets can leave a config, what they are called, and what stands there afterwards."""

import json
from pathlib import Path

import pytest

from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.config.reader import language, read_document
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.movable import (
    Named,
    movable,
    moving_secrets,
    proposed_names,
    reference_to,
)
from patchbay.core.errors import AppError
from patchbay.core.values import Json

VALUE, OTHER = "sesame-open-4711", "abracadabra-0815"


def read(text: str, path: str = "/srv/mcp.json") -> tuple[Lossless, ConfigFile]:
    source = Lossless(text, language(Path(path), text))
    return source, read_document(Path(path), source.document)


def entry(name: str = "x", **server: Json) -> Entry:
    _, file = read(json.dumps({"mcpServers": {name: {"command": "npx", **server}}}))
    return file.entries[0]


def names(of: Entry, *taken: str) -> dict[str, str]:
    """The proposals, by where each secret stands."""
    found = movable(of)
    proposals = proposed_names(of, found, taken)
    return {each.where: name for each, name in zip(found, proposals, strict=True)}


def moved(text: str, path: str = "/srv/mcp.json") -> str:
    """The text after all secrets of its first server have left."""
    source, file = read(text, path)
    first = file.entries[0]
    found = movable(first)
    chosen = [
        Named(each, name)
        for each, name in zip(found, proposed_names(first, found, ()), strict=True)
    ]
    return moving_secrets(first, chosen).apply(source, file).text


def test_what_is_secret_by_its_name_or_by_its_looks_is_found() -> None:
    env: Json = {
        "API_KEY": "k-3f9",
        "STATION": VALUE,
        "LOG_LEVEL": "debug",
        "PORT": "8080",
        "AUTH": "none",
        "FOLDER": "/srv/data",
        "TOKEN": f"${{TOKEN}}{VALUE}",
        "EMPTY_TOKEN": "",
    }
    assert [each.where for each in movable(entry(env=env))] == ["env API_KEY", "env STATION"]


def test_headers_are_found_but_for_the_public_ones() -> None:
    headers: Json = {
        "Authorization": f"Bearer {VALUE}",
        "X-Key": VALUE,
        "Accept": "application/json, text/event-stream",
        "X-Ref": "Bearer ${TOKEN}",
    }
    found = movable(entry(url="https://a.example", headers=headers))
    assert [(each.where, each.secret) for each in found] == [
        ("header Authorization", VALUE),
        ("header X-Key", VALUE),
    ]


def test_arguments_are_found_behind_options_in_assignments_and_in_addresses() -> None:
    args: Json = [
        *(
            "--units",
            "metric",
            f"--token={VALUE}",
            "--api-key",
            OTHER,
            "-e",
            f"DB_PASSWORD={VALUE}",
        ),
        *("-H", f"Authorization: Bearer {VALUE}", f"--header=X-Key: {OTHER}"),
        *(
            "postgres://ada:hunter22@db.example/main",
            "--token=${TOKEN}",
            "--auth",
            "Bearer",
            "--auth",
        ),
    ]
    assert names(entry("db", args=args)) == {
        "argument 3": "DB_TOKEN",
        "argument 5": "DB_API_KEY",
        "argument 7": "DB_PASSWORD",
        "argument 9": "DB_AUTHORIZATION",
        "argument 10": "DB_X_KEY",
        "argument 11": "DB_URL",
    }


def test_a_variable_keeps_its_name_unless_that_is_taken() -> None:
    of = entry("my weather", env={"API_KEY": VALUE, "x.token": OTHER})
    assert names(of) == {"env API_KEY": "API_KEY", "env x.token": "MY_WEATHER_X_TOKEN"}
    assert names(of, "API_KEY")["env API_KEY"] == "MY_WEATHER_API_KEY"
    assert names(of, "API_KEY", "MY_WEATHER_API_KEY")["env API_KEY"] == "MY_WEATHER_API_KEY_2"


def test_two_secrets_share_a_name_only_when_they_are_the_same() -> None:
    same = entry(args=[f"--token={VALUE}", "--token", VALUE])
    assert set(names(same).values()) == {"X_TOKEN"}
    others = entry(args=[f"--token={VALUE}", "--token", OTHER])
    assert list(names(others).values()) == ["X_TOKEN", "X_TOKEN_2"]


@pytest.mark.parametrize("name", ["3d", "日本", "  ", "a" * 400])
def test_every_server_gives_a_name_that_can_be_referred_to(name: str) -> None:
    of = entry(name, args=["--token", VALUE])
    (proposal,) = names(of).values()
    assert proposal.endswith("TOKEN")
    assert proposal.isidentifier()
    assert len(proposal) < 200


def test_only_the_secrets_leave_the_text() -> None:
    text = """{
  // ours
  "mcpServers": {
    "x": {
      "command": "npx", "args": ["-y", "--token=%s", "--api-key",   "%s"],
      "env": {"API_KEY": "%s", "LEVEL": "debug"}, // the key
      "headers": {"Authorization": "Bearer  %s"}
    }
  }
}
"""
    assert moved(text % (VALUE, OTHER, VALUE, OTHER)) == text % (
        "${X_TOKEN}",
        "${X_API_KEY}",
        "${API_KEY}",
        "${X_AUTHORIZATION}",
    )


def test_a_command_that_is_a_list_and_yaml_are_edited_where_the_words_stand() -> None:
    listed = '{"servers": [{"name": "a", "command": ["npx", "--token", "%s"]}]}'
    assert moved(listed % VALUE) == listed % "${A_TOKEN}"
    yaml = "mcpServers:\n  a:\n    command: npx # why\n    env:\n      API_KEY: %s\n"
    assert moved(yaml % VALUE, "/srv/mcp.yaml") == yaml % "${API_KEY}"


def test_editors_are_given_the_reference_that_they_read() -> None:
    text = '{"servers": {"a": {"command": "npx", "env": {"API_KEY": "%s"}}}}'
    assert moved(text % VALUE, "/srv/.vscode/mcp.json") == text % "${env:API_KEY}"
    assert reference_to("A", entry()) == "${A}"


def test_a_secret_that_was_changed_meanwhile_is_left_alone() -> None:
    _source, file = read(
        json.dumps({"mcpServers": {"x": {"command": "a", "args": ["--token", VALUE]}}})
    )
    first = file.entries[0]
    operation = moving_secrets(first, [Named(movable(first)[0], "X_TOKEN")])

    for args in (["--token", OTHER], ["--token"]):
        later = read(json.dumps({"mcpServers": {"x": {"command": "a", "args": args}}}))
        with pytest.raises(AppError, match="argument 2 of x is another by now"):
            operation.apply(*later)


def test_a_new_env_file_is_named_under_the_clients_key() -> None:
    for path, key in (("/srv/mcp.json", "envFile"), ("/srv/mcp.yaml", "env_file")):
        text = json.dumps({"mcpServers": {"x": {"command": "a", "env": {"API_KEY": VALUE}}}})
        source, file = read(text, path)
        first = file.entries[0]
        chosen = [Named(movable(first)[0], "API_KEY")]
        after = moving_secrets(first, chosen, "x.env").apply(source, file)
        assert after.value((*first.path, key)) == "x.env"


def test_secrets_are_not_in_what_is_printed_of_them() -> None:
    (found,) = movable(entry(env={"API_KEY": VALUE}))
    assert VALUE not in repr(found)
