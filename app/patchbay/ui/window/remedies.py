"""Does what a person chose to do about a failure."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from patchbay.core.config.secrets import masked_address
from patchbay.core.editing import operations
from patchbay.core.errors import Action, AppError, Family, Remedy
from patchbay.core.sessions.session import Session
from patchbay.core.trust.allow import AllowList
from patchbay.core.workspace import Workspace
from patchbay.ui.dialogs.insecure_host import ask_to_allow_host
from patchbay.ui.window.editing import Editing
from patchbay.ui.window.keeping import keep_secret
from patchbay.ui.window.server_page import ServerPage

_FIELDS = {Action.ADOPT_ADDRESS: "url", Action.SET_PROTOCOL: "protocol"}


class Remedies:
    """Changes the config, where undo can take it back, or what is allowed; then starts are offered.

    What only needs another page in sight, the page does itself.
    """

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        editing: Editing,
        start: Callable[[Session], object],
    ) -> None:
        self._parent, self._workspace, self._editing = parent, workspace, editing
        self._start = start

    def take(self, page: ServerPage, remedy: Remedy) -> None:
        """Do it; what goes wrong is told in the window."""
        if remedy.action in _FIELDS:
            self._editing.begin(self._change(page, remedy))
        elif remedy.action is Action.ALLOW_HOST:
            self._editing.begin(self._allow_host(page.session, remedy.value))
        elif remedy.action is Action.SET_VALUE:
            self._editing.begin(self._set_value(page.session, remedy.value))

    async def _change(self, page: ServerPage, remedy: Remedy) -> None:
        entry, field = page.session.entry, _FIELDS[remedy.action]
        draft = self._workspace.drafts.find(entry.file)
        if draft is None:  # what stands in no file cannot be changed
            return
        await draft.edit(operations.set_field(entry.name, (field,), remedy.value))
        await draft.settled()
        name, shown = "address" if field == "url" else field, masked_address(remedy.value)
        page.failure.show_applied(
            f"The {name} is now {shown}, not saved yet. Start the server to try it;"
            " undo takes it back."
        )

    async def _set_value(self, session: Session, name: str) -> None:
        if await keep_secret(self._parent, self._workspace, name):
            self._start(session)

    async def _allow_host(self, session: Session, host: str) -> None:
        if await ask_to_allow_host(self._parent, host, session.entry):
            _allow(self._workspace.allow, host)
            self._start(session)


def _allow(allow: AllowList, host: str) -> None:
    try:
        allow.add_host(host)
    except OSError as error:
        raise AppError(
            Family.CONFIGURATION,
            f"{host} could not be allowed",
            cause=f"The settings cannot be written: {error.strerror or error}.",
            hint="Make room on the disk, or check the rights of the settings file.",
        ) from error
