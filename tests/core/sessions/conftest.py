"""A workspace of its own for each test, every question answered yes, and servers to start."""

import json
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.paths import standard_paths
from patchbay.core.sessions.session import Session
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.workspace import Workspace, build_workspace
from tests.keychain import *  # noqa: F403 - its fixtures
from tests.remote import *  # noqa: F403 - its fixtures

SERVERS = Path(__file__).parents[2] / "servers"

Make = Callable[..., Session]


async def agree(question: ConsentQuestion) -> Consent:
    return Consent.ONCE


@pytest.fixture
async def workspace() -> AsyncIterator[Workspace]:
    made = build_workspace(standard_paths(), agree, login_shell=False)
    made.allow.add(sys.executable)
    try:
        yield made
    finally:
        await made.close()


@pytest.fixture
def make(workspace: Workspace, tmp_path: Path) -> Make:
    """A session for one of the test servers; nothing is started yet."""

    def make_session(program: str, *args: str, name: str = "server", **entry: Any) -> Session:
        config = tmp_path / "mcp.json"
        known: dict[str, Any] = {"mcpServers": {}}
        if config.exists():
            known = json.loads(config.read_text())
        command = [str(SERVERS / program), *args]
        known["mcpServers"][name] = {"command": sys.executable, "args": command, **entry}
        config.write_text(json.dumps(known))
        file = workspace.open(config)
        session = workspace.pool.find(file.path, name)
        assert session is not None
        return session

    return make_session


@pytest.fixture
def make_raw(make: Make) -> Callable[..., Session]:
    """A session for the hand-made server, which answers as the script says."""

    def make_session(script: dict[str, Any], **entry: Any) -> Session:
        return make("raw.py", json.dumps(script), **entry)

    return make_session
