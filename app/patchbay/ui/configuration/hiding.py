"""Keeps the secrets of a text out of sight while it is changed."""

from collections.abc import Iterable, Sequence

from patchbay.core.config.document import Node, Span
from patchbay.core.config.masking import likely_spans, merged, secret_spans
from patchbay.core.config.model import ConfigFile
from patchbay.core.config.secrets import MIN_LENGTH
from patchbay.core.drafts.draft import Draft
from patchbay.core.editing.splice import difference
from patchbay.ui.editor import ShownText


class Hiding:
    """Remembers what was secret, since a text that changes cannot be read at every moment.

    Until it is read, what may be a secret is hidden rather than shown.
    """

    def __init__(self) -> None:
        self._known: set[str] = set()

    def guess(self, shown: ShownText, draft: Draft) -> ShownText:
        """What may be secret in a text of which only an earlier state was read."""
        file = draft.file
        self._remember(file, secret_spans(file, _root(draft), (0, len(file.text))))
        return self._cover(shown, (shown.begin, shown.stop))

    def read(self, shown: ShownText, draft: Draft) -> ShownText:
        """What is secret now that the text was read."""
        return self.take(shown, draft.file, found_in(draft, (shown.begin, shown.stop)))

    def take(self, shown: ShownText, file: ConfigFile, spans: Sequence[Span]) -> ShownText:
        """Hide what was found in `file`, of which `shown` is a part."""
        if not file.parsed:
            return self._cover(shown, (shown.begin, shown.stop))
        self._remember(file, spans)
        return shown.follow(file.text, spans)

    def follow(self, shown: ShownText, text: str) -> ShownText:
        """The text was changed by other hands than those of who types in it."""
        start, end = difference(shown.text, text).written
        line_end = text.find("\n", end)
        lines = text.rfind("\n", 0, start) + 1, line_end if line_end >= 0 else len(text)
        return self._cover(shown.follow(text), lines)

    def _remember(self, file: ConfigFile, spans: Iterable[Span]) -> None:
        found = (file.text[start:end] for start, end in spans)
        self._known.update(secret for secret in found if len(secret) >= MIN_LENGTH)

    def _cover(self, shown: ShownText, span: Span) -> ShownText:
        """Hide what may be secret in a part of the text, beside all that is hidden already."""
        begin, stop = max(span[0], shown.begin), min(span[1], shown.stop)
        likely = likely_spans(shown.text, (begin, max(begin, stop)), self._known)
        whole = (0, len(shown.text))
        return shown.follow(shown.text, merged([*shown.masks, *likely], whole))


def found_in(draft: Draft, within: Span) -> Sequence[Span]:
    """The secrets between two offsets; takes time that grows with what stands there."""
    return secret_spans(draft.file, _root(draft), within) if draft.file.parsed else ()


def _root(draft: Draft) -> Node | None:
    return draft.source.document.root if draft.source is not None else None
