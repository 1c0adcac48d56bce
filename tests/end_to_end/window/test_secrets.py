"""Secrets in the real window: a variable is set where it is missed, kept, and used by a server."""

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from patchbay.core.sessions.states import Ready, Stopped
from patchbay.ui.configuration import ConfigurationPage
from patchbay.ui.dialogs.keep_secret import KeepSecretDialog
from patchbay.ui.dialogs.move_secrets import MoveSecretsDialog
from tests.end_to_end.window.conftest import Files, OpenWindow
from tests.end_to_end.window.person import Person, entry, structured, until
from tests.keychain import FakeKeychain

VALUE = "sesame-open-4711"


async def give(person: Person, value: str) -> None:
    await until(lambda: person.all(KeepSecretDialog), what="the question")
    dialog = person.find(KeepSecretDialog)
    await person.write(value)
    await person.press("Return")
    await until(lambda: not person.all(KeepSecretDialog) or not dialog.isVisible(), what="the end")


async def press_by_key(person: Person, name: str) -> None:
    """As from the keyboard, which brings into sight what has the focus."""
    person.button(name, person.window).setFocus(Qt.FocusReason.TabFocusReason)
    await person.press("Space")


async def test_a_variable_that_stops_a_start_is_set_there_and_the_server_starts(
    open_window: OpenWindow, file: Files, keychain: FakeKeychain
) -> None:
    path = file(one=entry("workshop.py", env={"KEY": "<${API_KEY}>"}))
    before = path.read_bytes()
    async with open_window() as person:
        person.drop(path)
        session = person.choose_server("one")
        await person.press("F5")
        await until(lambda: isinstance(session.state, Stopped) and session.state.blocked)

        person.press_button("Set API_KEY…", person.page.failure)
        await give(person, VALUE)
        consent = await person.consent()
        assert "API_KEY" in person.reads(consent)
        assert "Kept secrets" in person.reads(consent)
        assert VALUE not in person.reads(consent)
        person.click(consent.once)
        await until(lambda: isinstance(session.state, Ready), what="the start")

        found = structured(await person.run("surroundings"))
        assert found["environment"]["KEY"] == f"<{VALUE}>"
    assert path.read_bytes() == before

    async with open_window() as person:
        person.drop(path)
        session = person.choose_server("one")
        await person.press("F5")
        person.click((await person.consent()).once)
        await until(lambda: isinstance(session.state, Ready), what="the next start")


async def test_a_problem_of_a_config_is_mended_where_it_is_listed(
    person: Person, file: Files, keychain: FakeKeychain
) -> None:
    person.drop(file(one=entry("workshop.py", env={"KEY": "${API_KEY}"})))
    person.choose_server("one")
    page = person.choose_page("Configuration")
    assert isinstance(page, ConfigurationPage)
    await until(lambda: "API_KEY is not set anywhere" in person.reads(page.text.problems))

    person.press_button("Set a value for API_KEY", page.text.problems)
    await give(person, VALUE)

    await until(lambda: not page.problems, what="the end of the problem")
    await until(lambda: "From the kept secrets: ••••" in person.reads(page.form), what="its origin")
    assert VALUE not in person.reads(person.window)


async def test_a_secret_is_kept_and_changed_in_the_settings(
    person: Person, file: Files, keychain: FakeKeychain
) -> None:
    await person.press("Ctrl+,")
    await press_by_key(person, "Keep a secret…")
    await until(lambda: person.all(KeepSecretDialog), what="the question")
    await person.write("API_KEY")
    await person.press("Tab")
    await give(person, "first-value")
    await until(lambda: "API_KEY" in person.reads(person.window), what="its name")

    await press_by_key(person, "Change API_KEY")
    await give(person, VALUE)

    assert list(keychain.kept.values()) == [VALUE]
    index = person.workspace.secrets
    assert await index.values(index.names) == {"API_KEY": VALUE}


async def test_a_config_is_never_changed_by_a_secret(
    person: Person, file: Files, keychain: FakeKeychain
) -> None:
    path = file(one=entry("workshop.py", env={"KEY": "${API_KEY}"}))
    person.drop(path)
    await person.workspace.secrets.keep("API_KEY", VALUE)
    await person.settled()

    draft = person.workspace.drafts.all[0]
    assert not draft.is_changed
    assert json.loads(draft.text)["mcpServers"]["one"]["env"]["KEY"] == "${API_KEY}"


async def test_a_secret_is_moved_to_the_keychain_and_the_server_still_gets_it(
    person: Person, file: Files, keychain: FakeKeychain
) -> None:
    path = file(one=entry("workshop.py", env={"API_KEY": VALUE}))
    person.drop(path)
    await person.configure("one")
    before = person.draft.text

    person.press_scrolled("Move secrets…", person.page)
    dialog = await person.dialog(MoveSecretsDialog)
    assert "env API_KEY" in person.reads(dialog)
    assert VALUE not in person.reads(dialog)
    await until(lambda: "keyring of the desktop" in person.reads(dialog), what="the keychain")
    person.press_button("Move 1 secret", dialog)
    after = before.replace(f'"{VALUE}"', '"${API_KEY}"')
    await person.becomes(after)
    await until(
        lambda: "From the kept secrets: ••••" in person.reads(person.page), what="its origin"
    )
    assert not person.all(QAbstractButton, "Move secrets…")
    assert path.read_text() == before
    assert list(keychain.kept.values()) == [VALUE]

    person.choose_page("Tools")
    await person.start("one")
    found = structured(await person.run("surroundings"))
    assert found["environment"]["API_KEY"] == VALUE

    await person.configure("one")
    await person.press("Ctrl+Z")
    await person.becomes(before)
    await until(lambda: person.all(QAbstractButton, "Move secrets…"), what="the link again")
    assert list(keychain.kept.values()) == [VALUE]


async def test_secrets_are_moved_to_an_env_file_which_the_server_reads(
    person: Person, file: Files, keychain: FakeKeychain
) -> None:
    path = file(one=entry("workshop.py", env={"API_KEY": VALUE}))
    person.drop(path)
    await person.configure("one")

    person.press_scrolled("Move secrets…", person.page)
    dialog = await person.dialog(MoveSecretsDialog)
    person.press_button("Env file", dialog)
    person.press_button("Move 1 secret", dialog)
    await until(lambda: "envFile" in person.draft.text, what="the env file in the entry")
    await person.save()

    written = json.loads(path.read_text())["mcpServers"]["one"]
    assert (written["env"], written["envFile"]) == ({"API_KEY": "${API_KEY}"}, "one.env")
    assert path.with_name("one.env").read_text() == f"API_KEY={VALUE}\n"
    person.choose_page("Tools")
    await person.start("one")
    found = structured(await person.run("surroundings"))
    assert found["environment"]["API_KEY"] == VALUE
