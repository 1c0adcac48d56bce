"""What there is to decide when a draft and the disk both changed."""

import asyncio

from patchbay.core.config.decoding import Decoded
from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.merging import BothSides
from patchbay.core.drafts.reading import Reading, read_draft


async def both_sides(draft: Draft) -> BothSides | None:
    """What was saved, what the draft has and what is on the disk; nothing where that is no text."""
    theirs = draft.outside.decoded.text if draft.outside is not None else None
    if theirs is None or draft.outside is None or draft.outside.data is None:
        return None
    decoded = draft.outside.decoded
    texts = (draft.saved_text, draft.text, theirs)
    return await asyncio.to_thread(_read_all, draft, texts, decoded)


def _read_all(draft: Draft, texts: tuple[str, str, str], decoded: Decoded) -> BothSides:
    def read(text: str) -> Reading:
        return read_draft(draft.path, text, decoded, (), {})

    base, mine, theirs = map(read, texts)
    return BothSides(base, mine, theirs)
