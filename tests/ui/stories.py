"""Widgets in their telling states: the pictures are made from this list, and looked at."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from patchbay.core.calls.blocks import (
    HeldBytes,
    Image,
    Note,
    Result,
    Structured,
    Text,
)
from patchbay.core.errors import AppError, Family, Kind
from patchbay.ui.controls import (
    STRETCH,
    Badge,
    Button,
    IconButton,
    IconLabel,
    IntegerField,
    KeyCap,
    Label,
    SearchField,
    Segments,
    Spinner,
    StateMark,
    Tabs,
    column,
    hline,
    row,
)
from patchbay.ui.results.view import ResultView
from tests.ui import samples
from tests.ui.samples import FileOpener


@dataclass(frozen=True, slots=True)
class Story:
    """One widget in one state, and the size it is shown at."""

    name: str
    make: Callable[[Path], QWidget]
    width: int = 418
    height: int = 680


def controls(_folder: Path) -> QWidget:
    page = QWidget()
    tabs = Tabs("Tools", "Prompts", "Log", "Configuration")
    tabs.set_count(0, 9)
    tabs.set_count(2, 41, alarm=True)
    chosen = Button("All", "chip")
    chosen.setCheckable(True)
    chosen.setChecked(True)
    off = Button("Off", icon="play")
    off.setEnabled(False)
    kinds = QComboBox()
    kinds.addItems(["line", "area"])
    page.setLayout(
        column(
            row(
                Button("Run", "primary", icon="play", keys="Ctrl+Enter"),
                Button("Stop", icon="square"),
                Button("Save call", "ghost", icon="bookmark"),
                Button("Add item", "link", icon="plus"),
                Button("Start once", "dangerline"),
                Button("Remove", "danger"),
                off,
                STRETCH,
            ),
            row(
                IconButton("copy", "Copy"),
                IconButton("x", "Close", small=True),
                chosen,
                Button("Errors 2", "chip"),
                Button("null", "null"),
                Button("style", "fold", icon="chevron-down"),
                Segments("Form", "JSON"),
                Button("Cancel", icon="x", keys="Ctrl+."),
                STRETCH,
            ),
            row(
                StateMark("running"),
                StateMark("stopped"),
                StateMark("starting"),
                StateMark("failed"),
                StateMark("attention"),
                StateMark("blocked"),
                StateMark("asks"),
                Spinner(),
                IconLabel("circle-check", "ok"),
                Badge("read-only", "ok"),
                Badge("destructive", "danger"),
                Badge("open-world", "warn"),
                Badge("idempotent"),
                Badge("1.4.2", "outline"),
                Badge("MCP 2026-07-28", "accent"),
                KeyCap("Ctrl+K"),
                STRETCH,
            ),
            tabs,
            hline(),
            row(
                SearchField("Filter servers", "Ctrl+L"),
                QLineEdit("orders"),
                kinds,
                IntegerField(1, 365),
            ),
            row(Label("Patchbay", "hero"), Label("charts", "h1"), Label("render_chart", "h2")),
            None,
            margins=(16, 16, 16, 16),
        )
    )
    return page


def nothing_yet(folder: Path) -> QWidget:
    return ResultView(FileOpener(folder))


def waiting(folder: Path) -> QWidget:
    return _view(folder, samples.a_run(5))


def in_progress(folder: Path) -> QWidget:
    run = samples.a_run(5, name="build_report")
    for page, message in enumerate(
        (
            "Reading 5 saved charts",
            "Rendering page 1 of 5",
            "Rendering page 2 of 5",
            "Rendering page 3 of 5, the one with a long title that does not fit the line",
        )
    ):
        run.advance(page, 5, message)
    return _view(folder, run)


def chart(folder: Path) -> QWidget:
    return _view(folder, samples.done(4, samples.chart_result()))


def noted(folder: Path) -> QWidget:
    return _view(folder, samples.done(4, samples.noted_result()))


def every_kind(folder: Path) -> QWidget:
    return _view(folder, samples.done(4, samples.every_kind_result()))


def raw(folder: Path) -> QWidget:
    view = _view(folder, samples.done(4, samples.chart_result()))
    view.toggle_raw()
    return view


def tool_error(folder: Path) -> QWidget:
    result = Result(
        (Text("kind must be one of line, area, bar, scatter"),), is_error=True, size=412
    )
    return _view(folder, samples.done(4, result))


def failed(folder: Path) -> QWidget:
    run = samples.a_run(7, {"city": "Bergen,NO", "units": "metric"}, "get_weather")
    run.fail(
        AppError(
            Family.CONNECTION,
            "The server exited before it answered",
            cause="It ended with code 3, 1.2 s after the call was sent.",
            hint="Patchbay did not repeat the call, because it may have run. Start it again.",
            evidence={
                "exit code": "3",
                "stderr": "Traceback (most recent call last):\n"
                '  File "weather_mcp/server.py", line 88, in call\n'
                "KeyMissing: WEATHER_API_KEY is empty",
            },
        )
    )
    return _view(folder, run)


def late(folder: Path) -> QWidget:
    run = samples.a_run(7)
    run.fail(
        AppError(
            Family.CONNECTION,
            "No answer within 60 s",
            hint="Raise the server's request timeout, or cancel earlier.",
            kind=Kind.DEADLINE,
        )
    )
    return _view(folder, run)


def cancelled(folder: Path) -> QWidget:
    run = samples.a_run(6)
    run.advance(1, 5, "Rendering page 1 of 5")
    run.give_up()
    return _view(folder, run)


def huge(folder: Path) -> QWidget:
    lines = "\n".join(f"{number:>7}  GET /v1/orders?page={number} 200" for number in range(40_000))
    rows = [{"id": number, "name": f"row {number}"} for number in range(2_500)]
    result = Result(
        (Text("", spooled=samples.spooled(lines, folder)),),
        Structured(None, samples.spooled({"rows": rows, "more": False}, folder)),
        size=16_400_000,
    )
    return _view(folder, samples.done(4, result))


def broken_picture(folder: Path) -> QWidget:
    damaged = samples.chart_png()[:300]
    result = Result(
        (
            Image("image/png", HeldBytes(b"this is not a picture")),
            Image("image/png", HeldBytes(damaged)),
        ),
        notes=(Note("The picture's type could not be told from its bytes."),),
        size=900,
    )
    return _view(folder, samples.done(4, result))


def _view(folder: Path, run: "samples.Run") -> ResultView:
    view = ResultView(FileOpener(folder))
    bad = samples.done(3, Result((Text("no such kind"),), is_error=True))
    good = samples.done(2, Result((Text("fine"),)))
    view.set_runs([good, bad, run])
    view.show_run(run)
    return view


STORIES = (
    Story("controls", controls, 900, 320),
    Story("result-empty", nothing_yet),
    Story("result-waiting", waiting),
    Story("result-progress", in_progress),
    Story("result-chart", chart),
    Story("result-chart-narrow", chart, 340, 600),
    Story("result-noted", noted),
    Story("result-every-kind", every_kind, 418, 1_000),
    Story("result-raw", raw),
    Story("result-tool-error", tool_error),
    Story("result-failed", failed),
    Story("result-late", late),
    Story("result-cancelled", cancelled),
    Story("result-huge", huge),
    Story("result-broken-picture", broken_picture),
)
