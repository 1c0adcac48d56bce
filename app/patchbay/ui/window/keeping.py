"""Keeps a secret that a person gives."""

from PySide6.QtWidgets import QWidget

from patchbay.core.keychain.kept import Place
from patchbay.core.workspace import Workspace
from patchbay.ui.dialogs.keep_secret import ask_for_secret

_PLACES = {"system": Place.KEYCHAIN, "memory": Place.MEMORY}
"""By the values of the option `keychain`."""


async def keep_secret(parent: QWidget, workspace: Workspace, name: str = "") -> str:
    """Ask for a value, and for its name if there is none; the name, empty when it was given up."""
    place = _PLACES[workspace.settings.settings.keychain]
    return await ask_for_secret(parent, workspace.secrets, place, name)
