"""The definition of a server in rows to read: what is written, and what it comes to here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtWidgets import QLayout, QWidget

from patchbay.core.config.model import Entry, Transport
from patchbay.core.config.variables import (
    CONNECT_TIMEOUT,
    REQUEST_TIMEOUT,
    Source,
    VariableUse,
    field_label,
)
from patchbay.core.sessions.inspection import Inspection, hides, hides_header
from patchbay.ui.configuration.values import DOTS, FormRows, Value, named_value, plain
from patchbay.ui.controls import Badge, Label, column, row
from patchbay.ui.figures import counted, duration

_ARGUMENTS_SHOWN = 40
_FROM = {
    Source.ENVIRONMENT: "From the environment",
    Source.ENV_FILE: "From the env file",
    Source.DEFAULT: "Not set, so its default",
    Source.EDITOR: "As the editor fills it in",
}
Mark: TypeAlias = "tuple[str, str] | None"


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    value: QWidget | QLayout
    hint: Label | None = None


def definition(inspection: Inspection) -> QWidget:
    """The rows of one entry."""
    form = FormRows()
    form.setContentsMargins(16, 12, 16, 12)
    for each in _rows(inspection):
        form.add(each.name, each.value, each.hint)
    form.setRowStretch(form.rowCount(), 1)
    widget = QWidget()
    widget.setLayout(form)
    return widget


def _rows(inspection: Inspection) -> list[_Row]:
    entry = inspection.entry
    transport = entry.transport.value if entry.transport else "not known"
    rows = [_Row("Transport", row(Badge(transport, "accent"), None, margins=(0, 6, 0, 6)))]
    if entry.disabled:
        rows.append(_Row("State", plain("Disabled in the file")))
    if entry.description:
        rows.append(_Row("Description", plain(entry.description)))
    rows += _program(inspection) if entry.transport is Transport.STDIO else _remote(inspection)
    rows += _environment(inspection)
    if entry.transport is Transport.STDIO:
        rows.append(_folder(inspection))
    rows += [_Row("Time-outs", plain(_timeouts(entry)))]
    rows.append(_Row("Protocol", plain(_protocol(entry.protocol))))
    return rows


def _program(inspection: Inspection) -> list[_Row]:
    entry, program = inspection.entry, inspection.program
    line = row((Value(entry.command or "", "Command"), 1))
    if program is not None:
        allowed = program.refusal is None
        words = "allowed" if allowed else "not allowed" if program.is_blocked else "not found"
        badge = Badge(words, "ok" if allowed else "danger")
        badge.setToolTip(f"By the rule {program.rule}" if program.rule else "")
        line.addLayout(column(badge, None, margins=(0, 6, 0, 0)))
    rows = [_Row("Command", line, _resolves(inspection))]
    if entry.args:
        rows.append(_Row("Arguments", _arguments(inspection)))
    return rows


def _resolves(inspection: Inspection) -> Label | None:
    program = inspection.program
    if program is None:
        return None
    if program.refusal is not None and not program.executable:
        return Label(f"{program.refusal.cause} {program.refusal.hint}", "error", wrap=True)
    said = Label(f"Resolves to {program.executable}", "hint", wrap=True, selectable=True)
    if program.refusal is not None:
        said.setText(f"{said.text()}. {program.refusal.hint}")
        said.set_role("error")
    return said


def _arguments(inspection: Inspection) -> QLayout:
    entry = inspection.entry
    rows: list[QWidget | QLayout] = []
    for index, text in enumerate(entry.args[:_ARGUMENTS_SHOWN]):
        mark, hint = _state(inspection, ("args", index), text)
        rows.append(_marked(Value(text, f"Argument {index + 1}"), mark, hint))
    if len(entry.args) > _ARGUMENTS_SHOWN:
        more = len(entry.args) - _ARGUMENTS_SHOWN
        rows.append(Label(f"{counted(more, 'more argument')}; the text shows them", "hint"))
    return column(*rows, gap=4)


def _marked(value: Value, mark: Mark, hint: Label | None) -> QLayout:
    return column(value, *([hint] if mark and hint else []), gap=2)


def _remote(inspection: Inspection) -> list[_Row]:
    entry = inspection.entry
    mark, hint = _state(inspection, ("url",), entry.url or "")
    rows = [_Row("Address", _marked(Value(entry.url or "", "Address"), mark, hint))]
    if entry.headers:
        rows.append(_Row("Headers", _pairs(inspection, "headers", entry.headers)))
    return rows


def _environment(inspection: Inspection) -> list[_Row]:
    entry = inspection.entry
    rows: list[_Row] = []
    if entry.env:
        rows.append(_Row("Environment", _pairs(inspection, "env", entry.env)))
    if entry.env_file:
        found = inspection.definition.env_file_values if inspection.definition else None
        hint = _env_file(inspection, found)
        rows.append(_Row("Env file", Value(entry.env_file, "Env file"), hint))
    return rows


def _pairs(inspection: Inspection, field: str, values: Mapping[str, str]) -> QLayout:
    rows: list[QLayout] = []
    for name, text in values.items():
        secret = hides_header(name, text) if field == "headers" else hides(name, text)
        mark, hint = _state(inspection, (field, name), text)
        rows.append(named_value(name, Value(text, name, secret=secret), mark, hint))
    return column(*rows, gap=6)


def _state(
    inspection: Inspection, at: tuple[str | int, ...], text: str
) -> tuple[Mark, Label | None]:
    """How the references in a value stand; nothing for a value without any."""
    uses = [use for use in inspection.uses if use.field == field_label(at)]
    if not uses or "${" not in text:
        return None, None
    unset = [use.name for use in uses if use.source is Source.UNSET]
    if unset:
        words = f"{', '.join(unset)} not set anywhere; {inspection.entry.name} cannot start"
        return ("circle-x", "danger"), Label(words, "error", wrap=True)
    return ("circle-check", "ok"), Label(_origin(inspection, at, uses), "hint", wrap=True)


def _origin(inspection: Inspection, at: tuple[str | int, ...], uses: list[VariableUse]) -> str:
    """Where a value comes from, and what it is unless it looks secret."""
    origins = "; ".join(dict.fromkeys(_FROM[use.source] for use in uses))
    value = _resolved(inspection, at)
    if value is None:
        return origins
    secrets = inspection.definition.secrets if inspection.definition else frozenset[str]()
    named = at[0] in ("env", "headers") and hides(str(at[-1]), value)
    hidden = named or any(secret in value for secret in secrets)
    return f"{origins}: {DOTS if hidden else value}"


def _resolved(inspection: Inspection, at: tuple[str | int, ...]) -> str | None:
    resolved = inspection.definition
    if resolved is None:
        return None
    field, *rest = at
    if field == "args":
        return resolved.args[int(rest[0])]
    if field in ("env", "headers"):
        return (resolved.env if field == "env" else resolved.headers)[str(rest[0])]
    return resolved.url if field == "url" else None


def _env_file(inspection: Inspection, found: Mapping[str, str] | None) -> Label:
    if found is not None:
        return Label(f"Found, {counted(len(found), 'variable')}", "hint")
    refusal = inspection.refusal
    if refusal is not None and "env file" in refusal.evidence:
        return Label(f"{refusal.cause} {refusal.hint}", "error", wrap=True)
    return Label("Not looked at yet: the entry cannot start as it stands", "hint", wrap=True)


def _folder(inspection: Inspection) -> _Row:
    entry, resolved = inspection.entry, inspection.definition
    where = str(resolved.cwd) if resolved and resolved.cwd else ""
    if entry.cwd:
        hint = Label(f"Starts in {where}", "hint", wrap=True, selectable=True) if where else None
        return _Row("Folder", Value(entry.cwd, "Folder"), hint)
    return _Row("Folder", plain(f"Not said; starts in {where}" if where else "Not said"))


def _timeouts(entry: Entry) -> str:
    return "  ·  ".join(
        f"{name} {duration(said or otherwise)}{'' if said else ' (default)'}"
        for name, said, otherwise in (
            ("start", entry.connect_timeout, CONNECT_TIMEOUT),
            ("call", entry.request_timeout, REQUEST_TIMEOUT),
        )
    )


def _protocol(choice: str) -> str:
    if choice == "auto":
        return "Auto: the newest that both know"
    return "Before 2026" if choice == "legacy" else choice
