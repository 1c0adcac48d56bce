"""What the tests of the store share: a config file, and who saves it."""

from pathlib import Path

import pytest

from patchbay.core.store.saving import Saver
from patchbay.core.store.versions import Versions
from tests.core.store.contents import OLD


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def config(folder: Path) -> Path:
    path = folder / ".mcp.json"
    path.write_bytes(OLD)
    path.chmod(0o640)
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def versions(data: Path) -> Versions:
    return Versions(data / "versions")


@pytest.fixture
def saver(versions: Versions, data: Path) -> Saver:
    return Saver(versions, data / "locks")
