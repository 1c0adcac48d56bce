"""What to say of the name that a new server gets."""

from patchbay.core.trust.visible import visible


def renamed(name: str, free: str) -> str:
    """What to say where another name is taken than the one that was wanted; else nothing."""
    if name == free:
        return ""
    return f"{visible(name)} exists already: it will be called {visible(free)}."
