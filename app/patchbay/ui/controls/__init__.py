"""The small controls that every page is made of."""

from patchbay.ui.controls.buttons import Button, IconButton, Kind, Segments
from patchbay.ui.controls.fields import IntegerField, SearchField, Steppers
from patchbay.ui.controls.frames import (
    STRETCH,
    clear,
    column,
    fixed,
    frame,
    hline,
    row,
    scroll,
    vline,
)
from patchbay.ui.controls.labels import Badge, ElidedLabel, IconLabel, KeyCap, Label, repolish
from patchbay.ui.controls.marks import Mark, Spinner, StateMark, paint_mark
from patchbay.ui.controls.tabs import Tabs
from patchbay.ui.controls.ticking import TickingFrame

__all__ = [
    "STRETCH",
    "Badge",
    "Button",
    "ElidedLabel",
    "IconButton",
    "IconLabel",
    "IntegerField",
    "KeyCap",
    "Kind",
    "Label",
    "Mark",
    "SearchField",
    "Segments",
    "Spinner",
    "StateMark",
    "Steppers",
    "Tabs",
    "TickingFrame",
    "clear",
    "column",
    "fixed",
    "frame",
    "hline",
    "paint_mark",
    "repolish",
    "row",
    "scroll",
    "vline",
]
