"""The middle of the tools page: what a tool is, the form of its arguments, and Run."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QStackedWidget, QWidget
from typing_extensions import override

from patchbay.core.calls.schema import form
from patchbay.core.sessions.catalog import Tool
from patchbay.core.values import JsonObject
from patchbay.ui.controls import (
    STRETCH,
    Badge,
    Button,
    ElidedLabel,
    IconLabel,
    Label,
    Segments,
    clear,
    column,
    frame,
    row,
)
from patchbay.ui.figures import counted
from patchbay.ui.form import Form
from patchbay.ui.tools.items import CLAIM, pills

_FORM, _JSON = 0, 1
_LONGEST_DESCRIPTION = 400


class ToolPane(QWidget):
    """Shows one tool at a time; the forms of the others keep what was typed into them."""

    run_wanted = Signal()

    def __init__(self, chooser: QComboBox) -> None:
        super().__init__()
        self._tool: Tool | None = None
        self._forms: dict[str, tuple[object, Form]] = {}
        self._stack = QStackedWidget()
        self._name = ElidedLabel("", "h2", Qt.TextElideMode.ElideMiddle)
        self._badges = row(gap=4)
        self._mode = Segments("Form", "JSON")
        self._description = Label("", "small", wrap=True, selectable=True)
        self._ids = ElidedLabel("", "monohint")
        self._run = Button("Run", "primary", icon="play", keys="Ctrl+Enter")
        self._hint = ElidedLabel("", "hint")
        self._faults = ElidedLabel("", "error")
        self._fault_icon = IconLabel("circle-alert", "danger")
        self._show_fault = Button("Show", "link")
        self._reset = Button("Reset", "ghost", tip="Empty the form")
        self._lay_out(chooser)
        self._connect()
        self._show_faults(0)

    @property
    def tool(self) -> Tool | None:
        return self._tool

    @property
    def form(self) -> Form | None:
        return self._forms[self._tool.name][1] if self._tool else None

    def show_tool(self, tool: Tool) -> None:
        """Bring this tool's form to the front, made anew when its schema has changed."""
        self._tool = tool
        known = self._forms.get(tool.name)
        if known is None or known[0] != tool.input_schema:
            self._make_form(tool, known[1] if known else None)
        made = self._forms[tool.name][1]
        self._stack.setCurrentWidget(made)
        self._name.setText(tool.name)
        self._ids.setText(tool.id)
        self._ids.setToolTip(f"{tool.id}\nmodel name: {tool.model_name}")
        words = tool.description.strip() or tool.title
        self._description.setText(_short(words))
        self._description.setToolTip(words if words != _short(words) else "")
        self._description.setVisible(bool(words))
        self._show_badges(tool)
        self._fit_title()
        self._mode.choose(_JSON if made.is_json else _FORM)
        self._show_faults(made.faults)

    def show_state(self, *, running: bool, server_runs: bool, start_blocked: bool) -> None:
        """Word the main button by what it would do now."""
        if server_runs:
            self._run.setText("Run again" if running else "Run")
        else:
            self._run.setText("Start and run")
        self._run.setEnabled(not start_blocked)
        self._hint.setText("" if server_runs or start_blocked else "Server is stopped")
        if start_blocked:
            self._hint.setText("Starting or stopping…")
        self._run.updateGeometry()

    def toggle_json(self) -> None:
        self._switch(_FORM if self._mode.place == _JSON else _JSON)

    def reset(self) -> None:
        if self.form is not None:
            self.form.reset()

    def use(self, arguments: JsonObject) -> None:
        if self.form is not None:
            self.form.set_arguments(arguments)

    def arguments(self) -> JsonObject | None:
        """What would be sent; `None` when fields need attention, and then the first has focus."""
        return self.form.arguments() if self.form else None

    def set_wide(self, *, wide: bool) -> None:
        """With the drop-down above, the name need not stand twice."""
        self._name.setVisible(wide)
        self._fit_title()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_title()

    def _fit_title(self) -> None:
        beside = sum(
            badge.sizeHint().width() + 8
            for badge in self.findChildren(Badge)
            if not badge.isHidden()
        )
        needed = self._name.sizeHint().width() + beside + self._mode.sizeHint().width() + 48
        fits = not self._name.isHidden() and needed <= self.width()
        self._title.setDirection(
            QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        )

    def _lay_out(self, chooser: QComboBox) -> None:
        self._chooser_row = row((chooser, 1))
        # Beside the name where both fit, below it where the name is long.
        self._title = row((self._name, 1), row(self._badges, STRETCH, self._mode, gap=8), gap=8)
        head = column(
            self._chooser_row,
            self._title,
            self._description,
            self._ids,
            margins=(16, 10, 16, 8),
            gap=4,
        )
        foot = frame(
            "bar",
            row(
                self._run,
                4,
                self._fault_icon,
                (self._faults, 1),
                self._show_fault,
                (self._hint, 1),
                self._reset,
                margins=(16, 0, 8, 0),
                gap=6,
            ),
            height=48,
        )
        self.setLayout(column(head, (self._stack, 1), foot, gap=0))

    def _connect(self) -> None:
        self._run.clicked.connect(self.run_wanted)
        self._reset.clicked.connect(self.reset)
        self._show_fault.clicked.connect(self._go_to_fault)
        self._mode.chosen.connect(self._switch)

    def _make_form(self, tool: Tool, before: Form | None) -> None:
        made = Form(form(tool.input_schema), tool.input_schema)
        made.faults_changed.connect(self._show_faults)
        self._stack.addWidget(made)
        if before is not None:
            made.set_arguments(before.raw())
            self._stack.removeWidget(before)
            before.deleteLater()
        self._forms[tool.name] = (tool.input_schema, made)

    def _switch(self, place: int) -> None:
        made = self.form
        if made is not None:
            made.show_json(on=place == _JSON)
            self._mode.choose(_JSON if made.is_json else _FORM)

    def _show_badges(self, tool: Tool) -> None:
        clear(self._badges)
        for pill in pills(tool):
            self._badges.addWidget(Badge(pill.text, pill.tone, CLAIM))

    def _show_faults(self, count: int) -> None:
        self._faults.setText(f"{counted(count, 'field needs', 'fields need')} attention")
        for part in (self._faults, self._fault_icon, self._show_fault):
            part.setVisible(count > 0)
        for part in (self._hint, self._reset):
            part.setVisible(count == 0)

    def _go_to_fault(self) -> None:
        if self.form is not None:
            self.form.show_next_fault()


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST_DESCRIPTION else words[:_LONGEST_DESCRIPTION] + "…"
