"""Servers in containers, with a stub `docker` on PATH: no engine is at hand where tests run."""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from patchbay.core.paths import standard_paths
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.workspace import build_workspace
from tests.core.sessions.waiting import LONG, started

RAW = Path(__file__).parents[2] / "servers" / "raw.py"

CONTAINER = "c0ffee" * 8

STUB = """#!{python}
import os, sys
words = sys.argv[1:]
with open({record!r}, "a") as record:
    record.write(" ".join(words) + "\\n")
if words[0] == "run":
    with open(words[words.index("--cidfile") + 1], "w") as file:
        file.write({container!r})
    os.execv({python!r}, [{python!r}, {server!r}])
"""


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Put the stub on PATH; the returned function tells how it was called."""
    folder, written = tmp_path / "bin", tmp_path / "record"
    folder.mkdir()
    stub = folder / "docker"
    parts = {"record": str(written), "server": str(RAW), "container": CONTAINER}
    stub.write_text(STUB.format(python=sys.executable, **parts))
    stub.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return lambda: written.read_text().splitlines()


async def test_a_container_is_made_to_end_with_its_server_and_removed_at_the_stop(
    record: Callable[[], list[str]], tmp_path: Path
) -> None:
    questions: list[ConsentQuestion] = []

    async def ask(question: ConsentQuestion) -> Consent:
        questions.append(question)
        return Consent.ONCE

    workspace = build_workspace(standard_paths(), ask, login_shell=False)
    config = tmp_path / "mcp.json"
    args = ["run", "-i", "-v", "/:/host", "mcp/thing:latest"]
    config.write_text(json.dumps({"mcpServers": {"box": {"command": "docker", "args": args}}}))
    try:
        file = workspace.open(config)
        session = workspace.pool.find(file.path, "box")
        assert session is not None
        await started(session)
        async with asyncio.timeout(LONG):
            await session.stop()
    finally:
        await workspace.close()

    run, removed = record()
    assert run.startswith("run --rm --init --cidfile ")
    assert run.endswith(" -i -v /:/host mcp/thing:latest")
    assert removed == f"rm -f {CONTAINER}"
    (question,) = questions
    assert question.plan is not None
    assert question.plan.added[:2] == ("--rm", "--init")
    assert "image mcp/thing:latest" in question.plan.what_will_run
    titles = " ".join(risk.title for risk in question.risks)
    assert "disk" in titles
    assert len(question.risks) == 2
