"""Changes that come from several sides: nothing of them is lost, and every page follows."""

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from tests.ui.config_stories import CONFIG, drafted, page_of
from tests.ui.configuration_reading import field, looked, type_in_text, type_over, words
from tests.ui.waiting import until

UNSET = """\
{"mcpServers": {
  "a": {
    "command": "uvx",
    "args": ["${NOT_SET}"]
  }
}}
"""


async def test_what_was_typed_in_the_form_is_made_once_the_text_is_mended(
    qtbot: QtBot, tmp_path: Path
) -> None:
    draft = drafted(tmp_path, CONFIG)
    page = await looked(page_of(tmp_path, draft, "weather"), qtbot)
    line = field(page, "Command")
    before = line.text()

    type_over(line, "npxLAST")
    type_in_text(page, '"mcpServers": {', '"mcpServers": ')
    await until(lambda: page.settled and page.form.is_read_only)
    assert line.text() == "npxLAST"
    assert "npxLAST" not in draft.text
    type_in_text(page, '"mcpServers": ', '"mcpServers": {')

    wanted = CONFIG.replace(f'"{before}"', '"npxLAST"', 1)
    await until(lambda: page.settled and draft.text == wanted)
    assert line.text() == "npxLAST"
    assert "cannot be changed by form" not in words(page.form)


async def test_a_page_out_of_sight_follows_once_it_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    draft = drafted(tmp_path, CONFIG)
    page = await looked(page_of(tmp_path, draft, "weather"), qtbot)
    page.hide()
    draft.replace(CONFIG.replace('"debug"', '"warning"'), "a change")
    await draft.settled()
    assert field(page, "Value of LOG_LEVEL").text() == "debug"

    page.show()
    await until(lambda: page.settled and field(page, "Value of LOG_LEVEL").text() == "warning")

    assert page.text.pane.editor.shown.text == draft.text


async def test_with_little_room_the_problems_give_way_to_the_text(
    qtbot: QtBot, tmp_path: Path, qapp: QApplication
) -> None:
    theme.apply(qapp, "light", 150)
    try:
        page = await looked(page_of(tmp_path, drafted(tmp_path, UNSET), "a"), qtbot)
        assert page.problems
        assert page.text.problems.isVisible()

        page.resize(700, 330)
        await until(lambda: page.height() == 330)
        editor = page.text.pane.editor
        assert editor.viewport().height() >= 3 * editor.fontMetrics().lineSpacing()
        assert not page.text.problems.isVisible()

        page.resize(1_016, 681)
        await until(page.text.problems.isVisible)
    finally:
        theme.apply(qapp, "light")
