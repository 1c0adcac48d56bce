"""A program that does not start for what is written in the config, or for what lies at its path."""

from pathlib import Path

import pytest

from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import Action, AppError, Kind
from patchbay.core.settings import SettingsStore
from patchbay.core.trust.allow import AllowList, check_address


@pytest.fixture
def allow(tmp_path: Path) -> AllowList:
    return AllowList(SettingsStore(tmp_path / "settings.json"))


def refused(allow: AllowList, command: str, path: str = "", cwd: Path | None = None) -> AppError:
    definition = Definition("x", Path("/p/mcp.json"), Transport.STDIO, command=command, cwd=cwd)
    with pytest.raises(AppError) as caught:
        allow.check(definition, path)
    return caught.value


@pytest.mark.parametrize(
    ("command", "cause", "hint"),
    [
        ("", "names no program", "Fill in its command"),
        ("  ", "names no program", "Fill in its command"),
        ("npx -y foo", "as one command", "Write npx in command and each of -y, foo"),
        ('"/usr/bin/npx"', "quotes around it", "Write /usr/bin/npx without quotes"),
        ("/usr/bin/npx -y foo", "as one command", "Write /usr/bin/npx in command"),
        ("npx\0", "null character", "Type it again"),
        (" npx", "spaces around", "Take them off"),
        ("npx | tee log", "written for a shell", "into a script"),
    ],
)
def test_a_command_that_can_be_no_program_is_told_with_what_to_write_instead(
    allow: AllowList, command: str, cause: str, hint: str
) -> None:
    error = refused(allow, command)

    assert cause in error.cause
    assert hint in error.hint
    assert error.kind is Kind.REFUSED
    assert (error.remedies[0].action, error.remedies[0].value) == (Action.EDIT, "command")


def test_what_lies_at_the_path_of_a_program_is_told_whether_it_is_allowed_or_not(
    allow: AllowList, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").write_text("#!/bin/sh\n")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    words = {
        "folder": "is a folder",
        "plain": "lacks the right to be executed",
        "link": "a link to a file that is gone",
        "nothing": "There is no program at",
    }

    for name, told in words.items():
        blocked = refused(allow, f"~/{name}")
        assert "not on the allow-list" in blocked.cause
        assert told in blocked.cause
        allow.add(str(tmp_path / name))
        assert told in refused(allow, f"./{name}", cwd=tmp_path).cause


def test_a_missing_program_names_the_first_folders_and_what_brings_it(
    allow: AllowList, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    allow.add("bunx")
    allow.add("nowhere-to-be-found")

    error = refused(allow, "bunx", "/a:/b:/c:/d:/e")
    alone = refused(allow, "nowhere-to-be-found", "/a")

    assert "in the 5 folders of the search path: /a, /b, /c and 2 more." in error.cause
    assert "Install Bun, which brings it" in error.hint
    assert "in the one folder of the search path: /a." in alone.cause
    assert "Install nowhere-to-be-found" in alone.hint
    assert error.short == "no program"


@pytest.mark.parametrize(
    "folder",
    [
        ".nvm/versions/node/v22.1.0/bin",
        ".volta/bin",
        ".local/share/fnm/aliases/default/bin",
        ".local/share/mise/shims",
        ".asdf/shims",
        ".pyenv/shims",
        ".pyenv/versions/3.12.1/bin",
        ".local/bin",
        ".cargo/bin",
        ".bun/bin",
        ".deno/bin",
        ".local/share/pnpm",
    ],
)
def test_a_program_is_found_where_version_managers_put_it(
    allow: AllowList, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    program = tmp_path / folder / "only-here"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    allow.add("only-here")

    assert (
        f"It is at {program}: give this path as the command"
        in refused(allow, "only-here", "/usr/none").hint
    )


def test_an_insecure_host_can_be_allowed_and_a_faulty_address_edited() -> None:
    with pytest.raises(AppError) as insecure:
        check_address("http://printer.example/mcp")
    with pytest.raises(AppError) as faulty:
        check_address("printer.example/mcp")

    first, second = insecure.value.remedies
    assert (first.action, first.value) == (Action.ALLOW_HOST, "printer.example")
    assert (second.action, second.value) == (Action.EDIT, "url")
    assert faulty.value.remedies[0].value == "url"
