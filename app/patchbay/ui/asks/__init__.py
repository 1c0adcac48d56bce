"""Questions of a server: shown where they belong, answered by hand."""

from patchbay.ui.asks.bar import AsksBar, is_loose
from patchbay.ui.asks.card import AskCard
from patchbay.ui.asks.cards import AskCards

__all__ = ["AskCard", "AskCards", "AsksBar", "is_loose"]
