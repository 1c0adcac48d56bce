"""A whole Patchbay in a process of its own, with all servers of a config, to be ended.

`python sitting.py FILE` writes `ready` once every server runs.
"""

import asyncio
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from patchbay.core.paths import standard_paths
from patchbay.core.sessions.states import Ready
from patchbay.ui.application import Application
from patchbay.ui.loop import Loop
from patchbay.ui.options import Options
from patchbay.ui.tour import until
from patchbay.ui.window import Window


async def sit(app: QApplication, file: Path) -> int:
    program = asyncio.create_task(Application(app, Options(files=(file,)), standard_paths()).run())
    await until(lambda: bool(windows(app)))
    (window,) = windows(app)
    sessions = window.workspace.pool.sessions
    for session in sessions:
        await window.workspace.gate.trust(session.entry)
        window.start(session)
    await until(lambda: all(isinstance(session.state, Ready) for session in sessions))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    return await program


def windows(app: QApplication) -> list[Window]:
    """The window, once it has opened its file."""
    shown = [each for each in app.topLevelWidgets() if isinstance(each, Window)]
    return [each for each in shown if each.workspace.pool.sessions]


if __name__ == "__main__":
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
        sys.exit(runner.run(sit(app, Path(sys.argv[1]))))
