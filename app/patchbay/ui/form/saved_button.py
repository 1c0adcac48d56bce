"""The button that says how many calls are saved of what a form is about, and opens them."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal

from patchbay.core.calls.saved import SavedCall
from patchbay.ui.controls import Button
from patchbay.ui.form.saved_list import Kept, SavedList


class SavedButton(Button):
    """Knows all saved calls of one kind and server, and which of them the form is about.

    What a person wants done with one is told by the signals, each with the call.
    """

    opened = Signal()
    """The list is about to be looked at."""
    followed = Signal()
    """It says something else now, and may need another width."""
    save_wanted = Signal()
    fill_wanted = Signal(object)
    run_wanted = Signal(object)
    rename_wanted = Signal(object)
    remove_wanted = Signal(object)
    undo_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Saved", "ghost", icon="bookmark")
        self._calls: Sequence[SavedCall] = ()
        self._removed = ""
        self._target = ""
        self._offers: Callable[[str], bool] = lambda _: True
        self._kept = Kept()
        self._short = False
        self.list: SavedList | None = None
        self.clicked.connect(self.open)
        self.hide()

    def show_calls(self, calls: Sequence[SavedCall], removed: str = "") -> None:
        """Take all calls of the server; `removed` is the name of one that can be put back."""
        self._calls, self._removed = calls, removed
        self.show()
        self._follow()

    def show_for(self, target: str, offers: Callable[[str], bool]) -> None:
        """The form is about another one; `offers` tells what can be asked for now."""
        self._target, self._offers = target, offers
        self._follow()

    def set_short(self, *, short: bool) -> None:
        """Without its word, which stands in the tip."""
        if short is not self._short:
            self._short = short
            self._say()

    def open(self) -> None:
        """Show the list, with the focus in it."""
        if self.isHidden() or self.list is not None:
            return
        self.opened.emit()
        made = self.list = SavedList(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        made.destroyed.connect(self._forget)
        made.save_wanted.connect(self.save_wanted)
        made.fill_wanted.connect(self.fill_wanted)
        made.run_wanted.connect(self.run_wanted)
        made.rename_wanted.connect(self.rename_wanted)
        made.remove_wanted.connect(self.remove_wanted)
        made.undo_wanted.connect(self.undo_wanted)
        made.show_kept(self._kept)
        made.open_below(self.parentWidget() or self)

    def _forget(self) -> None:
        self.list = None

    def _follow(self) -> None:
        mine = [call for call in self._calls if call.target == self._target]
        gone = [call for call in self._calls if not self._offers(call.target)]
        kept = Kept(mine, gone, self._removed)
        if kept != self._kept:
            self._kept = kept
            if self.list is not None:
                self.list.show_kept(kept)
        self._say()
        self.followed.emit()

    def _say(self) -> None:
        count = len(self._kept.calls)
        words = [] if self._short else ["Saved"]
        self.setText(" ".join([*words, *([str(count)] if count else [])]))
        self.setAccessibleName(f"Saved calls, {count}")
        self.setToolTip("Saved calls (Alt+B)")
        self.updateGeometry()
