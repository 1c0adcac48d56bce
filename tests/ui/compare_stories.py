"""Comparisons of two runs in their telling states, as a result shows them."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from patchbay.core.calls.blocks import Audio, HeldBytes, Image, Result, Structured, Text
from patchbay.core.calls.run import Run
from patchbay.core.errors import AppError, Family
from patchbay.core.values import JsonObject
from patchbay.ui.results.view import ResultView
from tests.ui import samples
from tests.ui.samples import FileOpener, a_run
from tests.ui.stories import Story

LATER: JsonObject = {**samples.ARGUMENTS, "days": 30, "title": "October, only the north"}


def answered(number: int, result: Result, arguments: JsonObject = samples.ARGUMENTS) -> Run:
    run = a_run(number, arguments)
    run.finish(result)
    return run


def failed(number: int) -> Run:
    run = a_run(number)
    run.fail(
        AppError(
            Family.PROTOCOL,
            "The server refused the call",
            cause="There is no dataset called “orders”.",
            evidence={"code": "-32602"},
        )
    )
    return run


def compared(folder: Path, *runs: Run) -> ResultView:
    """A result that compares the newest two of these runs."""
    view = ResultView(FileOpener(folder))
    view.set_runs(runs)
    view.show_run(runs[-1])
    view.toggle_comparison()
    return view


def different(folder: Path) -> QWidget:
    series = [*samples.STRUCTURED["series"][:2], {"name": "west", "points": 30, "max": 99.5}]
    after = Result(
        (Text(samples.WORDS.replace("371.4", "402.0")),),
        Structured({**samples.STRUCTURED, "series": series}),
        size=31_004,
    )
    before = Result((Text(samples.WORDS),), Structured(samples.STRUCTURED), size=34_210)
    return compared(folder, answered(3, before), answered(4, after, LATER))


def alike(folder: Path) -> QWidget:
    return compared(folder, *(answered(number, samples.chart_result()) for number in (1, 2)))


def pictures(folder: Path) -> QWidget:
    def result(width: int) -> Result:
        picture = Image("image/png", HeldBytes(samples.chart_png(width)))
        return Result((Text(samples.WORDS), picture), size=34_210)

    return compared(folder, answered(3, result(720)), answered(4, result(560)))


def error_and_result(folder: Path) -> QWidget:
    sound = Audio("audio/wav", HeldBytes(samples.a_wave()))
    return compared(folder, failed(11), answered(12, Result((Text("fine"), sound), size=16_044)))


def large(folder: Path) -> QWidget:
    def result(word: str) -> Result:
        lines = "".join(f"{number:>7}  GET /v1/orders {word}\n" for number in range(40_000))
        return Result((Text("", spooled=samples.spooled(lines, folder)),), size=1_240_000)

    return compared(folder, answered(3, result("200")), answered(4, result("404")))


COMPARE_STORIES = (
    Story("compare-different", different),
    Story("compare-different-narrow", different, 340, 400),
    Story("compare-alike", alike),
    Story("compare-pictures", pictures),
    Story("compare-error", error_and_result),
    Story("compare-large", large),
)
