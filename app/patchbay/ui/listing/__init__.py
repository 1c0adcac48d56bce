"""A searchable list of what a server offers, and the drop-down that can stand for it."""

from patchbay.ui.listing.item_list import COMPACT_ABOVE, ItemList
from patchbay.ui.listing.items import Item, Pill
from patchbay.ui.listing.painting import paint_pill
from patchbay.ui.listing.parts import Chooser

__all__ = ["COMPACT_ABOVE", "Chooser", "Item", "ItemList", "Pill", "paint_pill"]
