"""Variables, env files and folders: where values come from, and what stops a start."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchbay.core.config.built_in import demo_config
from patchbay.core.config.model import Definition, Entry, Transport
from patchbay.core.config.reader import read, read_text
from patchbay.core.config.references import references
from patchbay.core.config.variables import Source, resolve, sources
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import Json, JsonObject

MakeEntry = Callable[..., Entry]


@pytest.fixture
def make(tmp_path: Path) -> MakeEntry:
    """Write one server to a config file, by default a plain one, and read it."""

    def make(server: Json, file: str = "conf/servers.json", root: str = "mcpServers") -> Entry:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({root: {"x": server}}, indent=2), "utf-8")
        (entry,) = read(path).entries
        return entry

    return make


def refused(entry: Entry, **environment: str) -> AppError:
    with pytest.raises(AppError) as caught:
        resolve(entry, environment)
    assert caught.value.kind is Kind.REFUSED
    assert caught.value.family is Family.CONFIGURATION
    return caught.value


def test_a_variable_is_inserted_in_every_field(make: MakeEntry, tmp_path: Path) -> None:
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "v.env").write_text("B=2\n")
    stdio = make(
        {
            "command": "run-${V}",
            "args": ["--x=${V}", "${env:V}${V}"],
            "env": {"K": "<${V}>"},
            "envFile": "${V}.env",
            "cwd": "in/${V}",
        }
    )
    definition = resolve(stdio, {"V": "v"})

    assert definition.command == "run-v"
    assert definition.args == ("--x=v", "vv")
    assert definition.env == {"K": "<v>"}
    assert definition.env_file_values == {"B": "2"}
    assert definition.cwd == tmp_path / "conf" / "in" / "v"


def test_a_variable_is_inserted_in_url_and_headers(make: MakeEntry) -> None:
    entry = make(
        {"type": "http", "url": "https://${H}/mcp", "headers": {"Authorization": "Bearer ${T}"}}
    )
    definition = resolve(entry, {"H": "h.example", "T": "abcdefgh"})

    assert definition.transport is Transport.HTTP
    assert definition.url == "https://h.example/mcp"
    assert definition.headers == {"Authorization": "Bearer abcdefgh"}


def test_the_process_comes_before_the_env_file_and_that_before_the_default(
    make: MakeEntry, tmp_path: Path
) -> None:
    entry = make({"command": "x", "args": ["${A:-d}", "${B:-d}", "${C:-d}"], "envFile": ".env"})
    (tmp_path / "conf" / ".env").write_text("A=file\nB=file\n")

    definition = resolve(entry, {"A": "process"})

    assert definition.args == ("process", "file", "d")
    assert [(use.name, use.source) for use in sources(entry, {"A": "process"})] == [
        ("A", Source.ENVIRONMENT),
        ("B", Source.ENV_FILE),
        ("C", Source.DEFAULT),
    ]


@pytest.mark.parametrize(
    ("text", "environment", "value"),
    [
        ("${A:-}", {}, ""),
        ("${A:-x:-y}", {}, "x:-y"),
        ("${A:-http://h:1/p}", {}, "http://h:1/p"),
        ("${A:-${B:-c}}", {}, "c"),
        ("${A:-${B:-c}}", {"B": "b"}, "b"),
        ("${A:-d}", {"A": ""}, "d"),
        ("${A}", {"A": ""}, ""),
        ("${A}", {"A": "${B}"}, "${B}"),
        ("$A %A% {A}", {"A": "a"}, "$A %A% {A}"),
        ("${A%.txt} ${1} ${", {"A": "a"}, "${A%.txt} ${1} ${"),
        ("pa$$word", {}, "pa$$word"),
        ("${A", {"A": "a"}, "${A"),
    ],
)
def test_defaults_and_lookalikes(
    make: MakeEntry, text: str, environment: dict[str, str], value: str
) -> None:
    definition = resolve(make({"command": "x", "args": [text]}), environment)

    assert definition.args == (value,)


def test_every_unset_variable_is_named_with_field_and_position(make: MakeEntry) -> None:
    error = refused(make({"command": "npx", "args": ["-y", "${ONE}"], "env": {"KEY": "${TWO}"}}))

    assert error.title == "2 variables are not set"
    assert "ONE in argument 2 (7:9)" in error.cause
    assert "TWO in env KEY (10:16)" in error.cause
    assert "${ONE:-value}" in error.hint
    assert error.evidence["variables"] == "ONE, TWO"


def test_one_unset_variable_stands_in_the_title(make: MakeEntry) -> None:
    assert refused(make({"command": "${PROGRAM}"})).title == "The variable PROGRAM is not set"


def test_what_only_another_client_can_ask_for_is_refused_with_an_explanation(
    make: MakeEntry,
) -> None:
    entry = make({"command": "x", "args": ["${input:key}"]}, ".vscode/mcp.json", "servers")
    error = refused(entry)

    assert "input:key in argument 1" in error.cause
    assert "${NAME}" in error.hint


@pytest.mark.parametrize(
    "text",
    ["${config:a.b}", "${command:x}", "${{ secrets.X }}", "${user_config.k}", "${env:A | value:b}"],
)
def test_other_foreign_syntaxes_are_refused(make: MakeEntry, text: str) -> None:
    assert "another program" in refused(make({"command": "x", "args": [text]}), A="a").title


def test_an_editors_variables_are_known_in_its_own_files_only(
    make: MakeEntry, tmp_path: Path
) -> None:
    server = {
        "command": "x",
        "args": ["${workspaceFolder}/a", "${userHome}", "${workspaceFolderBasename}"],
    }

    definition = resolve(make(server, "shop/.cursor/mcp.json"), {"HOME": "/home/alex"})

    assert definition.args == (f"{tmp_path / 'shop'}/a", "/home/alex", "shop")
    assert "workspaceFolder" in refused(make(server)).cause


def test_an_env_file_is_found_beside_the_config_or_at_home(make: MakeEntry, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "my.env").write_text("A=home\n")
    environment = {"HOME": str(tmp_path / "home")}

    definition = resolve(make({"command": "x", "env_file": "~/my.env"}), environment)

    assert definition.env_file == tmp_path / "home" / "my.env"
    assert definition.env_file_values == {"A": "home"}


def test_an_env_file_is_taken_literally(make: MakeEntry, tmp_path: Path) -> None:
    entry = make({"command": "x", "env_file": ".env"})
    (tmp_path / "conf" / ".env").write_bytes(
        b"\xef\xbb\xbfA='single'\r\nexport B=\"d ${A}\"\r\nC\n# remark\nD=x # tail\n"
    )

    assert resolve(entry, {}).env_file_values == {"A": "single", "B": "d ${A}", "D": "x"}


def test_an_env_file_given_from_outside_replaces_the_entrys(
    make: MakeEntry, tmp_path: Path
) -> None:
    other = tmp_path / "other.env"
    other.write_text("A=other\n")
    entry = make({"command": "${A}", "env_file": "not-there.env"})

    definition = resolve(entry, {}, other)

    assert definition.command == "other"
    assert definition.env_file == other


@pytest.mark.parametrize("content", [None, b"A=\xff\xfe", b"x" * (1024 * 1024 + 1)])
def test_an_env_file_that_cannot_be_read_is_named(
    make: MakeEntry, tmp_path: Path, content: bytes | None
) -> None:
    entry = make({"command": "x", "env_file": "my.env"})
    if content is not None:
        (tmp_path / "conf" / "my.env").write_bytes(content)

    error = refused(entry)

    assert "my.env" in error.cause
    assert "--env-file" in error.hint
    assert sources(entry, {}) == ()


def test_the_folder_is_the_entrys_then_the_projects_then_home(
    make: MakeEntry, tmp_path: Path
) -> None:
    home = {"HOME": str(tmp_path / "home")}
    (tmp_path / "repo" / ".git").mkdir(parents=True)

    def folder(server: Json, file: str) -> Path | None:
        return resolve(make(server, file), home).cwd

    assert folder({"command": "x", "cwd": "sub"}, "a/m.json") == tmp_path / "a" / "sub"
    assert folder({"command": "x", "cwd": "~/w"}, "a/m.json") == tmp_path / "home" / "w"
    assert folder({"command": "x", "cwd": "/srv"}, "a/m.json") == Path("/srv")
    assert folder({"command": "x"}, "p/.mcp.json") == tmp_path / "p"
    assert folder({"command": "x"}, "p/.cursor/mcp.json") == tmp_path / "p"
    assert folder({"command": "x"}, "repo/conf/m.json") == tmp_path / "repo"
    assert folder({"command": "x"}, "a/m.json") == tmp_path / "home"


def test_deadlines_have_their_defaults(make: MakeEntry) -> None:
    plain = resolve(make({"command": "x"}), {})
    set_ones = resolve(make({"command": "x", "connect_timeout": 1, "requestTimeout": 2}), {})

    assert (plain.connect_timeout, plain.request_timeout, plain.sse_read_timeout) == (60, 60, 300)
    assert (set_ones.connect_timeout, set_ones.request_timeout) == (1, 2)


def test_an_entry_with_errors_is_refused_with_them(make: MakeEntry) -> None:
    error = refused(make({"command": "npx", "args": "-y"}))

    assert "mistakes in its definition" in error.title
    assert "args must be a list of texts, not text (5:15)" in error.cause
    assert '["-y"]' in error.hint


def test_the_demo_is_built_in_and_no_file_can_claim_that() -> None:
    (demo,) = demo_config().entries
    (entry,) = read_text(Path("/p/built-in"), '{"mcpServers": {"demo": {"command": "x"}}}').entries

    assert resolve(demo, {}).built_in
    assert not resolve(entry, {}).built_in


def secrets_of(make: MakeEntry, server: Json, **environment: str) -> frozenset[str]:
    return resolve(make(server), environment).secrets


def test_inserted_values_env_values_and_headers_are_secret(make: MakeEntry, tmp_path: Path) -> None:
    server = {
        "command": "x",
        "args": ["--token=${TOKEN_A}"],
        "env": {"PASSWORD": "hunter22", "REF": "${B}"},
        "env_file": ".env",
    }
    entry = make(server)
    (tmp_path / "conf" / ".env").write_text("C=from-the-file-1\n")

    found = resolve(entry, {"TOKEN_A": "sk-aaaa1111", "B": "bbbb-2222"}).secrets

    assert found == {"sk-aaaa1111", "hunter22", "bbbb-2222", "from-the-file-1"}


def test_a_header_is_secret_with_and_without_its_scheme(make: MakeEntry) -> None:
    server = {
        "type": "http",
        "url": "https://h.example/mcp?api_key=kkkkkk11&page=22222222",
        "headers": {
            "Authorization": "Bearer tttttt22",
            "Accept": "application/json",
            "X-Id": "idididid",
        },
    }

    assert secrets_of(make, server) == {"Bearer tttttt22", "tttttt22", "idididid", "kkkkkk11"}


def test_what_is_plainly_public_is_no_secret(make: MakeEntry) -> None:
    public = {
        "PORT": "123456",
        "FLAG": "disabled",
        "LEVEL": "verbose",
        "DATA": "/srv/data/my files",
        "WHERE": "C:\\Users\\alex\\data",
        "BASE": "https://api.example.com/v1",
        "LANG": "de_DE.UTF-8",
        "SHORT": "abc",
        "HOME_COPY": "${HOME}",
    }

    assert secrets_of(make, {"command": "x", "env": public}, HOME="/home/alexander") == frozenset()


@pytest.mark.parametrize(
    ("name", "value", "hidden"),
    [
        ("API_KEY", "123456789", "123456789"),
        ("DB", "postgres://u:pw%2112345@h/db", "pw!12345"),
        (
            "HOOK",
            "https://hooks.example.com/T0/B0/Xk29dkAlq82jdkAlq82jdkA1",
            "https://hooks.example.com/T0/B0/Xk29dkAlq82jdkAlq82jdkA1",
        ),
        ("AWS", "/x7Kq9zLm2Vb8Nc4Rt6Yw1Pd3Sf5Gh0Jk/a", "/x7Kq9zLm2Vb8Nc4Rt6Yw1Pd3Sf5Gh0Jk/a"),
        ("PIN", "123456", "123456"),
    ],
)
def test_what_looks_public_but_may_be_a_key_is_secret(
    make: MakeEntry, name: str, value: str, hidden: str
) -> None:
    assert hidden in secrets_of(make, {"command": "x", "env": {name: value}})


@given(st.text(alphabet="${}:-/AB env%") | st.text())
def test_any_text_has_references_that_lie_inside_it(text: str) -> None:
    end = 0
    for reference in references(text, editor=True):
        assert end <= reference.offset < reference.end <= len(text)
        assert text[reference.offset : reference.offset + 2] == "${"
        assert text[reference.end - 1] == "}"
        end = reference.end


def test_a_reference_after_one_that_is_never_closed_counts() -> None:
    assert [found.name for found in references("${A ${B}")] == ["B"]


@pytest.mark.parametrize("text", ["${a%" * 75_000, "${a%" * 75_000 + "}" * 75_000])
def test_braces_that_nest_deeply_are_read_in_one_pass(text: str) -> None:
    assert list(references(text)) == []


@pytest.mark.parametrize(
    ("entry", "cause"),
    [
        ({"command": "npx", "args": ["-y", "a\0b"]}, "Argument 2 holds a NUL character"),
        ({"command": "npx", "env": {"A": "\0"}}, "The variable A holds a NUL character"),
        ({"url": "https://x.test/", "headers": {"X-Name": "Zoë"}}, "The header X-Name holds"),
        ({"url": "https://x.test/", "headers": {"X-Name": "${LINES}"}}, "HTTP cannot carry"),
    ],
)
def test_a_value_that_cannot_be_handed_on_is_refused(
    make: MakeEntry, entry: JsonObject, cause: str
) -> None:
    with pytest.raises(AppError) as caught:
        resolve(make(entry), {"LINES": "a\r\nb"})

    assert cause in caught.value.cause
    assert caught.value.family is Family.CONFIGURATION


def test_a_definition_is_complete(make: MakeEntry, tmp_path: Path) -> None:
    definition = resolve(
        make({"command": "npx", "args": ["-y"], "config": {"a": [1]}}), {"HOME": "/h"}
    )

    assert definition == Definition(
        name="x",
        file=tmp_path / "conf" / "servers.json",
        transport=Transport.STDIO,
        command="npx",
        args=("-y",),
        cwd=Path("/h"),
        config={"a": [1]},
        place=definition.place,
    )
