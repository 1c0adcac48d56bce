"""Plans: the command line that will run, what Patchbay adds to it, and a sentence about it."""

from dataclasses import replace
from pathlib import Path

import pytest

from patchbay.core.config.model import Definition, Transport
from patchbay.core.config.reader import read_text
from patchbay.core.config.variables import resolve
from patchbay.core.trust.allow import Allowed
from patchbay.core.trust.plan import StartPlan, plan


def stdio(command: str, *args: str) -> Definition:
    return Definition("x", Path("/p/m.json"), Transport.STDIO, command, args)


def from_file(command: str, **environment: str) -> Definition:
    text = f'{{"mcpServers": {{"x": {{"command": {command}}}}}}}'
    (entry,) = read_text(Path("/p/m.json"), text).entries
    return resolve(entry, environment)


def planned(definition: Definition, scratch: Path | None = None) -> StartPlan:
    return plan(definition, Allowed(f"/usr/bin/{definition.command}", definition.command), scratch)


def test_the_resolved_program_runs_with_the_arguments_untouched() -> None:
    made = planned(stdio("npx", "-y", "a b", "", "$HOME", "--rm"))

    assert made.executable == "/usr/bin/npx"
    assert made.argv == ("/usr/bin/npx", "-y", "a b", "", "$HOME", "--rm")
    assert made.args == made.argv[1:]
    assert made.added == ()
    assert made.cidfile is None
    assert made.command_line == "npx -y 'a b' '' '$HOME' --rm"


def test_a_container_gets_what_ends_it_right_after_run(tmp_path: Path) -> None:
    made = planned(stdio("docker", "run", "-i", "mcp/postgres:1.2", "--db"), tmp_path)

    assert made.cidfile is not None
    assert made.cidfile.parent == tmp_path
    assert not made.cidfile.exists()
    assert made.added == ("--rm", "--init", "--cidfile", str(made.cidfile))
    assert made.args == ("run", *made.added, "-i", "mcp/postgres:1.2", "--db")
    assert [made.argv[at] for at in made.added_at] == list(made.added)
    assert made.what_will_run == "A new container from the image mcp/postgres:1.2"


def test_each_start_of_a_container_has_an_id_file_of_its_own(tmp_path: Path) -> None:
    definition = stdio("docker", "run", "x:1")

    assert planned(definition, tmp_path).cidfile != planned(definition, tmp_path).cidfile


@pytest.mark.parametrize(
    ("args", "added"),
    [
        (("run", "--rm", "x:1"), ("--init",)),
        (("run", "-i", "--rm", "--init", "x:1"), ()),
        (("run", "--init=true", "x:1"), ("--rm",)),
        (("run", "--rm=false", "x:1"), ("--init",)),
        (("run", "--restart", "always", "x:1"), ("--init",)),
        (("--context", "far", "container", "run", "x:1"), ("--rm", "--init")),
        (("-c", "run", "run", "x:1"), ("--rm", "--init")),
        (("run", "x:1", "--rm", "--init"), ("--rm", "--init")),
        (("run", "-e", "--rm", "-it", "x:1"), ("--rm", "--init")),
        (("exec", "-i", "box", "run"), ()),
        (("compose", "run", "x"), ()),
        (("mcp", "gateway", "run"), ()),
        ((), ()),
        (("run",), ("--rm", "--init")),
    ],
)
def test_only_what_is_absent_is_added_and_only_to_run(
    args: tuple[str, ...], added: tuple[str, ...]
) -> None:
    made = planned(stdio("docker", *args))

    assert made.added == added
    if added:
        at = made.added_at[0]
        assert made.argv[at - 1] == "run"
    assert len(made.args) == len(args) + len(added)


def test_a_container_that_writes_its_id_already_keeps_its_file(tmp_path: Path) -> None:
    made = planned(stdio("podman", "run", "--cidfile=/run/my.cid", "x:1"), tmp_path)

    assert made.cidfile == Path("/run/my.cid")
    assert "--cidfile" not in made.added


@pytest.mark.parametrize(
    ("command", "args", "sentence"),
    [
        ("npx", ("-y", "@x/y@1"), "The npm package @x/y@1, fetched if absent"),
        ("npx", ("-p", "a", "b"), "The npm package a, fetched if absent"),
        ("npx", ("--package=a", "b"), "The npm package a, fetched if absent"),
        ("npx", ("-c", "rm -rf /"), "A line of shell, run by npx"),
        ("npx", (), "No package is named"),
        ("uvx", ("pkg@1.0",), "The Python package pkg@1.0, fetched by uv if absent"),
        (
            "uvx",
            ("--python", "3.12", "--from", "a", "b"),
            "The Python package a, fetched by uv if absent",
        ),
        ("uv", ("tool", "run", "pkg"), "The Python package pkg, fetched by uv if absent"),
        ("podman", ("run", "-v", "/a:/b", "img"), "A new container from the image img"),
        ("node", ("server.js",), "The program /usr/bin/node"),
    ],
)
def test_a_sentence_says_what_will_run(command: str, args: tuple[str, ...], sentence: str) -> None:
    assert planned(stdio(command, *args)).what_will_run == sentence


def test_secrets_are_hidden_where_people_read_and_kept_where_programs_do() -> None:
    made = planned(from_file('"npx", "args": ["pkg", "--token=${T}"]', T="sk-secret-1"))

    assert made.args[-1] == "--token=sk-secret-1"
    assert "sk-secret-1" not in made.command_line
    assert made.shown[-1] == "--token=•••"


def test_what_stands_in_the_file_is_shown_though_a_variable_has_the_same_value() -> None:
    made = planned(
        from_file('"npx", "args": ["-y", "good-pkg@1.0.0"], "env": {"NOTE": "good-pkg@1.0.0"}')
    )

    assert made.command_line == "npx -y good-pkg@1.0.0"
    assert made.what_will_run == "The npm package good-pkg@1.0.0, fetched if absent"


def test_a_secret_is_hidden_in_its_place_past_what_patchbay_added(tmp_path: Path) -> None:
    definition = from_file('"docker", "args": ["run", "-e", "A=${T}", "${I}"]', T="sk-1-x", I="b 9")
    made = planned(definition, tmp_path)

    assert made.shown == ("docker", "run", *made.added, "-e", "A=•••", "b 9")
    assert len(made.shown) == len(made.argv)


def test_a_package_that_is_a_secret_is_not_named() -> None:
    made = planned(from_file('"npx", "args": ["-y", "${MY_KEY}"]', MY_KEY="evil-pkg"))

    assert made.what_will_run == "The npm package •••, fetched if absent"


def test_a_remote_server_has_nothing_to_run() -> None:
    made = plan(Definition("x", Path("/p"), Transport.HTTP, url="https://h.example/mcp?k=secret"))

    assert made.argv == ()
    assert made.what_will_run == "A connection to h.example"


def test_the_demo_is_called_a_part_of_patchbay() -> None:
    definition = replace(stdio("/opt/python", "-m", "patchbay.demo"), built_in=True)

    assert planned(definition).what_will_run == "A part of Patchbay"
