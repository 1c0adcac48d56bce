"""A server that cannot be started says why; one that can gets exactly what was agreed."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from patchbay.core.errors import AppError
from patchbay.core.sessions.relay_events import Dropped, SpawnFailed
from patchbay.core.sessions.spawner import relay_command
from patchbay.relay.frames import SPEC, frame
from tests.core.relay.rig import Heard, Rig, open_files, request, take, take_all, until, words_of

ROOT = Path(__file__).parents[3] / "app"


def program(folder: Path, name: str, text: str, mode: int = 0o755) -> str:
    path = folder / name
    path.write_text(text)
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize(
    ("why", "text", "mode"),
    [
        ("not-executable", "#!/bin/sh\n", 0o644),
        ("bad-interpreter", "#!/no/such/interpreter\n", 0o755),
        ("bad-format", "this is no program", 0o755),
    ],
)
async def test_a_file_that_is_no_program_is_told_apart(
    rig: Rig, tmp_path: Path, why: str, text: str, mode: int
) -> None:
    path = program(tmp_path, "server", text, mode)
    link = await rig.open(executable=path)

    assert link.spawn_failed is not None
    assert (link.spawn_failed.why, link.spawn_failed.path) == (why, path)


@pytest.mark.parametrize(
    ("why", "changes"),
    [
        ("bad-cwd", {"cwd": "/no/such/folder"}),
        ("bad-cwd", {"cwd": "/etc/passwd"}),
        ("no-such-command", {"executable": "/no/such/program"}),
        ("no-such-command", {"executable": "python3"}),
        ("not-executable", {"executable": "/usr"}),
        ("too-long", {"args": ("x" * 200_000,) * 50}),
        ("other", {"args": ("a\0b",)}),
        ("bad-encoding", {"encoding": "utf-16"}),
        ("bad-encoding", {"encoding": "klingon"}),
    ],
    ids=[
        "no folder",
        "file as folder",
        "no program",
        "relative",
        "a folder",
        "long",
        "nul",
        "utf-16",
        "klingon",
    ],
)
async def test_each_reason_has_its_name(rig: Rig, why: str, changes: dict[str, object]) -> None:
    link = rig.link(rig.launch(**changes))
    heard = Heard(link)
    await link.open()

    assert await take_all(link) == []
    assert [event.why for event in heard.control if isinstance(event, SpawnFailed)] == [why]
    assert await link.close() is None


async def test_the_server_gets_exactly_the_environment_folder_and_name_agreed(
    rig: Rig, tmp_path: Path
) -> None:
    script = (
        "import json,os,sys; print(json.dumps({'jsonrpc':'2.0','env':dict(os.environ),"
        "'cwd':os.getcwd(),'name':open('/proc/self/cmdline').read().split(chr(0))[0]}))"
    )
    link = await rig.open(
        command="a name",
        args=("-S", "-c", script),
        env={"ONLY": "this ä", "PATCHBAY_TEST": rig.mark, "LC_CTYPE": "C.UTF-8"},
        cwd=str(tmp_path),
    )

    told = json.loads((await take(link)).body)

    assert told["env"] == {"ONLY": "this ä", "PATCHBAY_TEST": rig.mark, "LC_CTYPE": "C.UTF-8"}
    assert (told["cwd"], told["name"]) == (str(tmp_path), "a name")


async def test_nothing_secret_is_on_the_command_line_of_the_relay(rig: Rig) -> None:
    link = await rig.open("print=hush", env={"TOKEN": "hush", "PATCHBAY_TEST": rig.mark})
    assert link.spawned is not None

    assert b"hush" not in words_of(link.spawned.relay_pid)
    assert b"hush" in words_of(link.spawned.pid)


async def test_the_server_inherits_no_file_but_its_three_pipes(rig: Rig) -> None:
    link = await rig.open()
    assert link.spawned is not None

    await link.send(request(1))
    await take(link)

    assert open_files(link.spawned.pid) == {0, 1, 2}


async def test_the_container_of_a_docker_server_is_removed_after_the_stop(
    rig: Rig, tmp_path: Path
) -> None:
    called = tmp_path / "called"
    docker = program(
        tmp_path, "docker", f'#!/bin/sh\n[ "$1" = rm ] && echo "$@" >> {called}\ncat >/dev/null\n'
    )
    container = "0123456789abcdef" * 4
    cidfile = tmp_path / "cid"
    cidfile.write_text(container + "\n")
    link = await rig.open(
        command="docker", executable=docker, args=("run", "image"), cidfile=str(cidfile)
    )

    exited = await link.close()

    assert exited is not None
    assert exited.container == container[:12]
    assert called.read_text().split() == ["rm", "-f", container]
    assert not cidfile.exists()


async def test_a_container_file_that_holds_no_id_is_left_alone(rig: Rig, tmp_path: Path) -> None:
    cidfile = tmp_path / "cid"
    cidfile.write_text("--all; rm -rf /")
    link = await rig.open(cidfile=str(cidfile))

    exited = await link.close()

    assert exited is not None
    assert exited.container is None


async def test_a_missing_relay_is_an_error_for_people(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    link = rig.link(rig.launch())

    with pytest.raises(AppError, match="could not start its own helper"):
        await link.open()


@pytest.mark.parametrize("turns", [0, 1, 3, 10, 100])
async def test_a_start_that_is_cancelled_leaves_nothing(rig: Rig, turns: int) -> None:
    link = rig.link(rig.launch())
    opening = asyncio.create_task(link.open())
    for _ in range(turns):
        await asyncio.sleep(0)

    opening.cancel()
    await asyncio.wait({opening})

    assert opening.cancelled()
    await until(lambda: not rig.processes())


async def test_a_start_that_is_cancelled_before_the_first_word_ends_the_relay(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mute = '#!/bin/sh\nwhile read -r line; do [ "$line" = x ] && exit; done\n'
    monkeypatch.setattr(sys, "executable", program(tmp_path, "python", mute))
    monkeypatch.setenv("PATCHBAY_TEST", rig.mark)
    opening = asyncio.create_task(rig.link(rig.launch()).open())
    await until(lambda: bool(rig.processes()))

    opening.cancel()
    await asyncio.wait({opening})

    assert opening.cancelled()
    await until(lambda: not rig.processes())  # it may have been on its way in the worker thread


async def test_a_relay_that_dies_at_once_is_an_error_for_people(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", program(tmp_path, "python", "#!/bin/sh\nexit 1\n"))
    link = rig.link(rig.launch())

    with pytest.raises(AppError, match="could not start its own helper"):
        await link.open()


def test_a_relay_of_another_version_refuses_to_serve() -> None:
    relay = subprocess.run(
        relay_command("relay"),
        input=frame(SPEC, b'{"v":0}'),
        stdout=subprocess.PIPE,
        check=True,
    )

    assert json.loads(relay.stdout[1:])["why"] == "version"


def test_a_relay_whose_window_goes_away_at_once_just_ends() -> None:
    relay = subprocess.run(relay_command("relay"), input=b"", stdout=subprocess.PIPE, check=True)

    assert relay.stdout == b""


@pytest.mark.parametrize("module", ["main", "decoder"])
def test_the_small_programs_import_the_standard_library_and_themselves_only(module: str) -> None:
    script = (
        f"import sys; sys.path.append({str(ROOT)!r}); import patchbay.relay.{module}; "
        "print(*sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], stdout=subprocess.PIPE, check=True
    )
    modules = set(found.stdout.decode().split())

    ours = {name for name in modules if name.startswith("patchbay.")}
    assert {name.split(".")[1] for name in ours} == {"relay"}
    foreign = {name.partition(".")[0] for name in modules} - {"patchbay", "__main__"}
    assert foreign <= sys.stdlib_module_names
    slow = {"typing", "subprocess", "tempfile", "socket", "asyncio", "pathlib", "dataclasses"}
    assert not slow & foreign


async def test_a_dropped_message_is_an_event_and_not_a_message(rig: Rig, tmp_path: Path) -> None:
    path = tmp_path / "said"
    path.write_bytes(b'{"jsonrpc":"2.0","id":1,"result":"' + b"x" * 100_000 + b"\n")
    link = rig.link(rig.launch(f"say={path}", "exit=0"))
    heard = Heard(link)
    await link.open()

    assert await take_all(link) == []
    assert any(isinstance(event, Dropped) for event in heard.control)
