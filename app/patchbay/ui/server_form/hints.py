"""What the fields of a definition come to on this computer, in words."""

from collections.abc import Sequence

from patchbay.core.config.proxies import shown_proxy
from patchbay.core.config.references import without_references
from patchbay.core.config.secrets import inside_address, inside_proxy, secret_parts
from patchbay.core.config.variables import Source, VariableUse, field_label
from patchbay.core.sessions.inspection import Inspection, hides, hides_header
from patchbay.core.values import JsonPath
from patchbay.ui.figures import counted
from patchbay.ui.server_form.remarks import Remark

DOTS = "•" * 12
_PLAIN_NUMBER = "1234567"
"""A value that nobody hides unless its name says what it is."""
_PUBLIC_RESTS = {"", "bearer", "basic", "token", "digest"}
"""What may stand beside a reference without being a secret itself."""
_FROM = {
    Source.ENVIRONMENT: "From the environment",
    Source.ENV_FILE: "From the env file",
    Source.KEPT: "From the kept secrets",
    Source.DEFAULT: "Not set, so its default",
    Source.EDITOR: "As the editor fills it in",
}


def is_secret(field: str, name: str, value: str) -> bool:
    """Whether a variable or a header is hidden, for its name or for its value."""
    written = without_references(value).strip()
    if written != value and written.lower() in _PUBLIC_RESTS:
        return False
    hidden = hides_header if field == "headers" else hides
    return hidden(name, value) or hidden(name, _PLAIN_NUMBER)


def secret_arguments(command: str, arguments: Sequence[str]) -> frozenset[int]:
    """The places of arguments with a secret in them, for what they are or stand behind."""
    words = [without_references(word) for word in (command, *arguments)]
    found = {place for place, secret in secret_parts(words) if secret.strip()}
    found |= {place for place, word in enumerate(words) if is_secret_address(word)}
    return frozenset(place - 1 for place in found)


def is_secret_address(text: str) -> bool:
    return any(inside_address(without_references(text)))


def is_secret_proxy(text: str) -> bool:
    return any(inside_proxy(without_references(text)))


def value_hint(inspection: Inspection, at: JsonPath, text: str) -> Remark | None:
    """How the references in a value stand; nothing for a value without any."""
    uses = [use for use in inspection.uses if use.field == field_label(at)]
    if not uses or "${" not in text:
        return None
    unset = list(dict.fromkeys(use.name for use in uses if use.source is Source.UNSET))
    if unset:
        return Remark(_unset(unset, inspection.entry.name), "error")
    return Remark(_origin(inspection, at, uses), "ok")


def command_hint(inspection: Inspection) -> Remark | None:
    program = inspection.program
    if program is None:
        return value_hint(inspection, ("command",), inspection.entry.command or "")
    if program.refusal is None:
        return Remark(f"Resolves to {program.executable}")
    if not program.executable:
        return Remark(f"{program.refusal.cause} {program.refusal.hint}".strip(), "error")
    return Remark(f"Resolves to {program.executable}. {program.refusal.cause}", "error")


def env_file_hint(inspection: Inspection) -> Remark | None:
    entry, definition, refusal = inspection.entry, inspection.definition, inspection.refusal
    if not entry.env_file:
        return None
    if refusal is not None and "env file" in refusal.evidence:
        return Remark(f"{refusal.cause} {refusal.hint}", "error")
    if definition is not None:
        return Remark(f"Found, {counted(len(definition.env_file_values), 'variable')}")
    unset = value_hint(inspection, ("env_file",), entry.env_file)
    if unset is not None and unset.tone == "error":
        return unset
    return Remark("Not looked at yet: the entry cannot start as it stands")


def folder_hint(inspection: Inspection) -> Remark | None:
    entry, where = inspection.entry, starts_in(inspection)
    if not entry.cwd:
        return None
    unset = value_hint(inspection, ("cwd",), entry.cwd)
    if unset is not None and unset.tone == "error":
        return unset
    return Remark(f"Starts in {where}") if where and where != entry.cwd else None


def resolved_file_hint(inspection: Inspection, field: str) -> Remark | None:
    """Which file a relative path or a variable leads to."""
    written, definition = getattr(inspection.entry, field) or "", inspection.definition
    unset = value_hint(inspection, (field,), written)
    if unset is not None and unset.tone == "error":
        return unset
    found = str(getattr(definition, field) or "") if definition else ""
    return Remark(f"Leads to {found}") if found and found != written else None


def starts_in(inspection: Inspection) -> str:
    """The folder of the server; empty when that cannot be told."""
    definition = inspection.definition
    return str(definition.cwd) if definition and definition.cwd else ""


def _unset(names: list[str], server: str) -> str:
    if not all(name.isidentifier() for name in names):
        return f"{', '.join(names)}: filled in by another program; {server} cannot start"
    are = "is" if len(names) == 1 else "are"
    return f"{', '.join(names)} {are} not set anywhere; {server} cannot start"


def _origin(inspection: Inspection, at: JsonPath, uses: list[VariableUse]) -> str:
    """Where a value comes from, and what it is unless it looks secret."""
    origins = "; ".join(dict.fromkeys(_FROM[use.source] for use in uses))
    value = _resolved(inspection, at)
    if value is None:
        return origins
    secrets = inspection.definition.secrets if inspection.definition else frozenset[str]()
    named = at[0] in ("env", "headers") and is_secret(str(at[0]), str(at[-1]), value)
    hidden = named or any(secret in value for secret in secrets)
    return f"{origins}: {DOTS if hidden else value}"


def _resolved(inspection: Inspection, at: JsonPath) -> str | None:
    resolved = inspection.definition
    if resolved is None:
        return None
    field, *rest = at
    if field == "args":
        return resolved.args[int(rest[0])]
    if field in ("env", "headers"):
        return (resolved.env if field == "env" else resolved.headers)[str(rest[0])]
    proxy = shown_proxy(resolved.proxy)
    return {"url": resolved.url, "command": resolved.command, "proxy": proxy}.get(str(field))
