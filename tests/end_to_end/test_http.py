"""Remote servers from the command line: what works, and what is said when it does not."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.remote import RemoteServer

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Config = Callable[..., Path]
Answering = Callable[..., str]


def test_a_server_at_an_address_lists_and_calls(
    patchbay: Patchbay, config: Config, http_server: RemoteServer
) -> None:
    file = config(far={"url": http_server.address})

    listed = patchbay("tools", file, "far", "--trust", "--json")
    called = patchbay("call", file, "far", "add", "a=2", "b=3", "--trust")

    assert listed.returncode == 0, listed.stderr
    found = json.loads(listed.stdout)
    assert found["server"]["name"] == "sdk"
    assert "add" in [tool["name"] for tool in found["tools"]]
    assert called.stdout.strip() == "5", called.stderr


@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [
        (401, "no token", "text/plain", "401"),
        (404, "nothing here", "text/plain", "404"),
        (500, "it broke", "text/plain", "500"),
        (200, "<!doctype html><title>Welcome</title>", "text/html", "web page"),
    ],
)
def test_what_a_web_server_says_instead_of_mcp_is_told(
    patchbay: Patchbay,
    config: Config,
    answering: Answering,
    status: int,
    body: str,
    kind: str,
    words: str,
) -> None:
    file = config(far={"url": answering(status, body, kind)})

    failed = patchbay("tools", file, "far", "--trust")

    assert failed.returncode == 4
    assert words in failed.stderr
    assert "Traceback" not in failed.stderr
    assert not failed.stdout


def test_nobody_at_the_address_is_told(patchbay: Patchbay, config: Config) -> None:
    failed = patchbay("tools", config(far={"url": "http://127.0.0.1:9/mcp"}), "far", "--trust")

    assert failed.returncode == 4
    assert "The address cannot be reached" in failed.stderr
    assert "Traceback" not in failed.stderr


def test_plain_http_to_another_computer_is_refused_before_anything_is_sent(
    patchbay: Patchbay, config: Config
) -> None:
    refused = patchbay("tools", config(far={"url": "http://192.0.2.1/mcp"}), "far", "--trust")

    assert refused.returncode == 3
    assert "insecure" in refused.stderr
    assert "https" in refused.stderr


def test_without_consent_nothing_is_sent_to_an_address(
    patchbay: Patchbay, config: Config, http_server: RemoteServer
) -> None:
    refused = patchbay("tools", config(far={"url": http_server.address}), "far")

    assert refused.returncode == 3
    assert "--trust" in refused.stderr
