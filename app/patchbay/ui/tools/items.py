"""Tools as rows of a list: their names, and what their annotations claim."""

from patchbay.core.calls.run import Run, Status
from patchbay.core.sessions.catalog import Tool
from patchbay.ui.figures import percent
from patchbay.ui.listing import Item, Pill

CLAIM = "A claim of the server; nothing checks it"


_DESTRUCTIVE, _READ_ONLY = Pill("destructive", "danger"), Pill("read-only", "ok")
_OPEN_WORLD, _IDEMPOTENT = Pill("open-world", "warn"), Pill("idempotent", "neutral")


def pills(tool: Tool) -> tuple[Pill, ...]:
    """The annotations worth showing, the most serious one first."""
    found: list[Pill] = []
    if tool.destructive and not tool.read_only:
        found.append(_DESTRUCTIVE)
    if tool.read_only:
        found.append(_READ_ONLY)
    if tool.open_world:
        found.append(_OPEN_WORLD)
    if tool.idempotent and not tool.read_only:
        found.append(_IDEMPOTENT)
    return tuple(found)


def item(tool: Tool, run: Run | None) -> Item:
    """A row; `run` is the newest call of this tool."""
    shown = pills(tool)[:1]
    if run is not None and run.status is Status.RUNNING:
        shown = (Pill(_progress(run), "accent"),)
    line = tool.description.lstrip().partition("\n")[0].rstrip()
    return Item(
        key=tool.name,
        name=tool.name,
        detail=line or tool.title,
        pills=shown,
        tip=f"{tool.id}\nmodel name: {tool.model_name}",
    )


def _progress(run: Run) -> str:
    return "calling" if run.share is None else percent(run.share)
