"""Why a program could not be started, told from the disk."""

import errno
from pathlib import Path

from patchbay.core.errors import Family
from patchbay.core.sessions.diagnosis.spawn import spawn_error
from patchbay.core.sessions.relay_events import SpawnFailed


def test_a_folder_that_is_none_is_told_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")

    gone = spawn_error(SpawnFailed("bad-cwd", str(tmp_path / "gone"), errno.ENOENT))
    wrong = spawn_error(SpawnFailed("bad-cwd", str(file), errno.ENOTDIR))

    assert "There is no folder" in gone.cause
    assert "is a file, not a folder" in wrong.cause
    assert gone.remedies[0].value == "cwd"
    assert gone.family is Family.CONFIGURATION


def test_what_lies_at_the_path_of_a_program_is_told(tmp_path: Path) -> None:
    def cause(why: str, content: bytes) -> str:
        program = tmp_path / "program"
        program.write_bytes(content)
        return spawn_error(SpawnFailed(why, str(program), None)).cause

    assert "names /opt/none/python," in cause("bad-interpreter", b"#!/opt/none/python\nx")
    assert "ends as on Windows" in cause("bad-interpreter", b"#!/bin/sh\r\nx")
    assert "built for Windows" in cause("bad-format", b"MZ\x90\x00")
    assert "another kind of processor" in cause("bad-format", b"\x7fELF\x02\x01")
    assert cause("bad-format", b"") == "The file is empty."
    assert "does not recognise its format" in cause("bad-format", b"just text")
    folder = spawn_error(SpawnFailed("not-executable", str(tmp_path), errno.EACCES))
    assert folder.cause == "It is a folder."
