"""How tools and prompts are listed for people: what they are for, and what they take."""

from collections.abc import Iterable

from patchbay.cli.printing import fitted
from patchbay.core.calls.schema import form
from patchbay.core.sessions.catalog import Prompt, Tool


def tool_lines(tool: Tool) -> str:
    """Name and description in one line, the arguments below it."""
    fields = form(tool.input_schema).fields
    taken = [_argument(field.name, field.type_text, required=field.required) for field in fields]
    return _item(tool.name, tool.description, taken)


def prompt_lines(prompt: Prompt) -> str:
    """Name and description in one line, the arguments, which are all text, below it."""
    taken = [_argument(item.name, "text", required=item.required) for item in prompt.arguments]
    return _item(prompt.name, prompt.description, taken)


def _item(name: str, description: str, arguments: Iterable[str]) -> str:
    first = description.strip().splitlines()[0] if description.strip() else ""
    taken = ", ".join(arguments)
    line = fitted(f"{name}  {first}".rstrip())
    return f"{line}\n    {taken}" if taken else line


def _argument(name: str, kind: str, *, required: bool) -> str:
    return f"{name} ({kind}, required)" if required else f"{name} ({kind})"
