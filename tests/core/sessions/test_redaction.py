"""Known secrets are hidden in whichever way JSON allows to write them."""

import json

import pytest

from patchbay.core.sessions.redaction import MASK, Redactor
from patchbay.core.sessions.traffic import Direction, Traffic

VALUE = 'sk/live-\u00e9\U0001f511"7'


def escaped(text: str) -> str:
    units = text.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02X}" for i in range(0, len(units), 2))


@pytest.mark.parametrize(
    "spelling",
    [
        VALUE,
        json.dumps(VALUE)[1:-1],
        json.dumps(VALUE, ensure_ascii=False)[1:-1],
        json.dumps(VALUE).replace("/", "\\/")[1:-1],
        escaped(VALUE),
        escaped(VALUE[:2]) + json.dumps(VALUE[2:])[1:-1],
    ],
)
def test_no_spelling_of_a_secret_stays_in_the_traffic(spelling: str) -> None:
    traffic = Traffic()
    traffic.redactor = Redactor([VALUE])

    body = f'{{"text":"a \\\\ {spelling} b"}}'
    exchange = traffic.record(Direction.RECEIVED, "notifications/message", body, size=len(body))

    assert exchange.request == f'{{"text":"a \\\\ {MASK} b"}}'


@pytest.mark.parametrize("text", ['"\\u00e9\\/"', "C:\\users\\u", '"\\\\u0041"', '"\\ud800"'])
def test_escapes_that_hide_no_secret_are_kept(text: str) -> None:
    assert Redactor(["a long secret"]).text(text) == text
