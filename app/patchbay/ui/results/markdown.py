"""Markdown from a server, shown without HTML, without fetching anything."""

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import QImage, QResizeEvent, Qt, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import Button, ElidedLabel, column, frame, row
from patchbay.ui.results.block import Body

LARGEST = 256 * 1024
_FOLLOWED = ("http", "https", "mailto")
_FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


class MarkdownView(QTextBrowser):
    """Shows markdown; answers every request for a picture or a file with an empty dot."""

    grew = Signal()

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self._nothing = QImage(1, 1, QImage.Format.Format_ARGB32)
        self._nothing.fill(Qt.GlobalColor.transparent)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(10)
        self._write()

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        return self._nothing

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.grew.emit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._write()

    def _write(self) -> None:
        self.document().setDefaultFont(theme.font(13))
        self.document().setMarkdown(self._text, _FEATURES)


class MarkdownBody(Body):
    """Markdown, and below it the address of a link before it is followed."""

    follow_wanted = Signal(str)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.view = MarkdownView(text)
        self._address = ElidedLabel("", "mono", Qt.TextElideMode.ElideMiddle)
        follow = Button("Open this address", "ghost", icon="external-link")
        close = Button("Close", "ghost")
        self._bar = frame(
            "bar", row((self._address, 1), follow, close, margins=(10, 2, 4, 2), gap=4)
        )
        self._bar.hide()
        self.setLayout(column((self.view, 1), self._bar, gap=0))
        self.view.anchorClicked.connect(self._ask)
        self.view.grew.connect(self.extent_changed)
        follow.clicked.connect(self._follow)
        close.clicked.connect(self._close)

    @override
    def extent(self) -> tuple[int, int]:
        bar = self._bar.sizeHint().height() if not self._bar.isHidden() else 0
        tall = round(self.view.document().size().height()) + 2 + bar
        return min(tall, theme.px(320)), tall

    def _ask(self, address: QUrl) -> None:
        if address.scheme().lower() in _FOLLOWED:
            self._address.setText(address.toString())
            self._bar.show()
            self.extent_changed.emit()

    def _follow(self) -> None:
        self.follow_wanted.emit(self._address.text())
        self._close()

    def _close(self) -> None:
        self._bar.hide()
        self.extent_changed.emit()
