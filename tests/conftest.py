"""What every test needs: its own home for Patchbay, the loop of its room, nothing left behind."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def patchbay_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Settings, data and cache of each test live in its own folder."""
    home = tmp_path / "patchbay-home"
    monkeypatch.setenv("PATCHBAY_HOME", str(home))
    yield home


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, object]]:
    return "asyncio", {}
