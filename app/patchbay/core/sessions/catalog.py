"""What a server offers, as one immutable snapshot; every item survives its neighbours' defects."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from patchbay.core.calls.blocks import Note
from patchbay.core.calls.names import model_name, oddity, tool_id
from patchbay.core.values import Json, JsonObject, as_list, as_object, as_text, is_object


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the server describes it; `raw` is the server's own object.

    The annotations are claims of the server: `None` where it claims nothing.
    """

    name: str
    id: str
    model_name: str
    title: str = ""
    description: str = ""
    input_schema: Json = field(default_factory=dict[str, Json])
    output_schema: Json = None
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None
    raw: JsonObject = field(default_factory=dict[str, Json])
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptArgument:
    """One argument of a prompt; prompts take only text."""

    name: str
    description: str
    required: bool


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as the server describes it."""

    name: str
    title: str
    description: str
    arguments: tuple[PromptArgument, ...]
    raw: JsonObject


@dataclass(frozen=True, slots=True)
class ListedResource:
    """A resource the server lists; for a template `uri` holds the pattern."""

    uri: str
    name: str
    title: str
    description: str
    mime_type: str
    size: int | None
    is_template: bool
    raw: JsonObject


@dataclass(frozen=True, slots=True)
class Catalog:
    """Everything a server offers, as listed at one moment."""

    tools: tuple[Tool, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    resources: tuple[ListedResource, ...] = ()
    notes: tuple[Note, ...] = ()
    listed_at: datetime | None = None


def read_tools(server: str, items: Iterable[Json]) -> tuple[tuple[Tool, ...], tuple[Note, ...]]:
    """Tools from the server's own objects; what cannot be a tool becomes a note."""
    tools: list[Tool] = []
    notes: list[Note] = []
    seen: set[str] = set()
    for index, item in enumerate(items):
        place = f"/tools/{index}"
        raw = as_object(item)
        if not isinstance(raw.get("name"), str):
            notes.append(Note("The server listed a tool without a usable name; left out.", place))
            continue
        tool = _tool(server, raw)
        if tool.name in seen:
            notes.append(Note(f"The server lists “{tool.name}” more than once.", place))
        seen.add(tool.name)
        tools.append(tool)
    return tuple(tools), tuple(notes)


def _tool(server: str, raw: JsonObject) -> Tool:
    notes: list[Note] = []
    schema = raw.get("inputSchema")
    if not is_object(schema):
        said = (
            "has no input schema"
            if raw.get("inputSchema") is None
            else "has an input schema that is no object"
        )
        notes.append(Note(f"The tool {said}; any arguments can be sent as JSON.", "/inputSchema"))
        schema = {"type": "object"}
    claims = as_object(raw.get("annotations"))
    name = raw["name"]
    if odd := oddity(name):
        notes.append(Note(odd, "/name"))
    return Tool(
        name=name,
        id=tool_id(server, name),
        model_name=model_name(name),
        title=as_text(raw.get("title")) or as_text(claims.get("title")),
        description=as_text(raw.get("description")),
        input_schema=schema,
        output_schema=raw.get("outputSchema"),
        read_only=_claim(claims, "readOnlyHint"),
        destructive=_claim(claims, "destructiveHint"),
        idempotent=_claim(claims, "idempotentHint"),
        open_world=_claim(claims, "openWorldHint"),
        raw=raw,
        notes=tuple(notes),
    )


def read_prompts(items: Iterable[Json]) -> tuple[tuple[Prompt, ...], tuple[Note, ...]]:
    prompts: list[Prompt] = []
    notes: list[Note] = []
    for index, item in enumerate(items):
        raw = as_object(item)
        if not isinstance(raw.get("name"), str):
            place = f"/prompts/{index}"
            notes.append(Note("The server listed a prompt without a name; left out.", place))
            continue
        arguments = tuple(_arguments(as_list(raw.get("arguments"))))
        words = as_text(raw.get("title")), as_text(raw.get("description"))
        prompts.append(Prompt(raw["name"], *words, arguments, raw))
    return tuple(prompts), tuple(notes)


def _arguments(items: list[Json]) -> Iterable[PromptArgument]:
    for item in items:
        raw = as_object(item)
        if isinstance(raw.get("name"), str):
            required = raw.get("required") is True
            yield PromptArgument(raw["name"], as_text(raw.get("description")), required)


def read_resources(
    items: Iterable[Json], *, templates: bool
) -> tuple[tuple[ListedResource, ...], tuple[Note, ...]]:
    key = "uriTemplate" if templates else "uri"
    resources: list[ListedResource] = []
    notes: list[Note] = []
    for index, item in enumerate(items):
        raw = as_object(item)
        if not isinstance(raw.get(key), str):
            place = f"/resources/{index}"
            notes.append(Note(f"The server listed a resource without {key}; left out.", place))
            continue
        size = raw.get("size")
        resources.append(
            ListedResource(
                uri=raw[key],
                name=as_text(raw.get("name")),
                title=as_text(raw.get("title")),
                description=as_text(raw.get("description")),
                mime_type=as_text(raw.get("mimeType")),
                size=size if isinstance(size, int) else None,
                is_template=templates,
                raw=raw,
            )
        )
    return tuple(resources), tuple(notes)


def _claim(raw: JsonObject, key: str) -> bool | None:
    value = raw.get(key)
    return value if isinstance(value, bool) else None
