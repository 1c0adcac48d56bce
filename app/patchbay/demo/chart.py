"""Line, area and bar charts, drawn point by point."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, floor, log10

from patchbay.demo.canvas import Canvas, Colour, Point, colour
from patchbay.demo.lettering import small, title

WIDTH, HEIGHT = 720, 360
PALETTES = {
    "harbour": ("#0b6482", "#d9622b", "#6242b5"),
    "lighthouse": ("#b02a23", "#1f5fa8", "#e0a02e"),
    "kelp": ("#1b7444", "#7a9a1f", "#0c7c8a"),
}
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, WIDTH - 22, 62, HEIGHT - 38
_LIGHT = ("#ffffff", "#1a2027", "#5e6873", "#e3e7eb")
_DARK = ("#1a1f23", "#e7ebee", "#97a2ad", "#303840")
_AREA = 0.22
_SMOOTH_STEPS = 6


@dataclass(frozen=True, slots=True)
class Style:
    """How a chart looks."""

    palette: str = "harbour"
    line_width: float = 2.0
    grid: bool = True
    dark: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """What a chart shows; every line of `lines` has one value for each of the days."""

    title: str
    unit: str
    kind: str
    days: Sequence[date]
    lines: dict[str, list[float]]
    top: float | None = None
    smooth: bool = False


def draw(chart: Chart, style: Style) -> bytes:
    """The chart as a PNG of 720 by 360 pixels."""
    return _Drawing(chart, style).png()


class _Drawing:
    def __init__(self, chart: Chart, style: Style) -> None:
        ground, text, faint, grid = map(colour, _DARK if style.dark else _LIGHT)
        self._chart, self._style = chart, style
        self._text, self._faint, self._grid = text, faint, grid
        self._ground = ground
        self._inks = [colour(ink) for ink in PALETTES[style.palette]]
        self._canvas = Canvas(WIDTH, HEIGHT, ground)
        highest = max((max(values) for values in chart.lines.values() if values), default=1.0)
        self._step, self._top = _scale(chart.top or highest)

    def png(self) -> bytes:
        self._head()
        self._value_axis()
        self._day_axis()
        draw_lines = {"bar": self._bars, "area": self._areas}.get(self._chart.kind, self._curves)
        draw_lines()
        self._canvas.rectangle((_LEFT, _BOTTOM - 0.5), (_RIGHT, _BOTTOM + 0.5), self._faint)
        return self._canvas.png()

    def _head(self) -> None:
        self._canvas.text((20, 30), self._chart.title, title(), self._text)
        self._canvas.text((20, 50), self._chart.unit, small(), self._faint)
        x = float(_RIGHT)
        for name, ink in reversed(self._named_inks()):
            x -= small().width(name)
            self._canvas.text((x, 30), name, small(), self._text)
            x -= 22
            self._canvas.line([(x + 1, 26), (x + 15, 26)], ink, 3)
            x -= 16

    def _value_axis(self) -> None:
        digits = max(0, -floor(log10(self._step)))
        for place in range(round(self._top / self._step) + 1):
            value = place * self._step
            y = self._y(value)
            if self._style.grid:
                self._canvas.rectangle((_LEFT, y - 0.5), (_RIGHT, y + 0.5), self._grid)
            words = f"{value:,.{digits}f}"
            self._canvas.text(
                (_LEFT - 9 - small().width(words), y + 4), words, small(), self._faint
            )

    def _day_axis(self) -> None:
        for place, words in _day_labels(self._chart.days):
            x = self._x(place)
            self._canvas.rectangle((x - 0.5, _BOTTOM), (x + 0.5, _BOTTOM + 4), self._faint)
            x = min(x - small().width(words) / 2, _RIGHT - small().width(words))
            self._canvas.text((max(x, _LEFT), _BOTTOM + 19), words, small(), self._faint)

    def _curves(self) -> None:
        for values, (_, ink) in zip(self._chart.lines.values(), self._named_inks(), strict=True):
            self._canvas.line(self._points(values), ink, self._style.line_width)

    def _areas(self) -> None:
        for values, (_, ink) in zip(self._chart.lines.values(), self._named_inks(), strict=True):
            points = self._points(values)
            for x in range(_LEFT, _RIGHT):
                y = _height_at(points, x + 0.5)
                self._canvas.rectangle((x, y), (x + 1, _BOTTOM), ink, _AREA)
        self._curves()

    def _bars(self) -> None:
        count, groups = len(self._chart.days), len(self._chart.lines)
        room = (_RIGHT - _LEFT) / count
        gap = min(6.0, room * 0.25)
        width = (room - gap) / groups
        inks = self._named_inks()
        for nth, (values, (_, ink)) in enumerate(
            zip(self._chart.lines.values(), inks, strict=True)
        ):
            for place, value in enumerate(values):
                left = _LEFT + place * room + gap / 2 + nth * width
                edge = min(1.0, width * 0.15) if width > 3 else 0.0
                top = min(self._y(value), _BOTTOM)
                self._canvas.rectangle((left, top), (left + width - edge, _BOTTOM), ink)

    def _points(self, values: list[float]) -> list[Point]:
        points = [(self._x(place), self._y(value)) for place, value in enumerate(values)]
        if len(points) == 1:
            return [(_LEFT, points[0][1]), (_RIGHT, points[0][1])]
        return _smoothed(points) if self._chart.smooth else points

    def _named_inks(self) -> list[tuple[str, Colour]]:
        names = list(self._chart.lines)
        return [(name, self._inks[nth % len(self._inks)]) for nth, name in enumerate(names)]

    def _x(self, place: float) -> float:
        count = len(self._chart.days)
        if self._chart.kind == "bar":
            return _LEFT + (_RIGHT - _LEFT) * (place + 0.5) / count
        return _LEFT + (_RIGHT - _LEFT) * (place / (count - 1) if count > 1 else 0.5)

    def _y(self, value: float) -> float:
        share = min(1.03, max(0.0, value / self._top))
        return _BOTTOM - share * (_BOTTOM - _TOP)


def _scale(highest: float) -> tuple[float, float]:
    """A round distance between grid lines, and the grid line above the highest value."""
    rough = max(highest, 1e-6) / 4
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * times for times in (1, 2, 2.5, 5, 10) if unit * times >= rough * 0.999)
    return step, step * ceil(highest / step - 1e-9)


def _day_labels(days: Sequence[date]) -> list[tuple[int, str]]:
    """Where to put which words: months when there are many days, else about eight of them."""
    if len(days) > 45:
        firsts = [(at, day) for at, day in enumerate(days) if day.day == 1]
        return [(at, f"{day:%b}" if day.month > 1 else f"{day:%b %Y}") for at, day in firsts]
    apart = max(1, ceil(len(days) / 8))
    return [(at, f"{day.day} {day:%b}") for at, day in enumerate(days) if at % apart == 0]


def _smoothed(points: list[Point]) -> list[Point]:
    """More points on a curve through the given ones (Catmull-Rom)."""
    padded = [points[0], *points, points[-1]]
    curve = [points[0]]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(1, _SMOOTH_STEPS + 1):
            t = step / _SMOOTH_STEPS
            x, y = (
                0.5
                * (
                    2 * b
                    + (c - a) * t
                    + (2 * a - 5 * b + 4 * c - d) * t * t
                    + (3 * b - a - 3 * c + d) * t**3
                )
                for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
            )
            curve.append((x, y))
    return curve


def _height_at(points: Sequence[Point], x: float) -> float:
    """The height of a line at `x`; its points go from left to right."""
    low, high = 0, len(points) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if points[middle][0] <= x else (low, middle)
    (x0, y0), (x1, y1) = points[low], points[high]
    share = min(1.0, max(0.0, (x - x0) / (x1 - x0))) if x1 > x0 else 0.0
    return y0 + (y1 - y0) * share
