"""The settings page: every option is there, and what is changed is saved and said at once."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.keychain.kept import Place
from patchbay.core.options import OPTIONS
from patchbay.core.paths import standard_paths
from patchbay.core.settings import SettingsStore
from patchbay.core.trust.consent import Subject
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.updates import VARIABLE
from patchbay.core.workspace import Workspace, build_workspace
from patchbay.ui import theme
from patchbay.ui.settings import SettingsPage
from patchbay.ui.settings.lists import ListRow
from patchbay.ui.settings.values import ChoiceRow, NumberRow, StepsRow, SwitchRow, TextRow
from tests.keychain import FakeKeychain
from tests.servers.version_page import version_page
from tests.ui.test_stories import cut_off, outside
from tests.ui.waiting import until

CHARTS = Subject(
    "/project/.mcp.json", "charts", "stdio", "npx", "/usr/bin/npx", ("-y", "charts@1.4.2")
)
WEATHER = Subject("/project/.mcp.json", "weather", "http", url="https://weather.test/mcp")


@pytest.fixture
async def workspace() -> AsyncIterator[Workspace]:
    async def refuse(question: ConsentQuestion) -> Consent:
        del question
        return Consent.REFUSED

    workspace = build_workspace(standard_paths(), refuse, login_shell=False)
    yield workspace
    await workspace.close()


@pytest.fixture
def page(workspace: Workspace, qtbot: QtBot) -> SettingsPage:
    return shown(workspace, qtbot)


def shown(workspace: Workspace, qtbot: QtBot) -> SettingsPage:
    page = SettingsPage(workspace)
    qtbot.addWidget(page)
    page.resize(700, 900)
    page.show()
    return page


def saved() -> SettingsStore:
    """As another process would read it."""
    return SettingsStore(standard_paths().settings_file)


def words(widget: QWidget) -> str:
    QApplication.sendPostedEvents()  # what was put in just now is shown a moment later
    shown = [each for each in widget.findChildren(QWidget) if each.isVisible()]
    texts = [getattr(each, "text", str)() for each in shown]
    return " ".join(filter(None, texts)).replace("\u200b", "")


def press(button: QAbstractButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def a_list(page: SettingsPage, name: str) -> ListRow:
    row = page.rows[name]
    assert isinstance(row, ListRow)
    return row


def add(row: ListRow, text: str) -> None:
    QTest.keyClicks(row.line, text)
    QTest.keyClick(row.line, Qt.Key.Key_Return)


async def test_every_option_is_there_with_its_words(page: SettingsPage) -> None:
    for option in OPTIONS:
        said = words(page.rows[option.name])
        assert option.label in said
        assert option.help in said
    assert str(standard_paths().settings_file) in words(page)


async def test_every_button_and_field_has_a_name(workspace: Workspace, qtbot: QtBot) -> None:
    workspace.consents.remember(CHARTS)
    page = shown(workspace, qtbot)

    nameless = [
        type(each).__name__
        for each in page.findChildren(QWidget)
        if each.isVisible()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not (each.accessibleName() or getattr(each, "text", str)())
    ]

    assert nameless == []


@pytest.mark.parametrize("size", [100, 150])
@pytest.mark.parametrize("width", [560, 836, 1016])
async def test_nothing_is_cut_off(
    workspace: Workspace, qtbot: QtBot, qapp: QApplication, size: int, width: int
) -> None:
    workspace.consents.remember(CHARTS)
    workspace.allow.add("node")
    theme.apply(qapp, "dark", size)
    page = shown(workspace, qtbot)
    page.resize(width, 548)
    await until(lambda: page.width() == width)
    found = cut_off(page), outside(page)
    (area,) = page.findChildren(QScrollArea)
    sheet = area.widget()
    fits = sheet is not None and sheet.width() <= area.viewport().width()
    theme.apply(qapp, "light")

    assert found == ([], [])
    assert fits


async def test_a_choice_is_saved_at_once(page: SettingsPage) -> None:
    row = page.rows["theme"]
    assert isinstance(row, ChoiceRow)
    dark = row.segments.findChildren(QAbstractButton)[2]

    press(dark)

    assert saved().settings.theme == "dark"


async def test_a_step_is_chosen_by_keyboard(page: SettingsPage) -> None:
    row = page.rows["text_size"]
    assert isinstance(row, StepsRow)

    QTest.keyClick(row.drop, Qt.Key.Key_Down)

    assert saved().settings.text_size == 115


async def test_a_size_that_stands_in_the_file_is_offered(
    workspace: Workspace, page: SettingsPage
) -> None:
    row = page.rows["text_size"]
    assert isinstance(row, StepsRow)

    workspace.settings.update(text_size=120)

    assert row.drop.currentText() == "120 %"
    assert row.drop.count() == 6


async def test_a_number_is_saved_once_it_is_typed(page: SettingsPage) -> None:
    row = page.rows["connect_timeout"]
    assert isinstance(row, NumberRow)
    row.field.selectAll()

    QTest.keyClicks(row.field, "90")
    assert saved().settings.connect_timeout == 60
    QTest.keyClick(row.field, Qt.Key.Key_Return)

    assert saved().settings.connect_timeout == 90


async def test_a_switch_is_saved_at_once(page: SettingsPage) -> None:
    row = page.rows["restore_sitting"]
    assert isinstance(row, SwitchRow)

    QTest.keyClick(row.box, Qt.Key.Key_Space)

    assert not saved().settings.restore_sitting


async def test_a_text_is_saved_when_its_line_is_left(page: SettingsPage) -> None:
    row = page.rows["update_address"]
    assert isinstance(row, TextRow)
    row.line.setFocus()

    QTest.keyClicks(row.line, " https://a.test/version ")
    row.line.clearFocus()

    assert saved().settings.update_address == "https://a.test/version"


async def test_what_is_changed_elsewhere_is_shown(workspace: Workspace, page: SettingsPage) -> None:
    saved().update(allow=("deno",), hosts=("lan.test",), total_timeout=90)

    workspace.settings.load()

    assert "deno" in words(page.rows["allow"])
    assert "npx" not in words(page.rows["allow"])
    assert "lan.test" in words(page.rows["hosts"])
    row = page.rows["total_timeout"]
    assert isinstance(row, NumberRow)
    assert row.field.value() == 90


async def test_a_program_is_allowed_and_taken_away_again(page: SettingsPage) -> None:
    row = a_list(page, "allow")

    add(row, "node")
    assert saved().settings.allow == ("npx", "uvx", "docker", "node")
    assert "runs any code a config hands it" in words(row)
    assert row.line.text() == ""
    press(row.removers[0])

    assert saved().settings.allow == ("uvx", "docker", "node")
    assert row.removers[0].accessibleName() == "Remove uvx"


@pytest.mark.parametrize("typed", ["node 'my server.js' --port 1", '["node", "my server.js"]'])
async def test_a_command_line_is_allowed_as_exactly_that(page: SettingsPage, typed: str) -> None:
    add(a_list(page, "allow"), typed)

    rule = json.loads(standard_paths().settings_file.read_text("utf-8"))["allow"][-1]
    assert rule[:2] == ["node", "my server.js"]
    assert "node 'my server.js'" in words(a_list(page, "allow"))


@pytest.mark.parametrize(
    ("name", "typed", "why"),
    [
        ("allow", "bin/node", "cannot be allowed"),
        ("allow", "node 'a", "is no command line"),
        ("hosts", "http://x y", "Only the host is kept"),
        ("pass_variables", "MY-NAME", "is no name of a variable"),
    ],
)
async def test_what_cannot_be_added_is_said_beside_it_and_stays_typed(
    page: SettingsPage, name: str, typed: str, why: str
) -> None:
    row = a_list(page, name)

    add(row, typed)

    assert why in row.fault.text().replace("\u200b", "")
    assert row.fault.isVisible()
    assert row.line.text() == typed
    assert not standard_paths().settings_file.exists()


async def test_hosts_and_variables_are_added_and_removed(page: SettingsPage) -> None:
    for name, item in (("hosts", "lan.test"), ("pass_variables", "GITHUB_TOKEN")):
        row = a_list(page, name)
        add(row, item)
        add(row, item)
        assert getattr(saved().settings, name) == (item,)
        press(row.removers[0])
        assert getattr(saved().settings, name) == ()
        assert "None" in words(row)


async def test_by_keyboard_the_next_item_has_the_focus_after_one_is_removed(
    page: SettingsPage, qtbot: QtBot
) -> None:
    qtbot.waitExposed(page)
    row = a_list(page, "allow")
    row.removers[2].setFocus()

    QTest.keyClick(row.removers[2], Qt.Key.Key_Space)

    assert page.focusWidget() is row.removers[1]


async def test_what_cannot_be_saved_is_said_and_what_holds_is_shown(page: SettingsPage) -> None:
    standard_paths().config.parent.mkdir(parents=True, exist_ok=True)
    standard_paths().config.write_text("a file where the folder should be")
    switch, choice = page.rows["update_check"], page.rows["theme"]
    assert isinstance(switch, SwitchRow)
    assert isinstance(choice, ChoiceRow)

    press(choice.segments.findChildren(QAbstractButton)[1])
    QTest.keyClick(switch.box, Qt.Key.Key_Space)

    assert "It was not saved" in switch.fault.text()
    assert "It was not saved" in choice.fault.text()
    assert not switch.box.isChecked()
    assert choice.segments.place == 0


async def test_settings_that_could_not_be_read_are_said(qtbot: QtBot) -> None:
    path = standard_paths().settings_file
    path.parent.mkdir(parents=True)
    path.write_text('{"text_size": 1000}')

    async def refuse(question: ConsentQuestion) -> Consent:
        del question
        return Consent.REFUSED

    workspace = build_workspace(standard_paths(), refuse, login_shell=False)
    page = shown(workspace, qtbot)
    await workspace.close()

    assert "The value of text_size" in words(page)


async def test_consents_tell_what_they_allow_and_are_revoked_one_by_one(
    workspace: Workspace, qtbot: QtBot
) -> None:
    workspace.consents.remember(WEATHER)
    workspace.consents.remember(CHARTS)
    page = shown(workspace, qtbot)
    consents = page.consents
    assert "/usr/bin/npx -y charts@1.4.2" in words(consents)
    assert "https://weather.test/mcp" in words(consents)

    press(consents.revokers[0])

    assert workspace.consents.all() == (WEATHER,)
    assert "charts" not in words(consents)
    assert consents.revokers[0].accessibleName() == "Revoke the consent for weather"


async def test_all_consents_are_revoked_at_once(workspace: Workspace, qtbot: QtBot) -> None:
    workspace.consents.remember(WEATHER)
    workspace.consents.remember(CHARTS)
    page = shown(workspace, qtbot)
    consents = page.consents

    press(consents.revoke_all)

    assert workspace.consents.all() == ()
    assert consents.revoke_all.isHidden()
    assert "None." in words(consents)


class Opened(QObject):
    """Takes the addresses that the desktop would open."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[QUrl] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.urls.append(url)


async def test_the_folder_of_the_crash_reports_is_opened(
    workspace: Workspace, page: SettingsPage
) -> None:
    opened = Opened()
    assert page.crashes.count.text() == "There are none."
    QDesktopServices.setUrlHandler("file", opened, "open")  # pyright: ignore[reportArgumentType] - the stub wants bytes, Qt a name

    press(page.crashes.open)
    QDesktopServices.unsetUrlHandler("file")

    assert [Path(url.toLocalFile()) for url in opened.urls] == [workspace.crashes.folder]
    assert workspace.crashes.folder.is_dir()


@pytest.fixture
def address() -> Iterator[str]:
    """Where version 9.9.9 is told."""
    with version_page() as page:
        yield page.address


async def test_without_an_address_the_page_says_that_nobody_is_asked(page: SettingsPage) -> None:
    assert "No address is set: nobody is asked." in words(page.updates)

    press(page.updates.ask)

    await until(page.updates.fault.isVisible)
    assert "No address is set" in page.updates.fault.text()


async def test_a_newer_version_is_told_when_a_person_asks(
    page: SettingsPage, workspace: Workspace, address: str
) -> None:
    workspace.settings.update(update_address=address)

    press(page.updates.ask)

    await until(lambda: "Version 9.9.9 is there." in words(page.updates))
    assert not page.updates.fault.isVisible()


async def test_an_address_from_the_environment_is_named(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, workspace: Workspace
) -> None:
    monkeypatch.setenv(VARIABLE, "https://elsewhere.test/")

    page = shown(workspace, qtbot)

    assert VARIABLE in words(page.updates)


async def test_kept_secrets_are_listed_by_name_and_forgotten(
    workspace: Workspace, qtbot: QtBot, keychain: FakeKeychain
) -> None:
    secrets = workspace.secrets
    await secrets.keep("WEATHER_API_KEY", "sesame-open-4711")
    await secrets.keep("PIN_OF_TODAY", "sesame-open-4712", Place.MEMORY)
    page = shown(workspace, qtbot)
    listed = page.secrets
    assert "WEATHER_API_KEY" in words(listed)
    assert "until Patchbay closes" in words(listed)
    assert "sesame" not in words(listed)

    press(listed.forgetters[1])
    await until(lambda: len(listed.forgetters) == 1)
    press(listed.forgetters[0])
    await until(lambda: not listed.forgetters)

    assert not secrets.names
    assert not keychain.kept
    assert listed.add.hasFocus()


async def test_a_secret_that_cannot_be_forgotten_stays_listed(
    workspace: Workspace, qtbot: QtBot, keychain: FakeKeychain
) -> None:
    await workspace.secrets.keep("WEATHER_API_KEY", "sesame-open-4711")
    keychain.locked = "Prompt dismissed."
    page = shown(workspace, qtbot)

    press(page.secrets.forgetters[0])
    await until(page.secrets.fault.isVisible)

    assert "Prompt dismissed." in page.secrets.fault.text()
    assert page.secrets.forgetters[0].isEnabled()
    assert list(workspace.secrets.names) == ["WEATHER_API_KEY"]


async def test_a_secret_is_asked_for_by_its_name_or_anew(
    workspace: Workspace, qtbot: QtBot, keychain: FakeKeychain
) -> None:
    await workspace.secrets.keep("WEATHER_API_KEY", "sesame-open-4711")
    page = shown(workspace, qtbot)
    wanted: list[str] = []
    page.secret_wanted.connect(wanted.append)

    press(page.secrets.changers[0])
    press(page.secrets.add)

    assert wanted == ["WEATHER_API_KEY", ""]
