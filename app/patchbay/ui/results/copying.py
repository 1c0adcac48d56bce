"""A run as text for the clipboard."""

from patchbay.core.calls.blocks import Result, Text
from patchbay.core.calls.run import Run
from patchbay.ui.results import failure
from patchbay.ui.results.json_code import written
from patchbay.ui.results.opening import Opener, text_in
from patchbay.ui.results.text_block import whole


async def words_of(run: Run, opener: Opener) -> str:
    """What came back; for a run without a result, why, and what was sent."""
    if run.result is not None:
        return await _result(run.result, opener)
    parts = (str(run.error or ""), written(failure.request_of(run)))
    return "\n\n".join(part for part in parts if part)


async def _result(result: Result, opener: Opener) -> str:
    """The texts of a result; its structured content, or the raw object, when it has none."""
    texts = [block for block in result.blocks if isinstance(block, Text)]
    if texts:
        return "\n\n".join([await whole(text, opener) for text in texts])
    structured = result.structured
    if structured is None:
        return written(result.raw)
    if structured.spooled is None:
        return written(structured.value)
    return await text_in(await opener.pretty(structured.spooled))
