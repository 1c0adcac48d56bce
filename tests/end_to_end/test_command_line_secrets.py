"""`patchbay secret`, in this process, so that it meets the keychain of the test and no other."""

import io
import json
from pathlib import Path

import pytest

from patchbay.cli.parser import parse
from patchbay.cli.reading import read_config
from patchbay.cli.secret import secret
from patchbay.core.errors import AppError, Kind
from tests.keychain import FakeKeychain

VALUE = "sesame-open-4711"


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


async def test_a_value_is_read_from_stdin_and_never_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], keychain: FakeKeychain
) -> None:
    typed(monkeypatch, f"{VALUE}\n")

    assert await secret(parse(["secret", "API_KEY"])) == 0

    assert list(keychain.kept.values()) == [VALUE]
    assert capsys.readouterr().out == "API_KEY\n"
    assert await secret(parse(["secret", "--json"])) == 0
    assert json.loads(capsys.readouterr().out) == {"secrets": ["API_KEY"]}


async def test_it_fills_in_what_a_config_misses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, keychain: FakeKeychain
) -> None:
    file = tmp_path / "mcp.json"
    server = {"command": "npx", "env": {"K": "${PATCHBAY_TEST_KEY}"}}
    file.write_text(json.dumps({"mcpServers": {"one": server}}))
    (missed,) = read_config(file).entries[0].problems
    assert missed.variable == "PATCHBAY_TEST_KEY"
    typed(monkeypatch, VALUE)

    await secret(parse(["secret", "PATCHBAY_TEST_KEY"]))

    assert not read_config(file).entries[0].problems


async def test_it_is_forgotten_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], keychain: FakeKeychain
) -> None:
    typed(monkeypatch, VALUE)
    await secret(parse(["secret", "API_KEY"]))

    assert await secret(parse(["secret", "--remove", "API_KEY"])) == 0

    assert not keychain.kept
    assert capsys.readouterr().out.splitlines()[-1] == "No secrets are kept."
    for line in (["secret", "--remove", "API_KEY"], ["secret", "--remove"]):
        with pytest.raises(AppError) as caught:
            await secret(parse(line))
        assert caught.value.kind is Kind.MISSING


async def test_nothing_typed_is_refused(
    monkeypatch: pytest.MonkeyPatch, keychain: FakeKeychain
) -> None:
    typed(monkeypatch, "\n")

    with pytest.raises(AppError, match="would be empty"):
        await secret(parse(["secret", "API_KEY"]))


async def test_without_a_keychain_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, no_keychain: None
) -> None:
    typed(monkeypatch, VALUE)

    with pytest.raises(AppError) as caught:
        await secret(parse(["secret", "API_KEY"]))

    assert caught.value.kind is Kind.REFUSED
    assert "env file" in caught.value.hint


async def test_what_is_too_long_is_refused_and_not_cut(
    monkeypatch: pytest.MonkeyPatch, keychain: FakeKeychain
) -> None:
    typed(monkeypatch, "x" * (1024 * 1024 + 1))

    with pytest.raises(AppError, match="too long"):
        await secret(parse(["secret", "API_KEY"]))

    assert not keychain.kept
