"""The doors: the window, the command line, and the small programs of a frozen build."""

import gc
import sys

HELPERS = ("--relay", "--decoder", "--demo-server")


def main() -> int:
    """`patchbay` and `python -m patchbay`; returns the exit code."""
    arguments = sys.argv[1:]
    try:
        return _open_door(arguments)
    except KeyboardInterrupt:
        from patchbay.cli.printing import interrupted, wants_json  # noqa: PLC0415

        return interrupted(as_json=wants_json(arguments))


def _open_door(arguments: list[str]) -> int:
    if arguments[:1] and arguments[0] in HELPERS:
        return _help_out(arguments[0])
    # Each door is imported only when it is used: the command line needs no Qt, the window no
    # argument parser of commands, and neither may keep the other waiting.
    from patchbay.cli.names import COMMAND_NAMES, may_be_file  # noqa: PLC0415

    if arguments and arguments[0] in COMMAND_NAMES:
        from patchbay.cli.commands import run_command  # noqa: PLC0415

        return run_command(arguments)
    if arguments and not may_be_file(arguments[0]):
        return _refuse(arguments[0], arguments)
    return _open_window(arguments, COMMAND_NAMES)


def _refuse(word: str, arguments: list[str]) -> int:
    """Where a file or a command may stand there is neither."""
    from patchbay.cli.names import unknown_command  # noqa: PLC0415
    from patchbay.cli.printing import print_error, wants_json  # noqa: PLC0415

    error = unknown_command(word)
    print_error(error, as_json=wants_json(arguments))
    return error.exit_code


def _open_window(arguments: list[str], commands: tuple[str, ...]) -> int:
    gc.disable()  # nothing of what is loaded now is garbage; the window's Collector takes over
    from patchbay.cli.names import may_be_file  # noqa: PLC0415
    from patchbay.core.paths import standard_paths  # noqa: PLC0415
    from patchbay.core.sitting.running import (  # noqa: PLC0415
        Beside,
        HandedOver,
        claim_or_hand_over,
    )
    from patchbay.ui import display, options  # noqa: PLC0415

    chosen = options.parse(arguments, commands)
    for word in map(str, chosen.files):
        if not may_be_file(word):
            return _refuse(word, arguments)
    start = Beside() if chosen.is_apart else claim_or_hand_over(standard_paths(), chosen.wish)
    if isinstance(start, HandedOver):
        return 0
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

    return application.run(chosen, start, without_display=reason)


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
