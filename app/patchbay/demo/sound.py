"""A fog horn as a WAV file."""

import io
import sys
import wave
from array import array
from math import exp, pi, sin

RATE = 11_025
_LOUDNESS = 0.55
_OVERTONES = ((1, 1.0), (2, 0.45), (3, 0.3), (5, 0.12))


def horn(pitch: float = 110.0, seconds: float = 1.2) -> bytes:
    """A low note with a soft start and a fading end; mono, 16 bits."""
    count = int(RATE * seconds)
    full = sum(share for _, share in _OVERTONES)
    samples = array("h")
    for place in range(count):
        time = place / RATE
        envelope = min(1.0, time / 0.08) * min(1.0, exp((seconds - 0.25 - time) * 8))
        tone = sum(share * sin(2 * pi * pitch * times * time) for times, share in _OVERTONES)
        samples.append(int(32_767 * _LOUDNESS * envelope * tone / full))
    if sys.byteorder == "big":
        samples.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(samples.tobytes())
    return file.getvalue()
