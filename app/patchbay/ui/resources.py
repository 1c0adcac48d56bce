"""The resources of one server, and its templates for more of them: list, address, contents."""

from collections.abc import Sequence

from typing_extensions import override

from patchbay.core.calls.run import Run, RunKind
from patchbay.core.calls.schema import form
from patchbay.core.calls.uri_templates import expand, variables
from patchbay.core.sessions.catalog import Catalog, ListedResource
from patchbay.core.sessions.session import Session
from patchbay.core.values import JsonObject
from patchbay.ui import figures
from patchbay.ui.catalog_page import CatalogPage, Words
from patchbay.ui.form import Form
from patchbay.ui.form.pane import Subject
from patchbay.ui.listing import Item, Pill
from patchbay.ui.results.opening import Opener

_WORDS = Words(
    many="resources",
    verb="Read",
    empty="Press Ctrl+Enter to read the resource.\nIts contents appear here.",
)
_LINKED = "linked"


class ResourcesPage(CatalogPage):
    """Choose a resource or fill in a template, and read it.

    An address that came from elsewhere joins the list, marked as linked.
    """

    def __init__(self, session: Session, opener: Opener) -> None:
        self._resources: dict[str, ListedResource] = {}
        self._linked: dict[str, ListedResource] = {}
        super().__init__(session, opener, RunKind.RESOURCE, _WORDS)
        self.results.link_opened.connect(self.read)

    def read(self, uri: str) -> None:
        """Read this address, listed or not."""
        self.fill(uri, {})
        self.run()

    @override
    def offers(self, key: str) -> bool:
        """An address that needs no filling in can be read, listed or not."""
        return key in self._resources or not variables(key)

    @override
    def fill(self, key: str, arguments: JsonObject) -> bool:
        """Any address can be read, so it joins the list if need be."""
        self._join(key)
        return super().fill(key, arguments)

    @override
    def ask(self, key: str, arguments: JsonObject) -> None:
        self._join(key)
        super().ask(key, arguments)

    @override
    def items(self, catalog: Catalog) -> Sequence[Item]:
        listed = {resource.uri: resource for resource in catalog.resources}
        self._linked = {uri: one for uri, one in self._linked.items() if uri not in listed}
        self._resources = {**listed, **self._linked}
        return [_item(one, linked=one.uri in self._linked) for one in self._resources.values()]

    @override
    def subject(self, key: str) -> Subject:
        resource = self._resources[key]
        badge = _badge(resource, linked=key in self._linked)
        return Subject(
            name=_name(resource),
            badges=((badge, "neutral"),) if badge else (),
            facts=_facts(resource),
            description=resource.description,
            address=resource.uri,
        )

    @override
    def definition(self, key: str) -> object:
        return key

    @override
    def make_form(self, key: str) -> Form:
        found = variables(key) if self._resources[key].is_template else ()
        schema: JsonObject = {
            "type": "object",
            "properties": {variable.name: {"type": "string"} for variable in found},
            "required": [variable.name for variable in found if variable.required],
        }
        return Form(form(schema), schema, empty="")

    @override
    def send(self, key: str, arguments: JsonObject) -> Run:
        return self._session.read_resource(self._address(key, arguments))

    def _join(self, key: str) -> None:
        if key not in self._resources:
            self._linked[key] = ListedResource(key, "", "", "", "", None, is_template=False, raw={})
            self._take_catalog(self._session.catalog)

    def _address(self, key: str, arguments: JsonObject) -> str:
        if not self._resources[key].is_template:
            return key
        return expand(key, {name: str(value) for name, value in arguments.items()})


def _item(resource: ListedResource, *, linked: bool) -> Item:
    badge = _badge(resource, linked=linked)
    return Item(
        key=resource.uri,
        name=_name(resource),
        detail=_facts(resource) or resource.uri,
        pills=(Pill(badge),) if badge else (),
        tip=resource.uri,
        also=f"{resource.uri} {resource.name} {resource.description[:500]}",
    )


def _name(resource: ListedResource) -> str:
    return resource.title or resource.name or resource.uri


def _badge(resource: ListedResource, *, linked: bool) -> str:
    return "template" if resource.is_template else _LINKED if linked else ""


def _facts(resource: ListedResource) -> str:
    size = "" if resource.size is None else figures.size(resource.size)
    return ", ".join(part for part in (resource.mime_type, size) if part)
