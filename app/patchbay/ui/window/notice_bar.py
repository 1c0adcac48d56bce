"""A strip above the page for failures that belong to no single page."""

from PySide6.QtWidgets import QFrame

from patchbay.ui.controls import IconButton, IconLabel, Label, row
from patchbay.ui.notices import Notice, Notices
from patchbay.ui.tasks import listen


class NoticeBar(QFrame):
    """Shows the newest notice until it is closed; then the one before it."""

    def __init__(self, notices: Notices) -> None:
        super().__init__()
        self.setProperty("ground", "danger")
        self._notices = notices
        self._words = Label("", "small", wrap=True, selectable=True)
        close = IconButton("x", "Close this message", small=True)
        self.setLayout(
            row(IconLabel("circle-x", "danger"), (self._words, 1), close, margins=(16, 6, 8, 6))
        )
        close.clicked.connect(self._close)
        listen(self, notices.added, lambda _: self._follow())
        listen(self, notices.dismissed, lambda _: self._follow())
        self._follow()

    @property
    def _newest(self) -> Notice | None:
        return self._notices.notices[-1] if self._notices.notices else None

    def _follow(self) -> None:
        notice = self._newest
        self.setVisible(notice is not None)
        if notice is not None:
            self._words.setText(str(notice.error))

    def _close(self) -> None:
        if (notice := self._newest) is not None:
            self._notices.dismiss(notice)
