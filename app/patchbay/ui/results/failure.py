"""Why a run has no result: the cause, the evidence, and what was sent."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from patchbay.core.calls.run import Run, RunKind
from patchbay.core.errors import AppError
from patchbay.core.values import JsonObject
from patchbay.ui import theme
from patchbay.ui.controls import Button, IconLabel, Label, column, frame, row
from patchbay.ui.results.block import Block
from patchbay.ui.results.json_code import written
from patchbay.ui.results.text import LARGEST, TextBody

_NAMES = {RunKind.TOOL: "name", RunKind.PROMPT: "name", RunKind.RESOURCE: "uri"}


class FailureCard(QWidget):
    """A failure in words for people, its short evidence beside the names of what it shows."""

    def __init__(self, error: AppError) -> None:
        super().__init__()
        short = {name: said for name, said in error.evidence.items() if "\n" not in said}
        lines = [
            row(
                IconLabel("circle-x", "danger"),
                (Label(error.title, "strong", wrap=True, selectable=True), 1),
            ),
            *(
                row(24, (Label(words, role, wrap=True, selectable=True), 1), gap=0)
                for words, role in ((error.cause, "second"), (error.hint, "small"))
                if words
            ),
            *(row(24, (_fact(name, said), 1), gap=0) for name, said in short.items()),
        ]
        self.setLayout(
            column(frame("failure", column(*lines, margins=(12, 10, 12, 12), gap=6)), gap=0)
        )


def evidence_blocks(error: AppError) -> list[Block]:
    """Evidence of several lines, each as it is."""
    return [
        Block(name, "", TextBody(said[-LARGEST:], code=True))
        for name, said in error.evidence.items()
        if "\n" in said
    ]


def request_of(run: Run) -> JsonObject:
    """What was sent, as the server saw it."""
    if run.kind is RunKind.REQUEST:
        return run.arguments
    request: JsonObject = {_NAMES[run.kind]: run.name}
    if run.kind is not RunKind.RESOURCE:
        request["arguments"] = run.arguments
    return request


def request_block(run: Run) -> Block:
    text = written(request_of(run))
    at = f"{run.started:%H:%M:%S}"
    block = Block("Request that was sent", at, TextBody(text[:LARGEST], code=True, json=True))
    block.add_button("copy", "Copy the request").clicked.connect(
        lambda: QGuiApplication.clipboard().setText(text)
    )
    return block


class LastGood(QWidget):
    """The way to the last run that went well."""

    wanted = Signal()

    def __init__(self, run: Run) -> None:
        super().__init__()
        link = Button(f"Show #{run.number}, the last good result", "link", icon="history")
        link.clicked.connect(self.wanted)
        self.setLayout(row(link, None))


def _fact(name: str, said: str) -> QWidget:
    line = QWidget()
    title = Label(name, "hint")
    title.setMinimumWidth(theme.px(96))
    line.setLayout(row(title, (Label(said, "mono", wrap=True, selectable=True), 1)))
    return line
