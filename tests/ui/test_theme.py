"""Palettes, fonts, icons and the style sheet."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QFontInfo, QPixmap
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from patchbay.core import paths
from patchbay.ui import theme
from patchbay.ui.theme.palette import DARK, LIGHT, PALETTES, Colours, ThemeName
from patchbay.ui.theme.style import SHEET_ICONS

TEXT, MARK = 4.5, 3.0
GROUNDS = ("surface", "canvas", "inset", "raised")
PAIRS: tuple[tuple[str, tuple[str, ...], float], ...] = (
    ("edge", ("surface", "canvas"), MARK),
    ("text", (*GROUNDS, "hover", "accent_soft", "seg_on"), TEXT),
    ("text2", (*GROUNDS, "hover", "seg"), TEXT),
    ("text3", ("surface", "canvas", "inset", "accent_soft"), TEXT),
    ("accent", ("surface", "accent_soft"), TEXT),
    ("accent_fill", ("surface",), MARK),
    ("on_accent", ("accent_fill", "accent_hover", "danger_fill"), TEXT),
    ("ok", ("surface", "ok_soft"), TEXT),
    ("warn", ("surface", "warn_soft"), TEXT),
    ("danger", ("surface", "danger_soft"), TEXT),
    ("violet", ("surface", "violet_soft"), TEXT),
    ("syn_key", ("surface", "accent_soft"), TEXT),
    ("syn_str", ("surface", "accent_soft"), TEXT),
    ("syn_num", ("surface", "accent_soft"), TEXT),
    ("syn_lit", ("surface", "accent_soft"), TEXT),
    ("syn_com", ("surface", "accent_soft"), TEXT),
)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_word_and_mark_has_the_contrast_it_needs(name: ThemeName) -> None:
    colours = PALETTES[name]
    weak = [
        f"{ink} on {ground}: {found:.2f}"
        for ink, grounds, least in PAIRS
        for ground in grounds
        if (found := contrast(colours, ink, ground)) < least
    ]
    assert weak == []


def test_both_palettes_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("size", theme.TEXT_SIZES)
def test_the_sheet_is_complete_in_every_size(name: ThemeName, size: int) -> None:
    sheet = theme.Theme(name, size).sheet()
    assert not re.findall(r"[@%]\{?\w+", sheet)
    grown = f"font-size: {round(13 * size / 100)}px"
    assert grown in sheet
    assert "border: 1px solid" in sheet


def test_the_pictures_of_the_sheet_live_in_memory(qapp: QApplication) -> None:
    theme.apply(qapp, "dark")
    named = re.findall(r"url\((:/[^)]+)\)", theme.current().sheet())
    assert len(set(named)) == len(SHEET_ICONS)
    assert [path for path in named if QPixmap(path).isNull()] == []


def test_a_theme_can_be_put_to_use_again_and_again(qapp: QApplication, qtbot: QtBot) -> None:
    told: list[str] = []
    stop = theme.changed.connect(lambda used: told.append(used.name))
    button = QPushButton("Run")
    qtbot.addWidget(button)
    button.show()

    for name in ("dark", "light", "dark"):
        theme.apply(qapp, name)
        button.grab()

    stop()
    assert told == ["dark", "light", "dark"]
    assert button.palette().color(button.foregroundRole()).name().upper() == DARK["text"]


def test_words_and_code_use_the_shipped_fonts(qapp: QApplication) -> None:
    assert QFontInfo(theme.font(13)).family() == "Inter"
    assert QFontInfo(theme.font(12, mono=True)).family() == "JetBrains Mono"
    assert qapp.font().pixelSize() == 13


def test_icons_take_their_colour_from_the_theme(qapp: QApplication) -> None:
    theme.apply(qapp, "light")
    light = theme.pixmap("circle-check", "ok", 16, 2.0)
    theme.apply(qapp, "dark")
    dark = theme.pixmap("circle-check", "ok", 16, 2.0)

    assert light.width() == dark.width() == 32
    assert inks(light) == {LIGHT["ok"].lower()}
    assert inks(dark) == {DARK["ok"].lower()}
    assert theme.pixmap("circle-check", "ok", 16, 2.0) is not None


def test_every_icon_named_in_the_window_is_shipped() -> None:
    shipped = {file.stem for file in paths.resource("icons").glob("*.svg")}
    sources = Path(theme.__file__).parent.parent.rglob("*.py")
    named = {
        name
        for source in sources
        for name in re.findall(
            r"""(?:icon=|IconButton\(|IconLabel\(|set_icon\(|add_button\()\s*"([\w-]+)\"""",
            source.read_text(encoding="utf-8"),
        )
    }
    assert len(named) > 10
    assert named - shipped == set()


def contrast(colours: Colours, ink: str, ground: str) -> float:
    """WCAG 2."""
    lighter, darker = sorted((luminance(colours[ink]), luminance(colours[ground])), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def inks(pixmap: QPixmap) -> set[str]:
    """The colours of pixels that are fully covered."""
    image = pixmap.toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}
