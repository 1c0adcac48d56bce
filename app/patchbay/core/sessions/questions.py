"""A server that wants to ask something in the middle of a request, in words for people."""

from patchbay.core.errors import AppError, Family
from patchbay.core.values import JsonObject, as_object, as_text

_MOST = 300


def wants_input(result: JsonObject) -> bool:
    """Whether an answer is no result but a question (2026-07-28), in whatever era it came."""
    return result.get("resultType") == "input_required"


def asks_for_input(question: str = "") -> AppError:
    asked = f"It asks: “{question[:_MOST]}”. " if question else ""
    return AppError(
        Family.PROTOCOL,
        "The server asks for input before it goes on",
        cause=f"{asked}Patchbay cannot answer questions of a server.",
        hint="Call the tool with all the values it needs.",
    )


def question_of(result: JsonObject) -> str:
    """The first question in words, of an answer that wants input."""
    asked = as_object(result.get("inputRequests")).values()
    words = (as_text(as_object(as_object(each).get("params")).get("message")) for each in asked)
    return next(filter(None, words), "")
