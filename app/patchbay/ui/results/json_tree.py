"""Structured content as a tree, coloured, searched and copied from."""

import json

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
)
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)
from typing_extensions import override

from patchbay.core.calls.blocks import Spooled
from patchbay.core.values import Json
from patchbay.ui import theme
from patchbay.ui.controls import Label, SearchField, column, frame, row
from patchbay.ui.results import json_nodes
from patchbay.ui.results.block import Body
from patchbay.ui.results.json_model import NODE_ROLE, JsonModel
from patchbay.ui.results.json_nodes import Node, Range
from patchbay.ui.results.opening import Opener, text_in
from patchbay.ui.tasks import spawn

_ROW = 22
_OPEN_AT_FIRST = 2
_MOST_OPENED_AT_FIRST = 60
_LEAST_ROWS = 10


class JsonDelegate(QStyledItemDelegate):
    """Paints key and value in the colours of JSON, cut at the edge."""

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(theme.px(60), theme.px(_ROW))

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        room: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue] - missing in the stubs
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue] - as above
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(room, theme.colour("accent_soft"))
        self._paint_parts(painter, room.adjusted(2, 0, -4, 0), index.data(NODE_ROLE))
        painter.restore()

    def _paint_parts(self, painter: QPainter, room: QRect, node: Node) -> None:
        font = theme.font(12, mono=True)
        metrics = QFontMetrics(font)
        painter.setFont(font)
        for text, colour in json_nodes.parts(node):
            if room.width() <= 0:
                return
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.setPen(theme.colour(colour))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)
            room = room.adjusted(metrics.horizontalAdvance(text), 0, 0, 0)


class JsonView(QTreeView):
    """The tree itself; copies the value or the path of the chosen row."""

    def __init__(self, model: JsonModel, opener: Opener) -> None:
        super().__init__()
        self._model, self._opener = model, opener
        model.setParent(self)
        self._delegate = JsonDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("ring", "true")
        self.setAccessibleName("Structured content")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(model)
        self._fit_indentation()
        self._open_first_levels()

    def rows_shown(self, at_most: int) -> int:
        """How many rows are open, counted up to `at_most`."""
        count, index = 0, self._model.index(0, 0)
        while index.isValid() and count < at_most:
            count, index = count + 1, self.indexBelow(index)
        return count

    def chosen(self) -> Node | None:
        index = self.currentIndex()
        return self._model.node(index) if index.isValid() else None

    def show_node(self, node: Node) -> None:
        index = self._model.index_of(node)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def copy_value(self) -> None:
        if node := self.chosen():
            spawn(self, self._copy(node.value))

    def copy_path(self) -> None:
        if node := self.chosen():
            QGuiApplication.clipboard().setText(json_nodes.jsonpath(node.path))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_value()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, act in (("Copy value", self.copy_value), ("Copy path", self.copy_path)):
            action = QAction(words, menu)
            action.triggered.connect(act)
            menu.addAction(action)
        menu.popup(event.globalPos())

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._fit_indentation()

    def _fit_indentation(self) -> None:
        self.setIndentation(theme.px(16))

    def _open_first_levels(self) -> None:
        """Open two levels, as long as what they hold is at hand and not much."""
        model, left = self._model, _MOST_OPENED_AT_FIRST
        if model.root.children is None:
            model.fetchMore(QModelIndex())
        level = list(model.root.children or [])
        for _ in range(_OPEN_AT_FIRST - 1):
            for node in level:
                if node.opens and not node.is_remote and (node.count or 0) <= left:
                    self.expand(model.index_of(node))
                    left -= node.count or 0
            level = [child for node in level for child in node.children or []]

    def copy_all(self) -> None:
        spawn(self, self._copy(self._model.value))

    async def _copy(self, value: Json) -> None:
        if isinstance(value, Range):
            return
        if isinstance(value, Spooled):
            open_file = self._opener.text if value.kind == "str" else self._opener.pretty
            text = await text_in(await open_file(value))
        elif isinstance(value, str):
            text = value
        else:
            text = json.dumps(value, ensure_ascii=False, indent=2)
        QGuiApplication.clipboard().setText(text)


class JsonBody(Body):
    """A tree with a search row that opens on demand."""

    _MOST_ROWS = 2_000

    def __init__(self, value: Json | Spooled, opener: Opener) -> None:
        super().__init__()
        self.model = JsonModel(value, opener)
        self.view = JsonView(self.model, opener)
        self.field = SearchField("Find keys and values", "Enter")
        self._verdict = Label("", "hint")
        self._bar = frame("", row((self.field, 1), self._verdict, margins=(8, 6, 8, 2)))
        self._bar.hide()
        self.setLayout(column(self._bar, (row(self.view, margins=(6, 4, 4, 4)), 1), gap=0))
        self.field.returnPressed.connect(self._find)
        for signal in (
            self.view.expanded,
            self.view.collapsed,
            self.model.rowsInserted,
            self.model.dataChanged,
        ):
            signal.connect(self._grew)

    def toggle_search(self) -> None:
        self._bar.setVisible(not self._bar.isVisible())
        if self._bar.isVisible():
            self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.extent_changed.emit()

    def copy_all(self) -> None:
        self.view.copy_all()

    @override
    def extent(self) -> tuple[int, int]:
        rows = self.view.rows_shown(self._MOST_ROWS)
        around = 10 + (self._bar.sizeHint().height() if not self._bar.isHidden() else 0)
        tall = theme.px(_ROW)
        return around + tall * min(rows, _LEAST_ROWS), around + tall * rows

    def _grew(self) -> None:
        self.extent_changed.emit()

    def _find(self) -> None:
        found = self.model.found(self.field.text(), self.view.chosen())
        self._verdict.setText("" if found else "Not found")
        if found:
            self.view.show_node(found)
