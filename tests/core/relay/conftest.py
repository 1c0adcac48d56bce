"""A rig per test; at its end no process of the test may be left."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.core.relay.rig import Rig


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    await rig.close()
