"""The config of a server, told at the handshake of either era."""

import pytest

from patchbay.core.sessions.handshake import CONFIG_KEY, amended
from patchbay.core.values import Json, JsonObject

META = "io.modelcontextprotocol/clientCapabilities"
CONFIG = {"depth": 2, "folders": ["a"]}


def initialize(**capabilities: Json) -> JsonObject:
    params = {"protocolVersion": "2025-11-25", "capabilities": capabilities}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def test_the_older_handshake_tells_it_once() -> None:
    told = amended(initialize(roots={}), CONFIG)

    assert told == initialize(roots={}, experimental={CONFIG_KEY: CONFIG})


def test_every_request_of_the_newer_era_tells_it() -> None:
    meta: JsonObject = {"progressToken": 3, META: {"sampling": {}}}
    params: JsonObject = {"name": "echo", "_meta": meta}
    call: JsonObject = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}

    told = amended(call, CONFIG)

    assert told["params"]["name"] == "echo"
    assert told["params"]["_meta"] == {
        "progressToken": 3,
        META: {"sampling": {}, "experimental": {CONFIG_KEY: CONFIG}},
    }
    assert meta == {"progressToken": 3, META: {"sampling": {}}}


def test_other_experiments_stay() -> None:
    told = amended(initialize(experimental={"other": {}}), CONFIG)

    assert told["params"]["capabilities"]["experimental"] == {"other": {}, CONFIG_KEY: CONFIG}


@pytest.mark.parametrize("config", [None, "text", 3, ["a"], True])
def test_what_is_no_object_is_not_told(config: Json) -> None:
    message = initialize()

    assert amended(message, config) is message


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        {"jsonrpc": "2.0", "method": "notifications/initialized", "params": {"_meta": None}},
        {"jsonrpc": "2.0", "id": 7, "result": {"capabilities": {}}},
    ],
)
def test_other_messages_stay_as_they_are(message: JsonObject) -> None:
    assert amended(message, CONFIG) is message
