"""A sound among the blocks of a result: what it is, and the ways to hear it."""

import asyncio
import io
import wave
from typing import BinaryIO

from typing_extensions import override

from patchbay.core.calls.blocks import HeldBytes, Payload
from patchbay.core.calls.media import extension
from patchbay.relay.regular import open_regular
from patchbay.ui import figures, theme
from patchbay.ui.controls import Button, ElidedLabel, IconLabel, column, row
from patchbay.ui.results import saving
from patchbay.ui.results.block import Block, Body
from patchbay.ui.tasks import spawn


def wave_facts(payload: Payload) -> str:
    """Length, rate and channels from the head of a WAV; empty for anything else. For threads."""
    try:
        with _stream(payload) as source, wave.open(source, "rb") as sound:
            rate, frames, channels = (
                sound.getframerate(),
                sound.getnframes(),
                sound.getnchannels(),
            )
    except (wave.Error, EOFError, OSError, ValueError):
        return ""
    length = figures.duration(frames / rate) if rate else "unknown length"
    voices = {1: "mono", 2: "stereo"}.get(channels, f"{channels} channels")
    return f"{length}, {rate / 1_000:g} kHz, {voices}"


def _stream(payload: Payload) -> BinaryIO:
    if isinstance(payload, HeldBytes):
        return io.BytesIO(payload.data)
    return open_regular(payload.file)


class AudioBody(Body):
    """Facts about a sound, and a button that plays it elsewhere."""

    def __init__(self, mime_type: str) -> None:
        super().__init__()
        self.facts = ElidedLabel("", "hint")
        self.facts.hide()
        self._known = False
        self.play = Button("Open in player", icon="play", tip="The system's own program")
        self.play.setVisible(saving.can_open(mime_type))
        words = column(ElidedLabel(mime_type or "audio", "mono"), self.facts, gap=2)
        self.setLayout(
            row(
                IconLabel("volume-2", "text2", 20),
                (words, 1),
                self.play,
                margins=(12, 10, 10, 10),
                gap=10,
            )
        )

    @property
    @override
    def settled(self) -> bool:
        return self._known

    def show_facts(self, facts: str) -> None:
        self._known = True
        self.facts.setText(facts)
        self.facts.setVisible(bool(facts))

    @override
    def extent(self) -> tuple[int, int]:
        height = max(self.sizeHint().height(), theme.px(52))
        return height, height


class AudioBlock(Block):
    """A sound; it is never played here."""

    def __init__(self, payload: Payload, mime_type: str, role: str = "") -> None:
        self._sound = AudioBody(mime_type)
        super().__init__("Audio", figures.size(payload.size), self._sound, role=role)
        self._payload, self._mime_type = payload, mime_type
        self._sound.play.clicked.connect(self._play)
        self.add_button("download", "Save the sound").clicked.connect(self.save)
        spawn(self, self._look())

    def save(self) -> None:
        name = f"sound{extension(self._mime_type)}"
        saving.save(self, name, saving.writes_payload(self._payload))

    def _play(self) -> None:
        spawn(self, saving.open_with_system(self._payload, self._mime_type))

    async def _look(self) -> None:
        self._sound.show_facts(await asyncio.to_thread(wave_facts, self._payload))
