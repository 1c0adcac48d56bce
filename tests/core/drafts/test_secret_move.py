"""Moving secrets out of a draft: kept first, then referred to; what fails changes nothing."""

import json
import stat
from pathlib import Path

import pytest

from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.opening import read_file
from patchbay.core.drafts.secret_move import SecretMove, look_for_secrets
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.editing.movable import Named
from patchbay.core.errors import AppError, Family
from patchbay.core.keychain.kept import KeptSecrets, Place
from patchbay.core.paths import Paths
from patchbay.core.values import Json
from tests.keychain import *  # noqa: F403 - its fixtures
from tests.keychain import FakeKeychain

VALUE, OTHER = "sesame-open-4711", "abracadabra-0815"


@pytest.fixture
def secrets(tmp_path: Path) -> KeptSecrets:
    return KeptSecrets(tmp_path / "secrets.json")


def drafted(folder: Path, file: str = "mcp.json", **server: Json) -> Draft:
    path = folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"mcpServers": {"weather": {"command": "npx", **server}}}))
    home = folder / "home"
    return Draft(*read_file(path, ()), standard_shelf(Paths(home, home, home)))


async def looked(draft: Draft, secrets: KeptSecrets, **environment: str) -> SecretMove:
    return await look_for_secrets(draft, "weather", secrets, environment)


def everything(move: SecretMove) -> list[Named]:
    return [Named(each, name) for each, name in zip(move.found, move.names, strict=True)]


def server(draft: Draft) -> Json:
    return json.loads(draft.text)["mcpServers"]["weather"]


async def test_values_go_to_the_keychain_and_one_undo_takes_all_references_back(
    tmp_path: Path, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    draft = drafted(tmp_path, env={"API_KEY": VALUE}, args=["--token", OTHER])
    before = draft.text
    move = await looked(draft, secrets)

    await move.to_keychain(everything(move))

    assert server(draft) == {
        "command": "npx",
        "env": {"API_KEY": "${API_KEY}"},
        "args": ["--token", "${WEATHER_TOKEN}"],
    }
    wanted = {"API_KEY": VALUE, "WEATHER_TOKEN": OTHER}
    assert await secrets.values(list(wanted)) == wanted
    assert draft.path.read_text() == before
    assert (draft.unsaved, draft.undo_label) == (1, "moving secrets of weather")
    draft.undo()
    assert draft.text == before
    assert sorted(secrets.names) == ["API_KEY", "WEATHER_TOKEN"]


async def test_a_new_env_file_is_made_beside_the_config_and_named_in_the_entry(
    tmp_path: Path, secrets: KeptSecrets
) -> None:
    (tmp_path / "weather.env").write_text("THEIRS=1\n")
    draft = drafted(tmp_path, env={"API_KEY": VALUE})
    move = await looked(draft, secrets)
    assert move.env_file.is_new

    await move.to_env_file(everything(move))

    made = tmp_path / "weather-2.env"
    assert made.read_text() == f"API_KEY={VALUE}\n"
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert (tmp_path / "weather.env").read_text() == "THEIRS=1\n"
    assert server(draft) == {
        "command": "npx",
        "env": {"API_KEY": "${API_KEY}"},
        "envFile": "weather-2.env",
    }
    assert draft.unsaved == 1


async def test_the_env_file_that_an_entry_names_is_added_to(
    tmp_path: Path, secrets: KeptSecrets
) -> None:
    (tmp_path / "team.env").write_text("# ours\nAPI_KEY=another")
    draft = drafted(tmp_path, env={"API_KEY": VALUE}, envFile="${PLACE}/team.env")
    move = await looked(draft, secrets, PLACE=str(tmp_path))
    assert move.names == ("WEATHER_API_KEY",)

    await move.to_env_file(everything(move))

    text = (tmp_path / "team.env").read_text()
    assert text == f"# ours\nAPI_KEY=another\nWEATHER_API_KEY={VALUE}\n"
    env: Json = {"API_KEY": "${WEATHER_API_KEY}"}
    assert server(draft) == {"command": "npx", "env": env, "envFile": "${PLACE}/team.env"}


async def test_an_env_file_that_is_named_and_missing_is_made(
    tmp_path: Path, secrets: KeptSecrets
) -> None:
    draft = drafted(tmp_path, env={"API_KEY": VALUE}, envFile="team.env")
    move = await looked(draft, secrets)

    await move.to_env_file(everything(move))

    assert (tmp_path / "team.env").read_text() == f"API_KEY={VALUE}\n"


async def test_an_editor_is_told_the_env_file_from_the_folder_of_the_project(
    tmp_path: Path, secrets: KeptSecrets
) -> None:
    draft = drafted(tmp_path, ".cursor/mcp.json", env={"API_KEY": VALUE})
    move = await looked(draft, secrets)

    await move.to_env_file(everything(move))

    assert (tmp_path / ".cursor" / "weather.env").exists()
    found = draft.file.entries[0]
    assert found.env_file == "${workspaceFolder}/.cursor/weather.env"
    assert found.env == {"API_KEY": "${env:API_KEY}"}
    again = await looked(draft, secrets)
    assert again.env_file.values == {"API_KEY": VALUE}


async def test_names_that_the_environment_the_env_file_or_the_keychain_has_are_not_proposed(
    tmp_path: Path, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    await secrets.keep("A_TOKEN", "kept")
    (tmp_path / "team.env").write_text("B_TOKEN=there\n")
    env: Json = dict.fromkeys(("A_TOKEN", "B_TOKEN", "C_TOKEN", "D_TOKEN"), VALUE)
    draft = drafted(tmp_path, env=env, envFile="team.env")

    move = await looked(draft, secrets, C_TOKEN="set")  # noqa: S106 - invented

    assert move.names == ("WEATHER_A_TOKEN", "WEATHER_B_TOKEN", "WEATHER_C_TOKEN", "D_TOKEN")


async def test_a_locked_keychain_changes_nothing_and_can_be_tried_again(
    tmp_path: Path, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    draft = drafted(tmp_path, env={"API_KEY": VALUE, "B_TOKEN": OTHER})
    before = draft.text
    move = await looked(draft, secrets)
    await secrets.keep("API_KEY", VALUE)  # as if it was locked in the middle
    keychain.locked = "Prompt dismissed."

    with pytest.raises(AppError) as caught:
        await move.to_keychain(everything(move))
    assert "Prompt dismissed." in caught.value.cause
    assert draft.text == before

    keychain.locked = ""
    await move.to_keychain(everything(move))
    assert draft.file.entries[0].env == {"API_KEY": "${API_KEY}", "B_TOKEN": "${B_TOKEN}"}


async def test_what_is_kept_in_memory_only_is_put_into_the_keychain(
    tmp_path: Path, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    draft = drafted(tmp_path, env={"API_KEY": VALUE})
    move = await looked(draft, secrets)
    await secrets.keep("API_KEY", VALUE, Place.MEMORY)

    await move.to_keychain(everything(move))

    assert list(keychain.kept.values()) == [VALUE]


async def test_another_secret_is_never_overwritten(
    tmp_path: Path, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    (tmp_path / "team.env").write_text("HELD=there\n")
    await secrets.keep("KEPT", OTHER)
    draft = drafted(tmp_path, env={"API_KEY": VALUE}, envFile="team.env")
    before = draft.text
    move = await looked(draft, secrets)
    (secret,) = move.found

    for name in ("KEPT", "HELD"):
        for work in (move.to_keychain, move.to_env_file):
            with pytest.raises(AppError, match=f"{name} is set"):
                await work([Named(secret, name)])

    assert await secrets.values(["KEPT"]) == {"KEPT": OTHER}
    assert (tmp_path / "team.env").read_text() == "HELD=there\n"
    assert draft.text == before


async def test_names_that_cannot_be_are_told_before_anything_is_kept(
    tmp_path: Path, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    draft = drafted(tmp_path, env={"API_KEY": VALUE, "B_TOKEN": OTHER})
    move = await looked(draft, secrets, HOME_OF="x")
    first, second = move.found

    faults = move.faults([Named(first, "a-b"), Named(second, "HOME_OF")])
    assert "no name of a variable" in faults[first]
    assert faults[second] == "HOME_OF is set in the environment already"
    twice = [Named(first, "SAME"), Named(second, "SAME")]
    assert move.faults(twice) == {second: "SAME would be the name of two different values"}
    for work in (move.to_keychain, move.to_env_file):
        with pytest.raises(AppError, match="SAME would be"):
            await work(twice)
    assert not keychain.kept


async def test_an_env_file_that_cannot_be_used_says_why(
    tmp_path: Path, secrets: KeptSecrets
) -> None:
    (tmp_path / "folder.env").mkdir()
    for env_file, cause in (
        ("folder.env", "no such file"),
        ("${UNSET}/a.env", "UNSET in env file"),
    ):
        draft = drafted(tmp_path, env={"API_KEY": VALUE}, envFile=env_file)
        before = draft.text
        move = await looked(draft, secrets)

        with pytest.raises(AppError) as caught:
            await move.to_env_file(everything(move))

        assert cause.lower() in caught.value.cause.lower()
        assert draft.text == before


async def test_nothing_is_kept_for_a_draft_that_cannot_be_changed(
    tmp_path: Path, secrets: KeptSecrets, keychain: FakeKeychain
) -> None:
    draft = drafted(tmp_path, env={"API_KEY": VALUE})
    move = await looked(draft, secrets)
    for text in (draft.text.replace(VALUE, OTHER), "{"):
        draft.replace(text, "typing")
        for work in (move.to_keychain, move.to_env_file):
            with pytest.raises(AppError):
                await work(everything(move))

    assert not keychain.kept
    assert not (tmp_path / "weather.env").exists()


async def test_after_a_failed_edit_the_env_file_that_was_made_is_used_again(
    tmp_path: Path, secrets: KeptSecrets, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = drafted(tmp_path, env={"API_KEY": VALUE})
    move = await looked(draft, secrets)

    async def refuse(_operation: object) -> None:
        raise AppError(Family.CONFIGURATION, "on purpose")

    with monkeypatch.context() as patch:
        patch.setattr(draft, "edit", refuse)
        with pytest.raises(AppError, match="on purpose"):
            await move.to_env_file(everything(move))

    await move.to_env_file(everything(move))

    assert (tmp_path / "weather.env").read_text() == f"API_KEY={VALUE}\n"
    assert draft.file.entries[0].env_file == "weather.env"
