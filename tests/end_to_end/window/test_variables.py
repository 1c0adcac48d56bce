"""What a server finds around it: variables and whence they come, its environment, its folder."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.sessions.states import Stopped
from patchbay.ui.dialogs import ConsentDialog
from tests.end_to_end.processes import VARIABLE
from tests.end_to_end.window.conftest import Files, OpenWindow
from tests.end_to_end.window.person import Person, entry, structured, until


async def told(person: Person, name: str) -> Mapping[str, Any]:
    """Start a server and let it tell its environment, folder and arguments."""
    await person.start(name)
    return structured(await person.run("surroundings"))


async def test_a_variable_comes_from_the_environment_then_the_env_file_then_the_default(
    person: Person, file: Files, tmp_path: Path
) -> None:
    person.workspace.surroundings.environment["FROM_ALL"] = "process"
    (tmp_path / "values.env").write_text(
        '# as python-dotenv reads it\nexport FROM_ALL=file\nFROM_TWO="from the file"\n'
    )
    words = [
        "${FROM_ALL:-default}",
        "${FROM_TWO:-default}",
        "${FROM_NONE:-the default}",
        "$FROM_ALL",
    ]
    person.drop(
        file(
            one=entry("workshop.py", *words, envFile="values.env", env={"JOINED": "<${FROM_TWO}>"})
        )
    )

    found = await told(person, "one")

    assert found["arguments"] == ["process", "from the file", "the default", "$FROM_ALL"]
    assert found["environment"]["JOINED"] == "<from the file>"


async def test_all_that_the_file_says_of_a_program_reaches_it(
    person: Person, file: Files, tmp_path: Path
) -> None:
    (tmp_path / "values.env").write_text("FROM_FILE=yes\n")
    (tmp_path / "work").mkdir()
    server = entry("workshop.py", "given")
    listed = {
        "transport": {"type": "stdio"},
        "command": [server["command"], server["args"][0], "listed"],
        "args": server["args"][1:],
        "env": {"PYTHONIOENCODING": "latin-1"},
        "envFile": "values.env",
        "cwd": str(tmp_path / "work"),
        "encoding": "latin-1",
    }
    person.drop(file(one=listed))

    found = await told(person, "one")
    run = person.session("one").call_tool("echo", {"word": "grün"})
    await until(lambda: run.took is not None, what="the answer")

    assert found["arguments"] == ["listed", "given"]
    assert found["folder"] == str(tmp_path / "work")
    assert found["environment"]["FROM_FILE"] == "yes"
    assert structured(run) == {"word": "grün"}


async def test_an_unset_variable_stops_the_start_with_its_name_and_its_place(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py", env={"KEY": "${PATCHBAY_NO_SUCH}"})))

    await person.press("F5")

    session = person.session("one")
    await until(lambda: isinstance(session.state, Stopped))
    words = person.reads(person.page.failure)
    assert "PATCHBAY_NO_SUCH" in words
    assert "“one” uses PATCHBAY_NO_SUCH in env KEY (9:" in words
    assert session.details.pid is None
    assert not person.all(ConsentDialog)


async def test_the_environment_of_a_server_is_small_and_its_entry_has_the_last_word(
    person: Person, file: Files, tmp_path: Path, home: Path
) -> None:
    outside = person.workspace.surroundings.environment
    outside.update(
        AWS_ACCESS_KEY_ID="s", PYTHONPATH="/x", LANG="en_GB.UTF-8", https_proxy="http://p:1"
    )
    (tmp_path / "values.env").write_text("ONLY_FILE=file\nBOTH=file\nLANG=de_DE.UTF-8\n")
    person.drop(
        file(one=entry("workshop.py", env={"BOTH": "entry", "PATH": "/x"}, env_file="values.env"))
    )

    environment = (await told(person, "one"))["environment"]

    assert environment["ONLY_FILE"] == "file"
    assert environment["BOTH"] == "entry"
    assert environment["LANG"] == "de_DE.UTF-8"
    assert environment["PATH"] == "/x"
    assert environment["HOME"] == str(home)
    assert environment["https_proxy"] == "http://p:1"
    assert not {"AWS_ACCESS_KEY_ID", "PYTHONPATH", "PATCHBAY_HOME"} & set(environment)
    known = {*outside, "ONLY_FILE", "BOTH", "LC_CTYPE"}  # Python sets the last one itself
    assert set(environment) <= known
    assert len(environment) < 40


async def test_the_path_of_the_process_stands_before_that_of_the_login_shell(
    open_window: OpenWindow, file: Files, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".bash_profile").write_text(f"export PATH={home}/from-login:$PATH\n")
    monkeypatch.setenv("SHELL", "/bin/bash")
    async with open_window() as person:
        person.drop(file(one=entry("workshop.py")))

        environment = (await told(person, "one"))["environment"]

    ours = list(dict.fromkeys(os.environ["PATH"].split(os.pathsep)))
    path = environment["PATH"].split(os.pathsep)
    assert path[: len(ours)] == ours
    assert f"{home}/from-login" in path[len(ours) :]
    assert environment[VARIABLE]


@pytest.mark.parametrize(
    ("name", "more", "expected"),
    [
        ("mcp.json", {}, "home"),
        ("mcp.json", {"cwd": "CWD"}, "cwd"),
        ("project/.mcp.json", {}, "project"),
        ("project/.vscode/mcp.json", {}, "project"),
    ],
)
async def test_the_folder_is_that_of_the_entry_the_project_or_home(
    person: Person,
    file: Files,
    tmp_path: Path,
    home: Path,
    name: str,
    more: dict[str, str],
    expected: str,
) -> None:
    (tmp_path / "cwd").mkdir()
    more = {key: str(tmp_path / "cwd") for key in more}
    path = file(name, one=entry("workshop.py", **more))
    if ".vscode" in name:
        path.write_text(json.dumps({"servers": json.loads(path.read_text())["mcpServers"]}))
    person.drop(path)

    found = await told(person, "one")

    assert Path(found["folder"]) == tmp_path / expected
