"""Keeps a secret that a person gives, or that a config holds."""

from PySide6.QtWidgets import QWidget

from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.secret_move import look_for_secrets
from patchbay.core.keychain.kept import Place
from patchbay.core.workspace import Workspace
from patchbay.ui.dialogs.keep_secret import ask_for_secret
from patchbay.ui.dialogs.move_secrets import ask_to_move_secrets

_PLACES = {"system": Place.KEYCHAIN, "memory": Place.MEMORY}
"""By the values of the option `keychain`."""


async def keep_secret(parent: QWidget, workspace: Workspace, name: str = "") -> str:
    """Ask for a value, and for its name if there is none; the name, empty when it was given up."""
    place = _PLACES[workspace.settings.settings.keychain]
    return await ask_for_secret(parent, workspace.secrets, place, name)


async def move_secrets(parent: QWidget, workspace: Workspace, draft: Draft, name: str) -> None:
    """Ask which secrets of a server shall leave its config, and move them."""
    environment = workspace.surroundings.environment
    move = await look_for_secrets(draft, name, workspace.secrets, environment)
    if move.found:
        # Memory is no place for the only copy of a secret.
        in_memory = workspace.settings.settings.keychain == "memory"
        await ask_to_move_secrets(parent, move, to_env_file=in_memory)
