"""The open questions of one call or one server, one below the other."""

from collections.abc import Iterable

from PySide6.QtWidgets import QApplication, QWidget

from patchbay.core.calls.ask import Ask
from patchbay.ui.asks.card import AskCard
from patchbay.ui.controls import column


class AskCards(QWidget):
    """Has a card for each open question; what was typed into one stays while others come and go."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: dict[Ask, AskCard] = {}
        self._column = column(gap=12)
        self.setLayout(self._column)
        self.hide()

    def show_asks(self, asks: Iterable[Ask]) -> None:
        """Show these, oldest first, and no others."""
        wanted = [ask for ask in asks if ask.is_open]
        if wanted == list(self._cards):
            return
        had_focus = self._has_focus()
        for ask in [ask for ask in self._cards if ask not in wanted]:
            card = self._cards.pop(ask)
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        for ask in wanted:
            if ask not in self._cards:
                self._cards[ask] = AskCard(ask)
                self._column.addWidget(self._cards[ask])
        self.setVisible(bool(self._cards))
        if had_focus and self._cards:
            next(iter(self._cards.values())).focus_first()

    def card_of(self, ask: Ask) -> AskCard | None:
        return self._cards.get(ask)

    def _has_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)
