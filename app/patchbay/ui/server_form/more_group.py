"""The fields that are seldom wanted, folded until somebody wants them."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from patchbay.core.config.model import Entry, Transport
from patchbay.ui.controls import Button, ElidedLabel, column, row
from patchbay.ui.server_form.config_row import ConfigRow
from patchbay.ui.server_form.form_row import FormRow
from patchbay.ui.server_form.more_rows import EncodingRow, FlagRows, KeptRow, unused
from patchbay.ui.server_form.reach_rows import reach_rows

_REACHING = {
    "proxy": "proxy",
    "ca_file": "CA file",
    "client_cert": "client certificate",
    "client_key": "client key",
}


class MoreGroup(QWidget):
    """Folds and unfolds its rows; folded, it says what is in them."""

    unfolded = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[FormRow] = (
            *reach_rows(),
            EncodingRow(),
            FlagRows(),
            ConfigRow(),
            KeptRow(),
        )
        self.head = Button("More", "fold", icon="chevron-right")
        self._said, self._summary = "", ElidedLabel("", "hint")
        self._body = QWidget()
        self._body.setLayout(column(*self.rows, gap=12))
        self._body.hide()
        self.head.setCheckable(True)
        self.head.toggled.connect(self._fold)
        self.setLayout(column(row(self.head, (self._summary, 1)), self._body, gap=8))
        self._fold(unfold=False)

    def show_summary(self, entry: Entry) -> None:
        """What somebody would miss behind a closed fold."""
        is_remote = entry.transport not in (None, Transport.STDIO)
        flags = (entry.terminate_on_close, entry.load_tools, entry.load_prompts)
        parts = [
            *([words for field, words in _REACHING.items() if getattr(entry, field)] * is_remote),
            *(["encoding"] if entry.encoding else []),
            *(["session"] if not all(flags) else []),
            *(["server config"] if entry.config is not None else []),
        ]
        kept = (*entry.kept, *unused(entry))
        said = [f"sets {', '.join(parts)}"] if parts else []
        said += [f"keeps {', '.join(kept)}"] if kept else []
        self._said = "; ".join(said)
        self._fold(unfold=self.head.isChecked())

    def _fold(self, unfold: bool) -> None:  # noqa: FBT001 - a slot
        self._body.setVisible(unfold)
        self._summary.setText("" if unfold else self._said)
        self.head.set_icon("chevron-down" if unfold else "chevron-right")
        self.head.setAccessibleDescription("unfolded" if unfold else "folded")
        self.unfolded.emit()
