"""Whatever can be done or gone to, found by typing: the palette, and the map of all keys."""

from patchbay.ui.palette.key_map import KeyMap
from patchbay.ui.palette.palette import Palette
from patchbay.ui.palette.sections import Offer, Section

__all__ = ["KeyMap", "Offer", "Palette", "Section"]
