"""A form that is as tall as what is in it; whatever stands around it scrolls."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget
from typing_extensions import override

from patchbay.core.calls.fields import ABSENT, Field
from patchbay.core.calls.schema import form
from patchbay.core.values import JsonObject
from patchbay.ui import theme
from patchbay.ui.form import Form

_TEXT_HEIGHT = 160


class FittedForm(Form):
    """The form of a question. It begins with the defaults that the server proposes.

    MCP 2025-11-25, elicitation: clients should begin with the defaults.
    """

    def __init__(self, schema: JsonObject) -> None:
        root = form(schema)
        super().__init__(root, schema, empty="Nothing is to be filled in.")
        self._rows.installEventFilter(self)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if proposed := _proposed(root):
            self.set_arguments(proposed)
        self.json_shown.connect(self._fit)
        self._fit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        height = theme.px(_TEXT_HEIGHT)
        content = self._area.widget()
        layout = content.layout() if content is not None else None
        if not self.is_json and layout is not None:
            height = layout.totalHeightForWidth(self.width())
            height = layout.totalSizeHint().height() if height < 0 else height
        if height != self.maximumHeight():
            self.setFixedHeight(height)


def _proposed(root: Field) -> JsonObject:
    return {each.name: each.default for each in root.fields if each.default is not ABSENT}


def reveal_focus(widget: QWidget) -> None:
    """Scroll whatever it lies in until what has the focus is in sight."""
    focused, area = focused_in(widget), _area_around(widget)
    if focused is not None and area is not None:
        area.ensureWidgetVisible(focused, 0, theme.px(32))


def focused_in(widget: QWidget) -> QWidget | None:
    """What has the focus, or will have it when the window is the active one, if it is inside."""
    focused = _focused(widget)
    return focused if focused is not None and widget.isAncestorOf(focused) else None


def _focused(widget: QWidget) -> QWidget | None:
    """The stub does not know that there may be none."""
    return widget.window().focusWidget()


def _area_around(widget: QWidget) -> QScrollArea | None:
    around = widget.parent()
    while isinstance(around, QWidget) and not isinstance(around, QScrollArea):
        around = around.parent()
    return around if isinstance(around, QScrollArea) else None
