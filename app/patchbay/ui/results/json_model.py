"""Small values and decoder pages as one lazy Qt tree."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from patchbay.core.calls.blocks import Spooled
from patchbay.core.errors import AppError
from patchbay.core.values import Json
from patchbay.ui.results import json_nodes
from patchbay.ui.results.json_nodes import BUCKET, Node, Range
from patchbay.ui.results.opening import Opener
from patchbay.ui.tasks import spawn

Index = QModelIndex | QPersistentModelIndex
NODE_ROLE = Qt.ItemDataRole.UserRole + 1

_MOST_SEARCHED = 200_000


class JsonModel(QAbstractItemModel):
    """The members of one value; what stayed on disk is read page by page when it is opened."""

    def __init__(
        self, value: Json | Spooled, opener: Opener, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._opener = opener
        self.value = value
        self.root = Node(None, value)
        if not self.root.opens:
            # It has no members: the value itself is the only row.
            only = Node(None, value)
            self.root = only.parent = Node(None, [], children=[only])

    def node(self, index: Index) -> Node:
        return index.internalPointer() if index.isValid() else self.root

    def index_of(self, node: Node) -> QModelIndex:
        return QModelIndex() if node is self.root else self.createIndex(node.row, 0, node)

    @override
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        children = self._children(self.node(parent))
        if column == 0 and 0 <= row < len(children):
            return self.createIndex(row, column, children[row])
        return QModelIndex()

    @override
    def parent(self, child: Index) -> QModelIndex:  # pyright: ignore[reportIncompatibleMethodOverride] - the stub lists QObject.parent() too
        above = self.node(child).parent if child.isValid() else None
        return self.index_of(above) if above is not None else QModelIndex()

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return len(self._children(self.node(parent))) if parent.column() <= 0 else 0

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 1

    @override
    def hasChildren(self, parent: Index = QModelIndex()) -> bool:
        node = self.node(parent)
        return parent.column() <= 0 and node.opens and not node.trouble

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        node = self.node(index)
        if role == NODE_ROLE:
            return node
        return json_nodes.words(node) if role == Qt.ItemDataRole.DisplayRole else None

    @override
    def canFetchMore(self, parent: Index) -> bool:
        node = self.node(parent)
        return node.opens and node.children is None and not node.waiting and not node.trouble

    @override
    def fetchMore(self, parent: Index) -> None:
        node = self.node(parent)
        if not self.canFetchMore(parent):
            return
        if node.is_remote:
            node.waiting = True
            spawn(self, self._fetch(node))
        else:
            self._take(node, json_nodes.members_of(node))

    def found(self, words: str, after: Node | None) -> Node | None:
        """The next node whose key or value holds `words`, in reading order, going round.

        Looks into everything at hand, and into pages of the decoder that were opened.
        """
        sought = words.casefold()
        first: Node | None = None
        passed = after is None
        for node in self._walk():
            if sought in json_nodes.words(node).casefold():
                if passed:
                    return node
                first = first or node
            passed = passed or node is after
        return first

    def _walk(self) -> Iterator[Node]:
        waiting = list(reversed(self._at_hand(self.root)))
        for _ in range(_MOST_SEARCHED):
            if not waiting:
                return
            node = waiting.pop()
            yield node
            waiting.extend(reversed(self._at_hand(node)))

    def _at_hand(self, node: Node) -> list[Node]:
        if node.children is None and node.opens and not node.is_remote:
            self._take(node, json_nodes.members_of(node))
        return node.children or []

    def _children(self, node: Node) -> list[Node]:
        return node.children or []

    def _take(self, node: Node, children: list[Node]) -> None:
        if children:
            self.beginInsertRows(self.index_of(node), 0, len(children) - 1)
            node.children = children
            self.endInsertRows()
        else:
            node.children = children

    async def _fetch(self, node: Node) -> None:
        try:
            children = await self._read(node)
        except AppError as error:
            node.trouble = str(error)
            children = []
        node.waiting = False
        self._take(node, children)
        if node is not self.root:
            self.dataChanged.emit(self.index_of(node), self.index_of(node))

    async def _read(self, node: Node) -> list[Node]:
        if not isinstance(node.value, Range) and (count := node.count or 0) > BUCKET:
            return json_nodes.ranges(node, count)
        span: Spooled = node.owner.value
        start = node.value.start if isinstance(node.value, Range) else 0
        page = await self._opener.page(span, start, BUCKET)
        if not isinstance(node.value, Range):
            node.total = page.total
            if page.total > BUCKET:
                return json_nodes.ranges(node, page.total)
        return json_nodes.page_of(node, page.members)
