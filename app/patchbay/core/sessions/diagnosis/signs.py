"""What servers print before they give up, and what it means: the tables together."""

from patchbay.core.sessions.diagnosis.argument_signs import ARGUMENT_SIGNS
from patchbay.core.sessions.diagnosis.code_signs import CODE_SIGNS
from patchbay.core.sessions.diagnosis.need_signs import NEED_SIGNS
from patchbay.core.sessions.diagnosis.runner_signs import RUNNER_SIGNS
from patchbay.core.sessions.diagnosis.sign import Reading, Sign

SIGNS: tuple[Sign, ...] = (*RUNNER_SIGNS, *NEED_SIGNS, *CODE_SIGNS, *ARGUMENT_SIGNS)
"""What is said first decides: the plainer a sign is, the earlier it stands."""


def read_signs(text: str) -> Reading | None:
    """The first sign of the tables that is in `text`."""
    return next((found for sign in SIGNS if (found := sign.search(text))), None)
