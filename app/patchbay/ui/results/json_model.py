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
_BEYOND_ALL = 1 << 52
"""A place no list reaches: asking for it makes the decoder count the members."""


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
            self.root = only.parent = Node(None, [value], children=[only])

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
            self._add(node, json_nodes.members_of(node))

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
            self._add(node, json_nodes.members_of(node))
        return node.children or []

    def _children(self, node: Node) -> list[Node]:
        return node.children or []

    def _add(self, node: Node, children: list[Node]) -> None:
        """Put more children behind those that are there."""
        before = node.children = node.children or []
        if children:
            first = len(before)
            self.beginInsertRows(self.index_of(node), first, first + len(children) - 1)
            before.extend(children)
            self.endInsertRows()

    async def _fetch(self, node: Node) -> None:
        try:
            if isinstance(node.value, Range):
                self._add(node, await self._page(node, node.value.start))
            else:
                await self._open(node)
        except AppError as error:
            node.trouble = str(error)
        node.waiting = False
        node.children = node.children or []
        if node is not self.root:
            self.dataChanged.emit(self.index_of(node), self.index_of(node))

    async def _open(self, node: Node) -> None:
        """Read the members, or the first of them and then how many there are."""
        if (count := node.count) is not None and count > BUCKET:
            self._add(node, json_nodes.ranges(node, 0, count))
            return
        members = await self._page(node, 0)
        if len(members) < BUCKET:
            self._add(node, members)
            return
        self._add(node, json_nodes.ranges(node, 0, BUCKET))
        if node.total is None:
            node.total = (await self._opener.children(node.value, _BEYOND_ALL, 1)).total
        self._add(node, json_nodes.ranges(node, BUCKET, node.total or BUCKET))

    async def _page(self, node: Node, start: int) -> list[Node]:
        owner = node.owner
        page = await self._opener.children(owner.value, start, BUCKET)
        owner.total = page.total if page.total is not None else owner.total
        return json_nodes.page_of(
            node, [(found.key, json_nodes.known(found)) for found in page.nodes]
        )
