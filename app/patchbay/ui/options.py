"""What can be typed after `patchbay` when a window is wanted."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from patchbay import __version__

PAGES = ("tools", "prompts", "resources", "log", "traffic", "configuration")
THEMES = ("light", "dark", "system")


@dataclass(frozen=True, slots=True)
class Options:
    """How the window shall open; with `screenshot` it is drawn off screen and written there."""

    file: Path | None = None
    server: str = ""
    page: str = ""
    theme: str = ""
    size: tuple[int, int] | None = None
    screenshot: Path | None = None
    demo: bool = False


def parse(arguments: Sequence[str], commands: Sequence[str]) -> Options:
    """Options from the command line; exits with 2 and a usage line when they make no sense."""
    parser = argparse.ArgumentParser(
        prog="patchbay",
        description="Open a config, start its MCP servers safely, run their tools by hand.",
        epilog=f"Commands that need no window: {', '.join(commands)}. "
        "Each explains itself: patchbay COMMAND --help",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a config to open")
    parser.add_argument("--demo", action="store_true", help="start the demo server, run a tool")
    parser.add_argument("--server", metavar="NAME", default="", help="show this server")
    parser.add_argument("--page", choices=PAGES, default="", help="show this page")
    parser.add_argument("--theme", choices=THEMES, default="")
    parser.add_argument("--size", metavar="WxH", type=_size, help="size of the window")
    parser.add_argument(
        "--screenshot", metavar="OUT.png", type=Path, help="draw the window into a file and exit"
    )
    parser.add_argument("--version", action="version", version=f"patchbay {__version__}")
    found = parser.parse_args(list(arguments))
    if found.server and found.file is None and not found.demo:
        parser.error("--server needs FILE")
    return Options(**vars(found))


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text} is not of the form 1280x800")
    size = int(width), int(height)
    if not (320 <= size[0] <= 8192 and 240 <= size[1] <= 8192):
        raise argparse.ArgumentTypeError("from 320x240 to 8192x8192")
    return size
