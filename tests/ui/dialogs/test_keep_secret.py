"""The dialog that asks for a value to keep."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from patchbay.core.keychain.kept import KeptSecrets, Place
from patchbay.ui.dialogs.keep_secret import KeepSecretDialog
from tests.keychain import FakeKeychain
from tests.ui.waiting import until

VALUE = "sesame-open-4711"


@pytest.fixture
def secrets(tmp_path: Path) -> KeptSecrets:
    return KeptSecrets(tmp_path / "secrets.json")


def opened(qtbot: QtBot, secrets: KeptSecrets, name: str = "") -> KeepSecretDialog:
    dialog = KeepSecretDialog(secrets, Place.KEYCHAIN, name)
    qtbot.addWidget(dialog)
    dialog.open()
    return dialog


async def test_a_value_is_typed_unseen_and_kept(
    qtbot: QtBot, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    dialog = opened(qtbot, secrets, "API_KEY")
    answer = asyncio.create_task(dialog.answer())
    await until(lambda: "keyring of the desktop" in dialog.where.text())
    assert dialog.value.echoMode() is QLineEdit.EchoMode.Password

    QTest.keyClicks(dialog.focusWidget(), VALUE)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    assert await answer == "API_KEY"
    assert await secrets.values(["API_KEY"]) == {"API_KEY": VALUE}
    assert list(keychain.kept.values()) == [VALUE]


async def test_a_new_secret_needs_a_name_that_references_can_have(
    qtbot: QtBot, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    dialog = opened(qtbot, secrets)
    answer = asyncio.create_task(dialog.answer())
    dialog.value.setText(VALUE)
    QTest.keyClicks(dialog.name, "api-key")

    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    await until(dialog.fault.isVisible)

    assert "no name of a variable" in dialog.fault.text()
    assert not answer.done()
    dialog.name.setText("API_KEY")
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    assert await answer == "API_KEY"


async def test_what_the_keychain_says_is_shown_and_nothing_typed_is_lost(
    qtbot: QtBot, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    keychain.locked = "Prompt dismissed."
    dialog = opened(qtbot, secrets, "API_KEY")
    answer = asyncio.create_task(dialog.answer())
    dialog.value.setText(VALUE)

    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    await until(dialog.fault.isVisible)

    assert "Prompt dismissed." in dialog.fault.text()
    assert dialog.value.text() == VALUE
    keychain.locked = ""
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    assert await answer == "API_KEY"


async def test_without_a_keychain_it_is_offered_until_patchbay_closes(
    qtbot: QtBot, secrets: KeptSecrets, no_keychain: None
) -> None:
    dialog = opened(qtbot, secrets, "API_KEY")
    answer = asyncio.create_task(dialog.answer())
    await until(lambda: "no keychain" in dialog.where.text())
    assert "when Patchbay is closed it is gone" in dialog.where.text()
    dialog.value.setText(VALUE)

    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)

    assert await answer == "API_KEY"
    assert secrets.place("API_KEY") is Place.MEMORY


async def test_giving_up_keeps_nothing(
    qtbot: QtBot, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    dialog = opened(qtbot, secrets, "API_KEY")
    answer = asyncio.create_task(dialog.answer())
    dialog.value.setText(VALUE)

    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert await answer == ""
    assert not secrets.names
    assert not keychain.kept
