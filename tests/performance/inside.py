"""Runs the real program with a scenario inside it: `SCENARIO JSON [arguments of patchbay]`.

Prints what the scenario measured as one line of JSON.
"""

import asyncio
import json
import sys
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from patchbay.__main__ import main
from patchbay.ui.window import Window
from tests.performance.scenarios import SCENARIOS

_running: list[asyncio.Task[None]] = []


async def drive(app: QApplication, name: str, asked: dict[str, Any]) -> None:
    window = next(widget for widget in app.topLevelWidgets() if isinstance(widget, Window))
    try:
        measured = await SCENARIOS[name](window, **asked)
        sys.stdout.write(json.dumps(measured) + "\n")
        sys.stdout.flush()
    finally:
        window.close()


def run() -> int:
    app = QApplication(["patchbay"])
    name, asked = sys.argv[1], json.loads(sys.argv[2])

    def begin() -> None:
        loop = asyncio.get_running_loop()
        _running.append(loop.create_task(drive(app, name, asked)))

    def begin_when_shown() -> None:
        if any(isinstance(widget, Window) for widget in app.topLevelWidgets()):
            look.stop()
            begin()

    look = QTimer()
    look.timeout.connect(begin_when_shown)
    look.start(1)
    sys.argv = ["patchbay", *sys.argv[3:]]
    return main()


if __name__ == "__main__":
    sys.exit(run())
