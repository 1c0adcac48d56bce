"""What Patchbay sends, as bytes: the same whether it is small or large."""

import json
from typing import Any

import pytest

from patchbay.core.sessions.encoding import encoded


@pytest.mark.parametrize("times", [1, 200_000])
@pytest.mark.parametrize("value", ['ä\n"\\😀\u2028', 7, None, {"key": [1.5, True]}])
async def test_a_message_is_compact_json_in_utf_8(value: Any, times: int) -> None:
    message = {"jsonrpc": "2.0", "params": {"many": [value] * times}}

    body = await encoded(message)

    assert json.loads(body) == message
    assert body.startswith(b'{"jsonrpc":"2.0","params":{"many":[')


@pytest.mark.parametrize("times", [1, 300_000])
async def test_what_utf_8_cannot_hold_is_replaced(times: int) -> None:
    assert await encoded({"half": "\ud800" * times}) == b'{"half":"' + b"?" * times + b'"}'
