"""The newest version: nobody is asked unless a person wants it, and then one address alone."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from patchbay.core.errors import AppError, Kind
from patchbay.core.settings import SettingsStore
from patchbay.core.updates import VARIABLE, UpdateCheck, is_newer
from tests.servers.version_page import VersionPage, version_page


@pytest.fixture
def page() -> Iterator[VersionPage]:
    with version_page() as page:
        yield page


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.json")


def check(store: SettingsStore, environment: dict[str, str] | None = None) -> UpdateCheck:
    return UpdateCheck(store, store.path.with_name("updates.json"), environment or {})


async def test_nobody_is_asked_unless_it_is_turned_on(
    page: VersionPage, store: SettingsStore
) -> None:
    store.update(update_address=page.address)

    await check(store).ask_if_due()

    assert page.asked == []


async def test_nobody_is_asked_while_no_address_is_set(store: SettingsStore) -> None:
    store.update(update_check=True)
    updates = check(store)

    await updates.ask_if_due()

    assert updates.last is None
    with pytest.raises(AppError, match="Nobody can be asked"):
        await updates.ask()


async def test_at_a_start_it_is_asked_once_a_day(page: VersionPage, store: SettingsStore) -> None:
    store.update(update_check=True, update_address=page.address)

    await check(store).ask_if_due()
    await check(store).ask_if_due()

    assert len(page.asked) == 1
    assert check(store).newer == "9.9.9"
    yesterday = datetime.now().astimezone() - timedelta(days=1, minutes=1)
    known = {"asked": yesterday.isoformat(), "version": "9.9.9"}
    store.path.with_name("updates.json").write_text(json.dumps(known))
    await check(store).ask_if_due()
    assert len(page.asked) == 2


async def test_a_page_that_fails_is_asked_once_a_day_too(
    page: VersionPage, store: SettingsStore
) -> None:
    store.update(update_check=True, update_address=page.address)
    page.status = 500

    await check(store).ask_if_due()
    await check(store).ask_if_due()

    assert len(page.asked) == 1


async def test_the_question_says_nothing_about_who_asks(
    page: VersionPage, store: SettingsStore
) -> None:
    store.update(update_address=page.address)

    await check(store).ask()

    ((path, headers),) = page.asked
    assert path == "/version"
    assert headers["user-agent"] == "Patchbay"
    assert set(headers) <= {"host", "user-agent", "accept", "accept-encoding", "connection"}


@pytest.mark.parametrize("body", ['{"version": "v1.2.3", "more": 1}', " 1.2.3 \n", "v1.2.3"])
async def test_a_version_is_read_from_json_and_from_plain_text(
    page: VersionPage, store: SettingsStore, body: str
) -> None:
    store.update(update_address=page.address)
    page.body = body.encode()

    asked = await check(store).ask()

    assert asked.version == "1.2.3"
    assert check(store).last == asked


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (404, "9.9.9", "HTTP 404"),
        (302, "9.9.9", "HTTP 302"),
        (200, "<html>Welcome</html>", "no version"),
        (200, '{"version": null}', "no version"),
        (200, "1" * 100_000, "far too long"),
    ],
)
async def test_what_is_no_version_is_said_and_nothing_else_is_asked(
    page: VersionPage, store: SettingsStore, status: int, body: str, why: str
) -> None:
    store.update(update_address=page.address)
    page.status, page.body = status, body.encode()
    updates = check(store)

    with pytest.raises(AppError) as caught:
        await updates.ask()

    assert why in caught.value.cause
    assert len(page.asked) == 1
    assert updates.newer == ""


async def test_a_server_that_is_not_there_is_said(page: VersionPage, store: SettingsStore) -> None:
    store.update(update_address="http://127.0.0.1:9/version")

    with pytest.raises(AppError, match="not known"):
        await check(store).ask()


@pytest.mark.parametrize("address", ["http://far.test/v", "ftp://127.0.0.1/v", "/etc/passwd", "["])
async def test_only_an_encrypted_address_or_this_computer_is_asked(
    store: SettingsStore, address: str
) -> None:
    store.update(update_address=address)

    with pytest.raises(AppError) as caught:
        await check(store).ask()

    assert caught.value.kind is Kind.REFUSED


async def test_the_environment_stands_above_the_settings(
    page: VersionPage, store: SettingsStore
) -> None:
    store.update(update_check=True, update_address="https://elsewhere.test/")
    updates = check(store, {VARIABLE: page.address})

    await updates.ask_if_due()

    assert updates.address_is_given
    assert len(page.asked) == 1


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [
        ("0.2.0", "0.1.0", True),
        ("0.10", "0.9.9", True),
        ("1", "1.0.0", False),
        ("1.0.0rc1", "1.0.0", False),
        ("0.1.0", "0.2.0", False),
        ("", "0.1.0", False),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, than: str, *, newer: bool) -> None:
    assert is_newer(version, than) is newer


def test_a_memory_that_is_broken_is_none(store: SettingsStore) -> None:
    store.path.with_name("updates.json").write_text('{"asked": "once"}')

    assert check(store).last is None
