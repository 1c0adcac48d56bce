"""Colours, fonts, icons and the style sheet; the theme in use is `current()`."""

from PySide6.QtGui import QColor, QFont, QIcon, QPixmap

from patchbay.ui.theme.palette import Choice, ThemeName
from patchbay.ui.theme.stage import TEXT_SIZES, Theme, apply, changed, current

__all__ = [
    "TEXT_SIZES",
    "Choice",
    "Theme",
    "ThemeName",
    "apply",
    "changed",
    "colour",
    "current",
    "font",
    "icon",
    "pixmap",
    "px",
]


def px(length: int) -> int:
    return current().px(length)


def colour(name: str) -> QColor:
    return current().colour(name)


def font(px: int = 13, weight: int = 400, *, mono: bool = False, italic: bool = False) -> QFont:
    return current().font(px, weight, mono=mono, italic=italic)


def icon(name: str, colour: str = "text2", size: int = 16) -> QIcon:
    return current().icon(name, colour, size)


def pixmap(name: str, colour: str = "text2", size: int = 16, ratio: float | None = None) -> QPixmap:
    return current().pixmap(name, colour, size, ratio)
