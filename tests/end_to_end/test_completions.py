"""The manual page and the completions of shells are made from the parsers."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from patchbay.cli.names import COMMAND_NAMES

LINUX = Path(__file__).resolve().parents[2] / "packaging" / "linux"

COMPLETE_IN_BASH = """
compopt() { :; }
source "$1"; shift
COMP_WORDS=(patchbay "$@"); COMP_CWORD=$#
_patchbay patchbay "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def made_by(program: str, argument: str) -> str:
    done = subprocess.run(
        [sys.executable, str(LINUX / program), argument],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def completions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completions")
    made_by("completions.py", str(folder))
    return folder


def in_bash(completions: Path, *words: str) -> list[str]:
    file = completions / "patchbay.bash"
    done = subprocess.run(
        ["bash", "-c", COMPLETE_IN_BASH, "bash", str(file), *words],
        capture_output=True,
        text=True,
        check=True,
        cwd=completions,
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["tr"], ["trust"]),
        (["call", "mcp.json", "--sa"], ["--save", "--saved"]),
        (["--page", "t"], ["tools", "traffic"]),
        (["patch"], ["patchbay.bash", "patchbay.fish"]),
    ],
)
def test_bash_completes_commands_options_choices_and_files(
    completions: Path, words: list[str], expected: list[str]
) -> None:
    assert sorted(in_bash(completions, *words)) == expected


@pytest.mark.parametrize(
    ("shell", "file"), [("zsh", "_patchbay"), ("fish", "patchbay.fish"), ("bash", "patchbay.bash")]
)
def test_each_shell_reads_its_completions_and_finds_every_command(
    completions: Path, shell: str, file: str
) -> None:
    path = completions / file

    text = path.read_text(encoding="utf-8")

    assert [name for name in COMMAND_NAMES if not re.search(rf"\b{name}\b", text)] == []
    if shutil.which(shell) is not None:  # not everybody has every shell
        subprocess.run([shell, "-n", str(path)], check=True)


def test_the_manual_page_tells_every_command_and_option() -> None:
    page = made_by("manual.py", "2026-11-30").replace("\\-", "-")

    for name in COMMAND_NAMES:
        assert f".SS {name}\n" in page
    for option in ("--demo", "--screenshot", "--env-file", "--start-timeout", "--show-secrets"):
        assert rf"\fB{option}\fR" in page
