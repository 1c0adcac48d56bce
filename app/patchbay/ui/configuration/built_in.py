"""What there is to say about the server that no file defines."""

import shlex

from PySide6.QtWidgets import QWidget

from patchbay.core.config.model import Entry
from patchbay.ui.controls import Label, column, row
from patchbay.ui.wrapped_code import WrappedCode

_WIDTH = 560


def built_in(entry: Entry) -> QWidget:
    """The demo: where it comes from and how it runs."""
    command = WrappedCode(shlex.join([entry.command or "", *entry.args]), "Command line")
    words = column(
        Label("This server comes with Patchbay", "h2"),
        Label(
            "No config file defines it, so there is nothing to change here. It runs as a child"
            " process of Patchbay, needs no network, and touches no files. Because it is a part"
            " of Patchbay it needs neither the allow-list nor your consent.",
            "second",
            wrap=True,
        ),
        8,
        Label("How it is started", "section"),
        command,
        None,
        gap=6,
    )
    middle = QWidget()
    middle.setLayout(words)
    middle.setMaximumWidth(_WIDTH)
    widget = QWidget()
    widget.setLayout(row((middle, 100), None, margins=(24, 24, 24, 24), gap=0))
    return widget
