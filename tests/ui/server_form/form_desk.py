"""A form beside the text it changes, as the window has them."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.config.reader import language, read_document
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.operations import Operation
from patchbay.core.errors import AppError
from patchbay.core.sessions.environment import Surroundings
from patchbay.core.sessions.inspection import inspect
from patchbay.core.settings import SettingsStore
from patchbay.core.trust.allow import AllowList
from patchbay.core.values import JsonPath
from patchbay.ui.server_form.form import ServerForm

PROGRAMS = ("uvx", "python")


class Desk:
    """Applies what a form asks for to a text, and shows the form what came out.

    While `is_slow`, what was asked for waits until `answer`.
    """

    def __init__(self, folder: Path, text: str, name: str = "", file: str = "mcp.json") -> None:
        self._folder, self._path = folder, folder / file
        self.form = ServerForm()
        self.asked: list[Operation] = []
        self.waiting: list[tuple[Operation, JsonPath]] = []
        self.is_slow = False
        self.environment = {"PATH": str(folder / "bin"), "HOME": str(folder)}
        self._name = name
        self.write(text)
        self.form.operation_wanted.connect(self._take)

    @property
    def text(self) -> str:
        return self.source.text

    @property
    def entry(self) -> Entry:
        return self.file.entry(self._name) if self._name else self.file.entries[0]

    @property
    def labels(self) -> Sequence[str]:
        """What could be undone, in order."""
        return [operation.label for operation in self.asked]

    def write(self, text: str) -> None:
        """Somebody changed the text itself."""
        self._show(Lossless(text, language(self._path, text)))

    def answer(self) -> None:
        """Do the next thing that waits."""
        operation, field = self.waiting.pop(0)
        try:
            self._show(operation.apply(self.source, self.file))
        except AppError as error:
            self.form.show_refusal(error, field)

    def look(self, **variables: str) -> None:
        """Show what the entry comes to on a computer with a few programs and variables."""
        programs = self._folder / "bin"
        programs.mkdir(exist_ok=True)
        for name in PROGRAMS:
            (programs / name).write_text("")
            (programs / name).chmod(0o755)
        self.environment |= variables
        allow = AllowList(SettingsStore(self._folder / "settings.toml"))
        around = Surroundings(self.environment, None)
        self.form.show_inspection(inspect(self.entry, around, self.environment, allow))

    def field(self, name: str) -> QLineEdit | QPlainTextEdit:
        """The field that is called so, for a screen reader, and is in sight."""
        return next(
            each
            for kind in (QLineEdit, QPlainTextEdit)
            for each in self.form.findChildren(kind)
            if each.accessibleName() == name and each.isVisible()
        )

    def part(self, name: str) -> QWidget:
        """Any control by its name or by its words."""
        return next(
            each
            for each in self.form.findChildren(QWidget)
            if name in (each.accessibleName(), getattr(each, "text", str)()) and each.isVisible()
        )

    def _take(self, operation: Operation, field: JsonPath) -> None:
        self.asked.append(operation)
        self.waiting.append((operation, field))
        if not self.is_slow:
            self.answer()

    def _show(self, source: Lossless) -> None:
        self.source = source
        self.file: ConfigFile = read_document(self._path, source.document)
        self.form.show_entry(self.entry)
