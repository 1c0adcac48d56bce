"""A server that wants to ask something in the middle of a request, in words for people."""

from patchbay.core.errors import Action, AppError, Family, Remedy
from patchbay.core.values import JsonObject, as_list, as_object, as_text

_MOST = 300
_TITLE = "The server asks for input before it goes on"
_GIVE_ALL = "Call the tool with all the values it needs."


def wants_input(result: JsonObject) -> bool:
    """Whether an answer is no result but a question (2026-07-28), in whatever era it came."""
    return result.get("resultType") == "input_required"


def asks_for_input(question: str = "") -> AppError:
    """Nobody is there to be asked."""
    asked = f"It asks: “{question[:_MOST]}”. " if question else ""
    return AppError(
        Family.PROTOCOL,
        _TITLE,
        cause=f"{asked}Nobody is there to answer.",
        hint=f"{_GIVE_ALL} Or run it in the window or in a terminal, which show its questions.",
    )


def asks_in_the_older_way() -> AppError:
    return AppError(
        Family.PROTOCOL,
        _TITLE,
        cause="It asks by a request of its own, which the protocol in use has no place for.",
        hint="With the older protocol its questions can be shown.",
        remedies=(Remedy(Action.SET_PROTOCOL, "Use legacy protocol", "legacy"),),
    )


def page_first(message: str, data: JsonObject) -> AppError:
    """What the server wants done in the browser before it takes the call."""
    named = [as_text(as_object(each).get("url")) for each in as_list(data.get("elicitations"))]
    pages = ", ".join(url[:_MOST] for url in named if url) or "a page that it does not name"
    return AppError(
        Family.PROTOCOL,
        "The server wants a page to be opened first",
        cause=f"{message.rstrip('.')}: {pages}",
        hint="Open it in your browser if you trust it, then send the call again.",
    )


def beyond_us(method: str) -> AppError:
    """It wants what Patchbay has not offered: a model's answer, or folders."""
    return AppError(
        Family.PROTOCOL,
        _TITLE,
        cause=f"It wants {method}, which Patchbay does not offer.",
        hint=_GIVE_ALL,
    )


def unaskable(why: str) -> AppError:
    return AppError(
        Family.PROTOCOL,
        "The server asks something that cannot be shown",
        cause=f"Its question was not put to you: {why}.",
        hint="Traffic shows it as it came.",
    )


def too_many_rounds(most: int) -> AppError:
    return AppError(
        Family.PROTOCOL,
        "The server goes on asking",
        cause=f"After {most} rounds of questions it still gave no result.",
        hint="Patchbay did not send the call once more.",
    )
