"""Three panes side by side, two, or one at a time, as the window's width allows."""

from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QRegion, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QLayout, QSplitter, QSplitterHandle, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import Tabs, column, frame, hline, row
from patchbay.ui.listing import ItemList

WidthClass: TypeAlias = Literal["wide", "medium", "narrow"]
"""Of the whole window: 1180 and more, 900 to 1179, 720 to 899."""


def fits_beside(width_class: WidthClass, width: int, least: int) -> bool:
    """Whether two parts lie side by side; between wide and narrow the page's width decides."""
    return width_class == "wide" or (width_class == "medium" and width >= theme.px(least))


_GRAB = 9
_LIST, _FORM, _FORM_IN_MEDIUM = 224, 372, 320
_LEAST_LIST, _LEAST_FORM, _LEAST_RESULT, _LEAST_RESULT_IN_MEDIUM = 160, 280, 380, 300
_FORM_TAB, _RESULT_TAB = 0, 1


class Splitter(QSplitter):
    """Panes with a line of 1 px between them that can be grabbed 4 px beside it as well."""

    def __init__(self, *panes: QWidget, upright: bool = False) -> None:
        super().__init__(Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for pane in panes:
            self.addWidget(pane)

    @override
    def createHandle(self) -> QSplitterHandle:
        return _Handle(self.orientation(), self)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for place in range(self.count()):
            self.handle(place).raise_()


class _Handle(QSplitterHandle):
    """Paints the line; takes the mouse on the whole grab area, which lies over the panes."""

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        # Qt makes thin handles 5 px; the splitter adds these margins to the handle's own width.
        beside = (_GRAB - 1) // 2
        if self.orientation() is Qt.Orientation.Horizontal:
            self.setContentsMargins(beside, 0, beside, 0)
        else:
            self.setContentsMargins(0, beside, 0, beside)
        self.setAttribute(Qt.WidgetAttribute.WA_MouseNoMask)
        self.setMask(QRegion(self.contentsRect()))


class ListFormResult(QWidget):
    """Places a list, a form and a result; says nothing about what is in them.

    Wide: three columns. Medium: the list goes, and `chooser`, which the page has put into the
    head of its form pane, comes. Narrow: form and result are two tabs.
    """

    widths_changed = Signal()
    """Somebody moved a splitter: `widths` has news worth remembering."""

    def __init__(self, items: ItemList, chooser: QComboBox, form: QWidget, result: QWidget) -> None:
        super().__init__()
        self._items, self._chooser, self._form, self._result = items, chooser, form, result
        self._class: WidthClass = "wide"
        self._list_width, self._form_width = _LIST, _FORM
        self._form_width_in_medium = _FORM_IN_MEDIUM
        self._splitter = Splitter(items, form, result)
        for place, share in enumerate((0, 0, 1)):
            self._splitter.setStretchFactor(place, share)
        self.tabs = Tabs("Form", "Result")
        self.tabs.setAccessibleName("Form or result")
        bar = column(row(self.tabs, None, margins=(4, 0, 12, 0)), hline(), gap=0)
        self._tab_bar = frame("", bar)
        layout = column(self._tab_bar, (self._splitter, 1), gap=0)
        # The window may become smaller than the columns need: then there are fewer of them.
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setLayout(layout)
        self.tabs.currentChanged.connect(self._follow)
        self._splitter.splitterMoved.connect(self._remember)
        self._follow()

    @property
    def width_class(self) -> WidthClass:
        return self._class

    def set_width_class(self, width_class: WidthClass) -> None:
        if width_class == self._class:
            return
        self._class = width_class
        self._follow()

    def show_form(self) -> None:
        """Bring the form to the front where there is room for one only."""
        self.tabs.setCurrentIndex(_FORM_TAB)

    def show_result(self) -> None:
        """Bring the result to the front where there is room for one only."""
        self.tabs.setCurrentIndex(_RESULT_TAB)

    def find_item(self) -> None:
        """Put the focus where another item of the list is found."""
        if self._class == "wide":
            self._items.focus_filter()
        else:
            self.show_form()
            self._chooser.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._chooser.showPopup()

    def shown_panes(self) -> tuple[QWidget, ...]:
        """The panes on the screen, from left to right."""
        panes = (self._items, self._form, self._result)
        return tuple(pane for pane in panes if not pane.isHidden())

    def widths(self) -> tuple[int, int, int]:
        """List, form, and form without a list beside it, at a text size of 100 per cent."""
        return self._list_width, self._form_width, self._form_width_in_medium

    def set_widths(self, items: int, form: int, form_in_medium: int) -> None:
        self._list_width, self._form_width = items, form
        self._form_width_in_medium = form_in_medium
        self._follow()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(_LEAST_FORM), theme.px(200))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._follow()

    def _follow(self) -> None:
        narrow = self._class == "narrow"
        on_form = self.tabs.currentIndex() == _FORM_TAB
        self._items.setVisible(self._class == "wide")
        self._chooser.setVisible(self._class != "wide")
        self._tab_bar.setVisible(narrow)
        self._form.setVisible(not narrow or on_form)
        self._result.setVisible(not narrow or not on_form)
        self._bound()
        self._splitter.refresh()  # else the lines of hidden panes keep their pixel until later
        self._share()

    def _bound(self) -> None:
        """Below these widths a pane is of no use; in one pane the window's own bound holds."""
        alone = self._class == "narrow"
        result = _LEAST_RESULT if self._class == "wide" else _LEAST_RESULT_IN_MEDIUM
        self._items.setMinimumWidth(theme.px(_LEAST_LIST))
        self._form.setMinimumWidth(0 if alone else theme.px(_LEAST_FORM))
        self._result.setMinimumWidth(0 if alone else theme.px(result))

    def _share(self) -> None:
        items = theme.px(self._list_width) if self._class == "wide" else 0
        form = theme.px(self._form_width if self._class == "wide" else self._form_width_in_medium)
        lines = len(self.shown_panes()) - 1
        self._splitter.setSizes([items, form, max(self.width() - items - form - lines, 1)])

    def _remember(self) -> None:
        items, form, _ = self._splitter.sizes()
        scale = theme.px(1_000) / 1_000
        if self._class == "wide":
            self._list_width, self._form_width = round(items / scale), round(form / scale)
        elif self._class == "medium":
            self._form_width_in_medium = round(form / scale)
        self.widths_changed.emit()
