"""How a server's process would be made: program, arguments, folder and encoding."""

import shlex

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.sessions.inspection import ChildLaunch
from patchbay.ui import theme
from patchbay.ui.controls import ElidedLabel, Label, column, row
from patchbay.ui.server_form.hints import DOTS, secret_arguments
from patchbay.ui.wrapped_code import WrappedCode

_NAMES = ("Program", "Arguments", "Folder", "Encoding")
_NAME_WIDTH = 88
_MOST_LINES = 4


class LaunchLines(QWidget):
    """Hidden while nothing would be started; arguments with a secret are dots until revealed."""

    def __init__(self) -> None:
        super().__init__()
        self._launch: ChildLaunch | None = None
        self._open = False
        self._names = [Label(name, "hint") for name in _NAMES]
        self._program = _value("Program")
        self._arguments = WrappedCode("", "Arguments", most_lines=_MOST_LINES)
        self._folder = _value("Folder")
        self._encoding = _value("Encoding")
        values = (self._program, self._arguments, self._folder, self._encoding)
        lines = [row(name, (value, 1)) for name, value in zip(self._names, values, strict=True)]
        self.setLayout(column(*lines, gap=4))
        self._measure()
        self.hide()

    def show_launch(self, launch: ChildLaunch | None) -> None:
        self.setVisible(launch is not None)
        if launch is None or launch == self._launch:
            return
        self._launch = launch
        self._program.setText(launch.program)
        self._folder.setText(launch.folder)
        self._encoding.setText(launch.encoding)
        self._show_arguments()

    def reveal(self, *, secrets: bool) -> None:
        self._open = secrets
        self._show_arguments()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._measure()

    def _show_arguments(self) -> None:
        launch = self._launch
        if launch is None:
            return
        words = launch.args if self._open else _masked(launch)
        line = " ".join(word if word == DOTS else shlex.quote(word) for word in words)
        self._arguments.setPlainText(line or "none")
        self._arguments.updateGeometry()

    def _measure(self) -> None:
        for name in self._names:
            name.setFixedWidth(theme.px(_NAME_WIDTH))


def _value(name: str) -> ElidedLabel:
    label = ElidedLabel("", "mono", Qt.TextElideMode.ElideMiddle)
    label.setAccessibleDescription(name)
    return label


def _masked(launch: ChildLaunch) -> list[str]:
    secrets = secret_arguments(launch.program, launch.args)
    return [DOTS if place in secrets else word for place, word in enumerate(launch.shown_args)]
