"""The choice of a theme as the settings spell it."""

from patchbay.ui.theme import Choice

_ORDER: tuple[Choice, ...] = ("light", "dark", "system")


def choice(text: str) -> Choice:
    """The theme of this name; the system's where there is none."""
    return next((known for known in _ORDER if known == text), "system")


def after(chosen: Choice) -> Choice:
    """The next one when somebody goes through them."""
    return _ORDER[(_ORDER.index(chosen) + 1) % len(_ORDER)]
