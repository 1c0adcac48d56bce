"""`patchbay saved` and `patchbay call --saved`: what the window keeps, for scripts."""

import asyncio
import json
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from patchbay.core.calls.run import RunKind
from patchbay.core.calls.saved import SavedCall
from patchbay.core.calls.saved_calls import SavedCalls
from patchbay.core.values import JsonObject

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Config = Callable[..., Path]
Keep = Callable[..., None]
ARGUMENTS: JsonObject = {"title": "two words", "count": 3, "maybe": None, "tags": []}


@pytest.fixture
def store(environment: dict[str, str]) -> Path:
    return Path(environment["PATCHBAY_HOME"]) / "data" / "saved-calls.json"


@pytest.fixture
def keep(store: Path, config: Config) -> Keep:
    """Save a call for the server `one`."""

    def save(name: str, target: str, arguments: JsonObject, kind: RunKind = RunKind.TOOL) -> None:
        call = SavedCall(name, kind, target, arguments, datetime(2026, 11, 30, tzinfo=UTC))
        asyncio.run(SavedCalls(store).save(config(one="workshop.py"), "one", call))

    return save


def test_a_saved_call_reaches_the_server_as_it_was_saved(
    patchbay: Patchbay, config: Config, keep: Keep, allowed: None
) -> None:
    file = config(one="workshop.py")
    keep("my call", "echo", ARGUMENTS)

    called = patchbay("call", file, "one", "--trust", "--json", "--saved", "my call")

    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout)["structured_content"] == ARGUMENTS


def test_arguments_on_the_line_replace_those_of_the_saved_call(
    patchbay: Patchbay, config: Config, keep: Keep, allowed: None
) -> None:
    file = config(one="workshop.py")
    keep("my call", "echo", ARGUMENTS)
    line = ("call", file, "one", "--trust", "--json")

    behind = patchbay(*line, "--saved", "my call", "count=7")
    before = patchbay(*line, "count=7", "sure=true", "--saved", "my call")

    assert json.loads(behind.stdout)["structured_content"] == {**ARGUMENTS, "count": 7}
    assert json.loads(before.stdout)["structured_content"] == {
        **ARGUMENTS,
        "count": 7,
        "sure": True,
    }


def test_a_saved_call_is_listed_with_its_secrets_masked_unless_they_are_wanted(
    patchbay: Patchbay, config: Config, keep: Keep
) -> None:
    file = config(one="workshop.py")
    assert "No calls are saved for one." in patchbay("saved", file, "one").stdout
    keep("my call", "echo", {"title": "a", "inner": {"api_key": "sesame-4711"}})
    keep("a page", "chart://x", {}, RunKind.RESOURCE)

    listed = patchbay("saved", file, "one")
    told = json.loads(patchbay("saved", file, "one", "--json").stdout)
    shown = json.loads(patchbay("saved", file, "one", "--json", "--show-secrets").stdout)

    assert listed.stdout.splitlines() == [
        "my call  tool echo           title, inner",
        "a page   resource chart://x",
    ]
    assert told[0]["arguments"] == {"title": "a", "inner": {"api_key": "•••"}}
    assert shown[0]["arguments"]["inner"] == {"api_key": "sesame-4711"}
    assert (told[1]["kind"], told[1]["uri"]) == ("resource", "chart://x")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--saved", "my cal"), "Did you mean my call?"),
        (("--saved", "gone"), "has no tool called vanished"),
        (("--saved", "my call", "--args", "{}"), "--args and --saved"),
        ((), "TOOL"),
    ],
)
def test_what_cannot_be_called_is_said_and_told_by_the_exit_code(
    patchbay: Patchbay,
    config: Config,
    keep: Keep,
    allowed: None,
    words: tuple[str, ...],
    told: str,
) -> None:
    file = config(one="workshop.py")
    keep("my call", "echo", ARGUMENTS)
    keep("gone", "vanished", {})

    refused = patchbay("call", file, "one", "--trust", *words)

    assert refused.returncode == 2
    assert told in refused.stderr


def test_saved_prompts_and_resources_are_asked_for_as_well(
    patchbay: Patchbay, config: Config, keep: Keep, allowed: None
) -> None:
    file = config(one="workshop.py")
    keep("a prompt", "sing", {"name": "Ada"}, RunKind.PROMPT)
    keep("a page", "note://{name}", {"name": "a b"}, RunKind.RESOURCE)
    line = ("call", file, "one", "--trust", "--saved")

    sung = patchbay(*line, "a prompt")
    other = patchbay(*line, "a prompt", "name=Bea")
    read = patchbay(*line, "a page")

    assert [each.returncode for each in (sung, other, read)] == [0, 0, 0]
    assert "Sing for Ada" in sung.stdout
    assert "Sing for Bea" in other.stdout
    assert "This is note://a%20b" in read.stdout


def test_a_tool_may_still_be_named_behind_the_options(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    file = config(one="workshop.py")

    called = patchbay("call", file, "one", "--trust", "--json", "echo", "title=a", "count=1")

    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout)["structured_content"] == {"title": "a", "count": 1}


def test_a_server_that_is_renamed_on_the_command_line_keeps_its_saved_calls(
    patchbay: Patchbay, config: Config, keep: Keep
) -> None:
    file = config(one="workshop.py")
    keep("my call", "echo", ARGUMENTS)

    assert patchbay("rename", file, "one", "two", "--dry-run").returncode == 0
    assert "my call" in patchbay("saved", file, "one").stdout
    assert patchbay("rename", file, "one", "two").returncode == 0

    assert "my call" in patchbay("saved", file, "two").stdout


def test_a_damaged_file_is_set_aside_and_said_on_standard_error(
    patchbay: Patchbay, config: Config, store: Path
) -> None:
    store.parent.mkdir(parents=True)
    store.write_text("{")

    listed = patchbay("saved", config(one="workshop.py"), "one", "--json")

    assert listed.returncode == 0
    assert json.loads(listed.stdout) == []
    assert "set aside" in listed.stderr
    assert store.with_name("saved-calls.json.broken").read_text() == "{"
