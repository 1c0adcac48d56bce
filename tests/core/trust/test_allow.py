"""The allow-list: what may run, what may not, and how each refusal helps."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchbay.core.config.model import Definition, Transport
from patchbay.core.config.reader import read_text
from patchbay.core.config.variables import resolve
from patchbay.core.errors import AppError, Kind
from patchbay.core.settings import SettingsStore
from patchbay.core.trust.allow import AllowList, check_address, shown_address
from patchbay.core.trust.programs import find_program, search_folders
from patchbay.core.trust.rules import exact_line, is_interpreter, valid_rule


@pytest.fixture
def allow(tmp_path: Path) -> AllowList:
    return AllowList(SettingsStore(tmp_path / "settings.json"))


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with stubs of npx, node and python3."""
    return stubs(tmp_path / "bin", "npx", "node", "python3", "tool")


def stubs(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return folder


def stdio(command: str, *args: str, cwd: Path | None = None) -> Definition:
    return Definition("x", Path("/p/m.json"), Transport.STDIO, command, args, cwd=cwd)


def from_file(*args: str, **environment: str) -> Definition:
    """`python3` with arguments as a config file has them, resolved in `environment`."""
    server = {"command": "python3", "args": args}
    (entry,) = read_text(Path("/p/m.json"), json.dumps({"mcpServers": {"x": server}})).entries
    return resolve(entry, environment)


def refusal(allow: AllowList, definition: Definition, path: str) -> AppError:
    with pytest.raises(AppError) as caught:
        allow.check(definition, path)
    return caught.value


def test_npx_is_allowed_from_the_start_and_found_in_the_search_path(
    allow: AllowList, programs: Path
) -> None:
    allowed = allow.check(stdio("npx", "-y", "pkg"), f"/nowhere:{programs}")

    assert allowed.executable == str(programs / "npx")
    assert allowed.rule == "npx"
    assert allow.rules() == (("npx",), ("uvx",), ("docker",))


@pytest.mark.parametrize(
    "command",
    [
        "{bin}/npx",
        "npx; rm",
        "npx -y pkg",
        "./npx",
        "bin/npx",
        "../bin/npx",
        "NPX",
        "npx\n",
        " npx",
        "",
        "/",
    ],
)
def test_what_is_not_exactly_the_allowed_name_is_refused(
    allow: AllowList, programs: Path, tmp_path: Path, command: str
) -> None:
    definition = stdio(command.format(bin=programs), cwd=tmp_path)

    error = refusal(allow, definition, str(programs))

    assert error.kind is Kind.REFUSED
    assert "allow" in error.hint or "args" in error.hint


def test_relative_and_empty_entries_of_the_path_are_skipped(
    allow: AllowList, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(programs)

    for path in ("", ":", ".", "bin:./", f"{os.pathsep}:."):
        error = refusal(allow, stdio("npx"), path)
        assert error.kind is Kind.FAULT
        assert "no program called npx" in error.cause
    assert [str(folder) for folder in search_folders("/a::b:./c:/d")] == ["/a", "/d"]


def test_a_file_that_cannot_be_executed_is_no_program(tmp_path: Path) -> None:
    folder = stubs(tmp_path / "first", "npx")
    (folder / "npx").chmod(0o644)
    (tmp_path / "second" / "npx").mkdir(parents=True)
    third = stubs(tmp_path / "third", "npx")

    found = find_program("npx", f"{folder}:{tmp_path / 'second'}:{third}")

    assert found == third / "npx"


def test_a_missing_program_is_explained_with_where_it_was_looked_for(
    allow: AllowList, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    shim = stubs(tmp_path / ".nvm" / "versions" / "node" / "v22.1.0" / "bin", "npx") / "npx"

    error = refusal(allow, stdio("npx"), "/usr/none:/opt/none")

    assert error.kind is Kind.FAULT
    assert error.evidence["looked in"] == "/usr/none:/opt/none"
    assert str(shim) in error.evidence["found elsewhere"]
    assert str(shim) in error.hint


def test_an_absolute_path_allows_that_file_alone(allow: AllowList, programs: Path) -> None:
    tool = str(programs / "tool")
    allow.add(tool)

    assert allow.check(stdio(tool), "").executable == tool
    assert allow.check(stdio("tool"), str(programs)).executable == tool
    assert (
        refusal(allow, stdio("tool"), str(stubs(programs / "other", "tool"))).kind is Kind.REFUSED
    )
    assert refusal(allow, stdio("/elsewhere/tool"), "").kind is Kind.REFUSED


def test_an_allowed_path_with_no_program_at_it_is_a_fault(allow: AllowList) -> None:
    allow.add("/nowhere/tool")

    error = refusal(allow, stdio("/nowhere/tool"), "")

    assert error.kind is Kind.FAULT
    assert "/nowhere/tool" in error.cause


def test_a_command_line_allows_exactly_those_words(allow: AllowList, programs: Path) -> None:
    allow.add(["python3", "server.py", "--fast mode"])

    allowed = allow.check(stdio("python3", "server.py", "--fast mode"), str(programs))
    assert allowed.executable == str(programs / "python3")
    for args in ((), ("server.py",), ("server.py", "--fast", "mode"), ("other.py", "--fast mode")):
        assert refusal(allow, stdio("python3", *args), str(programs)).kind is Kind.REFUSED


def test_a_relative_program_is_that_of_its_own_folder(allow: AllowList, tmp_path: Path) -> None:
    mine, other = stubs(tmp_path / "mine", "serve"), stubs(tmp_path / "other", "serve")
    allow.add([str(mine / "serve"), "--port", "1"])

    assert allow.check(stdio("./serve", "--port", "1", cwd=mine), "").executable == str(
        mine / "serve"
    )
    assert refusal(allow, stdio("./serve", "--port", "1", cwd=other), "").kind is Kind.REFUSED


def test_a_secret_in_a_command_line_is_neither_stored_nor_shown(
    allow: AllowList, programs: Path, tmp_path: Path
) -> None:
    definition = from_file("s.py", "--token=${T}", T="sk-secret-1")
    error = refusal(allow, definition, str(programs))
    assert "sk-secret-1" not in str(error)
    assert "--token=•••" in error.hint

    allow.add(exact_line(definition))

    assert allow.check(definition, str(programs))
    assert "sk-secret-1" not in (tmp_path / "settings.json").read_text()


def test_a_rule_for_a_line_with_a_secret_holds_for_that_value_alone(
    allow: AllowList, programs: Path
) -> None:
    allow.add(exact_line(from_file("${SCRIPT_KEY}", SCRIPT_KEY="good_script.py")))
    (*_, rule) = allow.rules()

    assert allow.check(from_file("${SCRIPT_KEY}", SCRIPT_KEY="good_script.py"), str(programs))
    assert allow.check(stdio("python3", "good_script.py"), str(programs))
    for word in ("evil_script.py", "•••", rule[1]):
        assert refusal(allow, stdio("python3", word), str(programs)).kind is Kind.REFUSED


def test_a_typed_line_is_plain_words_and_dots_match_no_secret(
    allow: AllowList, programs: Path
) -> None:
    definition = from_file("${SCRIPT_KEY}", SCRIPT_KEY="good_script.py")
    allow.add(["python3", "•••"])
    assert refusal(allow, definition, str(programs)).kind is Kind.REFUSED

    allow.add(["python3", "good_script.py"])

    assert allow.check(definition, str(programs))


def test_a_line_in_the_file_is_what_it_says_though_a_variable_has_the_same_value(
    allow: AllowList, programs: Path
) -> None:
    definition = replace(
        stdio("python3", "good.py"), env={"A": "good.py"}, secrets=frozenset({"good.py"})
    )

    assert refusal(allow, definition, str(programs)).hint.endswith("python3 good.py")
    assert exact_line(definition) == ("python3", "good.py")


def test_the_host_of_an_address_is_shown_and_its_secrets_are_not() -> None:
    def shown(url: str, masked: str = "") -> str:
        definition = Definition("x", Path("/p"), Transport.HTTP, url=url, masked_url=masked)
        return shown_address(definition)

    assert shown("https://h.example/mcp?a=b") == "https://h.example/mcp?a=b"
    assert shown("https://u:pw1@h.example/?api_key=k1&a=b") == (
        "https://•••@h.example/?api_key=•••&a=b"
    )
    assert shown("https://h.example/sk-1/mcp", "https://h.example/•••/mcp") == (
        "https://h.example/•••/mcp"
    )
    assert shown("https://evil.example/sk-1", "•••") == "https://evil.example/•••"
    assert shown("https://h.example.evil/a", "https://h.example•••") == "https://h.example.evil/•••"
    assert shown("https://h.example/a", "https://h.example•••") == "https://h.example/•••"


def test_an_interpreter_is_advised_to_be_allowed_by_its_command_line(
    allow: AllowList, programs: Path
) -> None:
    error = refusal(allow, stdio("python3", "my server.py"), str(programs))

    assert error.hint.endswith("patchbay allow -- python3 'my server.py'")
    assert error.evidence["resolved"] == str(programs / "python3")
    assert is_interpreter("/usr/bin/python3.12")
    assert is_interpreter("bash")
    assert not is_interpreter("npx")


def test_a_plain_program_is_advised_to_be_allowed_by_name(allow: AllowList, programs: Path) -> None:
    error = refusal(allow, stdio("tool", "x"), str(programs))

    assert error.hint.endswith("patchbay allow tool")


def test_what_no_rule_could_allow_is_not_offered(allow: AllowList, programs: Path) -> None:
    error = refusal(allow, stdio("npx; rm"), str(programs))

    assert "patchbay allow" not in error.hint
    assert "args" in error.hint


def test_what_is_part_of_patchbay_needs_no_rule(allow: AllowList) -> None:
    definition = replace(stdio("/opt/patchbay/python", "-m", "patchbay.demo"), built_in=True)

    assert allow.check(definition, "").executable == "/opt/patchbay/python"


def test_rules_are_added_once_and_taken_back(allow: AllowList, tmp_path: Path) -> None:
    assert allow.add("node") == ("node",)
    allow.add("node")
    allow.add(("node", "a.js"))
    assert allow.rules()[3:] == (("node",), ("node", "a.js"))
    assert AllowList(SettingsStore(tmp_path / "settings.json")).rules() == allow.rules()

    allow.remove("node")
    allow.remove(["node", "a.js"])

    assert allow.rules() == (("npx",), ("uvx",), ("docker",))
    with pytest.raises(AppError) as caught:
        allow.remove("node")
    assert caught.value.kind is Kind.MISSING


def test_a_rule_written_by_another_process_meanwhile_is_kept(tmp_path: Path) -> None:
    window = AllowList(SettingsStore(tmp_path / "settings.json"))
    terminal = AllowList(SettingsStore(tmp_path / "settings.json"))

    terminal.add("one")
    window.add("two")

    assert {("one",), ("two",)} <= set(window.rules())


@pytest.mark.parametrize(
    "rule",
    ["", " ", "./npx", "a/b", "npx; rm", "npx -y", "a|b", "$(x)", "*", "[]", "[1]", "~evil", []],
)
def test_what_is_no_rule_is_refused(allow: AllowList, rule: str | list[str]) -> None:
    with pytest.raises(AppError) as caught:
        allow.add(rule)

    assert caught.value.kind is Kind.REFUSED
    assert "absolute path" in caught.value.cause


def test_a_rule_may_be_typed_as_json_and_with_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/alex")

    assert valid_rule('["node", "a b.js"]') == ("node", "a b.js")
    assert valid_rule("~/bin/../tool") == ("/home/alex/tool",)


@given(st.text(max_size=20))
def test_no_typed_rule_ever_allows_another_name(text: str) -> None:
    try:
        rule = valid_rule(text)
    except AppError:
        return
    assert len(rule) > 1 or "".join(rule).startswith("/") or rule == (text.strip(),)


@pytest.mark.parametrize(
    "url",
    [
        "https://h.example/mcp",
        "wss://h.example",
        "http://localhost:3000/mcp",
        "http://127.0.0.1/",
        "http://127.8.8.8/",
        "http://[::1]:80/",
        "ws://app.localhost/",
        "http://LAN.example/x",
    ],
)
def test_safe_addresses_pass(url: str) -> None:
    check_address(url, ("lan.example",))


@pytest.mark.parametrize(
    "url",
    [
        "http://h.example/mcp",
        "ws://h.example/mcp",
        "http://localhost.evil.example/",
        "http://127.0.0.1.evil.example/",
        "http://127.0.0.1@evil.example/",
        "http://192.168.1.5/",
        "http://0.0.0.0/",
        "ftp://h.example/",
        "file:///etc/passwd",
        "unix:///tmp/s",
        "https:///x",
        "localhost:3000",
        "https://h.example/a b",
        "",
        "https://[::1",
    ],
)
def test_insecure_and_broken_addresses_are_refused(url: str) -> None:
    with pytest.raises(AppError) as caught:
        check_address(url)

    assert caught.value.kind is Kind.REFUSED
    assert caught.value.hint


def test_hosts_are_kept_as_addresses_are_compared_and_the_refusal_names_the_command(
    allow: AllowList,
) -> None:
    assert allow.add_host(" NAS.lan ") == "nas.lan"
    assert allow.add_host("[FD00::1]") == "fd00::1"
    allow.add_host("nas.lan")

    assert allow.hosts == ("nas.lan", "fd00::1")
    check_address("http://Nas.Lan:8080/mcp", allow.hosts)
    check_address("ws://[fd00::1]/mcp", allow.hosts)
    allow.remove_host("NAS.lan")
    allow.remove_host("[fd00::1]")
    assert allow.hosts == ()
    with pytest.raises(AppError, match=r"patchbay allow-host nas\.lan"):
        check_address("http://nas.lan/mcp", allow.hosts)
    with pytest.raises(AppError, match="not among the hosts"):
        allow.remove_host("nas.lan")


@pytest.mark.parametrize(
    "text", ["", " ", "http://nas.lan", "nas.lan/x", "me@nas", "nas:80", "[::1]:80", "*.lan", "a b"]
)
def test_what_is_no_host_is_not_kept(allow: AllowList, text: str) -> None:
    with pytest.raises(AppError, match="not a host"):
        allow.add_host(text)
    assert allow.hosts == ()


def test_a_refused_address_does_not_repeat_its_secrets() -> None:
    with pytest.raises(AppError) as caught:
        check_address("http://user:hunter22@h.example/k?key=t0psecret")

    assert "hunter22" not in str(caught.value)
    assert "t0psecret" not in str(caught.value)


def test_where_extensions_may_be_left_out_they_are_tried_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = stubs(tmp_path / "bin", "npx", "npx.cmd")
    monkeypatch.setattr("patchbay.core.trust.programs.IS_WINDOWS", True)
    monkeypatch.setenv("PATHEXT", ".EXE;.CMD")

    assert find_program("npx", str(folder)) == folder / "npx.cmd"
    assert find_program("npx.cmd", f'"{folder}"') == folder / "npx.cmd"
