"""What the dialogs take neither as a name nor as a text, in words."""

import unicodedata

from patchbay.core.errors import AppError, Family
from patchbay.ui.controls.masked import masked_words

LONGEST_NAME = 200
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def name_problem(name: str) -> str:
    """Why a server cannot be called so; empty when it can, or when there is no name yet."""
    if len(name) > LONGEST_NAME:
        return f"A name has at most {LONGEST_NAME} characters; this one has {len(name):,}."
    if any(unicodedata.category(letter) in _UNSEEN for letter in name):
        return "The name has characters that cannot be seen, like a line break or a direction mark."
    return masked_words(name)


def check_masked(text: str) -> None:
    """Refuse dots that stand for a secret.

    Raises:
        AppError: there are some in the text.
    """
    if told := masked_words(text):
        raise AppError(Family.CONFIGURATION, told)
