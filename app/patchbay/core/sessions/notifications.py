"""What a server notifies of, as lines of its log: a flood of one kind costs two lines a second."""

import asyncio
import json
from dataclasses import dataclass, field

from patchbay.core.sessions.log import Log, Source
from patchbay.core.values import Json, JsonObject

_PAUSE = 0.5
"""Seconds between two lines of the same method."""
_LONGEST = 400


@dataclass(slots=True)
class _Held:
    """The newest of those that came during the pause, and how many came."""

    pause: asyncio.TimerHandle
    count: int = 0
    params: JsonObject = field(default_factory=dict[str, Json])

    @property
    def more(self) -> str:
        return f" (and {self.count - 1:,} before it)" if self.count > 1 else ""


class Notifications:
    """Writes the first of a method at once, and the newest of the rest when its pause is over."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._held: dict[str, _Held] = {}

    def note(self, method: str, params: JsonObject) -> None:
        """Runs on the event loop."""
        if held := self._held.get(method):
            held.count, held.params = held.count + 1, params
        else:
            self._write(method, _words(method, params))

    def log(self, params: JsonObject) -> None:
        """Write a `notifications/message`: those are lines of a log already."""
        data, logger, level = params.get("data"), params.get("logger"), params.get("level")
        words = data if isinstance(data, str) else _compact(data)
        text = f"{logger}: {words}" if isinstance(logger, str) and logger else words
        self._log.add(Source.SERVER, text, level if isinstance(level, str) else "info")

    def flush(self) -> None:
        """Write what is held, and hold no more."""
        for method, held in self._held.items():
            held.pause.cancel()
            if held.count:
                self._tell(_words(method, held.params), held.more)
        self._held.clear()

    def _write(self, method: str, line: str, more: str = "") -> None:
        loop = asyncio.get_running_loop()
        self._held[method] = _Held(loop.call_later(_PAUSE, self._go_on, method))
        self._tell(line, more)

    def _tell(self, line: str, more: str = "") -> None:
        """Cut here, where no half of a secret is left of what was cut."""
        shown = self._log.redactor.beginning(line, _LONGEST)
        self._log.add(Source.NOTIFICATION, shown + more, "info")

    def _go_on(self, method: str) -> None:
        held = self._held.pop(method)
        if held.count:
            self._write(method, _words(method, held.params), held.more)


def progress_words(params: JsonObject) -> str:
    """For example “3 of 5, Rendering page 3 of 5”."""
    done, total, message = params.get("progress"), params.get("total"), params.get("message")
    share = f"{_number(done)} of {_number(total)}" if total and _number(total) else _number(done)
    return ", ".join(part for part in (share, message) if isinstance(part, str) and part)


def _words(method: str, params: JsonObject) -> str:
    return f"{method}: {_about(method, params)}".removesuffix(": ")


def _about(method: str, params: JsonObject) -> str:
    if method == "notifications/progress":
        return progress_words(params)
    for key in ("uri", "message", "reason"):
        if isinstance(value := params.get(key), str):
            return value
    told = {key: value for key, value in params.items() if key != "_meta"}
    return _compact(told) if told else ""


def _compact(value: Json) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return "(nested too deeply, or a number with too many digits)"


def _number(value: Json) -> str:
    usable = isinstance(value, (int, float)) and not isinstance(value, bool)
    return f"{value:.10g}" if usable and abs(value) < 1e300 else ""
