"""What the system wants opened reaches the window, also what came before there was one.

In a process of its own: there can be one application in each.
"""

import json
import subprocess
import sys

PROGRAM = """
import json
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from patchbay.ui.window.system_files import HearingApplication

app, heard = HearingApplication(["patchbay"]), []
app.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile("/some/with space.json")))
app.hear(heard.append)
app.sendEvent(app, QFileOpenEvent(QUrl("patchbay:add?name=a&config=%7B%22url%22%3A%20%22x%22%7D")))
app.hear(None)
app.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile("/some/late.json")))
print(json.dumps([[list(map(str, wish.files)), wish.links] for wish in heard]))
"""


def test_files_and_links_of_the_system_are_heard_in_their_order() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True
    )

    assert json.loads(ran.stdout) == [
        [["/some/with space.json"], []],
        [[], ["patchbay:add?name=a&config=%7B%22url%22%3A%20%22x%22%7D"]],
    ]
