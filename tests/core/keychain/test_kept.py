"""Secrets that are kept: where, under which names, and what happens when a keychain refuses."""

import asyncio
import json
import threading
from pathlib import Path

import pytest

from patchbay.core.errors import Action, AppError, Family
from patchbay.core.keychain.kept import KeptSecrets, Place
from patchbay.core.keychain.vault import VaultError, system_vault
from tests.keychain import FakeKeychain

VALUE = "sesame-open-4711"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "data" / "secrets.json"


async def test_a_secret_is_in_the_keychain_and_its_name_alone_on_the_disk(
    index: Path, keychain: FakeKeychain
) -> None:
    kept = KeptSecrets(index)

    await kept.keep("API_KEY", VALUE)

    assert keychain.kept == {("Patchbay API_KEY", "API_KEY"): VALUE}
    assert json.loads(index.read_text()) == {"names": ["API_KEY"]}
    later = KeptSecrets(index)
    assert list(later.names) == ["API_KEY"]
    assert later.place("API_KEY") is Place.KEYCHAIN
    assert await later.values(["API_KEY"]) == {"API_KEY": VALUE}


async def test_a_secret_for_this_sitting_is_in_memory_alone(
    index: Path, keychain: FakeKeychain
) -> None:
    kept = KeptSecrets(index)

    await kept.keep("API_KEY", VALUE, Place.MEMORY)

    assert await kept.values(["API_KEY"]) == {"API_KEY": VALUE}
    assert kept.place("API_KEY") is Place.MEMORY
    assert not keychain.kept
    assert not index.exists()


async def test_the_last_place_holds(index: Path, keychain: FakeKeychain) -> None:
    kept = KeptSecrets(index)
    await kept.keep("API_KEY", "first-value", Place.MEMORY)

    await kept.keep("API_KEY", VALUE)

    assert await kept.values(["API_KEY"]) == {"API_KEY": VALUE}
    assert kept.place("API_KEY") is Place.KEYCHAIN


async def test_a_forgotten_secret_is_nowhere(index: Path, keychain: FakeKeychain) -> None:
    kept = KeptSecrets(index)
    await kept.keep("API_KEY", VALUE)
    await kept.keep("OTHER", VALUE, Place.MEMORY)

    await kept.forget("API_KEY")
    await kept.forget("OTHER")

    assert not keychain.kept
    assert not kept.names
    assert json.loads(index.read_text()) == {"names": []}


async def test_what_the_keychain_lost_is_told_and_can_be_set_again(
    index: Path, keychain: FakeKeychain
) -> None:
    kept = KeptSecrets(index)
    await kept.keep("API_KEY", VALUE)
    keychain.kept.clear()

    with pytest.raises(AppError, match="no value for API_KEY") as caught:
        await kept.values(["API_KEY"])

    assert [each.action for each in caught.value.remedies] == [Action.SET_VALUE]
    await kept.keep("API_KEY", VALUE)
    assert await kept.values(["API_KEY"]) == {"API_KEY": VALUE}


async def test_a_locked_keychain_is_told_by_its_own_words_and_loses_nothing(
    index: Path, keychain: FakeKeychain
) -> None:
    kept = KeptSecrets(index)
    await kept.keep("API_KEY", VALUE)
    keychain.locked = "Failed to unlock the collection!"

    for refused in (
        kept.values(["API_KEY"]),
        kept.keep("API_KEY", "another-one"),
        kept.forget("API_KEY"),
    ):
        with pytest.raises(AppError) as caught:
            await refused
        assert caught.value.family is Family.CONFIGURATION
        assert "API_KEY" in caught.value.title
        assert "the desktop says: Failed to unlock the collection!" in caught.value.cause

    keychain.locked = ""
    assert await kept.values(["API_KEY"]) == {"API_KEY": VALUE}


async def test_what_the_keychain_refuses_is_not_listed(index: Path, keychain: FakeKeychain) -> None:
    kept = KeptSecrets(index)
    keychain.locked = "no"

    with pytest.raises(AppError):
        await kept.keep("API_KEY", VALUE)

    assert not kept.names


async def test_who_does_not_wait_for_the_keychain_finds_what_it_took_afterwards(
    index: Path, keychain: FakeKeychain, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, allowed, done = threading.Event(), threading.Event(), threading.Event()
    put = FakeKeychain.set_password

    def slow(self: FakeKeychain, service: str, username: str, password: str) -> None:
        asked.set()
        assert allowed.wait(10)
        put(self, service, username, password)
        done.set()

    monkeypatch.setattr(FakeKeychain, "set_password", slow)
    kept = KeptSecrets(index)
    keeping = asyncio.create_task(kept.keep("API_KEY", VALUE))
    assert await asyncio.to_thread(asked.wait, 10)
    keeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await keeping

    allowed.set()
    assert await asyncio.to_thread(done.wait, 10)

    assert await kept.values(kept.names) == {"API_KEY": VALUE}


async def test_a_keychain_that_writes_plain_text_is_not_used(
    index: Path, no_keychain: None
) -> None:
    kept = KeptSecrets(index)

    with pytest.raises(AppError, match="no keychain that Patchbay can use"):
        await kept.keep("API_KEY", VALUE)
    with pytest.raises(VaultError):
        system_vault()

    assert not kept.names


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("", VALUE), ("1ST", VALUE), ("A-B", VALUE), ("A B", VALUE), ("É", VALUE)),
        *(("A", ""), ("A", "null\0"), ("A", "half \ud800")),
    ],
)
async def test_what_no_reference_can_name_or_no_server_can_get_is_refused(
    index: Path, keychain: FakeKeychain, name: str, value: str
) -> None:
    kept = KeptSecrets(index)

    with pytest.raises(AppError):
        await kept.keep(name, value)

    assert not keychain.kept
    assert not kept.names


async def test_two_patchbays_keep_what_the_other_one_kept(
    index: Path, keychain: FakeKeychain
) -> None:
    one, other = KeptSecrets(index), KeptSecrets(index)
    await one.keep("FIRST", VALUE)
    await other.keep("SECOND", VALUE)
    told: list[None] = []
    one.changed.connect(told.append)

    one.load()

    assert list(one.names) == ["FIRST", "SECOND"]
    assert told == [None]


async def test_a_damaged_list_of_names_is_set_aside(index: Path, keychain: FakeKeychain) -> None:
    index.parent.mkdir()
    index.write_text("{broken")
    kept = KeptSecrets(index)
    assert not kept.names

    await kept.keep("API_KEY", VALUE)

    assert json.loads(index.read_text()) == {"names": ["API_KEY"]}
    assert index.with_name("secrets.json.broken").read_text() == "{broken"


async def test_an_environment_counts_what_is_kept_without_telling_it(
    index: Path, keychain: FakeKeychain
) -> None:
    kept = KeptSecrets(index)
    counted = kept.over({"HOME": "/home/me"})
    assert "API_KEY" not in counted

    await kept.keep("API_KEY", VALUE)

    assert dict(counted) == {"HOME": "/home/me", "API_KEY": "•••"}
    assert len(counted) == 2
