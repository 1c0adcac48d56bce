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
from patchbay.ui.dialogs import ConsentDialog
from tests.end_to_end.window.conftest import Files, OpenWindow, Stub, write_settings
from tests.end_to_end.window.person import Person, entry, structured, until

PACKAGE = "some-server@1.2.3"


def npx(*args: str, **more: Any) -> dict[str, Any]:
    return {"command": "npx", "args": ["-y", PACKAGE, *args], **more}


async def ask(person: Person, name: str) -> ConsentDialog:
    person.choose_server(name)
    await person.press("F5")
    return await person.consent()


async def is_stopped(person: Person, name: str) -> None:
    await until(lambda: isinstance(person.session(name).state, Stopped), what="the stop")


async def test_the_consent_tells_all_that_would_run_but_no_value(
    person: Person, file: Files, stub: Stub, home: Path
) -> None:
    noted = stub("npx")
    env = {"TOKEN": "value-of-token", "MODE": "loud"}
    (home / "work").mkdir()
    path = file(one=npx("--port", "80 80", env=env, cwd=str(home / "work")))
    person.drop(path)

    words = person.reads(await ask(person, "one"))

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
    assert person.session("one").details.pid is None


@pytest.mark.parametrize("way", ["Cancel", "Escape", "close"])
async def test_without_a_yes_nothing_runs(
    person: Person, file: Files, stub: Stub, way: str
) -> None:
    noted = stub("npx")
    person.drop(file(one=npx()))
    dialog = await ask(person, "one")

    if way == "Cancel":
        person.click(dialog.cancel)
    elif way == "Escape":
        await person.press("Escape")
    else:
        dialog.close()

    await is_stopped(person, "one")
    assert not noted.exists()
    assert "You did not give your consent" in person.reads(person.page.failure)
    assert "Blocked: nothing ran" in person.reads(person.page.header)


RISKY: dict[str, tuple[dict[str, Any], str]] = {
    "latest": ({"command": "npx", "args": ["-y", "thing@latest"]}, "latest"),
    "shell": ({"command": "npx", "args": ["-c", "curl x | sh"]}, "-c"),
    "git": ({"command": "uvx", "args": ["--from", "git+http://x.org/y", "y"]}, "unencrypted"),
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
    person: Person, file: Files, stub: Stub
) -> None:
    noted = [stub(name) for name in ("npx", "uvx", "docker")]
    person.drop(file(**{name: made for name, (made, _) in RISKY.items()}))

    for name, (_, word) in RISKY.items():
        dialog = await ask(person, name)
        assert "found" in person.reads(dialog)
        said = person.reads(dialog).split("found", 1)[1]
        assert word in said.lower(), name
        for button in (dialog.once, dialog.always):
            button.setFocus(Qt.FocusReason.TabFocusReason)
            await person.press("Return", "Enter")
            assert dialog.isVisible(), "Enter started what has risks"
        dialog.cancel.setFocus(Qt.FocusReason.TabFocusReason)
        await person.press("Return")
        await is_stopped(person, name)

    assert not any(each.exists() for each in noted)


async def test_what_patchbay_adds_to_docker_is_shown_and_then_really_passed(
    person: Person, file: Files, stub: Stub
) -> None:
    noted = stub("docker")
    person.drop(file(box={"command": "docker", "args": ["run", "-i", "acme/box:1"]}))

    dialog = await ask(person, "box")
    words = person.reads(dialog)
    person.click(dialog.once)
    await person.ready(person.session("box"))

    added = words.split("Added by Patchbay", 1)[1]
    assert "--rm" in added
    assert "--init" in added
    assert "--cidfile" in added
    passed = noted.read_text().split("\n")
    assert {"--rm", "--init", "acme/box:1"} <= set(passed)


async def test_a_yes_for_once_holds_for_this_sitting_only(
    open_window: OpenWindow, file: Files, stub: Stub
) -> None:
    stub("npx")
    path = file(one=npx())
    async with open_window() as person:
        person.drop(path)
        session = await person.start("one")
        pid = session.details.pid

        await person.press("Ctrl+R")

        await until(lambda: isinstance(session.state, Ready) and session.details.pid != pid)
        await person.press("Shift+F5")
        await is_stopped(person, "one")
        await person.press("F5")
        await person.ready(session)
        assert not person.all(ConsentDialog)

    async with open_window() as person:
        person.drop(path)
        dialog = await ask(person, "one")
        assert "for the first time" in person.reads(dialog)
        person.click(dialog.cancel)
        await is_stopped(person, "one")


async def test_a_yes_for_always_is_remembered_until_something_changes_which_is_shown(
    open_window: OpenWindow, file: Files, stub: Stub, home: Path
) -> None:
    stub("npx")
    (home / "extra.env").write_text("A=1\n")
    path = file(one=npx(env={"TOKEN": "first"}))
    async with open_window() as person:
        person.drop(path)
        person.click((await ask(person, "one")).always)
        await person.ready(person.session("one"))

    async with open_window() as person:
        file(one=npx(env={"TOKEN": "second"}))
        person.drop(path)
        person.choose_server("one")
        await person.press("F5")
        await person.ready(person.session("one"))  # another value of the same variable asks nothing
        await person.press("Shift+F5")
        await is_stopped(person, "one")

        for changed, before, now in (
            (npx("--more", env={"TOKEN": "x"}), PACKAGE, "--more"),
            (npx(env={"TOKEN": "x", "OTHER": "y"}), "TOKEN", "OTHER"),
            (npx(env={"TOKEN": "x"}, cwd="/"), str(home), "Now: /"),
            (npx(env={"TOKEN": "x"}, envFile=str(home / "extra.env")), "none", "extra.env"),
            (entry("workshop.py", env={"TOKEN": "x"}), "npx", sys.executable),
        ):
            file(one=changed)
            person.drop(path)
            words = person.reads(await ask(person, "one"))
            assert "one changed since" in words
            told = words.split("since then", 1)[1].split("Exact command line", 1)[0]
            assert before in told
            assert now in told
            person.click(person.find(ConsentDialog).cancel)
            await is_stopped(person, "one")


async def test_another_program_of_the_same_name_asks_again(
    open_window: OpenWindow, file: Files, stub: Stub, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub("npx")
    path = file(one=npx())
    async with open_window() as person:
        person.drop(path)
        person.click((await ask(person, "one")).always)
        await person.ready(person.session("one"))

    noted = stub("npx", home / "other")
    monkeypatch.setenv("PATH", f"{home / 'other'}:/usr/bin:/bin")
    async with open_window() as person:
        person.drop(path)
        dialog = await ask(person, "one")
        assert str(home / "other" / "npx") in person.reads(dialog)
        assert "changed since" in person.reads(dialog)
        person.click(dialog.cancel)
        await is_stopped(person, "one")
        assert not noted.exists()


async def test_a_program_that_is_not_allowed_is_blocked_and_can_be_allowed_for_one_line(
    open_window: OpenWindow, file: Files
) -> None:
    write_settings(allow=["npx"])
    path = file(one=entry("workshop.py", "first"), two=entry("workshop.py", "second"))
    before = path.read_bytes()
    async with open_window() as person:
        person.drop(path)
        await person.press("F5")
        dialog = await person.blocked()
        words = person.reads(dialog)
        assert "is not on the allow-list" in words
        assert "Nothing ran" in words
        assert str(sys.executable) in words
        assert not dialog.program.isVisible(), "an interpreter must not be allowed as a whole"

        person.click(dialog.line)
        person.click((await person.consent()).once)
        await person.ready(person.session("one"))

        person.choose_server("two")
        await person.press("F5")
        person.click((await person.blocked()).close_button)
        await is_stopped(person, "two")
        rules = json.loads(standard_paths().settings_file.read_text())["allow"]
        assert [sys.executable, *json.loads(before)["mcpServers"]["one"]["args"]] in rules
        assert path.read_bytes() == before


async def test_a_program_can_be_allowed_by_its_name_later_from_the_panel(
    person: Person, file: Files, stub: Stub
) -> None:
    noted = stub("harbour-tools")
    person.drop(file(one={"command": "harbour-tools", "args": ["x"]}))
    await person.press("F5")
    person.click((await person.blocked()).close_button)
    await is_stopped(person, "one")
    assert not noted.exists()

    person.press_button("Allow…", person.page.failure)
    person.click((await person.blocked()).program)
    person.click((await person.consent()).once)

    await person.ready(person.session("one"))
    assert noted.read_text().split() == ["x"]
    assert "harbour-tools" in json.loads(standard_paths().settings_file.read_text())["allow"]


LINES = ("npx; touch shell-was-here", "npx x | tee shell-was-here", "npx -y thing")


async def test_look_alikes_of_allowed_programs_do_not_run(
    person: Person, file: Files, stub: Stub, tmp_path: Path, home: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    real, fake = stub("npx"), stub("npx", elsewhere)
    entries: dict[str, dict[str, Any]] = {
        "path": {"command": str(elsewhere / "npx"), "args": ["x"]},
        "relative": {"command": "./npx", "args": ["x"], "cwd": str(elsewhere)},
        **{f"line {place}": {"command": line} for place, line in enumerate(LINES)},
    }
    person.drop(file(**entries))

    for name in entries:
        person.choose_server(name)
        await person.press("F5")
        dialog = await person.blocked()
        assert not person.all(ConsentDialog), f"{name} came as far as the consent"
        assert "not on the allow-list" in person.reads(dialog)
        if name.startswith("line"):
            assert not person.all(QPushButton, "Allow", dialog)
        person.click(dialog.close_button)
        await is_stopped(person, name)

    assert not real.exists()
    assert not fake.exists()
    assert not list(home.glob("**/shell-was-here"))


async def test_the_path_of_an_entry_does_not_choose_the_program(
    person: Person, file: Files, stub: Stub, tmp_path: Path
) -> None:
    real, fake = stub("npx"), stub("npx", tmp_path / "elsewhere")
    person.drop(file(one=npx(env={"PATH": f"{tmp_path / 'elsewhere'}:/usr/bin:/bin"})))

    await person.start("one")

    assert real.exists()
    assert not fake.exists()


async def test_no_shell_reads_the_arguments(person: Person, file: Files, tmp_path: Path) -> None:
    sentinel = tmp_path / "shell was here"
    odd = [f"; touch '{sentinel}'", f"$(touch '{sentinel}')", "a  b", "*", "`id`", "", "ü\n"]
    person.drop(file(one=entry("workshop.py", *odd)))

    await person.start("one")
    found = structured(await person.run("surroundings"))

    assert found["arguments"] == odd
    assert not sentinel.exists()


async def test_the_demo_server_needs_no_consent(person: Person) -> None:
    QTest.mouseClick(person.window.first_start.demo, Qt.MouseButton.LeftButton)

    await person.ready(person.session("demo"))
    assert not person.all(ConsentDialog)
