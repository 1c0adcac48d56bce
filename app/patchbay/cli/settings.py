"""Where the settings are, and what is set there."""

import argparse
import json

from patchbay.cli.json_output import print_json
from patchbay.cli.printing import OK, table
from patchbay.cli.streams import say, tell
from patchbay.core.options import OPTIONS, Option
from patchbay.core.paths import standard_paths
from patchbay.core.settings import SettingsStore
from patchbay.core.values import Json, is_list


async def settings(options: argparse.Namespace) -> int:
    """The path of the file; with --list every option, also those that the file does not name."""
    store = SettingsStore(standard_paths().settings_file)
    values = {each.name: _value(store, each) for each in OPTIONS}
    path = str(store.path)
    if store.problem and options.list:
        tell(f"warning: {store.problem}")
    if options.json:
        print_json({"file": path, "settings": values} if options.list else {"file": path})
    elif options.list:
        say(table([(each.name, _shown(values[each.name]), each.label) for each in OPTIONS]))
    else:
        say(path)
    return OK


def _value(store: SettingsStore, option: Option) -> Json:
    return json.loads(json.dumps(getattr(store.settings, option.name)))


def _shown(value: Json) -> str:
    if is_list(value):
        return ", ".join(map(str, value)) or "-"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) or "-"
