"""A page that belongs to no server, and how long it stands in the window."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from patchbay.ui.controls import IconButton, Label, column, frame, hline, row
from patchbay.ui.window.pane_steps import step_pane

_HEAD = 52


class OwnPage(QWidget):
    """A title, a way back, and below them what the page is about."""

    left = Signal()

    def __init__(self, title: str, content: QWidget) -> None:
        super().__init__()
        self.title = title
        self.content = content
        self.setAccessibleName(title)
        back = IconButton("x", f"Close {title.lower()}", keys="Esc")
        back.clicked.connect(self.left)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self.left)
        bar = row(Label(title, "h1"), None, back, margins=(24, 0, 16, 0))
        self.setLayout(column(frame("surface", bar, height=_HEAD), hline(), (content, 1), gap=0))


class OwnPages:
    """Shows one such page in a stack; it is gone as soon as another page is shown."""

    def __init__(self, stack: QStackedWidget) -> None:
        self._stack = stack
        self._shown: OwnPage | None = None
        self._before: QWidget | None = None
        stack.currentChanged.connect(self._let_go)

    @property
    def shown(self) -> OwnPage | None:
        return self._shown

    def show(self, title: str, content: QWidget) -> OwnPage:
        before = self.before if self._shown is not None else self._stack.currentWidget()
        page = OwnPage(title, content)
        self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)
        self._shown, self._before = page, before
        step_pane((content,), 1)
        return page

    @property
    def before(self) -> QWidget | None:
        """What the page stands in place of, if that is still there."""
        there = map(self._stack.widget, range(self._stack.count()))
        return self._before if any(page is self._before for page in there) else None

    def _let_go(self) -> None:
        if (page := self._shown) is None or self._stack.currentWidget() is page:
            return
        self._shown = None
        self._stack.removeWidget(page)
        page.deleteLater()
