"""Tools whose names nobody would choose."""

import json
from typing import Any

import pytest

from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until

NAMES = ["", "a b/ue:", "<b>bold</b>", "line\nbreak"]


@pytest.mark.parametrize("name", NAMES)
async def test_a_tool_with_an_odd_name_is_shown_and_run_like_any_other(
    person: Person, file: Files, name: str
) -> None:
    script: dict[str, Any] = {
        "tools/list": [{"result": {"tools": [{"name": name, "inputSchema": {"type": "object"}}]}}],
        "tools/call": [{"result": {"content": [{"type": "text", "text": "it was called"}]}}],
    }
    person.drop(file(one=entry("raw.py", json.dumps(script))))
    session = await person.start("one")
    tools = person.page.tools
    await until(lambda: "other clients may refuse it" in person.reads(tools.pane))

    await person.press("Ctrl+Return")
    await until(lambda: session.runs, what="the run")
    await until(lambda: "it was called" in person.reads(tools.results))

    assert session.runs[-1].name == name
