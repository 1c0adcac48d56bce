"""What the one running window of a person does, and one beside it does not."""

from PySide6.QtCore import QObject

from patchbay.core.errors import AppError, Family
from patchbay.core.paths import Paths
from patchbay.core.sitting.last import LastSitting
from patchbay.core.sitting.receiving import Receiver
from patchbay.core.sitting.running import Claim
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.record import SittingRecord
from patchbay.ui.window.wishes import Wishes


class RunningWindow(QObject):
    """Hears what later starts want, and keeps what is open for the next start."""

    def __init__(self, window: Desk, claim: Claim, paths: Paths, wishes: Wishes) -> None:
        super().__init__(window)
        self._record = SittingRecord(window, LastSitting(paths.sitting_file))
        self._receiver = Receiver(claim, wishes.take)
        self._settings = window.workspace.settings
        self._records = False

    async def listen(self) -> None:
        await self._receiver.open()

    async def restore(self) -> None:
        """Open again what was open last time, if the person wants that."""
        if self._settings.settings.restore_sitting:
            await self._record.restore()

    def begin_record(self) -> None:
        """Everything that was wanted at the start is there."""
        self._records = True
        self._record.begin()

    async def leave(self) -> None:
        """Let another start be the running window, and keep what is open."""
        self._receiver.close()
        if self._records:
            await self._record.keep()


def second_window(why: str) -> AppError:
    """Why there are two windows now."""
    return AppError(
        Family.CONNECTION,
        "This is a second window",
        cause=why,
        hint="Close one of the two, so that you edit each file in one place only.",
    )
