"""Numbers in words: sizes, durations, counts."""

from datetime import datetime, timedelta

_UNITS = ("B", "KB", "MB", "GB", "TB")


def size(count: int) -> str:
    """Bytes, in powers of 1,000: `412 B`, `34 KB`, `4.2 MB`."""
    amount, unit = float(count), 0
    while amount >= 999.5 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1_000, unit + 1
    shown = f"{amount:.1f}" if unit and amount < 9.95 else f"{amount:.0f}"
    return f"{shown.removesuffix('.0')} {_UNITS[unit]}"


def duration(seconds: float) -> str:
    """`182 ms`, `2.4 s`, `38 s`, `4 min 10 s`, `2 h 5 min`."""
    if seconds < 1:
        return f"{max(seconds, 0) * 1_000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def counted(count: int, one: str, many: str = "") -> str:
    """`1 line`, `2,041 lines`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """`60 %`."""
    return f"{share * 100:.0f} %"


def since(at: datetime) -> str:
    """How long ago under one hour, the time of day after that: `12 s ago`, `at 14:02:11`."""
    seconds = (datetime.now().astimezone() - at).total_seconds()
    if seconds < 60:
        return f"{seconds:.0f} s ago"
    return f"{seconds // 60:.0f} min ago" if seconds < 3600 else f"at {at:%H:%M:%S}"


def day_and_time(at: datetime) -> str:
    """When something was, for a list: `2 min ago`, `today 13:05`, `12 May 2026, 13:05`."""
    now = datetime.now().astimezone()
    if now - at < timedelta(hours=1):
        return since(at)
    days = (now.date() - at.date()).days
    day = {0: "today", 1: "yesterday"}.get(days)
    return f"{day} {at:%H:%M}" if day else f"{at:%d %B %Y, %H:%M}".lstrip("0")


def exact_time(at: datetime) -> str:
    return f"{at:%d %B %Y, %H:%M:%S}".lstrip("0")
