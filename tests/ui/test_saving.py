"""Parts of a result on their way to a file."""

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.calls.blocks import HeldBytes, Result, Spooled, StoredBytes
from patchbay.core.errors import AppError
from patchbay.ui.results import saving
from patchbay.ui.results.audio import wave_facts
from tests.ui.samples import a_wave, spooled
from tests.ui.waiting import until


@pytest.mark.parametrize(
    ("name", "expected"),
    [("../../etc/passwd", "etc-passwd"), ("render_chart", "render_chart"), ("///", "result")],
)
def test_names_chosen_by_a_server_stay_in_the_folder(name: str, expected: str) -> None:
    assert saving.file_name(name) == expected


@pytest.mark.parametrize(
    "mime_type", ["text/html", "application/x-sh", "application/pdf", "image/svg+xml"]
)
def test_only_pictures_and_sounds_are_handed_to_other_programs(mime_type: str) -> None:
    assert not saving.can_open(mime_type)
    assert saving.can_open("image/png")
    assert saving.can_open("audio/wav")


def test_bytes_are_written_as_they_came(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"0123456789")
    for write, expected in (
        (saving.writes_payload(HeldBytes(b"held")), b"held"),
        (saving.writes_payload(StoredBytes(source, 10)), b"0123456789"),
        (saving.writes_span(Spooled(source, 2, 5, "str")), b"234"),
        (saving.writes_text("ä"), "ä".encode()),
    ):
        target = tmp_path / "target"
        write(target)
        assert target.read_bytes() == expected


def test_a_result_is_saved_whole_even_when_it_was_large(tmp_path: Path) -> None:
    target, span = tmp_path / "target", spooled({"content": [1, 2]}, tmp_path)
    saving.writes_result(Result((), raw={"content": "…"}, raw_file=span))(target)
    assert json.loads(target.read_text()) == {"content": [1, 2]}
    saving.writes_result(Result((), raw={"content": "ä"}))(target)
    assert json.loads(target.read_text(encoding="utf-8")) == {"content": "ä"}


async def test_the_chosen_file_is_written(qtbot: QtBot, tmp_path: Path) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    target = tmp_path / "picture.png"

    dialog = saving.save(owner, "picture.png", saving.writes_payload(HeldBytes(b"bytes")))
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(target))
    dialog.reject()

    await until(lambda: target.exists() and target.read_bytes() == b"bytes")


async def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    target = tmp_path / "missing" / "picture.png"
    with pytest.raises(AppError, match=r"Could not save picture\.png"):
        await saving.written_to(target, saving.writes_text("x"))


def test_a_wave_tells_its_length_without_being_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "sound.wav"
    file.write_bytes(a_wave(2.5))
    assert wave_facts(StoredBytes(file, file.stat().st_size)) == "2.5 s, 8 kHz, mono"
    assert wave_facts(HeldBytes(a_wave(0.5)[:60])) != ""
    assert wave_facts(HeldBytes(b"RIFF no wave at all")) == ""
    assert wave_facts(HeldBytes(b"")) == ""
