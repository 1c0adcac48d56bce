"""Opening files: what is in them, what is wrong with them, and that they stay as they are."""

from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.desk import Desk, entry


async def test_smoke(desk: Desk, file: Files) -> None:
    desk.drop(file(one=entry("workshop.py")))
    assert desk.rows() == ["mcp.json", "one"]
    session = await desk.start("one")
    run = await desk.run("refuse")
    print(desk.reads(), [desk.window.focusWidget()])
    assert run.is_error
