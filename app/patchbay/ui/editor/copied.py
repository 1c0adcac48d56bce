"""A part of a text that was copied while its secrets were masked."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from patchbay.core.config.document import Span
from patchbay.ui.editor.shown import ShownText


@dataclass(frozen=True)
class Copied:
    """The true text with its secrets, by their place in it.

    The clipboard only gets dots, and `mark`, by which the editor knows its own again.
    """

    text: str
    masks: tuple[Span, ...] = ()
    mark: bytes = field(default_factory=lambda: secrets.token_hex(16).encode())

    @classmethod
    def of(cls, shown: ShownText, span: Span) -> "Copied":
        hidden = shown.hidden_in(span)
        masks = tuple((start - span[0], end - span[0]) for start, end in hidden)
        return cls(shown.text[slice(*span)], masks)

    def masks_at(self, offset: int) -> Iterable[Span]:
        """Where its secrets are once it stands there."""
        return [(start + offset, end + offset) for start, end in self.masks]
