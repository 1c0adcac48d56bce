"""Adding servers to a file, by form and out of a pasted text."""

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPlainTextEdit

from patchbay.core.config.reader import read_text
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.operations import add_server
from patchbay.ui.dialogs.add_server import AddServerDialog
from patchbay.ui.dialogs.new_server import NewServer, NewServers
from patchbay.ui.dialogs.paste_box import MOST_SHOWN
from tests.ui.dialog_stories import PASTED, PATH, TARGETS, add_by_form
from tests.ui.dialogs.asking import shown, words
from tests.ui.waiting import until


async def test_the_form_makes_a_local_server_under_a_free_name() -> None:
    dialog = add_by_form()
    waiting = await shown(dialog)
    await until(lambda: "weather exists already" in words(dialog))
    await until(lambda: "metric and more" in words(dialog))

    dialog.main.click()

    fields = {
        "command": "uvx",
        "args": ["weather-mcp", "--units", "metric and more", "--home", "${HOME}"],
        "env": {"WEATHER_API_KEY": "k-3f9a77c1e2"},
    }
    assert await waiting == NewServers(PATH, (NewServer("weather-2", fields),))


async def test_the_form_makes_a_remote_server_that_can_be_written() -> None:
    dialog = AddServerDialog(TARGETS, 0)
    waiting = await shown(dialog)
    dialog.form.transport.button(1).click()
    dialog.form.url.setText("https://mcp.figma.com/mcp")
    dialog.form.headers.append().setText("Authorization")
    dialog.form.headers.pairs[0].value.setText("Bearer 123456")

    dialog.main.click()

    answer = await waiting
    assert answer is not None
    server = answer.servers[0]
    assert (answer.path, server.name) == (TARGETS[0].path, "figma")
    source = Lossless('{"mcpServers": {}}', "json")
    file = read_text(PATH, source.text)
    after = add_server(server.name, server.fields).apply(source, file)
    written = read_text(PATH, after.text).entry("figma")
    assert (written.url, written.headers) == (
        "https://mcp.figma.com/mcp",
        {"Authorization": "Bearer 123456"},
    )


async def test_what_is_missing_is_said_when_it_is_asked_for() -> None:
    dialog = AddServerDialog(TARGETS, 0)
    waiting = await shown(dialog)
    assert "needs" not in words(dialog)

    dialog.main.click()
    assert "A stdio server needs a command." in words(dialog)
    assert dialog.focusWidget() is dialog.form.command
    dialog.form.transport.button(2).click()
    dialog.main.click()
    assert "A remote server needs an address." in words(dialog)
    assert dialog.focusWidget() is dialog.form.url
    dialog.cancel.click()

    assert await waiting is None


async def test_a_command_line_that_needs_a_shell_is_refused_in_words() -> None:
    dialog = AddServerDialog(TARGETS, 0)
    waiting = await shown(dialog)

    dialog.form.command.setText("npx a | tee log")
    await until(lambda: "There is a pipe (|) at column 7." in words(dialog))
    dialog.main.click()
    assert not waiting.done()
    dialog.close()

    assert await waiting is None


async def test_the_quoting_is_guessed_until_somebody_chooses() -> None:
    dialog = AddServerDialog(TARGETS, 0)
    waiting = await shown(dialog)
    form = dialog.form

    form.command.setText(r"C:\tools\serve.exe --data D:\files")
    assert form.quoting.segments.place == 1
    await until(lambda: r"C:\tools\serve.exe" in words(form.preview))
    form.quoting.segments.button(0).click()
    await until(lambda: "C:toolsserve.exe" in words(form.preview))
    form.command.setText(r"C:\tools\serve.exe")
    assert form.quoting.segments.place == 0
    dialog.close()
    await waiting


async def test_enter_in_a_field_adds_the_server() -> None:
    dialog = AddServerDialog(TARGETS, 0)
    waiting = await shown(dialog)

    QTest.keyClicks(dialog.focusWidget(), "npx -y charts-mcp")
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    answer = await waiting
    assert answer is not None
    assert answer.servers == (
        NewServer("charts", {"command": "npx", "args": ["-y", "charts-mcp"]}),
    )


async def test_values_of_variables_are_dots_while_typed() -> None:
    dialog = add_by_form()
    waiting = await shown(dialog)
    pair = dialog.form.env.pairs[0]

    assert pair.value.echoMode() is QLineEdit.EchoMode.Password
    QTest.mousePress(pair.value.eye, Qt.MouseButton.LeftButton)
    assert pair.value.echoMode() is QLineEdit.EchoMode.Normal
    QTest.mouseRelease(pair.value.eye, Qt.MouseButton.LeftButton)
    assert pair.value.echoMode() is QLineEdit.EchoMode.Password
    dialog.close()
    await waiting


async def test_pasted_servers_are_listed_chosen_and_named() -> None:
    dialog = AddServerDialog(TARGETS, 1, PASTED)
    waiting = await shown(dialog)
    assert dialog.focusWidget() is dialog.paste.box
    await until(lambda: dialog.paste.settled)
    assert dialog.main.text() == "Add 2 servers"
    await until(lambda: "Put braces around it." in words(dialog))
    await until(lambda: "weather exists already: it will be called weather-2." in words(dialog))
    assert "abcdef123456" not in words(dialog)

    first, second = dialog.paste.servers.rows
    first.name.setText("forecast")
    assert "exists already" not in words(dialog)
    second.box.click()
    assert dialog.main.text() == "Add server"
    dialog.main.click()

    answer = await waiting
    assert answer is not None
    assert [server.name for server in answer.servers] == ["forecast"]
    assert json.loads(answer.servers[0].source)["env"] == {"KEY": "abcdef123456"}


async def test_names_follow_the_file_that_is_chosen() -> None:
    dialog = AddServerDialog(TARGETS, 0, PASTED)
    waiting = await shown(dialog)
    await until(lambda: dialog.paste.settled)
    assert "exists already" not in words(dialog)

    dialog.target.box.setCurrentIndex(1)
    dialog.target.box.activated.emit(1)

    await until(lambda: "it will be called weather-2." in words(dialog))
    dialog.main.click()
    answer = await waiting
    assert answer is not None
    assert answer.path == PATH
    assert [server.name for server in answer.servers] == ["weather-2", "figma"]


async def test_a_text_without_servers_says_where_it_breaks() -> None:
    dialog = AddServerDialog(TARGETS, 0, '{"mcpServers": {"a": {"command" "npx"}}')
    waiting = await shown(dialog)
    await until(lambda: dialog.paste.settled)

    assert dialog.paste.pasted.problem is not None
    await until(lambda: "line 1, column" in words(dialog))
    dialog.main.click()
    assert not waiting.done()
    assert "There is no server to add yet." in words(dialog)
    dialog.close()

    assert await waiting is None


async def test_typing_into_the_box_is_read_after_a_moment() -> None:
    dialog = AddServerDialog(TARGETS, 0)
    waiting = await shown(dialog)
    dialog.way.button(1).click()

    QTest.keyClicks(dialog.focusWidget(), "npx -y charts-mcp")
    await until(lambda: dialog.paste.settled and dialog.paste.servers.rows)
    dialog.main.click()

    answer = await waiting
    assert answer is not None
    assert [server.name for server in answer.servers] == ["charts"]


async def test_a_large_paste_is_read_beside_the_window_and_shown_in_part() -> None:
    servers = {f"server-{at}": {"command": "npx", "args": ["-y", f"p{at}"]} for at in range(1_500)}
    text = json.dumps({"mcpServers": servers})
    assert len(text) > 64_000
    dialog = AddServerDialog(TARGETS, 0, text)
    waiting = await shown(dialog)

    await until(lambda: dialog.paste.settled)
    assert len(dialog.paste.servers.rows) == 100
    await until(lambda: "and 1,400 more servers" in words(dialog))
    assert dialog.main.text() == "Add 1,500 servers"
    dialog.paste.servers.rest.click()
    assert dialog.main.text() == "Add 100 servers"
    dialog.close()
    await waiting


async def test_one_endless_line_is_not_wrapped_and_read_whole() -> None:
    dialog = AddServerDialog(TARGETS, 0)
    waiting = await shown(dialog)
    dialog.way.button(1).click()
    box = dialog.paste.box
    line = json.dumps({"mcpServers": {"long": {"command": "npx", "args": ["x" * MOST_SHOWN]}}})

    QGuiApplication.clipboard().setText(line[:50_000])
    box.paste()
    assert box.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap
    assert box.text() == line[:50_000]
    QGuiApplication.clipboard().setText(line[50_000:])
    box.paste()
    await until(lambda: dialog.main.text() == "Add server" and dialog.paste.settled)

    assert box.text() == line
    assert box.toPlainText() == line[:MOST_SHOWN]
    await until(lambda: f"The first 200,000 of {len(line):,} characters" in words(dialog))
    dialog.main.click()
    answer = await waiting
    assert answer is not None
    assert answer.servers[0].source.count("x") == MOST_SHOWN + 1


async def test_a_text_that_is_shown_in_part_gives_way_to_another_one() -> None:
    dialog = AddServerDialog(TARGETS, 0, "x" * (MOST_SHOWN + 1))
    waiting = await shown(dialog)
    box = dialog.paste.box
    QTest.keyClicks(box, "y")
    assert box.text() == "x" * (MOST_SHOWN + 1)

    QGuiApplication.clipboard().setText("npx charts-mcp")
    QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert box.text() == box.toPlainText() == "npx charts-mcp"
    assert not box.isReadOnly()
    box.set_text("x" * (MOST_SHOWN + 1))
    QTest.keyClick(box, Qt.Key.Key_Backspace)
    QTest.keyClicks(box, "y")
    assert box.text() == "y"
    assert box.lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth
    dialog.close()
    await waiting


async def test_what_was_copied_with_its_secrets_masked_is_refused_in_words() -> None:
    dialog = AddServerDialog(TARGETS, 0, PASTED.replace("abcdef123456", "••••••••••••"))
    waiting = await shown(dialog)
    told = "This was copied with its secrets masked; press the eye while copying."
    await until(lambda: told in words(dialog))
    dialog.main.click()
    assert not waiting.done()

    dialog.way.button(0).click()
    dialog.form.command.setText("npx a --key ••••••••")
    await until(lambda: told in words(dialog.form.preview))
    dialog.main.click()
    dialog.form.command.setText("npx a")
    dialog.form.env.append().setText("KEY")
    dialog.form.env.pairs[0].value.setText("••••••••")
    dialog.main.click()
    assert dialog.form.env.problem.text() == told
    assert dialog.focusWidget() is dialog.form.env.pairs[0].value
    assert not waiting.done()
    dialog.form.env.pairs[0].value.setText("k")
    dialog.main.click()

    answer = await waiting
    assert answer is not None
    assert answer.servers[0].fields["env"] == {"KEY": "k"}


async def test_names_that_nobody_could_read_are_refused_in_words() -> None:
    dialog = AddServerDialog(TARGETS, 0, PASTED)
    waiting = await shown(dialog)
    await until(lambda: dialog.paste.settled)
    first = dialog.paste.servers.rows[0]
    first.name.setText("a\u202eb")
    await until(lambda: "cannot be seen" in words(first))
    dialog.main.click()
    assert dialog.focusWidget() is first.name

    dialog.way.button(0).click()
    dialog.form.command.setText("npx a")
    dialog.form.name.setText("n" * 201)
    dialog.main.click()
    assert "at most 200 characters; this one has 201." in words(dialog)
    assert not waiting.done()
    dialog.form.name.setText("  mine ")
    dialog.main.click()

    answer = await waiting
    assert answer is not None
    assert answer.servers[0].name == "mine"


async def test_a_new_file_is_asked_for_and_chosen(tmp_path: Path) -> None:
    dialog = AddServerDialog(TARGETS, 0)
    waiting = await shown(dialog)
    last = dialog.target.box.count() - 1

    dialog.target.box.setCurrentIndex(last)
    dialog.target.box.activated.emit(last)
    asked = dialog.findChild(QFileDialog)
    assert asked is not None
    asked.fileSelected.emit(str(tmp_path / "new.json"))
    asked.close()
    dialog.form.command.setText("npx charts-mcp")
    dialog.main.click()

    answer = await waiting
    assert answer is not None
    assert answer.path == tmp_path / "new.json"


async def test_giving_up_a_new_file_goes_back_to_the_one_before() -> None:
    dialog = AddServerDialog(TARGETS, 1)
    waiting = await shown(dialog)
    last = dialog.target.box.count() - 1

    dialog.target.box.setCurrentIndex(last)
    dialog.target.box.activated.emit(last)
    asked = dialog.findChild(QFileDialog)
    assert asked is not None
    asked.reject()

    assert dialog.target.target == TARGETS[1]
    dialog.close()
    await waiting
