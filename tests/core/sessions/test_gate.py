"""The gate: what a person is asked about, and when they are asked again."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from patchbay.cli.asking import describe
from patchbay.core.paths import standard_paths
from patchbay.core.sessions.states import Stage
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.trust.refusals import NotAllowed
from patchbay.core.workspace import Workspace, build_workspace


class Asked:
    """Answers every question with `answer` and keeps it."""

    def __init__(self, answer: Consent) -> None:
        self.answer = answer
        self.questions: list[ConsentQuestion] = []

    async def __call__(self, question: ConsentQuestion) -> Consent:
        self.questions.append(question)
        return self.answer


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the config will be; programs are found beside it."""
    for name in ("npx", "python3"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "mcp.json"


@asynccontextmanager
async def opened(asked: Asked) -> AsyncGenerator[Workspace]:
    workspace = build_workspace(standard_paths(), asked, login_shell=False)
    try:
        yield workspace
    finally:
        await workspace.close()


async def clear(workspace: Workspace, config: Path, **server: Any) -> None:
    """Ask the gate for the server `x` as the file has it now; nothing is started."""
    config.write_text(json.dumps({"mcpServers": {"x": server}}))
    entry = workspace.open(config).entry("x")
    await workspace.gate.clear(entry, ignored)


def ignored(stage: Stage, seconds: float | None) -> None:
    del stage, seconds


async def test_a_variable_with_the_same_value_hides_nothing_of_the_command_line(
    config: Path,
) -> None:
    asked = Asked(Consent.ALWAYS)
    async with opened(asked) as workspace:
        for package in ("good-pkg@1.0.0", "good-pkg@1.0.0", "evil-pkg@1.0.0"):
            await clear(
                workspace, config, command="npx", args=["-y", package], env={"NOTE": package}
            )

    shown = [question.plan.command_line for question in asked.questions if question.plan]
    assert shown == ["npx -y good-pkg@1.0.0", "npx -y evil-pkg@1.0.0"]


async def test_a_line_allowed_with_a_secret_in_it_is_refused_with_another_secret(
    config: Path,
) -> None:
    server = {"command": "python3", "args": ["${SCRIPT_KEY}"], "envFile": "my.env"}
    env_file = config.with_name("my.env")
    env_file.write_text("SCRIPT_KEY=good_script.py")
    async with opened(Asked(Consent.ONCE)) as workspace:
        config.write_text(json.dumps({"mcpServers": {"x": server}}))
        await workspace.gate.permit(workspace.open(config).entry("x"), this_line_only=True)
        await clear(workspace, config, **server)

        env_file.write_text("SCRIPT_KEY=evil_script.py")
        with pytest.raises(NotAllowed):
            await clear(workspace, config, **server)


async def test_once_is_for_exactly_these_values_too(config: Path) -> None:
    env_file = config.with_name("my.env")
    asked = Asked(Consent.ONCE)
    async with opened(asked) as workspace:
        for value in ("--require=/a.js", "--require=/a.js", "--require=/b.js"):
            env_file.write_text(f"NODE_OPTIONS={value}")
            await clear(workspace, config, command="npx", args=["pkg@1.0.0"], envFile="my.env")

    assert len(asked.questions) == 2
    assert [risk.title for risk in asked.questions[0].risks] == ["NODE_OPTIONS changes what runs"]


async def test_the_question_about_a_remote_server_shows_where_and_no_secret(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOST_TOKEN", "h.example")
    asked = Asked(Consent.ONCE)
    async with opened(asked) as workspace:
        url = "https://alex:hunter22@${HOST_TOKEN}/mcp?api_key=k-12345&page=2"
        await clear(workspace, config, type="http", url=url)

    (question,) = asked.questions
    assert question.address == "https://•••@h.example/•••"


async def test_the_question_names_whom_a_connection_trusts_and_what_it_goes_through(
    config: Path,
) -> None:
    asked = Asked(Consent.ONCE)
    own = {"caFile": "ca.pem", "proxy": "http://me:hunter22@office:3128"}
    async with opened(asked) as workspace:
        await clear(workspace, config, type="http", url="https://h.example/mcp", **own)
        workspace.allow.add_host("h.example")
        await clear(workspace, config, type="http", url="http://h.example/mcp", **own)

    secure, plain = asked.questions
    ca_file, proxy = secure.reach
    assert (ca_file.label, ca_file.value) == ("CA file", str(config.parent / "ca.pem"))
    assert (proxy.label, proxy.value) == ("Proxy", "http://office:3128")
    assert "not what you send" in proxy.meaning
    assert "can read" in plain.reach[1].meaning
    assert "  proxy: http://office:3128 (It can read" in describe(plain)
    assert "hunter22" not in describe(plain)
