"""Measurements of a harbour that does not exist: the same ones every time."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from math import pi, sin
from random import Random

LAST_DAY = date(2026, 11, 29)
SERIES = ("north", "south", "west")
_MAY = date(2026, 5, 10).toordinal()
_WEEK_END = (6, 0)


@dataclass(frozen=True, slots=True)
class Dataset:
    """One thing that is measured at every quay, once a day."""

    name: str
    title: str
    unit: str
    digits: int
    shape: Callable[[int, int], float]
    noise: float


def _tide(day: int, quay: int) -> float:
    """High water follows the moon: highest at new and full moon."""
    return 3.4 - 0.25 * quay + 0.9 * sin(2 * pi * (day + 1.5 * quay) / 14.77)


def _wind(day: int, quay: int) -> float:
    return 14 + 3 * quay + 6 * sin(2 * pi * (day + 11 * quay) / 47) + 3 * sin(2 * pi * day / 9)


def _temperature(day: int, quay: int) -> float:
    return 11.5 - 0.8 * quay + 8 * sin(2 * pi * (day - _MAY) / 365.25)


def _arrivals(day: int, quay: int) -> float:
    quiet = 9 if day % 7 in _WEEK_END else 0
    return 42 - 12 * quay + 10 * sin(2 * pi * (day + 25 * quay) / 90) - quiet


DATASETS = {
    dataset.name: dataset
    for dataset in (
        Dataset("tides", "High water by quay", "m", 2, _tide, 0.12),
        Dataset("wind", "Mean wind by quay", "kn", 1, _wind, 2.2),
        Dataset("temperature", "Water temperature by quay", "°C", 1, _temperature, 0.45),
        Dataset("arrivals", "Ships per day by quay", "ships", 0, _arrivals, 3.5),
    )
}


def days_until(last: date, count: int) -> list[date]:
    return [last - timedelta(days=count - 1 - place) for place in range(count)]


def measured(dataset: Dataset, series: str, days: list[date]) -> list[float]:
    """The values of one quay on some days; each day has its own luck, whatever is asked for."""
    quay = SERIES.index(series)
    values: list[float] = []
    for day in days:
        luck = Random(f"{dataset.name} {series} {day}").gauss(0, dataset.noise)  # noqa: S311 - made up
        value = max(0.0, dataset.shape(day.toordinal(), quay) + luck)
        values.append(round(value, dataset.digits) if dataset.digits else float(round(value)))
    return values
