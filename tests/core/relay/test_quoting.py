"""A Windows command line says the same to the program that takes it apart."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as some

from patchbay.relay.quoting import batch_command_line, command_line, is_batch


@given(some.lists(some.text(alphabet='ab \t"\\%&', max_size=8)))
def test_arguments_are_quoted_as_the_standard_library_does(args: list[str]) -> None:
    assert command_line("a program", args) == subprocess.list2cmdline(["a program", *args])


@pytest.mark.parametrize(
    ("word", "quoted"),
    [
        ("plain-1.2_x", "plain-1.2_x"),
        ("", '""'),
        ("a b", '"a b"'),
        ("a&calc", '"a&calc"'),
        ('say "hi"', '"say ""hi"""'),
        ("%PATH%", '"%%cd:~,%PATH%%cd:~,%"'),
        ("C:\\folder\\", '"C:\\folder\\\\"'),
        ('\\"', '"\\\\"""'),
        ("ä^|<>", '"ä^|<>"'),
    ],
)
def test_the_command_interpreter_finds_nothing_of_its_own(word: str, quoted: str) -> None:
    line = batch_command_line(r"C:\my tools\npx.cmd", [word])

    assert line == rf'cmd.exe /e:ON /v:OFF /d /c ""C:\my tools\npx.cmd" {quoted}"'


@pytest.mark.parametrize("word", ["a\nb", "a\rb", "a\0b"])
def test_what_cannot_be_quoted_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="cannot be quoted"):
        batch_command_line("npx.cmd", [word])


def test_batch_files_are_known_by_their_ending() -> None:
    assert is_batch(r"C:\npx.CMD")
    assert not is_batch(r"C:\cmd.exe")
