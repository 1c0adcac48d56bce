"""Forms, and the pages of prompts and resources, in their telling states."""

from dataclasses import fields, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from PySide6.QtWidgets import QWidget

from patchbay.core.calls.blocks import HeldBytes, Image, Resource, Result, Text
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.calls.saved import SavedCall
from patchbay.core.calls.schema import form
from patchbay.core.config.model import Entry, Transport
from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.catalog import Catalog, read_prompts, read_resources
from patchbay.core.sessions.session import Services, Session
from patchbay.core.sessions.states import Failed, Ready, State, Stopped
from patchbay.core.values import JsonObject
from patchbay.ui.form import Form
from patchbay.ui.form.saved_list import Kept, SavedList
from patchbay.ui.panes import WidthClass
from patchbay.ui.prompts import PromptsPage
from patchbay.ui.resources import ResourcesPage
from tests.ui import form_samples, samples
from tests.ui.samples import FileOpener
from tests.ui.stories import Story

LISTED = datetime(2026, 11, 30, 13, 58, tzinfo=timezone(timedelta(hours=1)))
PROMPTS: list[JsonObject] = [
    {
        "name": "explain_chart",
        "description": "Ask for a reading of a chart, in plain words and with the numbers",
        "arguments": [
            {"name": "dataset", "description": "Name as shown by list_datasets", "required": True},
            {"name": "audience", "description": "Who will read it"},
            {"name": "text", "description": "What to add, over several lines"},
        ],
    },
    {"name": "weekly_summary", "title": "The week in five sentences"},
    {"name": "review_query", "description": "Look over a SQL query before it is run"},
]
RESOURCES: list[JsonObject] = [
    {
        "uri": "chart://datasets/orders.csv",
        "name": "orders.csv",
        "description": "Orders per day and region, one line each",
        "mimeType": "text/csv",
        "size": 34_210,
    },
    {"uri": "chart://logo", "name": "logo", "mimeType": "image/png", "size": 2_048},
    {"uri": "file:///srv/charts/a-very-long-name-that-does-not-fit/README.md", "name": ""},
]
TEMPLATES: list[JsonObject] = [
    {
        "uriTemplate": "chart://datasets/{name}/{day}{?columns,limit}",
        "name": "One day of a dataset",
        "description": "The rows of one day, all columns unless some are named",
        "mimeType": "application/json",
    }
]


def catalog() -> Catalog:
    prompts, _ = read_prompts(PROMPTS)
    resources, _ = read_resources(RESOURCES, templates=False)
    templates, _ = read_resources(TEMPLATES, templates=True)
    return Catalog(prompts=prompts, resources=(*resources, *templates), listed_at=LISTED)


def a_session(state: State, offered: Catalog | None = None, *runs: Run) -> Session:
    entry = Entry("charts", Path("/home/ada/.mcp.json"), "claude-code", Transport.STDIO, "npx")
    # One that is never started asks its services for nothing.
    nothing = SimpleNamespace(**dict.fromkeys(each.name for each in fields(Services)))
    session = Session(entry, cast("Services", nothing))
    session.state = state
    session.catalog = offered or Catalog()
    session.runs.extend(runs)
    return session


def got_prompt(number: int = 3) -> Run:
    arguments: JsonObject = {"dataset": "orders", "audience": "the board"}
    run = Run(number, RunKind.PROMPT, "explain_chart", arguments)
    run.finish(
        Result(
            (
                Text("Explain this chart to the board, with the numbers.", role="user"),
                Image("image/png", HeldBytes(samples.chart_png()), role="user"),
                Text("I will begin with the north.", role="assistant"),
            ),
            size=31_400,
            description="A reading of a chart",
        )
    )
    return run


def read_resource(number: int = 2) -> Run:
    run = Run(number, RunKind.RESOURCE, "chart://datasets/orders.csv", {})
    lines = "\n".join(f"2026-11-{day:02d},north,{300 + day}" for day in range(1, 29))
    text = Text(f"day,region,orders\n{lines}\n", "text/csv")
    run.finish(Result((Resource(run.name, "text/csv", text),), size=640))
    return run


def filled(_folder: Path) -> QWidget:
    made = Form(form(form_samples.CHART), form_samples.CHART)
    made.set_arguments(form_samples.FILLED)
    return made


def faulty(_folder: Path) -> QWidget:
    made = Form(form(form_samples.CHART), form_samples.CHART)
    made.set_arguments({"kind": "line", "days": 400})
    made.arguments()
    return made


def every_kind(_folder: Path) -> QWidget:
    return Form(form(form_samples.EVERY_KIND), form_samples.EVERY_KIND)


def everything(_folder: Path) -> QWidget:
    made = Form(form(form_samples.EVERY_KIND), form_samples.EVERY_KIND)
    made.set_arguments(form_samples.EVERYTHING)
    return made


def as_json(_folder: Path) -> QWidget:
    made = Form(form(form_samples.CHART), form_samples.CHART)
    made.set_arguments({**form_samples.FILLED, "days": 400})
    made.show_json(on=True)
    made.arguments()
    return made


def without_rows(_folder: Path) -> QWidget:
    schema: JsonObject = {"type": "object", "additionalProperties": {"type": "string"}}
    return Form(form(schema), schema)


def without_arguments(_folder: Path) -> QWidget:
    return Form(form({"type": "object"}), {"type": "object"})


def prompts(folder: Path, width_class: WidthClass = "wide") -> PromptsPage:
    page = PromptsPage(a_session(Ready(), catalog(), got_prompt()), FileOpener(folder))
    page.set_width_class(width_class)
    page.show_arguments(got_prompt())
    return page


def failed_prompts(folder: Path) -> QWidget:
    error = AppError(Family.CONNECTION, "charts ended with code 3")
    session = a_session(Failed(error, "exit 3"), catalog(), got_prompt())
    return PromptsPage(session, FileOpener(folder))


def no_prompts(folder: Path) -> QWidget:
    return PromptsPage(a_session(Ready()), FileOpener(folder))


def prompts_before_start(folder: Path) -> QWidget:
    return PromptsPage(a_session(Stopped()), FileOpener(folder))


def resources(folder: Path) -> ResourcesPage:
    return ResourcesPage(a_session(Ready(), catalog(), read_resource()), FileOpener(folder))


def template(folder: Path, width_class: WidthClass = "wide") -> QWidget:
    page = resources(folder)
    page.set_width_class(width_class)
    page.choose("chart://datasets/{name}/{day}{?columns,limit}")
    return page


def saved_calls() -> list[SavedCall]:
    """Two of a prompt that is there, one of another that is not."""
    told = {
        "orders for the board": "explain_chart",
        "Orders of the whole year, to somebody who has never seen a chart": "explain_chart",
        "the old summary": "monthly_summary",
    }
    arguments: JsonObject = {"dataset": "orders", "audience": "the board"}
    return [
        SavedCall(name, RunKind.PROMPT, target, arguments, LISTED) for name, target in told.items()
    ]


def saved_list(*, removed: str = "", count: int = 2, gone: bool = True) -> SavedList:
    *calls, old = saved_calls()
    made = SavedList()
    more = [replace(calls[0], name=f"orders, {number}") for number in range(2, count)]
    made.show_kept(Kept([*calls, *more][:count], [old] if gone else [], removed))
    return made


def prompts_saved(folder: Path, width_class: WidthClass = "wide") -> QWidget:
    page = prompts(folder, width_class)
    page.pane.saved.show_calls(saved_calls())
    return page


STORIES = (
    Story("form-filled", filled, 372, 680),
    Story("form-faulty", faulty, 372, 680),
    Story("form-every-kind", every_kind, 372, 1_240),
    Story("form-everything-narrow", everything, 320, 1_480),
    Story("form-json", as_json, 372, 400),
    Story("form-without-rows", without_rows, 372, 300),
    Story("form-without-arguments", without_arguments, 372, 200),
    Story("prompts", prompts, 1_016, 680),
    Story("saved-list", lambda _: saved_list(), 320, 210),
    Story("saved-list-empty", lambda _: saved_list(count=0, gone=False), 320, 90),
    Story("saved-list-removed", lambda _: saved_list(removed="orders, 7", count=30), 320, 450),
    Story("prompts-saved", prompts_saved, 1_016, 680),
    Story("prompts-saved-medium", lambda folder: prompts_saved(folder, "medium"), 696, 482),
    Story("prompts-failed", failed_prompts, 1_016, 560),
    Story("prompts-medium", lambda folder: prompts(folder, "medium"), 696, 482),
    Story("prompts-narrow", lambda folder: prompts(folder, "narrow"), 676, 482),
    Story("prompts-none", no_prompts, 1_016, 400),
    Story("prompts-before-start", prompts_before_start, 696, 300),
    Story("resources", resources, 1_016, 680),
    Story("resources-template", template, 1_016, 680),
    Story("resources-template-medium", lambda folder: template(folder, "medium"), 696, 482),
)
