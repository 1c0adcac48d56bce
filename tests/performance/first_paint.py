"""Runs the real program, prints when its window was first painted, and closes it.

The clock is the system's monotonic one, which is the same for whoever started this process.
"""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from tests.performance.painting import PaintWatch

from patchbay.__main__ import main


def run() -> int:
    app = QApplication(["patchbay"])
    watch = PaintWatch(app, lambda widget: widget.isWindow())
    look = QTimer()

    def close_when_painted() -> None:
        if watch.at is not None:
            look.stop()
            sys.stdout.write(f"{watch.at}\n")
            sys.stdout.flush()
            for widget in app.topLevelWidgets():
                widget.close()

    look.timeout.connect(close_when_painted)
    look.start(5)
    sys.argv = ["patchbay"]
    return main()


if __name__ == "__main__":
    sys.exit(run())
