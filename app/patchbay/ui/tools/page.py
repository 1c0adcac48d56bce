"""The tools of one server: list, form and result side by side."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from typing_extensions import override

from patchbay.core.calls.run import Run, RunKind
from patchbay.core.calls.schema import form
from patchbay.core.sessions.catalog import Catalog, Tool
from patchbay.core.sessions.session import Session
from patchbay.core.values import JsonObject
from patchbay.ui.catalog_page import CatalogPage, Words
from patchbay.ui.form import Form
from patchbay.ui.form.pane import Subject
from patchbay.ui.listing import Item
from patchbay.ui.results.opening import Opener
from patchbay.ui.tools.items import CLAIM, item, pills

_WORDS = Words(
    many="tools",
    verb="Run",
    empty="Fill the form and press Ctrl+Enter.\nEvery run of this sitting is kept here.",
    offers_json=True,
)


class ToolsPage(CatalogPage):
    """Choose a tool, fill its form, run it, see the result."""

    resource_wanted = Signal(str)

    def __init__(self, session: Session, opener: Opener) -> None:
        self._tools: dict[str, Tool] = {}
        super().__init__(session, opener, RunKind.TOOL, _WORDS)
        self.results.link_opened.connect(self.resource_wanted)

    @override
    def items(self, catalog: Catalog) -> Sequence[Item]:
        self._tools = {tool.name: tool for tool in catalog.tools}
        newest = {run.name: run for run in self._session.runs if run.kind is RunKind.TOOL}
        return [item(tool, newest.get(name)) for name, tool in self._tools.items()]

    @override
    def subject(self, key: str) -> Subject:
        tool = self._tools[key]
        return Subject(
            name=tool.name,
            badges=tuple((pill.text, pill.tone) for pill in pills(tool)),
            badge_tip=CLAIM,
            facts=" ".join(note.text for note in tool.notes),
            description=tool.description or tool.title,
            address=tool.id,
        )

    @override
    def definition(self, key: str) -> object:
        return self._tools[key].input_schema

    @override
    def make_form(self, key: str) -> Form:
        schema = self._tools[key].input_schema
        return Form(form(schema), schema)

    @override
    def send(self, key: str, arguments: JsonObject) -> Run:
        return self._session.call_tool(key, arguments)

    @override
    def mark(self, key: str, run: Run) -> None:
        if (tool := self._tools.get(key)) is not None:
            self.list.show_item(item(tool, run))
