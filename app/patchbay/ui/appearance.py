"""The choice of a theme as the settings spell it."""

from patchbay.ui.theme import Choice

_ORDER: tuple[Choice, ...] = ("light", "dark", "system")
_NAMES: dict[str, Choice] = {name: name for name in _ORDER}


def choice(text: str) -> Choice:
    """The theme of this name; the system's where there is none."""
    return _NAMES.get(text, "system")


def after(chosen: Choice) -> Choice:
    """The next one when somebody goes through them."""
    return _ORDER[(_ORDER.index(chosen) + 1) % len(_ORDER)]
