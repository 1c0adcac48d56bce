"""Finds what a person named among what a server offers, and guesses what was meant."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from patchbay.cli.refusals import unusable
from patchbay.core.calls.names import find_tool
from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.catalog import Prompt
from patchbay.core.sessions.session import Session

_LISTED = 12
_EXPRESSION = re.compile(r"\\\{.*?\\\}")
"""A `{variable}` of an address template, in the escaped text of that template."""


def guess(wanted: str, names: Iterable[str]) -> str:
    """“Did you mean …?”, or nothing when no name is near."""
    near = get_close_matches(wanted, list(names), 1)
    return f"Did you mean {near[0]}?" if near else ""


def tool_name(session: Session, wanted: str) -> str:
    """The tool's own name.

    Raises:
        AppError: the server offers no such tool.
    """
    names = tuple(tool.name for tool in session.catalog.tools)
    try:
        return find_tool(wanted, session.entry.name, names)
    except AppError as error:
        error.hint = error.hint or guess(wanted, names)
        raise


def check_prompt(session: Session, wanted: str, arguments: Iterable[str]) -> None:
    """Refuse a prompt or an argument that the server does not list.

    Raises:
        AppError: there is no such prompt, or it takes no such argument.
    """
    prompts = {prompt.name: prompt for prompt in session.catalog.prompts}
    if not prompts and (session.catalog.notes or not session.entry.load_prompts):
        return  # nothing could be listed, so the server itself has to say
    if wanted not in prompts:
        title = f"{session.entry.name} has no prompt called {wanted}"
        raise unusable(title, guess(wanted, prompts), _list("It has", tuple(prompts)))
    _check_arguments(prompts[wanted], arguments)


def unlisted_resource(session: Session, uri: str, error: AppError) -> AppError:
    """The error of reading `uri`, or a better one when the server never offered it."""
    listed = session.catalog.resources
    if error.family is not Family.PROTOCOL or any(
        re.fullmatch(_pattern(item.uri), uri) if item.is_template else item.uri == uri
        for item in listed
    ):
        return error
    title = f"{session.entry.name} offers no resource {uri}"
    return unusable(title, guess(uri, (item.uri for item in listed)), error.cause)


def _pattern(template: str) -> str:
    return _EXPRESSION.sub(".*", re.escape(template))


def _check_arguments(prompt: Prompt, arguments: Iterable[str]) -> None:
    known = tuple(argument.name for argument in prompt.arguments)
    for name in arguments:
        if name not in known:
            title = f"The prompt {prompt.name} has no argument called {name}"
            raise unusable(title, guess(name, known), _list("It takes", known))


def _list(beginning: str, names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"{beginning} {', '.join(names[:_LISTED]) or 'none'}{more}."
