"""The resources page on a real server, and addresses made from templates."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from patchbay.core.calls.blocks import Resource, Text
from patchbay.core.calls.run import Run, Status
from patchbay.core.calls.uri_templates import Variable, expand, variables
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready
from patchbay.ui.resources import ResourcesPage
from tests.ui.form_stories import a_session, catalog
from tests.ui.samples import FileOpener
from tests.ui.waiting import until


def a_page(session: Session, qtbot: QtBot, folder: Path) -> ResourcesPage:
    page = ResourcesPage(session, FileOpener(folder))
    qtbot.addWidget(page)
    page.resize(1_016, 600)
    page.show()
    return page


async def running(demo: Session) -> Session:
    demo.start()
    await until(lambda: isinstance(demo.state, Ready), 30)
    return demo


async def ended(page: ResourcesPage) -> Run:
    run = page.results.run
    assert run is not None
    await until(lambda: run.status is not Status.RUNNING)
    return run


def text_of(run: Run) -> str:
    assert run.result is not None, run.error
    block = run.result.blocks[0]
    assert isinstance(block, Resource)
    assert isinstance(block.contents, Text)
    return block.contents.text


async def test_a_resource_is_read(demo: Session, qtbot: QtBot, tmp_path: Path) -> None:
    page = a_page(await running(demo), qtbot, tmp_path)
    page.choose("harbour://guide")

    page.run()

    assert text_of(await ended(page)).startswith("# Harbour guide")


async def test_a_template_is_filled_in_and_read_again(
    demo: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    page = a_page(await running(demo), qtbot, tmp_path)
    page.choose("harbour://readings/{dataset}/{day}")
    fields = {one.accessibleName(): one for one in page.findChildren(QLineEdit)}
    QTest.keyClicks(fields["dataset"], "tides")
    QTest.keyClicks(fields["day"], "2026-11-29")

    page.run()
    first = await ended(page)
    assert first.name == "harbour://readings/tides/2026-11-29"
    assert '"unit"' in text_of(first)

    page.run_again()
    second = await ended(page)
    assert second is not first
    assert second.name == first.name

    assert page.pane.form is not None
    page.pane.form.reset()
    page.results.use_arguments()
    assert page.pane.form.raw() == {"dataset": "tides", "day": "2026-11-29"}


async def test_an_address_from_elsewhere_joins_the_list_and_is_read(
    demo: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    page = a_page(await running(demo), qtbot, tmp_path)

    page.read("harbour://readings/wind/2026-11-28")

    assert page.list.key == "harbour://readings/wind/2026-11-28"
    assert '"wind"' in text_of(await ended(page))
    linked = next(item for item in page.list.items if item.key == page.list.key)
    assert [pill.text for pill in linked.pills] == ["linked"]


def test_resources_are_found_by_address_and_description(qtbot: QtBot, tmp_path: Path) -> None:
    page = a_page(a_session(Ready(), catalog()), qtbot, tmp_path)

    page.list.search.setText("chart://logo")
    assert page.list.view.model().rowCount() == 1
    page.list.search.setText("rows of one day")
    assert page.list.view.model().rowCount() == 1


@pytest.mark.parametrize(
    ("template", "address"),
    [
        ("f://{a}", "f://x%20y%2Fz"),
        ("f://{+a}", "f://x%20y/z"),
        ("f://r{#a}", "f://r#x%20y/z"),
        ("f://r{/a,b}", "f://r/x%20y%2Fz/2"),
        ("f://r{.b}", "f://r.2"),
        ("f://r{;b,e,none}", "f://r;b=2;e"),
        ("f://r{?a,none,b,e}", "f://r?a=x%20y%2Fz&b=2&e="),
        ("f://r?x=1{&b}", "f://r?x=1&b=2"),
        ("f://r{?none}", "f://r"),
        ("f://{a:3}/{b*}", "f://x%20y/2"),
        ("f://{a,b}", "f://x%20y%2Fz,2"),
        ("f://plain", "f://plain"),
        ("f://{u}", "f://%C3%B8"),
    ],
)
def test_a_template_becomes_an_address(template: str, address: str) -> None:
    assert expand(template, {"a": "x y/z", "b": "2", "e": "", "u": "ø"}) == address


def test_a_query_goes_without_what_is_missing_and_a_path_does_not() -> None:
    assert variables("f://{a}/{+b}{?c,a,d*}{&e:3}") == (
        Variable("a", required=True),
        Variable("b", required=True),
        Variable("c", required=False),
        Variable("d", required=False),
        Variable("e", required=False),
    )
