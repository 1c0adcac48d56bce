"""A command line that was pasted, as one change of a server."""

from collections.abc import Mapping, Sequence

from patchbay.core.config.model import ConfigFile, Transport
from patchbay.core.editing.keys import key_of
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.operations import Operation, set_field, set_transport
from patchbay.core.values import is_list


def take_command_line(
    name: str, command: str, args: Sequence[str], env: Mapping[str, str]
) -> Operation:
    """The program and its arguments in the place of those there are; variables are added."""
    variables = [set_field(name, ("env", variable), value) for variable, value in env.items()]

    def apply(source: Lossless, file: ConfigFile) -> Lossless:
        entry = file.entry(name)
        if entry.transport is not Transport.STDIO:
            source = set_transport(name, Transport.STDIO).apply(source, file)
        path = (*entry.path, key_of(entry, "command"))
        if source.has(path) and is_list(source.value(path)):
            source = source.set(path, [command, *args])
            if source.has((*entry.path, "args")):
                source = source.remove((*entry.path, "args"))
        else:
            source = set_field(name, ("command",), command).apply(source, file)
            if args or "args" in entry.keys:
                source = set_field(name, ("args",), list(args)).apply(source, file)
        for variable in variables:
            source = variable.apply(source, file)
        return source

    return Operation(f"taking a command line for {name}", apply)
