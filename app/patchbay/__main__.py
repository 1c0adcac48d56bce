"""The doors: the window, the command line, and the small programs of a frozen build."""

import gc
import sys

HELPERS = ("--relay", "--decoder", "--demo-server")


def main() -> int:
    """`patchbay` and `python -m patchbay`; returns the exit code."""
    arguments = sys.argv[1:]
    if arguments[:1] and arguments[0] in HELPERS:
        return _help_out(arguments[0])
    # Each door is imported only when it is used: the command line needs no Qt, the window no
    # argument parser of commands, and neither may keep the other waiting.
    from patchbay.cli.names import COMMAND_NAMES  # noqa: PLC0415

    if arguments and arguments[0] in COMMAND_NAMES:
        from patchbay.cli.commands import run_command  # noqa: PLC0415

        return run_command(arguments)
    return _open_window(arguments, COMMAND_NAMES)


def _open_window(arguments: list[str], commands: tuple[str, ...]) -> int:
    gc.disable()  # nothing of what is loaded now is garbage; the window's Collector takes over
    from patchbay.ui import display, options  # noqa: PLC0415

    chosen = options.parse(arguments, commands)
    if problem := display.missing_libraries():
        sys.stderr.write(
            f"patchbay: Qt cannot be loaded: {problem}\n  Install its system libraries: "
            f"{display.INSTALL}\n"
        )
        return 4
    if chosen.screenshot:
        display.draw_off_screen()
    reason = display.choose_platform()
    from patchbay.ui import application  # noqa: PLC0415

    return application.run(chosen, without_display=reason)


def _help_out(role: str) -> int:
    """A frozen build has no `python` to start these with."""
    if role == "--relay":
        from patchbay.relay.main import main as relay  # noqa: PLC0415

        relay()
    elif role == "--decoder":
        from patchbay.relay.decoder import main as decoder  # noqa: PLC0415

        decoder()
    else:
        gc.disable()  # as `python -m patchbay.demo` does
        from patchbay.demo.server import main as demo  # noqa: PLC0415

        demo()
    return 0


if __name__ == "__main__":
    sys.exit(main())
