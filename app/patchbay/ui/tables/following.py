"""Keeping the newest rows of a table in sight, until somebody looks at older ones."""

from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTableView


class Following(QObject):
    """Holds a table at its end; scrolling up stops that, scrolling down to the end resumes it."""

    changed = Signal()

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._bar = table.verticalScrollBar()
        self._on, self._held = True, False
        self._bar.valueChanged.connect(self._moved)
        self._bar.rangeChanged.connect(self._stretched)

    @property
    def is_on(self) -> bool:
        return self._on

    def resume(self) -> None:
        self._set(on=True)
        self._table.scrollToBottom()

    @contextmanager
    def held(self) -> Generator[None]:
        """While rows are changed by the page: what the scroll bar does then is nobody's wish."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self._on:
            self._table.scrollToBottom()

    def shift(self, rows: int) -> None:
        """Rows left at the top: keep in sight what is being read."""
        if not self._on and rows:
            height = self._table.verticalHeader().defaultSectionSize()
            self._bar.setValue(self._bar.value() - rows * height)

    def _moved(self, value: int) -> None:
        if not self._held:
            self._set(on=value >= self._bar.maximum())

    def _stretched(self) -> None:
        if self._on:
            self._bar.setValue(self._bar.maximum())

    def _set(self, *, on: bool) -> None:
        if on != self._on:
            self._on = on
            self.changed.emit()
