"""The calls that are saved for a server: listed, found by their names, kept through a rename."""

import argparse
from pathlib import Path

from patchbay.cli.json_output import print_json
from patchbay.cli.offered import guess
from patchbay.cli.printing import OK, table
from patchbay.cli.reading import read_config
from patchbay.cli.refusals import unusable
from patchbay.cli.streams import say, tell
from patchbay.core.calls.saved import TARGETS, SavedCall
from patchbay.core.calls.saved_calls import SavedCalls
from patchbay.core.config.model import Entry
from patchbay.core.config.secrets import HIDDEN, is_secret_name
from patchbay.core.errors import AppError
from patchbay.core.paths import standard_paths
from patchbay.core.trust.visible import visible
from patchbay.core.values import Json, JsonObject, is_list, is_object


async def saved(options: argparse.Namespace) -> int:
    entry = read_config(options.file).entry(options.server)
    calls = await _saved_for(entry)
    if options.json:
        print_json([_object(call, show=options.show_secrets) for call in calls])
    elif calls:
        say(table([tuple(map(visible, _row(call))) for call in calls]))
    else:
        say(visible(f"No calls are saved for {entry.name}."))
    return OK


async def saved_call(options: argparse.Namespace) -> SavedCall:
    """The call that `--saved` names.

    Raises:
        AppError: there is none of that name, or the calls cannot be read.
    """
    entry = read_config(options.file).entry(options.server)
    calls = {call.name: call for call in await _saved_for(entry)}
    if options.saved not in calls:
        title = f"{entry.name} has no saved call “{options.saved}”"
        hint = guess(options.saved, calls) or "patchbay saved FILE SERVER lists those it has."
        raise unusable(title, hint)
    return calls[options.saved]


async def follow_rename(file: Path, old: str, new: str) -> None:
    """Let a server that was renamed keep its saved calls; if it cannot, that is told."""
    try:
        await _known().rename_server(file, old, new)
    except AppError as error:
        tell(f"note: {error}")


async def _saved_for(entry: Entry) -> tuple[SavedCall, ...]:
    known = _known()
    await known.load()
    return known.of(entry.file, entry.name)


def _known() -> SavedCalls:
    known = SavedCalls(standard_paths().saved_calls_file)
    known.troubled.connect(lambda error: tell(f"note: {error}"))
    return known


def _row(call: SavedCall) -> tuple[str, str, str]:
    return call.name, f"{call.kind.value} {call.target}", ", ".join(call.arguments)


def _object(call: SavedCall, *, show: bool) -> JsonObject:
    return {
        "name": call.name,
        "kind": call.kind.value,
        TARGETS[call.kind]: call.target,
        "arguments": call.arguments if show else _masked(call.arguments),
        "saved": call.saved_at.isoformat(timespec="seconds"),
    }


def _masked(value: Json, name: str = "") -> Json:
    """The value without the parts whose names say that they are secret."""
    if is_object(value):
        return {each: _masked(part, each) for each, part in value.items()}
    if is_list(value):
        return [_masked(each, name) for each in value]
    return value if value in (None, "") or not is_secret_name(name) else HIDDEN
