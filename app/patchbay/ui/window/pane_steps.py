"""Going from one part of the window to the next by keyboard."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from patchbay.ui.catalog_page import CatalogPage
from patchbay.ui.configuration import ConfigurationPage, FileProblemsPage


def parts_of(page: QWidget | None) -> Sequence[QWidget]:
    """The panes of a page, in the order they are read."""
    if isinstance(page, CatalogPage) and page.panes.isVisible():
        return page.panes.shown_panes()
    if isinstance(page, ConfigurationPage):
        return page.head, page.form, page.text
    if isinstance(page, FileProblemsPage):
        return page.head, page.text
    return () if page is None else (page,)


def step_pane(panes: Sequence[QWidget], step: int) -> None:
    """Put the focus into the next pane that takes it, or the one before, around the end."""
    stops = [(pane, stop) for pane in panes if (stop := _first_stop(pane)) is not None]
    if not stops:
        return
    focused = QApplication.focusWidget()
    own = [place for place, (pane, _) in enumerate(stops) if _holds(pane, focused)]
    before = own[0] if own else -1 if step > 0 else 0
    stops[(before + step) % len(stops)][1].setFocus(Qt.FocusReason.TabFocusReason)


def _holds(pane: QWidget, widget: QWidget | None) -> bool:
    return widget is not None and (pane is widget or pane.isAncestorOf(widget))


def _first_stop(pane: QWidget) -> QWidget | None:
    """Where Tab would come into a pane."""
    if _takes_focus(pane):
        return pane
    stop = pane.nextInFocusChain()
    while stop is not None and stop is not pane:
        if pane.isAncestorOf(stop) and _takes_focus(stop):
            return stop
        stop = stop.nextInFocusChain()
    return None


def _takes_focus(widget: QWidget) -> bool:
    takes_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes_tab and widget.isVisible() and widget.isEnabled()
