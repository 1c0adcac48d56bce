"""What a person does to the servers of a file: each operation changes its own bytes only."""

from pathlib import Path

import pytest

from patchbay.core.config.dialects import CLAUDE_CODE, CLAUDE_DESKTOP, PLAIN_JSON, PLAIN_YAML
from patchbay.core.config.model import ConfigFile, Transport
from patchbay.core.config.reader import language, read_document
from patchbay.core.editing.keys import key_of, timeout_key
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.numbers import json_value
from patchbay.core.editing.operations import (
    Operation,
    add_server,
    can_disable,
    disable_server,
    duplicate_server,
    has_field,
    insert_field,
    move_field,
    move_server,
    remove_field,
    remove_server,
    rename_field,
    rename_server,
    set_field,
    set_transport,
)
from patchbay.core.errors import AppError, Kind
from patchbay.core.values import Json, JsonPath

TWO = """{
  // ours
  "mcpServers": {
    "a": {
      "command": "npx", // the program
      "args": ["-y", "one"]
    },
    "b": {"url": "https://b.example/mcp", "type": "sse"} // the far one
  }
}
"""
HOLODECK = """name: agent
tools:
  - type: function
    name: other
  # reads files
  - type: mcp
    name: files
    command: npx
    args: [x]
    timeout: 20
"""
LISTED = """{
  "servers": [
    {"name": "a", "command": ["npx", "-y", "one"]},
    {"name": "b", "command": "b"}
  ]
}
"""
BOTH = '{"mcpServers": {"a": {"command": ["npx", "-y"], "args": ["one", "two"]}}}\n'


def read(text: str, name: str = "mcp.json") -> tuple[Lossless, ConfigFile]:
    path = Path("/configs") / name
    source = Lossless(text, language(path, text))
    return source, read_document(path, source.document)


def after(operation: Operation, text: str, name: str = "mcp.json") -> str:
    return operation.apply(*read(text, name)).text


def fields_after(operation: Operation, text: str, name: str = "mcp.json") -> Json:
    path = Path("/configs") / name
    source = operation.apply(*read(text, name))
    (entry, *_) = read_document(path, source.document).entries
    return source.value(entry.path)


def test_a_new_server_is_the_last_of_those_there() -> None:
    added = after(add_server("c", {"command": "c", "env_file": ".env"}), TWO)

    assert added.startswith(TWO[: TWO.index(" // the far one")])
    assert '"envFile": ".env"' in added
    assert [entry.name for entry in read(added)[1].entries] == ["a", "b", "c"]


def test_a_new_server_goes_in_front_of_the_one_named() -> None:
    added = after(add_server("c", {"command": "c"}, before="b"), TWO)

    assert [entry.name for entry in read(added)[1].entries] == ["a", "c", "b"]


def test_a_new_server_goes_where_the_one_it_is_to_precede_stands() -> None:
    text = '{"mcpServers": {"a": {"command": "a"}}, "servers": {"b": {"command": "b"}}}'

    source = add_server("c", {"command": "c"}, before="a").apply(*read(text))

    assert source.names(("mcpServers",)) == ("c", "a")


@pytest.mark.parametrize("text", ["", "  \n", "null", "{}", '{"mcpServers": null}'])
def test_the_first_server_of_a_file_gets_the_root_that_its_client_reads(text: str) -> None:
    plain = add_server("a", {"command": "a"}).apply(*read(text))
    editor = add_server("a", {"command": "a"}).apply(*read(text, ".vscode/mcp.json"))

    assert plain.value(("mcpServers", "a")) == {"command": "a"}
    assert editor.value(("servers", "a")) == {"command": "a"}


def test_a_root_that_is_there_already_is_used() -> None:
    source = add_server("a", {"command": "a"}).apply(*read('{"servers": {}}'))

    assert source.value() == {"servers": {"a": {"command": "a"}}}


def test_servers_without_a_root_get_another_beside_them() -> None:
    source = add_server("b", {"command": "b"}).apply(*read('{"a": {"command": "a"}}'))

    assert source.value() == {"a": {"command": "a"}, "b": {"command": "b"}}


def test_a_new_server_of_a_list_has_a_name_and_says_what_it_is() -> None:
    added = after(add_server("more", {"command": "m", "request_timeout": 5.0}), HOLODECK, "a.yaml")

    assert added.startswith(HOLODECK)
    (_, more) = read(added, "a.yaml")[1].entries
    assert (more.name, more.command, more.request_timeout) == ("more", "m", 5.0)


def test_what_was_copied_from_a_map_gets_a_name_in_a_list() -> None:
    source, file = read(TWO)
    fragment = source.copy(file.entry("a").path)

    added = after(add_server("c", fragment, before="b"), LISTED)

    assert [entry.name for entry in read(added)[1].entries] == ["a", "c", "b"]


def test_a_time_out_is_written_in_the_unit_of_the_client() -> None:
    added = add_server("a", {"command": "a", "request_timeout": 2.3}).apply(*read("", ".mcp.json"))

    assert added.value(("mcpServers", "a", "timeout")) == 2300


@pytest.mark.parametrize("name", ["a", " "])
def test_a_name_that_is_taken_or_empty_is_refused(name: str) -> None:
    for operation in (
        add_server(name, {"command": "x"}),
        rename_server("b", name),
        duplicate_server("b", name),
    ):
        for text in (TWO, LISTED):
            with pytest.raises(AppError) as refused:
                operation.apply(*read(text))
            assert refused.value.kind is Kind.MISSING


def test_a_name_of_half_a_character_is_refused() -> None:
    with pytest.raises(AppError, match="written"):
        rename_server("a", "\udcff").apply(*read(TWO))


def test_a_copy_stands_right_behind_its_original_with_its_comments() -> None:
    copied = after(duplicate_server("a", "a2"), TWO)

    assert copied.count("// the program") == 2
    assert [entry.name for entry in read(copied)[1].entries] == ["a", "a2", "b"]


def test_a_copy_in_a_list_has_the_new_name() -> None:
    copied = after(duplicate_server("a", "a2"), LISTED)

    assert [entry.name for entry in read(copied)[1].entries] == ["a", "a2", "b"]


def test_renaming_changes_the_name_alone() -> None:
    assert after(rename_server("a", "z"), TWO) == TWO.replace('"a"', '"z"')
    assert after(rename_server("a", "z"), LISTED) == LISTED.replace('"a"', '"z"')
    assert after(rename_server("files", "f"), HOLODECK, "a.yaml") == HOLODECK.replace(
        "name: files", "name: f"
    )
    assert after(rename_server("a", "a"), TWO) == TWO


def test_moving_brings_a_server_past_its_neighbours_and_no_further() -> None:
    for rows in (1, 5):
        moved = after(move_server("a", rows), TWO)
        assert [entry.name for entry in read(moved)[1].entries] == ["b", "a"]
    assert after(move_server("a", -1), TWO) == TWO


def test_removing_takes_the_comment_of_the_server_along() -> None:
    removed = after(remove_server("b"), TWO)

    assert "the far one" not in removed
    assert "// ours" in removed
    assert [entry.name for entry in read(removed)[1].entries] == ["a"]


def test_disabling_uses_the_flag_that_the_file_has() -> None:
    flagged = '{"mcpServers": {"a": {"command": "a", "enabled": true}}}'

    assert after(disable_server("a", disabled=True), flagged) == flagged.replace("true", "false")
    assert fields_after(disable_server("a", disabled=True), TWO)["disabled"] is True
    assert after(disable_server("a", disabled=False), TWO) == TWO


def test_only_some_clients_can_be_told_that_a_server_is_disabled() -> None:
    def can(name: str) -> bool:
        return can_disable(read(TWO, name)[1].entry("a"))

    assert can("mcp.json")
    assert not can("claude_desktop_config.json")


@pytest.mark.parametrize(
    ("field", "value", "written"),
    [
        (("args", 1), "two", '"two"'),
        (("command",), "node", '"node"'),
    ],
)
def test_a_field_that_is_there_is_written_over(field: JsonPath, value: str, written: str) -> None:
    old = '"one"' if field[0] == "args" else '"npx"'

    assert after(set_field("a", field, value), TWO) == TWO.replace(old, written)


def test_a_field_that_is_so_already_leaves_the_text_alone() -> None:
    assert after(set_field("a", ("args",), ["-y", "one"]), TWO) == TWO


def test_a_field_that_is_missing_is_added_under_the_clients_own_key() -> None:
    assert fields_after(set_field("a", ("env_file",), ".env"), TWO)["envFile"] == ".env"
    assert fields_after(set_field("a", ("env", "env_file"), "x"), TWO)["env"] == {"env_file": "x"}
    in_yaml = fields_after(set_field("files", ("env_file",), ".env"), HOLODECK, "a.yaml")
    assert in_yaml["env_file"] == ".env"


def test_a_key_that_is_no_field_of_ours_is_written_as_it_is() -> None:
    fields = fields_after(set_field("a", ("auto_approve",), ["x"]), TWO)

    assert fields["auto_approve"] == ["x"]


def test_a_time_out_changes_where_and_in_the_unit_in_which_it_stands() -> None:
    changed = after(set_field("files", ("connect_timeout",), 30), HOLODECK, "a.yaml")

    assert changed == HOLODECK.replace("timeout: 20", "timeout: 30")


def test_a_variable_called_like_a_time_out_is_a_variable() -> None:
    text = '{"mcpServers": {"a": {"command": "a", "timeout": 5, "env": {"request_timeout": "x"}}}}'
    field = ("env", "request_timeout")

    assert after(set_field("a", field, "y"), text, ".mcp.json") == text.replace('"x"', '"y"')
    removed = fields_after(remove_field("a", field), text, ".mcp.json")
    assert removed == {"command": "a", "timeout": 5, "env": {}}


def test_a_time_out_that_is_no_number_is_written_as_it_is() -> None:
    fields = fields_after(set_field("a", ("request_timeout",), True), TWO, ".mcp.json")

    assert fields["timeout"] is True


def test_arguments_of_a_command_that_is_a_list_stand_behind_its_program() -> None:
    assert after(set_field("a", ("args", 1), "two"), LISTED) == LISTED.replace("one", "two")
    assert after(set_field("a", ("command",), "uvx"), LISTED) == LISTED.replace("npx", "uvx")
    assert fields_after(set_field("a", ("args",), ["z"]), LISTED)["command"] == ["npx", "z"]
    assert fields_after(insert_field("a", ("args", 2), "z"), LISTED)["command"][-1] == "z"
    assert fields_after(remove_field("a", ("args",)), LISTED)["command"] == ["npx"]


def test_a_command_that_is_a_list_loses_its_program_and_keeps_its_arguments() -> None:
    assert fields_after(remove_field("a", ("command",)), LISTED)["args"] == ["-y", "one"]
    assert fields_after(remove_field("a", ("command",)), BOTH) == {"args": ["-y", "one", "two"]}


def test_arguments_in_two_places_count_as_one_list() -> None:
    source, file = read(BOTH)

    assert after(set_field("a", ("args", 1), "1"), BOTH) == BOTH.replace("one", "1")
    assert has_field(source, file.entry("a"), ("args", 2))
    assert not has_field(source, file.entry("a"), ("args", 3))
    for start, goal, arguments in (
        (0, 2, ("one", "two", "-y")),
        (2, 0, ("two", "-y", "one")),
        (1, 2, ("-y", "two", "one")),
    ):
        moved = after(move_field("a", ("args", start), goal), BOTH)
        assert read(moved)[1].entry("a").args == arguments


def test_removing_a_field_that_is_not_there_changes_nothing() -> None:
    assert after(remove_field("a", ("cwd",)), TWO) == TWO
    assert after(remove_field("a", ("env", "X")), TWO) == TWO
    assert after(remove_field("a", ("request_timeout",)), TWO) == TWO


def test_the_first_element_makes_the_list_or_the_map() -> None:
    assert fields_after(insert_field("a", ("env", "X"), "1"), TWO)["env"] == {"X": "1"}
    assert fields_after(insert_field("a", ("args", 0), "-v"), TWO)["args"] == ["-v", "-y", "one"]


def test_a_variable_is_renamed_where_it_stands() -> None:
    text = '{"mcpServers": {"a": {"command": "a", "env": {"X": "1", "Y": "2"}}}}'

    assert after(rename_field("a", ("env", "X"), "Z"), text) == text.replace("X", "Z")


def test_an_argument_moves_within_its_list() -> None:
    assert fields_after(move_field("a", ("args", 0), 1), TWO)["args"] == ["one", "-y"]


def test_a_transport_is_said_in_the_files_own_key_and_only_if_it_is_another() -> None:
    assert after(set_transport("b", Transport.HTTP), TWO) == TWO.replace('"sse"', '"http"')
    spelled = TWO.replace('"sse"', '"streamable-http"')
    assert after(set_transport("b", Transport.HTTP), spelled) == spelled
    nested = TWO.replace(
        '"url": "https://b.example/mcp", "type": "sse"',
        '"transport": {"type": "sse", "url": "https://b.example/mcp"}',
    )
    assert after(set_transport("b", Transport.HTTP), nested) == nested.replace('"sse"', '"http"')
    in_yaml = fields_after(set_transport("files", Transport.STDIO), HOLODECK, "a.yaml")
    assert (in_yaml["type"], in_yaml["transport"]) == ("mcp", "stdio")


def test_what_is_written_twice_is_not_changed() -> None:
    text = '{"mcpServers": {"a": {"command": "a"}, "a": {"command": "b"}}}'

    with pytest.raises(AppError, match="twice"):
        set_field("a", ("cwd",), "/").apply(*read(text))


def test_what_a_yaml_anchor_shares_is_not_changed() -> None:
    text = "mcpServers:\n  a: &a\n    command: x\n    env: {K: v}\n  b: *a\n"

    with pytest.raises(AppError, match="cannot be changed"):
        set_field("b", ("env", "K"), "w").apply(*read(text, "a.yaml"))


def test_operations_are_named_by_what_they_change() -> None:
    assert set_field("a", ("args", 1), "x").label == "changing argument 2 of a"
    assert remove_field("a", ("env", "KEY")).label == "removing KEY of a"
    assert set_field("a", ("url",), "x").merges == set_field("a", ("url",), "y").merges


def test_keys_follow_the_client_and_what_the_entry_already_writes() -> None:
    entry = read('{"mcpServers": {"a": {"command": "a", "env_file": "x"}}}')[1].entry("a")

    assert key_of(entry, "env_file") == "env_file"
    assert (key_of(PLAIN_JSON, "env_file"), key_of(PLAIN_YAML, "env_file")) == (
        "envFile",
        "env_file",
    )
    assert timeout_key(CLAUDE_CODE, "request_timeout") == ("timeout", 0.001)
    assert timeout_key(CLAUDE_DESKTOP, "request_timeout") == ("requestTimeout", 1.0)


@pytest.mark.parametrize(
    ("name", "text", "root"),
    [
        ("config.yaml", "extensions:\n  dev:\n    enabled: true\n", "extensions"),
        ("settings.json", '{"theme": "One", "context_servers": {}}', "context_servers"),
        ("opencode.jsonc", '{"mcp": {"a": {"type": "local"}}}', "mcp"),
        ("settings.json", '{"mcp": {"servers": {}, "inputs": []}}', "mcp.servers"),
        ("settings.json", '{"mcp.servers": {}}', "mcp.servers"),
        ("config.yaml", "mcp_servers:\n", "mcp_servers"),
    ],
)
def test_a_server_is_not_added_where_its_client_would_not_look(
    name: str, text: str, root: str
) -> None:
    with pytest.raises(AppError) as refused:
        add_server("new", {"command": "n"}).apply(*read(text, name))

    assert f"below {root} here" in str(refused.value)
    assert "Add it in the text" in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        '{"theme": "dark"}',
        '{"mcp": true}',
        '{"mcp": {}, "mcpServers": {}}',
        '{"mcp": 1, "servers": {}}',
    ],
)
def test_a_server_is_added_beside_keys_that_hold_no_servers_or_where_a_root_stands(
    text: str,
) -> None:
    source = add_server("new", {"command": "n"}).apply(*read(text))

    assert [entry.name for entry in read(source.text)[1].entries] == ["new"]


@pytest.mark.parametrize(
    ("tools", "after"),
    [
        ("tools: []\n", "tools:\n  - name: new\n    type: mcp\n    command: run\n"),
        (
            "tools:\n- name: f\n  type: function\n",
            "tools:\n- name: f\n  type: function\n- name: new\n  type: mcp\n  command: run\n",
        ),
    ],
)
def test_the_first_server_of_an_agent_goes_into_its_tools(tools: str, after: str) -> None:
    text = "name: agent\n" + tools

    source = add_server("new", {"command": "run"}).apply(*read(text, "agent.yaml"))

    assert source.text == "name: agent\n" + after
    assert read(source.text, "agent.yaml")[1].entry("new").command == "run"


def test_tools_beside_a_root_of_servers_are_none() -> None:
    text = "mcpServers: {}\ntools: []\n"

    source = add_server("new", {"command": "run"}).apply(*read(text, "a.yaml"))

    assert source.text == "mcpServers:\n  new:\n    command: run\ntools: []\n"


def test_the_first_argument_of_a_server_without_any_can_be_set() -> None:
    text = '{"mcpServers": {"a": {"command": "x"}}}'

    for operation in (set_field, insert_field):
        fields = fields_after(operation("a", ("args", 0), "-y"), text)
        assert fields == {"command": "x", "args": ["-y"]}


def test_another_spelling_of_the_same_number_is_written_only_if_it_was_typed() -> None:
    text = '{"mcpServers": {"a": {"command": "x", "n": 100.0}}}'

    assert after(set_field("a", ("n",), 100), text) == text
    assert after(set_field("a", ("n",), json_value("1e2")), text) == text.replace("100.0", "1e2")
