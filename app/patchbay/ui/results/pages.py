"""The pages of the runs that were looked at last."""

from collections import OrderedDict
from collections.abc import Callable, Collection

from PySide6.QtWidgets import QStackedWidget, QWidget

from patchbay.core.calls.run import Run

_KEPT = 6
_MADE_FOR = "madeFor"


class Pages(QStackedWidget):
    """Keeps the widgets of a few runs alive, with their scroll and zoom; makes the others anew."""

    def __init__(self, make: Callable[[Run], QWidget], empty: QWidget) -> None:
        super().__init__()
        self._make, self._empty = make, empty
        self._kept: OrderedDict[Run, QWidget] = OrderedDict()
        self._extra: QWidget | None = None
        self.addWidget(empty)

    def show_run(self, run: Run | None) -> None:
        """Show the page of a run in its present state, or the empty page."""
        self.setCurrentWidget(self._page(run) if run is not None else self._empty)
        if self._extra is not None:
            self._let_go(self._extra)
            self._extra = None

    def show_extra(self, page: QWidget) -> None:
        """Show another page until the next run is shown."""
        self.addWidget(page)
        self.setCurrentWidget(page)
        self._extra = page

    def keep_only(self, runs: Collection[Run]) -> None:
        for run in [run for run in self._kept if run not in runs]:
            self._let_go(self._kept.pop(run))

    def page(self, run: Run) -> QWidget | None:
        """The page of a run, if it is kept."""
        return self._kept.get(run)

    def _page(self, run: Run) -> QWidget:
        page = self._kept.pop(run, None)
        if page is not None and page.property(_MADE_FOR) != run.status.value:
            self._let_go(page)
            page = None
        if page is None:
            page = self._make(run)
            page.setProperty(_MADE_FOR, run.status.value)
            self.addWidget(page)
        self._kept[run] = page
        while len(self._kept) > _KEPT:
            self._let_go(self._kept.popitem(last=False)[1])
        return page

    def _let_go(self, page: QWidget) -> None:
        self.removeWidget(page)
        page.hide()
        page.deleteLater()
