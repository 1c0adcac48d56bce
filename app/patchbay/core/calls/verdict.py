"""Whether an answer keeps the promise of its tool's output schema."""

from collections.abc import Iterable

from patchbay.core.calls.arrival import pointer
from patchbay.core.calls.blocks import Note, Result, Spooled
from patchbay.core.calls.validation import Mismatch, validate
from patchbay.core.values import Json, as_list, as_object

_SHOWN = 5


def check(schema: Json, result: Result) -> tuple[Note, ...]:
    """What to say about a tool's answer, given the output schema of the tool (`None`: it has none).

    An answer that says it is an error owes no structured content. Parts that stayed on disk are
    not looked at here: whoever checks them elsewhere gives what was found to `notes_for`.
    """
    if schema is None or result.is_error:
        return ()
    if result.structured is None:
        return (Note("The tool has an output schema, but the answer has no structured content"),)
    if result.structured.spooled is not None or holds_reference(result.structured.value):
        return ()
    return notes_for(validate(schema, result.structured.value))


def notes_for(mismatches: Iterable[Mismatch]) -> tuple[Note, ...]:
    """The notes that a result shows for what does not fit; after a few it only counts."""
    found = list(mismatches)
    notes = [_note(mismatch) for mismatch in found[:_SHOWN]]
    if len(found) > _SHOWN:
        notes.append(Note(f"{len(found) - _SHOWN} more places do not fit the output schema"))
    return tuple(notes)


def holds_reference(value: Json) -> bool:
    """Whether some part of the value stayed on disk."""
    waiting: list[Json] = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Spooled):
            return True
        waiting += as_list(value) or as_object(value).values()
    return False


def _note(mismatch: Mismatch) -> Note:
    path = pointer(mismatch.path)
    if mismatch.schema_fault:
        reason = mismatch.message.partition(": ")[2] or mismatch.message
        text = f"The tool's output schema cannot be used, so the answer was not checked: {reason}"
        return Note(text, path)
    what = mismatch.message[:1].lower() + mismatch.message[1:]
    where = f" at {path}" if path else ""
    return Note(f"The answer does not fit the tool's own output schema{where}: {what}", path)
