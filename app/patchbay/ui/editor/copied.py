"""A part of a text that was copied while its secrets were masked."""

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from PySide6.QtCore import QMimeData

from patchbay.core.config.document import Span
from patchbay.core.editing.lines import LINE_END
from patchbay.core.editing.splice import Splice
from patchbay.ui.editor.moves import Moves
from patchbay.ui.editor.shown import ShownText

_KIND = "application/x-patchbay-copied"
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Copied:
    """The true text with its secrets, by their place in it.

    The clipboard only gets dots, and `mark`, by which every editor knows what was copied last.
    """

    _last: ClassVar["Copied | None"] = None

    text: str
    masks: tuple[Span, ...] = ()
    mark: bytes = b""

    @property
    def is_known(self) -> bool:
        """Whether it was copied in an editor, and is not what somebody else wrote."""
        return bool(self.mark)

    @classmethod
    def of(cls, shown: ShownText, span: Span) -> "Copied":
        hidden = shown.hidden_in(span)
        masks = tuple((start - span[0], end - span[0]) for start, end in hidden)
        return cls(shown.text[slice(*span)], masks, secrets.token_hex(16).encode())

    @classmethod
    def brought(cls, data: QMimeData, line_end: str) -> "Copied":
        """What was copied in an editor as it was; what comes from elsewhere with `line_end`."""
        last = cls._last
        if last is not None and data.data(_KIND).data() == last.mark:
            is_at_home = line_end in LINE_END.findall(last.text)
            return last if is_at_home else last.ended(line_end)
        text = LINE_END.sub(lambda _: line_end, data.text())
        return cls(_SURROGATE.sub("\ufffd", text))

    def put_in(self, data: QMimeData) -> None:
        """Leave the mark by which it is known again."""
        data.setData(_KIND, self.mark)
        Copied._last = self

    def ended(self, line_end: str) -> "Copied":
        """The same with its lines ended in one way."""
        moves = Moves(
            [Splice(found.start(), found[0], line_end) for found in LINE_END.finditer(self.text)]
        )
        text = LINE_END.sub(lambda _: line_end, self.text)
        return replace(self, text=text, masks=tuple(map(moves.span, self.masks)))

    def masks_at(self, offset: int) -> Iterable[Span]:
        """Where its secrets are once it stands there."""
        return [(start + offset, end + offset) for start, end in self.masks]
