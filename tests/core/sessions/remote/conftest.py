"""Sessions with servers at an address, which come back soon when they are lost."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.paths import standard_paths
from patchbay.core.sessions.backoff import Backoff
from patchbay.core.sessions.session import Session
from patchbay.core.workspace import Workspace, build_workspace
from tests.core.sessions.conftest import agree

Far = Callable[..., Session]


@pytest.fixture
def backoff() -> Backoff:
    return Backoff(first=0.05, most=0.1, attempts=1_000)


@pytest.fixture
async def workspace(backoff: Backoff) -> AsyncIterator[Workspace]:
    made = build_workspace(standard_paths(), agree, login_shell=False, backoff=backoff)
    yield made
    await made.close()


@pytest.fixture
def far(workspace: Workspace, tmp_path: Path) -> Far:
    """A session with a server at an address; nothing is started yet."""

    def make(url: str, name: str = "far", **entry: Any) -> Session:
        config = tmp_path / f"{name}.json"
        config.write_text(json.dumps({"mcpServers": {name: {"url": url, **entry}}}))
        session = workspace.pool.find(workspace.open(config).path, name)
        assert session is not None
        return session

    return make
