"""The strips above a config: edits that survived a crash, and what others did to the file."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from patchbay.core.drafts.draft import Draft
from patchbay.core.store.disk import OnDisk
from patchbay.core.store.journal import Unsaved
from patchbay.ui.bars import OutsideBar, RecoveryBar
from patchbay.ui.configuration.actions import FileActions
from patchbay.ui.tasks import listen


class DraftBars(QWidget):
    """Shows a strip for each thing to decide, and none while there is nothing."""

    def __init__(self, draft: Draft, actions: FileActions) -> None:
        super().__init__()
        self._draft, self._actions = draft, actions
        self._leftover: Unsaved | None = None
        self._outside: OnDisk | None = None
        self.recovery: RecoveryBar | None = None
        self.outside: OutsideBar | None = None
        self._room = QVBoxLayout(self)
        self._room.setContentsMargins(0, 0, 0, 0)
        self._room.setSpacing(0)
        listen(self, draft.changed, lambda _: self._follow())
        self._follow()

    def _follow(self) -> None:
        leftover = next(iter(self._draft.leftovers), None)
        if leftover is not self._leftover:
            self._leftover = leftover
            self._drop(self.recovery)
            self.recovery = self._offer(leftover) if leftover is not None else None
        if self._draft.outside is not self._outside:
            self._outside = self._draft.outside
            self._drop(self.outside)
            self.outside = self._tell() if self._outside is not None else None
        self.setVisible(self.recovery is not None or self.outside is not None)

    def _offer(self, leftover: Unsaved) -> RecoveryBar:
        draft, actions = self._draft, self._actions
        bar = RecoveryBar(leftover.when)
        bar.show_wanted.connect(lambda: actions.review_leftover(draft))
        bar.restore_wanted.connect(lambda: actions.restore_leftover(draft))
        bar.discard_wanted.connect(lambda: actions.forget_leftover(draft))
        self._room.addWidget(bar)
        return bar

    def _tell(self) -> OutsideBar:
        draft, actions = self._draft, self._actions
        bar = OutsideBar(draft.path.name, draft.outside_since)
        gone = draft.outside is not None and draft.outside.data is None
        bar.set_when(draft.outside_since, is_deleted=gone)
        bar.look_wanted.connect(lambda: actions.settle_outside(draft))
        bar.reload_wanted.connect(lambda: actions.reload(draft))
        self._room.addWidget(bar)
        return bar

    def _drop(self, bar: QWidget | None) -> None:
        if bar is not None:
            self._room.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
