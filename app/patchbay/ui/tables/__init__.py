"""What the tables of the window share: rows, head, filter bar, following, pace."""

from patchbay.ui.tables.filter_bar import Chips, FilterBar
from patchbay.ui.tables.following import Following
from patchbay.ui.tables.nothing import Nothing
from patchbay.ui.tables.pace import at_most_ten_a_second
from patchbay.ui.tables.painting import CellPainter, Ink, paint_pill, paint_text
from patchbay.ui.tables.table import ColumnRoom, RowTable

__all__ = [
    "CellPainter",
    "Chips",
    "ColumnRoom",
    "FilterBar",
    "Following",
    "Ink",
    "Nothing",
    "RowTable",
    "at_most_ten_a_second",
    "paint_pill",
    "paint_text",
]
