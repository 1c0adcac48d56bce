"""A server gets the secrets that its entry names, after the keychain was asked."""

import json
from collections.abc import Callable
from pathlib import Path

from patchbay.core.errors import Action
from patchbay.core.keychain.kept import KeptSecrets
from patchbay.core.sessions.inspection import Inspector
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready, Stage, Starting, State, Stopped
from patchbay.core.trust.consent import Changed, Granted
from patchbay.core.workspace import Workspace
from tests.keychain import FakeKeychain

Make = Callable[..., Session]
VALUE = "sesame-open-4711"


async def test_a_server_gets_a_secret_from_the_keychain_and_no_record_of_it_is_kept(
    make: Make, workspace: Workspace, keychain: FakeKeychain
) -> None:
    await workspace.secrets.keep("API_KEY", VALUE)
    session = make("workshop.py", env={"KEY": "${API_KEY}"})
    stages: list[Stage] = []

    def note(state: State) -> None:
        if isinstance(state, Starting):
            stages.append(state.stage)

    session.changed.connect(note)
    session.start()
    assert isinstance(await session.settled(), Ready)

    told = session.call_tool("surroundings", {})
    await told.ended.wait()

    assert VALUE in repr(told.result)  # the person asked for it
    assert stages.index(Stage.UNLOCKING) < stages.index(Stage.SPAWNING)
    assert VALUE not in repr(session.traffic.exchanges)
    assert VALUE not in workspace.pool.redacted(f"key {VALUE} end")


async def test_a_keychain_that_stays_locked_stops_the_start_with_its_words(
    make: Make, workspace: Workspace, keychain: FakeKeychain
) -> None:
    await workspace.secrets.keep("API_KEY", VALUE)
    keychain.locked = "Prompt dismissed."
    session = make("workshop.py", env={"KEY": "${API_KEY}"})

    session.start()
    state = await session.settled()

    assert isinstance(state, Stopped)
    assert state.blocked is not None
    assert "Prompt dismissed." in state.blocked.cause
    inspection = await Inspector(workspace.allow, workspace.surroundings)(session.entry)
    assert inspection.refusal is not None
    assert "Prompt dismissed." in inspection.refusal.cause


async def test_a_server_without_secrets_asks_no_keychain(
    make: Make, workspace: Workspace, keychain: FakeKeychain
) -> None:
    await workspace.secrets.keep("API_KEY", VALUE)
    keychain.locked = "nobody may ask"
    session = make("workshop.py", env={"KEY": "plain"})

    session.start()

    assert isinstance(await session.settled(), Ready)


async def test_a_secret_that_is_set_mends_the_config_and_the_next_start(
    make: Make, workspace: Workspace, keychain: FakeKeychain
) -> None:
    session = make("workshop.py", env={"KEY": "${API_KEY}"})
    draft = workspace.drafts.all[0]
    assert [each.variable for each in draft.file.entry("server").problems] == ["API_KEY"]
    session.start()
    state = await session.settled()
    assert isinstance(state, Stopped)
    assert state.blocked is not None
    assert state.blocked.remedies[0].action is Action.SET_VALUE

    await workspace.secrets.keep("API_KEY", VALUE)
    await draft.settled()

    assert not draft.file.entry("server").problems
    session.start()
    assert isinstance(await session.settled(), Ready)
    await workspace.secrets.forget("API_KEY")
    await draft.settled()
    assert [each.variable for each in draft.file.entry("server").problems] == ["API_KEY"]
    assert json.loads(draft.text)["mcpServers"]["server"]["env"] == {"KEY": "${API_KEY}"}


async def test_a_consent_does_not_hold_for_a_secret_that_was_kept_since(
    make: Make, workspace: Workspace, keychain: FakeKeychain
) -> None:
    entry = make("workshop.py", env={"KEY": "${API_KEY:-none}"}).entry
    before = await workspace.gate.prepare(entry)
    workspace.consents.remember(before.subject)
    await workspace.secrets.keep("API_KEY", VALUE)

    now = await workspace.gate.prepare(entry)
    verdict = workspace.consents.check(now.subject)

    assert isinstance(verdict, Changed)
    assert [(each.what, each.after) for each in verdict.changes] == [("Kept secrets", "API_KEY")]
    workspace.consents.remember(now.subject)
    assert isinstance(workspace.consents.check(now.subject), Granted)
    assert VALUE not in workspace.consents.path.read_text()


async def test_an_address_that_may_not_be_reached_is_refused_without_the_secret_in_it(
    make: Make, workspace: Workspace, keychain: FakeKeychain
) -> None:
    await workspace.secrets.keep("API_KEY", VALUE)
    session = make("workshop.py", command=None, type="http", url="http://${API_KEY}.test/mcp")

    session.start()
    state = await session.settled()

    assert isinstance(state, Stopped)
    assert state.blocked is not None
    assert VALUE not in repr((vars(state.blocked), session.log.lines))


async def test_a_secret_that_another_patchbay_kept_is_found_at_the_next_start(
    make: Make, workspace: Workspace, keychain: FakeKeychain, patchbay_home: Path
) -> None:
    session = make("workshop.py", env={"KEY": "${API_KEY}"})
    session.start()
    assert isinstance(await session.settled(), Stopped)

    await KeptSecrets(patchbay_home / "data" / "secrets.json").keep("API_KEY", VALUE)
    session.start()

    assert isinstance(await session.settled(), Ready)


async def test_a_kept_secret_where_none_can_be_is_told_as_that_and_not_as_unset(
    make: Make, workspace: Workspace, keychain: FakeKeychain
) -> None:
    await workspace.secrets.keep("API_KEY", VALUE)
    session = make("workshop.py", cwd="${API_KEY}")

    session.start()
    state = await session.settled()

    assert isinstance(state, Stopped)
    assert state.blocked is not None
    assert state.blocked.title == "API_KEY is a kept secret, which a cwd cannot hold"
    assert not state.blocked.remedies
