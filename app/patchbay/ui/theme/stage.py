"""What everything is drawn with: colours, fonts and icons of the theme in use."""

from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from patchbay.core import paths
from patchbay.core.events import Event
from patchbay.ui.theme import icons, style
from patchbay.ui.theme.palette import PALETTES, Choice, ThemeName

TEXT_SIZES = (90, 100, 115, 130, 150)
"""Per cent of the designed size."""

WORDS, CODE = "Inter", "JetBrains Mono"
_FONT_FILES = (
    "Inter-Regular.otf",
    "Inter-Medium.otf",
    "Inter-SemiBold.otf",
    "JetBrainsMono-Regular.ttf",
    "JetBrainsMono-Italic.ttf",
)
_ROLES = {
    QPalette.ColorRole.Window: "surface",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "inset",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "surface",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.Highlight: "accent_fill",
    QPalette.ColorRole.HighlightedText: "on_accent",
    QPalette.ColorRole.PlaceholderText: "text3",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Accent: "accent_fill",
}


class Theme:
    """One palette at one text size; draws nothing by itself."""

    def __init__(self, name: ThemeName, text_size: int = 100) -> None:
        self.name: ThemeName = name
        self.text_size = text_size
        self.colours = PALETTES[name]

    def px(self, length: int) -> int:
        """A length of the design, grown with the text."""
        return round(length * self.text_size / 100)

    def colour(self, name: str) -> QColor:
        return QColor(self.colours[name])

    def font(
        self, px: int = 13, weight: int = 400, *, mono: bool = False, italic: bool = False
    ) -> QFont:
        return QFont(_font(self.px(px), weight, mono=mono, italic=italic))

    def pixmap(
        self, name: str, colour: str = "text2", size: int = 16, ratio: float | None = None
    ) -> QPixmap:
        """An icon; `size` is of the design, `ratio` the device's pixels per unit."""
        tint = self.colours.get(colour, colour)
        return _pixmap(name, tint, self.px(size), ratio or _screen_ratio())

    def icon(self, name: str, colour: str = "text2", size: int = 16) -> QIcon:
        drawn = QIcon(self.pixmap(name, colour, size))
        drawn.addPixmap(self.pixmap(name, "disabled", size), QIcon.Mode.Disabled)
        return drawn

    def palette(self) -> QPalette:
        palette = QPalette()
        for role, name in _ROLES.items():
            palette.setColor(role, self.colour(name))
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.colour("disabled"))
        return palette

    def sheet(self) -> str:
        root = f":/patchbay/{self.name}-{self.text_size}"
        return style.write(
            self.colours, self.px, lambda name, tint, size: f"{root}/{name}-{tint}-{size}.svg"
        )

    def sheet_images(self) -> icons.SheetImages:
        return icons.SheetImages(
            f"/patchbay/{self.name}-{self.text_size}",
            {
                f"{name}-{tint}-{size}.svg": icons.svg(
                    name, self.colours[tint], self.px(size), stroke=2
                )
                for name, tint, size in style.SHEET_ICONS
            },
        )


@dataclass
class _Stage:
    """The theme in use: one per process, as Qt's palette and style sheet are."""

    theme: Theme = field(default_factory=lambda: Theme("light"))
    choice: Choice = "light"
    fonts_loaded: bool = False
    follows_system: bool = False
    images: dict[tuple[str, int], icons.SheetImages] = field(
        default_factory=dict[tuple[str, int], icons.SheetImages]
    )


_stage = _Stage()
changed: Event[Theme] = Event()
"""Emitted after another theme or text size was put to use."""


def current() -> Theme:
    return _stage.theme


def apply(app: QApplication, choice: Choice, text_size: int = 100) -> None:
    """Put a theme to use, before the first window or at any time later."""
    _load_fonts()
    _follow_system(app)
    _stage.choice = choice
    name: ThemeName = _system(app) if choice == "system" else choice
    theme = _stage.theme = Theme(name, text_size)
    if (name, text_size) not in _stage.images:
        # Kept for good: Qt goes on reading from what was registered once.
        _stage.images[name, text_size] = theme.sheet_images()
    if app.style().name() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(theme.palette())
    app.setFont(theme.font())
    app.setStyleSheet(theme.sheet())
    changed.emit(theme)


def _load_fonts() -> None:
    if _stage.fonts_loaded:
        return
    _stage.fonts_loaded = True
    for name in _FONT_FILES:
        QFontDatabase.addApplicationFont(str(paths.resource("fonts", name)))


def _system(app: QApplication) -> ThemeName:
    return "dark" if app.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"


def _follow_system(app: QApplication) -> None:
    if _stage.follows_system:
        return
    _stage.follows_system = True

    def follow() -> None:
        if _stage.choice == "system" and _system(app) != _stage.theme.name:
            apply(app, "system", _stage.theme.text_size)

    app.styleHints().colorSchemeChanged.connect(follow)


def _screen_ratio() -> float:
    app = QApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QApplication) else 1.0


@lru_cache(maxsize=64)
def _font(px: int, weight: int, *, mono: bool, italic: bool) -> QFont:
    font = QFont(CODE if mono else WORDS)
    font.setPixelSize(px)
    font.setWeight(QFont.Weight(weight))
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # `->` and `!=` must stay what they are; the style sheet passes features on to both families.
    font.setFeature(QFont.Tag("calt"), 0)
    font.setFeature(QFont.Tag("liga"), 0)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


@lru_cache(maxsize=1024)
def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    return icons.pixmap(name, colour, size, ratio)
