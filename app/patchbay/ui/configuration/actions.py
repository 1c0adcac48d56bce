"""What a page of a config asks of the window around it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from patchbay.core.config.model import Entry
from patchbay.core.drafts.draft import Draft
from patchbay.core.pasting.command_line import Parsed
from patchbay.core.trust.refusals import NotAllowed


@dataclass(frozen=True, slots=True)
class FileActions:
    """Each opens what it needs by itself and returns at once."""

    save: Callable[[Draft], object]
    review: Callable[[Draft], object]
    versions: Callable[[Draft], object]
    settle_outside: Callable[[Draft], object]
    """Another program changed the file: ask what shall become of both."""
    reload: Callable[[Draft], object]
    review_leftover: Callable[[Draft], object]
    """A Patchbay that crashed left unsaved edits: show them."""
    restore_leftover: Callable[[Draft], object]
    forget_leftover: Callable[[Draft], object]
    park: Callable[[Draft, Entry], object]
    unpark: Callable[[Draft, Entry], object]
    ask_for_command_line: Callable[[Entry], Awaitable[Parsed | None]]
    """The command line that shall take the place of the entry's; nothing if none shall."""
    allow: Callable[[Entry, NotAllowed], Awaitable[None]]
    """Offer to allow a program that is blocked; done once the person has decided."""
    set_value: Callable[[str], object]
    """Ask for the value of a variable that is unset, and keep it."""
    move_secrets: Callable[[Draft, Entry], object]
    """Ask which secrets of a server shall leave the file, and where to."""
