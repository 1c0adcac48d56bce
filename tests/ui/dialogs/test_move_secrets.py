"""The dialog that moves secrets out of a config."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.secret_move import look_for_secrets
from patchbay.core.keychain.kept import KeptSecrets
from patchbay.ui.dialogs.move_secrets import MoveSecretsDialog
from tests.keychain import FakeKeychain
from tests.ui.config_stories import drafted
from tests.ui.dialogs.asking import shown, words
from tests.ui.waiting import until

VALUE, OTHER = "sesame-open-4711", "abracadabra-0815"
TEXT = (
    '{"mcpServers": {"weather": {"command": "npx", "args": ["--token", "%s"],'
    ' "env": {"API_KEY": "%s"}}}}'
)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return drafted(tmp_path, TEXT % (OTHER, VALUE))


@pytest.fixture
def secrets(tmp_path: Path) -> KeptSecrets:
    return KeptSecrets(tmp_path / "secrets.json")


async def opened(
    draft: Draft, secrets: KeptSecrets, **environment: str
) -> tuple[MoveSecretsDialog, "asyncio.Task[bool]"]:
    move = await look_for_secrets(draft, "weather", secrets, environment)
    dialog = MoveSecretsDialog(move)
    answer = await shown(dialog)
    await until(lambda: dialog.settled)
    return dialog, answer


def choose_env_file(dialog: MoveSecretsDialog) -> None:
    QTest.mouseClick(dialog.places.button(1), LEFT)


def type_over(dialog: MoveSecretsDialog, place: int, name: str) -> None:
    line = dialog.rows[place].name
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, name)


async def test_enter_moves_all_of_them_and_no_value_is_ever_shown(
    draft: Draft, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    dialog, answer = await opened(draft, secrets)
    said = words(dialog)
    assert "env API_KEY" in said
    assert "argument 2" in said
    assert "Encrypted, in the keyring of the desktop." in said
    assert "undo takes it back" in said
    names = [each.name.text() for each in dialog.rows]
    assert names == ["API_KEY", "WEATHER_TOKEN"]
    assert VALUE not in said + "".join(names)

    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    assert await answer
    assert draft.text == TEXT % ("${WEATHER_TOKEN}", "${API_KEY}")
    assert sorted(keychain.kept.values()) == [OTHER, VALUE]


async def test_what_is_not_chosen_stays(
    draft: Draft, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    dialog, answer = await opened(draft, secrets)
    QTest.mouseClick(dialog.rows[0].box, LEFT, pos=dialog.rows[0].box.rect().center())
    assert not dialog.rows[0].name.isEnabled()
    assert dialog.main.text() == "Move 1 secret"
    type_over(dialog, 1, "MY_TOKEN")

    QTest.mouseClick(dialog.main, LEFT)

    assert await answer
    assert draft.text == TEXT % ("${MY_TOKEN}", VALUE)
    assert list(secrets.names) == ["MY_TOKEN"]


async def test_nothing_can_be_moved_when_nothing_is_chosen(
    draft: Draft, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    dialog, answer = await opened(draft, secrets)
    for each in dialog.rows:
        each.box.click()
    assert not dialog.main.isEnabled()

    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert not await answer
    assert not draft.is_changed
    assert not keychain.kept


async def test_the_env_file_is_told_before_it_is_made(
    draft: Draft, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    (draft.path.parent / "weather.env").unlink()  # that of the other stories
    dialog, answer = await opened(draft, secrets)
    choose_env_file(dialog)
    target = draft.path.with_name("weather.env")
    assert str(target) in words(dialog).replace("\u200b", "")
    assert not target.exists()

    QTest.mouseClick(dialog.main, LEFT)

    assert await answer
    assert target.read_text() == f"API_KEY={VALUE}\nWEATHER_TOKEN={OTHER}\n"
    assert draft.file.entries[0].env_file == "weather.env"
    assert not keychain.kept


async def test_a_wrong_name_is_told_beside_it_and_nothing_typed_is_lost(
    draft: Draft, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    dialog, answer = await opened(draft, secrets, TAKEN="x")
    type_over(dialog, 0, "api-key")
    type_over(dialog, 1, "TAKEN")

    QTest.keyClick(dialog.rows[1].name, Qt.Key.Key_Return)
    await until(dialog.rows[1].fault.isVisible)

    assert "no name of a variable" in dialog.rows[0].fault.text()
    assert "set in the environment" in dialog.rows[1].fault.text()
    assert dialog.focusWidget() is dialog.rows[0].name
    assert [each.name.text() for each in dialog.rows] == ["api-key", "TAKEN"]
    assert not keychain.kept
    for place, name in enumerate(("A", "B")):
        type_over(dialog, place, name)
    assert not dialog.rows[0].fault.isVisible()
    QTest.keyClick(dialog.rows[0].name, Qt.Key.Key_Return)
    assert await answer
    assert draft.text == TEXT % ("${B}", "${A}")


async def test_a_keychain_that_stays_locked_is_told_and_can_be_asked_again(
    draft: Draft, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    keychain.locked = "Prompt dismissed."
    dialog, answer = await opened(draft, secrets)
    type_over(dialog, 0, "MINE")

    QTest.mouseClick(dialog.main, LEFT)
    await until(dialog.fault.isVisible)

    assert "Prompt dismissed." in dialog.fault.text()
    assert not draft.is_changed
    assert dialog.rows[0].name.text() == "MINE"
    keychain.locked = ""
    QTest.mouseClick(dialog.main, LEFT)
    assert await answer
    assert await secrets.values(["MINE"]) == {"MINE": VALUE}


async def test_an_env_file_that_cannot_be_used_says_why_and_changes_nothing(
    draft: Draft, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    draft.replace(draft.text.replace('"command"', '"envFile": "${GONE}/a", "command"'), "typing")
    before = draft.text
    dialog, answer = await opened(draft, secrets)
    choose_env_file(dialog)
    assert "The variable GONE is not set" in dialog.where.text()

    QTest.mouseClick(dialog.main, LEFT)
    await until(dialog.fault.isVisible)

    assert "The variable GONE is not set" in dialog.fault.text()
    assert draft.text == before
    dialog.close()
    assert not await answer


async def test_a_folder_that_is_gone_is_told(
    tmp_path: Path, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    text = TEXT % (OTHER, VALUE)
    text = text.replace('"command"', '"envFile": "gone/a.env", "command"')
    draft = drafted(tmp_path, text)
    dialog, answer = await opened(draft, secrets)
    choose_env_file(dialog)

    QTest.mouseClick(dialog.main, LEFT)
    await until(dialog.fault.isVisible)

    assert "Could not write the env file a.env" in dialog.fault.text()
    assert not draft.is_changed
    dialog.close()
    assert not await answer


async def test_without_a_keychain_only_the_env_file_is_left(
    draft: Draft, secrets: KeptSecrets, no_keychain: None
) -> None:
    dialog, answer = await opened(draft, secrets)
    assert "There is no keychain that Patchbay can use here." in dialog.where.text()
    assert dialog.places.place == 1
    dialog.places.choose(0)

    QTest.mouseClick(dialog.main, LEFT)
    await until(dialog.fault.isVisible)

    assert "There is no keychain" in dialog.fault.text()
    assert not draft.is_changed
    dialog.close()
    assert not await answer
