"""Rows of one text: the address, the env file, the folder, the description."""

from collections.abc import Mapping
from typing import TypeAlias

from PySide6.QtWidgets import QFileDialog, QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry, Transport
from patchbay.core.editing.operations import remove_field, set_field
from patchbay.core.sessions.inspection import Inspection
from patchbay.core.values import JsonPath
from patchbay.ui.controls import IconButton, column, row
from patchbay.ui.controls.masked import masked_words
from patchbay.ui.server_form.echo import Echo, Rest
from patchbay.ui.server_form.form_row import FormRow
from patchbay.ui.server_form.hints import (
    env_file_hint,
    folder_hint,
    is_secret_address,
    starts_in,
    value_hint,
)
from patchbay.ui.server_form.inputs import PageField, ValueField
from patchbay.ui.server_form.remarks import Remark, Remarks

Input: TypeAlias = ValueField | PageField


class TextRow(FormRow):
    """One text of an entry; emptied, it goes from the file unless the server cannot do without."""

    needed = False

    def __init__(self, name: str, field: str, source: Input, spoken: str = "") -> None:
        super().__init__(name, field)
        self.input = source
        self._field, self._spoken = field, spoken or name
        self._said = ""
        self._echo = Echo("")
        self._rest = Rest(self, self._settle)
        self._remarks = Remarks()
        source.edited.connect(self._typed)
        source.left.connect(self._rest.end)
        if isinstance(source, ValueField):
            source.entered.connect(self._rest.end)
            source.reshaped.connect(self.reshaped)
        self._remarks.said.connect(self._speak)
        self._remarks.place_wanted.connect(lambda: self.place_wanted.emit((field,)))
        self.set_body(column(row((source, 1), *self.beside(), gap=2), self._remarks, gap=2))
        self._speak("")

    def beside(self) -> tuple[QWidget, ...]:
        """What stands at the right of the field."""
        return ()

    @override
    def show_values(self, entry: Entry) -> None:
        if self._echo.hear(self._value(entry)):
            self._rest.forget()
            self._remarks.say_fault("")
            self.input.show_text(self._echo.seen)

    @override
    def show_inspection(self, inspection: Inspection) -> None:
        if self._value(inspection.entry) == self._echo.seen:
            self._remarks.say_hint(self.hint(inspection))

    def hint(self, inspection: Inspection) -> Remark | None:
        return value_hint(inspection, (self._field,), self._echo.seen)

    @override
    def finish(self) -> None:
        self._rest.end()

    @override
    def ask_for_all(self) -> None:
        self._settle()

    @override
    def take_back(self) -> None:
        self._echo.refuse()

    @override
    def remarks(self) -> Mapping[JsonPath, Remarks]:
        return {(self._field,): self._remarks}

    def put(self, text: str) -> None:
        """Write a text that somebody has chosen."""
        self.input.show_text(text)
        self._typed()
        self.finish()

    def fault(self, text: str) -> str:
        """Why a text cannot be asked for."""
        del text
        return ""

    def _settle(self) -> None:
        self._rest.forget()
        text, at = self.input.text(), (self._field,)
        if fault := self.fault(text):
            self._remarks.say_fault(fault)
        elif self._echo.ask(text):
            keep, name = text or self.needed, self.server
            self.ask(set_field(name, at, text) if keep else remove_field(name, at), at)

    def _value(self, entry: Entry) -> str:
        return getattr(entry, self._field) or ""

    def _typed(self) -> None:
        self._remarks.say_fault("")
        self._rest.begin()

    def _speak(self, description: str) -> None:
        if isinstance(self.input, ValueField):
            self.input.speak(self._spoken, description)
        else:
            self.input.setAccessibleName(self._spoken)
            self.input.setAccessibleDescription(description)


class HidingRow(TextRow):
    """One text of a remote server that may hold a password; then it shows as dots."""

    def __init__(self, name: str, field: str, placeholder: str) -> None:
        source = ValueField()
        super().__init__(name, field, source)
        source.set_placeholder(placeholder)
        source.left.connect(self._hide_secret)
        self._source = source

    def is_secret(self, text: str) -> bool:
        return is_secret_address(text)

    @override
    def show_values(self, entry: Entry) -> None:
        super().show_values(entry)
        self._hide_secret()

    @override
    def fault(self, text: str) -> str:
        return masked_words(text) if text != self._echo.seen else ""

    @override
    def fits(self, entry: Entry) -> bool:
        return entry.transport not in (None, Transport.STDIO)

    def _hide_secret(self) -> None:
        """Never while somebody types: what he sees must not turn into dots."""
        if not self._source.target.hasFocus():
            self._source.set_secret(secret=self.is_secret(self._source.text()))


class AddressRow(HidingRow):
    """Where a remote server is."""

    needed = True

    def __init__(self) -> None:
        super().__init__("Address", "url", "https://")


class EnvFileRow(TextRow):
    """A file of variables beside those of the entry."""

    def __init__(self) -> None:
        super().__init__("Env file", "env_file", ValueField())

    @override
    def beside(self) -> tuple[QWidget, ...]:
        button = IconButton("folder-open", "Choose an env file", small=True)
        button.clicked.connect(lambda: choose(self, "Choose an env file"))
        return (button,)

    @override
    def hint(self, inspection: Inspection) -> Remark | None:
        return env_file_hint(inspection)


class FolderRow(TextRow):
    """The folder that a server starts in."""

    def __init__(self) -> None:
        super().__init__("Folder", "cwd", ValueField())

    @override
    def fits(self, entry: Entry) -> bool:
        return entry.transport in (None, Transport.STDIO)

    @override
    def beside(self) -> tuple[QWidget, ...]:
        button = IconButton("folder-open", "Choose a folder", small=True)
        mode = QFileDialog.FileMode.Directory
        button.clicked.connect(lambda: choose(self, "Choose a folder", mode))
        return (button,)

    @override
    def show_inspection(self, inspection: Inspection) -> None:
        super().show_inspection(inspection)
        where = "" if inspection.entry.cwd else starts_in(inspection)
        if where and isinstance(self.input, ValueField):
            self.input.set_placeholder(f"Starts in {where}")

    @override
    def hint(self, inspection: Inspection) -> Remark | None:
        return folder_hint(inspection)


class DescriptionRow(TextRow):
    """What somebody noted about the server."""

    def __init__(self) -> None:
        super().__init__("Description", "description", PageField(6))


def choose(
    row: TextRow, title: str, mode: QFileDialog.FileMode = QFileDialog.FileMode.ExistingFile
) -> None:
    """Ask for a file or a folder beginning where the config is, and go on without waiting."""
    dialog = QFileDialog(row, title, str(row.entry.file.parent) if row.entry else "")
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(mode)
    dialog.fileSelected.connect(row.put)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
