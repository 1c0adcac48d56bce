"""Having a page of a config on the screen, reading what it says, and typing into it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from patchbay.ui.configuration import ConfigurationPage, FileProblemsPage
from patchbay.ui.configuration.child_table import ChildTable
from patchbay.ui.editor import CodeEditor
from tests.ui.waiting import until

Page = ConfigurationPage | FileProblemsPage


async def looked(page: ConfigurationPage, qtbot: QtBot) -> ConfigurationPage:
    """The page on the screen, after its first look."""
    show(page, qtbot)
    await until(lambda: page.settled and page.inspection is not None)
    return page


def show(page: QWidget, qtbot: QtBot) -> None:
    qtbot.addWidget(page)
    page.resize(1_016, 681)
    page.show()


def words(widget: QWidget) -> str:
    """All that can be read there, by eye or with a screen reader."""
    said: list[str] = []
    for each in (widget, *widget.findChildren(QWidget)):
        said += [each.toolTip(), each.accessibleName(), each.accessibleDescription()]
        if isinstance(each, QLabel | QAbstractButton) and each.isVisible():
            said.append(each.text())
        elif isinstance(each, QLineEdit):
            said.append(each.displayText())
        elif isinstance(each, QPlainTextEdit):
            said.append(each.toPlainText())
    # Long words hold places where they may be broken.
    return "\n".join(filter(None, said)).replace("\u200b", "")


def field(page: ConfigurationPage, name: str) -> QLineEdit:
    """A field of the form, by its name for a screen reader."""
    found = page.form.findChildren(QLineEdit)
    return next(each for each in found if each.accessibleName() == name and not each.isHidden())


def button(widget: QWidget, name: str) -> QAbstractButton:
    """The one in sight whose words or name begin so."""
    return next(
        each
        for each in widget.findChildren(QAbstractButton)
        if each.isVisible()
        and (each.text().startswith(name) or each.accessibleName().startswith(name))
    )


def press(widget: QWidget, name: str) -> None:
    QTest.mouseClick(button(widget, name), Qt.MouseButton.LeftButton)


def type_over(line: QLineEdit, text: str) -> None:
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)


def type_in_text(page: Page, removed: str, inserted: str) -> None:
    """Choose the first place where the text has these words, and type over it."""
    editor = page.text.pane.editor
    start = editor.shown.text.index(removed)
    editor.setFocus()
    editor.select((start, start + len(removed)))
    QTest.keyClicks(editor, inserted)


def marked_lines(editor: CodeEditor) -> list[int]:
    """The numbers of the lines that are marked as just written."""
    return [line.number for line in editor.lines_in_sight() if line.ground]


def barred_lines(editor: CodeEditor) -> list[int]:
    """The numbers of the lines with a bar beside them."""
    return [line.number for line in editor.lines_in_sight() if line.has_bar]


def child(page: ConfigurationPage) -> dict[str, tuple[str, str]]:
    """What the server gets: values and where they come from, by name."""
    table = page.findChild(ChildTable)
    assert table is not None
    model = table.table.model()
    rows = [
        [model.index(row, column).data() for column in range(3)] for row in range(model.rowCount())
    ]
    return {name: (shown, origin) for name, shown, origin in rows}
