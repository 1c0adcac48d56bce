"""Puts the questions of a server to a person in a terminal, one after the other."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from patchbay.cli.streams import tell
from patchbay.cli.terminal import asked
from patchbay.core.calls.arguments import assemble, spell
from patchbay.core.calls.ask import Ask, Question
from patchbay.core.calls.fields import ABSENT, Field, FieldKind, Value
from patchbay.core.calls.schema import form
from patchbay.core.calls.typed import Assignment, arguments_from, typed_arguments
from patchbay.core.calls.validation import validate
from patchbay.core.errors import AppError
from patchbay.core.sessions.session import Session
from patchbay.core.values import JsonObject, as_object

_LISTED = 12
_HELP = "Enter alone takes what stands in brackets, or leaves a field out. Ctrl+C cancels the call."


class _NoMoreInputError(Exception):
    """The terminal was closed."""


@asynccontextmanager
async def answering(session: Session) -> AsyncGenerator[None]:
    """Ask for what the server asks as long as this lasts; what is declined unasked is told."""
    waiting: asyncio.Queue[Ask] = asyncio.Queue()
    disconnects = [
        session.asks.added.connect(waiting.put_nowait),
        session.asks.refused.connect(lambda words: tell(f"patchbay: {words}")),
    ]
    asking = asyncio.get_running_loop().create_task(_ask_each(waiting))
    try:
        yield
    finally:
        for disconnect in disconnects:
            disconnect()
        asking.cancel()
        await asyncio.wait([asking])


async def _ask_each(waiting: asyncio.Queue[Ask]) -> None:
    while True:
        ask = await waiting.get()
        if ask.is_open:
            await _until_closed(ask)


async def _until_closed(ask: Ask) -> None:
    """Ask until it is answered, or nobody waits for the answer any more."""
    putting = asyncio.get_running_loop().create_task(_put(ask))
    disconnect = ask.closed.connect(lambda _: putting.cancel())
    try:
        await asyncio.wait([putting])
        if putting.cancelled():
            tell("")
            tell(f"{ask.server} waits for no answer any more.")
        else:
            putting.result()()
    finally:
        disconnect()
        putting.cancel()


async def _put(ask: Ask) -> Callable[[], None]:
    """Ask the person; what to do then."""
    question = ask.question
    tell("")
    tell(f"{ask.server} asks: {question.message}")
    for doubt in question.doubts:
        tell(f"  warning: {doubt}")
    try:
        choice = await _choice(question)
        if choice == "d":
            return ask.decline
        if choice == "a":
            return partial(ask.accept, None if question.url else await _content(question))
    except _NoMoreInputError:
        tell("")
    return ask.cancel


async def _choice(question: Question) -> str:
    if question.url:
        tell(f"  {question.url}")
        tell(f"  It leads to {question.host}. Patchbay does not open it.")
        words, usual = "Open it yourself, then say so: [o]pened, [d]ecline, [c]ancel: ", ""
    else:
        words, usual = "[A]nswer, [d]ecline, [c]ancel: ", "a"
    while True:
        typed = (await _typed(words)).strip().lower() or usual
        if typed[:1] in (("o", "d", "c") if question.url else ("a", "d", "c")):
            return "a" if typed[:1] == "o" else typed[:1]


async def _content(question: Question) -> JsonObject:
    """Field by field; what does not fit is asked for again."""
    root = form(question.schema)
    if root.kind is FieldKind.JSON:
        return await _whole(root, question)
    if root.fields:
        tell(_HELP)
    content: JsonObject = {}
    left = list(root.fields)
    while left:
        for field in left:
            content.pop(field.name, None)
            if (value := await _value(field, root)) is not ABSENT:
                content[field.name] = value
        content = as_object(assemble(root, content))
        left = _faulty(root, question, content)
    return content


async def _whole(root: Field, question: Question) -> JsonObject:
    """A form that has no fields is one JSON object."""
    tell(f"It wants a JSON object: {root.reason}.")
    while True:
        try:
            found = arguments_from(await _typed("JSON: "))
        except AppError as error:
            tell(f"  {error.title}. {error.cause}")
            continue
        if not _faulty(root, question, found):
            return found


def _faulty(root: Field, question: Question, content: JsonObject) -> list[Field]:
    """The fields to ask for again, which is said; all where the fault is in none of them."""
    names: set[str] = set()
    found = [each for each in validate(question.schema, content) if not each.schema_fault]
    for mismatch in found:
        name = str(mismatch.path[0]) if mismatch.path else ""
        names.add(name)
        tell(f"  {name}: {mismatch.message}" if name else f"  {mismatch.message}")
    faulty = [field for field in root.fields if field.name in names]
    return faulty or (list(root.fields) or [root] if found else [])


async def _value(field: Field, root: Field) -> Value:
    if field.description:
        tell(f"  {' '.join(field.description.split())}")
    if len(field.choices) > 1:
        tell(f"  one of: {_listed(field)}")
    prompt = f"{field.name} ({field.type_text}{', required' if field.required else ''})"
    default = f" [{spell(field, field.default)}]" if field.default is not ABSENT else ""
    while True:
        text = await _typed(f"{prompt}{default}: ", hidden=field.secret)
        if not text and field.default is not ABSENT:
            return field.default
        if not text and not field.required:
            return ABSENT
        try:
            # Alone, for a name with a dot would lead into another field.
            only = replace(root, fields=(field,))
            words = [Assignment(field.name, text, is_json=False)]
            return typed_arguments(words, only)[field.name]
        except AppError as error:
            tell(f"  {error.cause}")


def _listed(field: Field) -> str:
    labels = [choice.label for choice in field.choices]
    more = f" and {len(labels) - _LISTED} more" if len(labels) > _LISTED else ""
    return f"{', '.join(labels[:_LISTED])}{more}"


async def _typed(prompt: str, *, hidden: bool = False) -> str:
    line = await asked(prompt, hidden=hidden)
    if not line:
        raise _NoMoreInputError
    return line.rstrip("\r\n")
