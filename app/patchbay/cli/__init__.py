"""The command line: the same core, without a window."""

from patchbay.cli.commands import COMMANDS, run_command

__all__ = ["COMMANDS", "run_command"]
