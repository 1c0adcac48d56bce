"""A server nobody here wrote, from the first click to its picture."""

import os
import pwd

import pytest

from patchbay.core.calls.run import Status
from patchbay.core.sessions.states import Ready
from patchbay.ui.results.picture import PictureBlock
from tests.end_to_end.window.conftest import Files, OpenWindow
from tests.end_to_end.window.person import until

EVERYTHING = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything"]}


async def test_server_everything_is_asked_for_started_used_and_left(
    open_window: OpenWindow, file: Files, npm: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where npm keeps what it was told and what it fetched before.
    monkeypatch.setenv("HOME", pwd.getpwuid(os.getuid()).pw_dir)
    async with open_window() as person:
        person.drop(file(everything=EVERYTHING))
        await person.press("F5")
        dialog = await person.consent()
        assert "npx -y @modelcontextprotocol/server-everything" in person.reads(dialog)
        person.click(dialog.once)
        session = person.session("everything")
        await until(lambda: isinstance(session.state, Ready), 60, "the start")

        person.choose_item("echo")
        person.form_row("message").focus()
        await person.write("hello there")
        await person.run_chosen()
        assert "hello there" in person.reads(person.page.tools.results)

        await person.run("get-tiny-image")
        assert person.find(PictureBlock).picture is not None

        person.choose_item("trigger-long-running-operation")
        await person.press("Ctrl+Return")
        await until(lambda: session.runs[-1].progress, what="progress")
        await person.press("Ctrl+.")
        assert session.runs[-1].status is Status.CANCELLED
        assert isinstance(session.state, Ready)
