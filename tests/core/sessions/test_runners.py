"""What starts servers: found as a start would find it, asked for its version, and nothing else."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from patchbay.core.sessions import runners
from patchbay.core.sessions.environment import Surroundings
from patchbay.core.sessions.runners import RUNNERS, Runner, find_runners
from patchbay.core.settings import SettingsStore
from patchbay.core.trust.allow import AllowList
from patchbay.core.trust.programs import find_elsewhere

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name == "nt", reason="the programs are scripts of a shell"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "programs"
    folder.mkdir()
    return folder


def put(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


async def appeared(path: Path) -> None:
    end = time.monotonic() + 10
    while not path.exists():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def look(folder: Path, allow: AllowList | None = None) -> dict[str, Runner]:
    surroundings = Surroundings({"HOME": str(folder.parent), "PATH": str(folder)}, None)
    allow = allow or AllowList(SettingsStore(folder.parent / "settings.toml"))
    return {runner.name: runner for runner in await find_runners(surroundings, allow)}


async def test_each_tells_its_version(folder: Path) -> None:
    npx = put(folder, "npx", "echo 11.19.0")
    put(folder, "uvx", 'echo "uvx 0.9.2 (141b4a1 2026-10-01)"')
    put(folder, "docker", 'echo "Docker version 27.3.1, build ce12230"')

    found = await look(folder)

    assert found["npx"] == Runner("npx", npx, "11.19.0")
    assert [runner.version for runner in found.values()] == ["11.19.0", "0.9.2", "27.3.1"]


async def test_what_is_missing_comes_with_what_to_install(folder: Path) -> None:
    found = await look(folder)

    assert not any(runner.path for runner in found.values())
    # The machine may have one in a usual folder that is not on this PATH.
    for name in [name for name in RUNNERS if not find_elsewhere(name)]:
        assert found[name].advice == RUNNERS[name]


async def test_one_that_a_version_manager_has_is_pointed_to(folder: Path) -> None:
    manager = folder.parent / ".volta/bin"
    manager.mkdir(parents=True)
    put(manager, "npx", "echo 1.0")

    assert str(manager) in (await look(folder))["npx"].advice


async def test_the_home_is_where_it_is_asked_and_the_network_is_left_alone(folder: Path) -> None:
    put(folder, "npx", 'test "$UV_OFFLINE$PWD" = "1$HOME" && echo 3.4')

    assert (await look(folder))["npx"].version == "3.4"


async def test_one_that_fails_is_found_and_has_no_version(folder: Path) -> None:
    put(folder, "npx", "echo 11.19; exit 3")

    runner = (await look(folder))["npx"]

    assert (runner.path, runner.version) == (folder / "npx", "")
    assert "failed" in runner.advice


async def test_one_that_never_answers_is_given_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runners, "_SECONDS", 0.3)
    put(folder, "npx", "/bin/sleep 60 & wait")

    assert "told no version" in (await look(folder))["npx"].advice


async def test_a_program_that_may_not_start_is_not_even_asked(folder: Path) -> None:
    put(folder, "docker", f": > {folder}/asked")
    allow = AllowList(SettingsStore(folder.parent / "settings.toml"))
    allow.remove("docker")

    runner = (await look(folder, allow))["docker"]

    assert "allow-list" in runner.advice
    assert not (folder / "asked").exists()


async def test_nobody_waits_for_an_answer_that_is_not_wanted_any_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runners, "_SECONDS", 60.0)
    put(folder, "npx", f": > {folder}/asked; /bin/sleep 60 & wait")
    work = asyncio.create_task(look(folder))
    await appeared(folder / "asked")
    before = time.monotonic()

    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_default_executor()

    assert time.monotonic() - before < 3
