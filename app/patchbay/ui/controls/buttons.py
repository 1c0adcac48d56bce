"""Buttons of every kind, painted with their icon, their words and the keys that press them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
)
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls.frames import fixed, row

Kind: TypeAlias = Literal[
    "primary",
    "secondary",
    "ghost",
    "link",
    "danger",
    "dangerline",
    "chip",
    "run",
    "fold",
    "segment",
    "null",
    "icon",
    "iconsm",
]


@dataclass(frozen=True, slots=True)
class _Look:
    """The measures and colours of one kind, in pixels of the design.

    What is chosen may be written heavier; its room is always measured so.
    """

    colour: str = "text"
    checked: str = "text"
    height: int = 28
    pad: int = 12
    font: int = 13
    weight: int = 500
    icon: int = 16
    tint: str = ""
    mono: bool = False
    chosen_weight: int = 0

    @property
    def heaviest(self) -> int:
        return max(self.weight, self.chosen_weight)


_LOOKS: dict[Kind, _Look] = {
    "primary": _Look("on_accent", "on_accent"),
    "secondary": _Look(tint="text2"),
    "ghost": _Look("text2", "accent", pad=8),
    "link": _Look("accent", "accent", height=24, pad=2, icon=14),
    "danger": _Look("on_accent", "on_accent"),
    "dangerline": _Look("danger", "danger"),
    "chip": _Look("text2", "accent", height=24, pad=10, font=12, icon=14),
    "run": _Look(
        "text2", "accent", height=24, pad=8, font=12, weight=400, icon=14, chosen_weight=500
    ),
    "fold": _Look(height=24, pad=2, icon=14, tint="text3"),
    "segment": _Look("text2", height=24, pad=10, font=12),
    "null": _Look("text2", "accent", pad=8, font=11, weight=400, mono=True),
    "icon": _Look("text2", "accent", pad=6),
    "iconsm": _Look("text2", "accent", height=24, pad=4),
}
_GAP = 6


def _advance(words: str, size: int, weight: int, *, mono: bool) -> int:
    """How wide the words are: layouts ask a hundred times for what never changes."""
    return _measured(words, size, weight, mono=mono, text_size=theme.current().text_size)


@lru_cache(maxsize=2048)
def _measured(words: str, size: int, weight: int, *, mono: bool, text_size: int) -> int:
    del text_size  # the font is as large as it says
    return QFontMetrics(theme.font(size, weight, mono=mono)).horizontalAdvance(words)


@lru_cache(maxsize=2048)
def _hint(kind: Kind, shown: tuple[str, str], *, has_icon: bool, pad: int, text_size: int) -> QSize:
    """How large a button with these parts is; as above."""
    del text_size
    look = _LOOKS[kind]
    parts = [width for width in _widths(look, *shown, has_icon=has_icon) if width]
    inner = sum(parts) + theme.px(_GAP) * max(len(parts) - 1, 0)
    height = theme.px(look.height)
    return QSize(max(inner + 2 * theme.px(pad), height), height)


def _widths(look: _Look, words: str, keys: str, *, has_icon: bool) -> tuple[int, int, int]:
    """Icon, words and key cap; 0 for what is not shown."""
    return (
        theme.px(look.icon) if has_icon else 0,
        _advance(words, look.font, look.heaviest, mono=look.mono) if words else 0,
        _advance(keys, 11, 400, mono=False) + 10 if keys else 0,
    )


class Button(QPushButton):
    """A button that says what it does, and with which keys; never takes the focus by mouse."""

    def __init__(
        self,
        text: str = "",
        kind: Kind = "secondary",
        *,
        icon: str = "",
        keys: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(text)
        self._kind: Kind = kind
        self._icon_name, self._icon_colour, self._keys = icon, "", keys
        self._wide = True
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.setToolTip(tip)
        fixed(self)

    def set_icon(self, name: str, colour: str = "") -> None:
        """Change the icon; `colour` when it says more than the words do."""
        self._icon_name, self._icon_colour = name, colour
        self.updateGeometry()
        self.update()

    def set_keys(self, keys: str) -> None:
        self._keys = keys
        self.updateGeometry()
        self.update()

    def set_wide(self, *, wide: bool) -> None:
        """Show icon and words, or the icon alone with the words as its tip."""
        self._wide = wide or not self._icon_name
        self.setAccessibleName(self.text())
        self.setToolTip("" if self._wide else self._named())
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return _hint(
            self._kind,
            self._shown(),
            has_icon=bool(self._icon_name),
            pad=self._pad(),
            text_size=theme.current().text_size,
        )

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.updateGeometry()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text, option.icon = "", QIcon()
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_parts(painter)
        painter.end()

    def _paint_parts(self, painter: QPainter) -> None:
        icon, words, cap = _widths(self._look, *self._shown(), has_icon=bool(self._icon_name))
        gap = theme.px(_GAP)
        total = sum(width + gap for width in (icon, words, cap) if width) - gap
        left = (self.width() - total) // 2 if self._kind != "fold" else theme.px(self._pad())
        if icon:
            picture = theme.pixmap(
                self._icon_name, self._tint(), self._look.icon, self.devicePixelRatioF()
            )
            painter.drawPixmap(left, (self.height() - icon) // 2, picture)
            left += icon + gap
        if words:
            painter.setFont(self._font(chosen=self.isChecked()))
            painter.setPen(theme.colour(self._colour()))
            room = QRect(left, 0, words + 1, self.height())
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), self.text())
            left += words + gap
        if cap:
            self._paint_cap(painter, QRect(left, 0, cap, self.height()))

    def _paint_cap(self, painter: QPainter, room: QRect) -> None:
        filled = self._kind in ("primary", "danger") and self.isEnabled()
        height = theme.px(18)
        cap = QRectF(
            room.x() + 0.5, (room.height() - height) / 2 + 0.5, room.width() - 1, height - 1
        )
        painter.setPen(Qt.PenStyle.NoPen if filled else theme.colour("line"))
        painter.setBrush(QColor(0, 0, 0, 52) if filled else theme.colour("inset"))
        painter.drawRoundedRect(cap, 4, 4)
        painter.setFont(theme.font(11))
        painter.setPen(theme.colour("on_accent" if filled else "text3"))
        painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), self._keys)

    def _shown(self) -> tuple[str, str]:
        """The words, and the keys on its cap."""
        return (self.text(), self._keys) if self._wide else ("", "")

    def _pad(self) -> int:
        return self._look.pad if self._wide else 6

    @property
    def _look(self) -> _Look:
        return _LOOKS[self._kind]

    def _font(self, *, chosen: bool) -> QFont:
        look = self._look
        return theme.font(look.font, look.heaviest if chosen else look.weight, mono=look.mono)

    def _colour(self) -> str:
        if not self.isEnabled():
            return "disabled"
        return self._look.checked if self.isChecked() else self._look.colour

    def _tint(self) -> str:
        if not self.isEnabled():
            return "disabled"
        return self._icon_colour or self._look.tint or self._colour()

    def _named(self) -> str:
        return f"{self.text()} ({self._keys})" if self._keys else self.text()


class IconButton(Button):
    """An icon alone: what it does is its accessible name and its tip."""

    def __init__(self, icon: str, name: str, *, small: bool = False, keys: str = "") -> None:
        super().__init__("", "iconsm" if small else "icon", icon=icon)
        self.set_name(name, keys)

    def set_name(self, name: str, keys: str = "") -> None:
        self.setAccessibleName(name)
        self.setToolTip(f"{name} ({keys})" if keys else name)


class Segments(QFrame):
    """A few short choices, one of them chosen; `chosen` tells which by its place."""

    chosen = Signal(int)

    def __init__(self, *names: str) -> None:
        super().__init__()
        self.setProperty("ground", "segments")
        self._group = QButtonGroup(self)
        buttons = [Button(name, "segment") for name in names]
        for place, button in enumerate(buttons):
            button.setCheckable(True)
            button.setChecked(place == 0)
            self._group.addButton(button, place)
        self.setLayout(row(*buttons, margins=(2, 2, 2, 2), gap=2))
        self._group.idClicked.connect(self.chosen)
        fixed(self)

    def choose(self, place: int) -> None:
        """Show another choice without telling anybody; -1 is none of them."""
        self._group.setExclusive(place >= 0)
        for each, button in enumerate(self._group.buttons()):
            button.setChecked(each == place)
        self._group.setExclusive(True)

    @property
    def place(self) -> int:
        return self._group.checkedId()

    def button(self, place: int) -> QAbstractButton:
        return self._group.button(place)
