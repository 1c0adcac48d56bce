"""The prompts of one server: list, arguments, and the messages that came back."""

from collections.abc import Sequence

from typing_extensions import override

from patchbay.core.calls.run import Run, RunKind
from patchbay.core.calls.schema import prompt_form
from patchbay.core.sessions.catalog import Catalog, Prompt
from patchbay.core.sessions.session import Session
from patchbay.core.values import JsonObject
from patchbay.ui.catalog_page import CatalogPage, Words
from patchbay.ui.figures import counted
from patchbay.ui.form import Form
from patchbay.ui.form.pane import Subject
from patchbay.ui.listing import Item
from patchbay.ui.results.opening import Opener

_WORDS = Words(
    many="prompts",
    verb="Get",
    empty="Fill the form and press Ctrl+Enter.\nThe messages of the prompt appear here.",
)


class PromptsPage(CatalogPage):
    """Choose a prompt, fill its arguments, get its messages."""

    def __init__(self, session: Session, opener: Opener) -> None:
        self._prompts: dict[str, Prompt] = {}
        super().__init__(session, opener, RunKind.PROMPT, _WORDS)

    @override
    def items(self, catalog: Catalog) -> Sequence[Item]:
        self._prompts = {prompt.name: prompt for prompt in catalog.prompts}
        return [_item(prompt) for prompt in self._prompts.values()]

    @override
    def subject(self, key: str) -> Subject:
        prompt = self._prompts[key]
        count = len(prompt.arguments)
        return Subject(
            name=prompt.name,
            facts=counted(count, "argument") if count else "",
            description=prompt.description or prompt.title,
        )

    @override
    def definition(self, key: str) -> object:
        return self._prompts[key].arguments

    @override
    def make_form(self, key: str) -> Form:
        arguments: list[JsonObject] = [
            {
                "name": argument.name,
                "description": argument.description,
                "required": argument.required,
            }
            for argument in self._prompts[key].arguments
        ]
        root = prompt_form(arguments)
        return Form(root, root.schema)

    @override
    def send(self, key: str, arguments: JsonObject) -> Run:
        texts = {name: str(value) for name, value in arguments.items()}
        return self._session.get_prompt(key, texts)


def _item(prompt: Prompt) -> Item:
    lines = (prompt.description or prompt.title).strip().splitlines()
    return Item(
        key=prompt.name,
        name=prompt.name,
        detail=lines[0] if lines else "",
        also=f"{prompt.title} {prompt.description[:500]}",
    )
