"""Questions of a server in their telling states."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from patchbay.core.calls.ask import Ask, Question
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.sessions.asks import Asks
from patchbay.core.sessions.log import Log
from patchbay.ui.asks import AskCard, AsksBar
from patchbay.ui.controls import column, scroll
from patchbay.ui.results.running import RunningCard
from patchbay.ui.tasks import spawn
from tests.ui.stories import Story

BERTH = Question(
    "Who gets the report, and until when?",
    {
        "type": "object",
        "properties": {
            "recipient": {"type": "string", "format": "email"},
            "reason": {
                "type": "string",
                "maxLength": 200,
                "description": "Shown in the mail, up to 200 characters",
            },
            "format": {
                "oneOf": [{"const": "pdf", "title": "PDF"}, {"const": "html", "title": "Web page"}]
            },
            "expires": {"type": "string", "format": "date", "default": "2026-12-31"},
            "languages": {"type": "array", "items": {"type": "string", "enum": ["en", "nl"]}},
            "include_raw_data": {"type": "boolean"},
        },
        "required": ["recipient"],
    },
)
ODD = Question(
    "A long question that goes on and on, as servers do when they paste what they have. " * 6
    + "x" * 120,
    {
        "type": "object",
        "properties": {
            "password": {"type": "string", "description": "Of your bank"},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "free": {"type": "object"},
        },
        "required": ["password"],
    },
    doubts=("“password” looks like a secret, which no server may ask for in a form.",),
)
PAGE = Question(
    "Sign in, then come back.",
    url="http://bank.test@pay.harbour.example.net:8443/dues/2026?ship=Ida&reference="
    + "4711-" * 30,
    host="pay.harbour.example.net",
    doubts=(
        "It is not encrypted: others on the way can read and change what you do there.",
        "It leads to pay.harbour.example.net, whatever stands before the “@”.",
    ),
)


def asking(*questions: Question) -> Run:
    """A call that is held up by these questions, and will be given up soon."""
    run = Run(5, RunKind.TOOL, "publish", {})
    run.total_time = 90
    run.set_asks(tuple(Ask("charts", question, run) for question in questions))
    return run


def paused(_: Path) -> QWidget:
    return _scrolled(RunningCard(asking(BERTH)))


def two(_: Path) -> QWidget:
    run = asking(PAGE, BERTH)
    run.advance(2, 5, "Rendering page 2 of 5")
    return _scrolled(RunningCard(run))


def faulty(_: Path) -> QWidget:
    card = AskCard(Ask("charts", BERTH, asking(BERTH)))
    card.body.submit()
    return _scrolled(card)


def odd(_: Path) -> QWidget:
    return _scrolled(AskCard(Ask("charts", ODD, None)))


def address(_: Path) -> QWidget:
    return _scrolled(AskCard(Ask("charts", PAGE, None)))


def nothing_to_fill_in(_: Path) -> QWidget:
    return _scrolled(AskCard(Ask("charts", Question("Shall it go on?"), None)))


def row_above(_: Path) -> QWidget:
    """What other pages show."""
    asks = Asks(lambda: "charts", Log(), tuple, attended=True)
    bar = AsksBar(asks, lambda _: False)
    shown = QWidget()
    shown.setLayout(column(bar, None, gap=0))
    for question in (PAGE, BERTH):
        spawn(shown, asks.put(question))
    return shown


def _scrolled(widget: QWidget) -> QWidget:
    inner, outer = QWidget(), QWidget()
    inner.setLayout(column(widget, None, margins=(16, 12, 16, 16)))
    outer.setLayout(column(scroll(inner), gap=0))
    return outer


STORIES = (
    Story("ask-paused", paused),
    Story("ask-narrow", paused, 300, 680),
    Story("ask-two", two, 418, 1_200),
    Story("ask-faulty", faulty),
    Story("ask-odd", odd, 418, 800),
    Story("ask-odd-narrow", odd, 300, 800),
    Story("ask-address", address),
    Story("ask-address-narrow", address, 300, 680),
    Story("ask-nothing", nothing_to_fill_in, 418, 240),
    Story("ask-row", row_above, 700, 120),
)
