"""What can be typed after `patchbay` when a window is wanted."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from typing_extensions import override

from patchbay.core.sitting.wish import Wish, files_and_links

PAGES = ("tools", "prompts", "resources", "log", "traffic", "configuration")
THEMES = ("light", "dark", "system")


@dataclass(frozen=True, slots=True)
class Options:
    """How the window shall open; with `screenshot` it is drawn off screen and written there."""

    files: tuple[Path, ...] = ()
    links: tuple[str, ...] = ()
    server: str = ""
    page: str = ""
    theme: str = ""
    size: tuple[int, int] | None = None
    screenshot: Path | None = None
    demo: bool = False
    new_window: bool = False

    @property
    def is_apart(self) -> bool:
        """Whether this window has nothing to do with one that is open already."""
        return self.new_window or self.demo or self.screenshot is not None

    @property
    def wish(self) -> Wish:
        """What is to be opened, wherever that happens."""
        return Wish(
            tuple(file.absolute() for file in self.files),
            self.links,
            self.server,
            self.page,
            os.environ.get("XDG_ACTIVATION_TOKEN", ""),
        )


class _Version(argparse.Action):
    """Looks for the commit only when somebody asks."""

    @override
    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        # It reads about packages, which would take a tenth of the time until the window is there.
        from patchbay.core.about import about  # noqa: PLC0415

        print(about().named)  # noqa: T201 - and nothing at all in a program without a console
        parser.exit()


def parse(arguments: Sequence[str], commands: Sequence[str]) -> Options:
    """Options from the command line; exits with 2 and a usage line when they make no sense."""
    parser = window_parser(commands)
    found = vars(parser.parse_intermixed_args(list(arguments)))
    files, links = files_and_links(found.pop("files"))
    if found["server"] and len(files) != 1 and not found["demo"]:
        parser.error("--server needs one FILE")
    if links and found["screenshot"]:
        parser.error("a link opens a dialog, which --screenshot does not draw")
    return Options(files=files, links=links, **found)


def window_parser(commands: Sequence[str]) -> argparse.ArgumentParser:
    """What opens a window; the manual page and the completions of shells are made from it too."""
    parser = argparse.ArgumentParser(
        prog="patchbay",
        description="Open a config, start its MCP servers safely, run their tools by hand.",
        epilog=f"Commands that need no window: {', '.join(commands)}. "
        "Each explains itself: patchbay COMMAND --help",
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="*", help="a config to open, or a link to install a server"
    )
    parser.add_argument(
        "--new-window", action="store_true", help="do not open it in the window that is there"
    )
    parser.add_argument("--demo", action="store_true", help="start the demo server, run a tool")
    parser.add_argument("--server", metavar="NAME", default="", help="show this server")
    parser.add_argument("--page", choices=PAGES, default="", help="show this page")
    parser.add_argument("--theme", choices=THEMES, default="")
    parser.add_argument("--size", metavar="WxH", type=_size, help="size of the window")
    parser.add_argument(
        "--screenshot", metavar="OUT.png", type=Path, help="draw the window into a file and exit"
    )
    parser.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        default=argparse.SUPPRESS,
        help="print version and commit",
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text} is not of the form 1280x800")
    size = int(width), int(height)
    if not (320 <= size[0] <= 8192 and 240 <= size[1] <= 8192):
        raise argparse.ArgumentTypeError("from 320x240 to 8192x8192")
    return size
