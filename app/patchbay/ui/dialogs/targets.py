"""To which file something is added: one that is open, or a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QWidget

from patchbay.core.trust.visible import visible
from patchbay.ui.controls import ElidedLabel, row

_KINDS = "Configs (*.json *.jsonc *.yaml *.yml)"


@dataclass(frozen=True, slots=True)
class Target:
    """A file that can be added to; `names` are taken there."""

    label: str
    path: Path
    names: frozenset[str] = frozenset()

    @property
    def words(self) -> str:
        return visible(self.label)


class TargetChoice(QWidget):
    """The open files, and a new one, which is asked for when it is chosen."""

    chosen = Signal()

    def __init__(self, targets: Sequence[Target], place: int = 0) -> None:
        super().__init__()
        self._targets = list(targets)
        self._last = place
        self.box = QComboBox()
        self.box.setAccessibleName("File")
        self.box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.box.setMinimumContentsLength(16)
        self.box.addItems([target.words for target in targets])
        self.box.addItem("A new file…")
        self._where = ElidedLabel("", "hint", Qt.TextElideMode.ElideMiddle)
        self.setLayout(row(self.box, (self._where, 1), gap=12))
        self.box.currentIndexChanged.connect(self._tell_where)
        self.box.activated.connect(self._take)
        self.box.setCurrentIndex(place)
        self._tell_where()

    @property
    def target(self) -> Target | None:
        """Nothing when there is no file yet."""
        place = self.box.currentIndex()
        return self._targets[place] if place < len(self._targets) else None

    def ask_for_new(self) -> None:
        dialog = QFileDialog(self.window(), "A new config", str(self._folder()), _KINDS)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        # Nothing is written over: a file that is there is added to.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.fileSelected.connect(self._add_named)
        dialog.rejected.connect(lambda: self.box.setCurrentIndex(self._last))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def add(self, path: Path) -> None:
        """Offer one more file, and choose it."""
        known = [target.path for target in self._targets]
        if path not in known:
            self._targets.append(Target(path.name, path))
            self.box.insertItem(len(known), self._targets[-1].words)
            known.append(path)
        self._last = known.index(path)
        self.box.setCurrentIndex(self._last)
        self.chosen.emit()

    def _take(self, place: int) -> None:
        if place == len(self._targets):
            self.ask_for_new()
            return
        self._last = place
        self.chosen.emit()

    def _tell_where(self) -> None:
        target = self.target
        self._where.setText(visible(str(target.path.parent)) if target else "")

    def _add_named(self, path: str) -> None:
        self.add(Path(path))

    def _folder(self) -> Path:
        return self._targets[self._last].path.parent if self._targets else Path.home()
