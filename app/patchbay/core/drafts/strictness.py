"""Whether a client will accept what is about to be saved, by the rules of its own format."""

from patchbay.core.config.dialects import dialect_named
from patchbay.core.config.document import Document
from patchbay.core.config.model import ConfigFile
from patchbay.core.errors import AppError, Family, Kind


class TooStrict(AppError):  # noqa: N818 - a question more than a failure
    """The client this file belongs to would refuse the new text; a person may save it still."""


def check_strictness(file: ConfigFile, before: Document, after: Document) -> None:
    """Refuse what the client does not accept and did not have to accept before.

    Raises:
        TooStrict: comments or trailing commas came into a file whose client reads strict JSON.
    """
    dialect = dialect_named(file.dialect)
    if dialect.format != "json":
        return
    for what, allowed, had, has in (
        ("comments", dialect.comments, before.comments, [span[0] for span in after.comments]),
        (
            "commas after the last item",
            dialect.trailing_commas,
            before.trailing_commas,
            list(after.trailing_commas),
        ),
    ):
        if has and not allowed and not had:
            raise _refusal(file, what, after, has[0])


def _refusal(file: ConfigFile, what: str, after: Document, offset: int) -> TooStrict:
    place = after.place(offset)
    return TooStrict(
        Family.CONFIGURATION,
        f"{file.label} does not accept {what} and may ignore the whole file",
        cause=f"The first stands in line {place.line}, column {place.column}.",
        hint="Delete them, or save the file all the same.",
        kind=Kind.REFUSED,
    )
