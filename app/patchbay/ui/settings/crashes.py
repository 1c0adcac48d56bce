"""Where the reports of what failed in Patchbay are."""

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.crashes import Crashes
from patchbay.core.own_files import make_folder
from patchbay.ui.controls import Button, Label, column, row
from patchbay.ui.figures import counted
from patchbay.ui.form.descriptions import FaultWords, Words
from patchbay.ui.settings.option_row import attempted

_HELP = (
    "When something in Patchbay itself fails, what is needed to find the mistake is written into a"
    " folder on this computer, without the secrets that Patchbay knows. Nothing is sent; at most 20"
    " are kept."
)


class CrashReports(QWidget):
    """Tells how many there are, and opens their folder."""

    def __init__(self, crashes: Crashes) -> None:
        super().__init__()
        self._crashes = crashes
        self.count = Words("", "second")
        self.open = Button("Open the folder", icon="folder-open")
        self._fault = FaultWords()
        self.open.clicked.connect(self._open)
        words = column(Label("Reports of failures", "label"), Words(_HELP, "hint"), gap=2)
        self.setLayout(column(words, row((self.count, 1), self.open), self._fault, gap=6))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        reports = len(self._crashes.reports)
        self.count.setText(counted(reports, "report") if reports else "There are none.")

    def _open(self) -> None:
        self._fault.say(attempted(lambda: make_folder(self._crashes.folder)))
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._crashes.folder)))
