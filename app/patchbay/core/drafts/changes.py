"""What can be done to a draft by form: operations on its text, and servers parked or put back."""

from collections.abc import Callable
from dataclasses import dataclass

from patchbay.core.config.model import ConfigFile
from patchbay.core.drafts import refusals
from patchbay.core.drafts.parking import Kept, park, unpark
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.operations import Operation


@dataclass(frozen=True, slots=True)
class FormChange:
    """One change of a text and of what is kept beside it.

    `apply` raises an `AppError` where it cannot be made; `label` and `merges` are those of an
    `Operation`.
    """

    label: str
    apply: Callable[[Lossless, ConfigFile, Kept], tuple[Lossless, Kept]]
    merges: str = ""


def of_text(operation: Operation) -> FormChange:
    def apply(source: Lossless, file: ConfigFile, kept: Kept) -> tuple[Lossless, Kept]:
        return operation.apply(source, file), kept

    return FormChange(operation.label, apply, operation.merges)


def parking(name: str) -> FormChange:
    def apply(source: Lossless, file: ConfigFile, kept: Kept) -> tuple[Lossless, Kept]:
        after, parked = park(source, file, name)
        return after, (*kept, parked)

    return FormChange(f"parking {name}", apply)


def unparking(name: str) -> FormChange:
    def apply(source: Lossless, file: ConfigFile, kept: Kept) -> tuple[Lossless, Kept]:
        found = next((each for each in kept if each.name == name), None)
        if found is None:
            raise refusals.not_parked(name)
        return unpark(source, file, found), tuple(each for each in kept if each is not found)

    return FormChange(f"enabling {name}", apply)


def forgetting(name: str) -> FormChange:
    def apply(source: Lossless, file: ConfigFile, kept: Kept) -> tuple[Lossless, Kept]:
        del file
        return source, tuple(each for each in kept if each.name != name)

    return FormChange(f"removing {name}", apply)
