"""Known secrets are hidden in whichever way JSON allows to write them."""

import html
import json
import time
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.redaction import MASK, Redactor
from patchbay.core.sessions.traffic import BODY_LIMIT, Direction, Traffic

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


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_secret_in_json_inside_a_string_of_json_is_masked(depth: int) -> None:
    value = 'a "quoted"\\ key\nof two lines \u00e9'
    text = value
    for _ in range(depth):
        text = json.dumps({"inner": text})

    found = Redactor([value]).text(text)

    for _ in range(depth):
        found = json.loads(found)["inner"]
    assert found == MASK


def test_no_half_of_a_secret_is_left_where_a_body_or_a_line_was_cut() -> None:
    traffic, log = Traffic(), Log()
    traffic.redactor = log.redactor = Redactor(["hunter2hunter2", "correct horse"])

    for before in range(BODY_LIMIT - 20, BODY_LIMIT + 2):
        body = "correct horse" * 9 + "x" * (before - 9 * 13) + "hunter2hunter2" + "y" * 300
        exchange = traffic.record(Direction.RECEIVED, "m", body, size=len(body), target=body)
        assert "hunt" not in exchange.request
        assert exchange.request_cut
    log.add(Source.STDERR, "x" * 2_038 + "hunter2hun")
    assert log.tail(Source.STDERR, 1)[0] == "x" * 2_038 + MASK


def test_hiding_secrets_in_a_large_body_takes_milliseconds() -> None:
    redactor = Redactor(f"secret value {number}" for number in range(20))
    bodies = ['{"a":"' + '\\"\\n' * 16_000 + '"}', "\\" * 65_536, "\\u00e9" * 11_000]

    began = time.perf_counter()
    for body in bodies:
        redactor.text(body)

    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(
    "spelling",
    [
        quote(VALUE),
        quote(VALUE, safe="").lower(),
        quote_plus(f"a {VALUE}"),
        html.escape(VALUE),
        html.escape(f"it's & {VALUE} <b>"),
        json.dumps({"inner": quote(VALUE)}),
        json.dumps(html.escape(VALUE)).replace("&", "\\u0026"),
    ],
)
def test_no_spelling_of_addresses_and_pages_gives_a_secret_away(spelling: str) -> None:
    secrets = [VALUE, f"a {VALUE}", f"it's & {VALUE} <b>"]

    found = Redactor(secrets).text(f"before {spelling} 100%41 &amp; after")

    assert MASK in found
    assert "live" not in found
    assert found.endswith(" 100%41 &amp; after")


def as_json(text: str) -> str:
    return json.dumps(text)[1:-1]


def in_address(text: str) -> str:
    return quote(text)


@pytest.mark.parametrize("write", [str, in_address, html.escape, as_json])
def test_a_line_cut_anywhere_in_a_secret_shows_less_than_four_letters_of_it(
    write: Callable[[str], str],
) -> None:
    log = Log()
    value = "lions/é&\U0001f511eat%'zebras"
    log.redactor = Redactor([value])
    whole = "x" * 600 + write(value)

    for end in range(601, len(whole.encode())):
        log.add(Source.STDERR, whole.encode()[:end].decode("utf-8", "replace"))
        assert "lion" not in log.tail(Source.STDERR, 1)[0]


def test_what_is_just_longer_than_its_limit_keeps_its_beginning() -> None:
    assert Redactor(["a long secret"]).beginning("x" * 401, 400) == "x" * 400


@pytest.mark.parametrize("spell", [str, json.dumps, quote, html.escape])
def test_a_long_secret_is_hidden_without_a_long_search(spell: Callable[[str], str]) -> None:
    value = 'a "key" & more/' * 8_000
    text = f"before {spell(value)} after"

    hidden = Redactor([value]).text(text)

    assert "more" not in hidden
    assert hidden.startswith("before ")
    assert hidden.endswith(" after")


def test_a_long_secret_in_an_odd_spelling_hides_the_whole_text() -> None:
    value = "k" * 3_000

    assert Redactor([value]).text("x\\u006b" + "k" * 2_999) == MASK
