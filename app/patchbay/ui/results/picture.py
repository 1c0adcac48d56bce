"""A picture among the blocks of a result, or why there is none."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMovie, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu
from typing_extensions import override

from patchbay.core.calls.blocks import HeldBytes, Payload
from patchbay.core.calls.media import extension
from patchbay.core.errors import AppError
from patchbay.ui import figures, theme
from patchbay.ui.controls import Button, IconLabel, Label, Spinner, column, fixed, row
from patchbay.ui.results import saving
from patchbay.ui.results.block import Block, Body
from patchbay.ui.results.canvas import Canvas
from patchbay.ui.results.image import Picture, decode
from patchbay.ui.tasks import spawn

_ROOM_FOR_COPY, _ROOM_FOR_OPEN = 400, 340
_WAITING, _LEAST, _MOST, _BROKEN = 120, 160, 420, 84


class PictureBody(Body):
    """Decodes and shows one picture; a small GIF moves while it can be seen."""

    def __init__(self, payload: Payload) -> None:
        super().__init__()
        self._payload = payload
        self._movie: QMovie | None = None
        self._most_before = 0
        self.picture: Picture | None = None
        self.canvas = Canvas()
        self._waiting = Spinner(20)
        self._box = column(
            row(None, self._waiting, None),
            gap=0,
        )
        self.setLayout(self._box)

    @property
    @override
    def settled(self) -> bool:
        """It shows its picture, or why it cannot."""
        return self._waiting.isHidden()

    def show_picture(self, picture: Picture) -> None:
        self.picture = picture
        self._waiting.hide()
        self._box.addWidget(self.canvas, 1)
        self.canvas.show_image(picture.image, picture.size)
        if picture.moves and isinstance(self._payload, HeldBytes):
            self._animate(self._payload.data)
        self.extent_changed.emit()

    def show_failure(self, error: AppError) -> None:
        self._waiting.hide()
        icon = IconLabel("triangle-alert", "warn")
        words = column(
            Label(error.title, "strong"),
            Label(f"{error.cause} {error.hint}", "small", wrap=True),
            None,
            gap=2,
        )
        self._box.addLayout(row(column(icon, None), (words, 1), margins=(12, 10, 12, 12), gap=10))
        self.extent_changed.emit()

    @override
    def extent(self) -> tuple[int, int]:
        if self.picture:
            most = max(self.canvas.height_for(self.width()), theme.px(64))
            return min(most, theme.px(_LEAST)), min(most, theme.px(_MOST))
        if self._waiting.isVisibleTo(self):
            return theme.px(_WAITING), theme.px(_WAITING)
        height = max(theme.px(_BROKEN), self._box.totalHeightForWidth(self.width()))
        return height, height

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        most = self.extent()[1]
        if most != self._most_before:
            self._most_before = most
            self.extent_changed.emit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._movie:
            self._movie.setPaused(False)

    def _show_frame(self) -> None:
        if self._movie and self.isVisible():
            self.canvas.show_frame(self._movie.currentPixmap())
        elif self._movie:
            self._movie.setPaused(True)

    def _animate(self, data: bytes) -> None:
        buffer = QBuffer(self)
        buffer.setData(QByteArray(data))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        movie = self._movie = QMovie(buffer, QByteArray(b"gif"), self)
        movie.setCacheMode(QMovie.CacheMode.CacheNone)
        movie.frameChanged.connect(self._show_frame)
        movie.start()
        movie.setPaused(not self.isVisible())


class PictureBlock(Block):
    """A picture with its tools: zoom, fit, copy, save, open elsewhere."""

    def __init__(self, payload: Payload, mime_type: str, role: str = "") -> None:
        self._picture_body = PictureBody(payload)
        super().__init__("Image", _kind(mime_type, payload), self._picture_body, role=role)
        self._payload, self._mime_type = payload, mime_type
        self._zoom_tools()
        self._copy = self.add_button("copy", "Copy the picture")
        self.add_button("download", "Save the picture").clicked.connect(self.save)
        self._elsewhere = self.add_button("external-link", "Open with another program")
        self._elsewhere.clicked.connect(self._open)
        self._copy.clicked.connect(self.copy)
        self._show_tools(on=False)
        self.canvas.zoomed.connect(self._tell_zoom)
        spawn(self, self._decode())

    @property
    def canvas(self) -> Canvas:
        return self._picture_body.canvas

    @property
    def picture(self) -> Picture | None:
        return self._picture_body.picture

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_tools(on=self.picture is not None)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, act in (
            ("Copy", self.copy),
            ("Save", self.save),
            ("Open with another program", self._open),
            ("Fit", self.canvas.fit),
            ("Actual size", lambda: self.canvas.zoom_to(1.0)),
        ):
            menu.addAction(words).triggered.connect(act)
        menu.popup(event.globalPos())

    def copy(self) -> None:
        if picture := self.picture:
            QGuiApplication.clipboard().setImage(picture.image)

    def save(self) -> None:
        name = f"picture{extension(self._mime_type)}"
        saving.save(self, name, saving.writes_payload(self._payload))

    def _open(self) -> None:
        spawn(self, saving.open_with_system(self._payload, self._mime_type))

    def _zoom_tools(self) -> None:
        self._zoom = Button("100 %", "run")
        self._out = self.add_button("zoom-out", "Zoom out", "Ctrl+-")
        self.add_tool(self._zoom)
        self._in = self.add_button("zoom-in", "Zoom in", "Ctrl++")
        self._out.clicked.connect(self.canvas.zoom_out)
        self._in.clicked.connect(self.canvas.zoom_in)
        self._zoom.clicked.connect(self._fit_or_actual)
        fixed(self._zoom)

    def _show_tools(self, *, on: bool) -> None:
        """Show what can be used; what does not fit is in the menu of the picture."""
        for tool in (self._out, self._zoom, self._in):
            tool.setVisible(on)
        self._copy.setVisible(on and self.width() >= theme.px(_ROOM_FOR_COPY))
        self._elsewhere.setVisible(
            saving.can_open(self._mime_type) and self.width() >= theme.px(_ROOM_FOR_OPEN)
        )

    def _fit_or_actual(self) -> None:
        if self.canvas.fits:
            self.canvas.zoom_to(1.0)
        else:
            self.canvas.fit()

    def _tell_zoom(self) -> None:
        self._zoom.setText(f"{self.canvas.scale * 100:.0f} %")
        self._zoom.setToolTip("Actual size" if self.canvas.fits else "Fit (Ctrl+0)")

    async def _decode(self) -> None:
        try:
            picture = await decode(self._payload)
        except AppError as error:
            self._picture_body.show_failure(error)
            return
        self._show_tools(on=True)
        size = picture.size
        self.set_meta(
            f"{picture.format.upper()} {size.width()} \N{MULTIPLICATION SIGN} {size.height()}, "
            f"{figures.size(self._payload.size)}"
        )
        self._picture_body.show_picture(picture)
        self.canvas.setAccessibleName(f"Picture, {size.width()} by {size.height()} pixels")


def _kind(mime_type: str, payload: Payload) -> str:
    return f"{mime_type}, {figures.size(payload.size)}"
