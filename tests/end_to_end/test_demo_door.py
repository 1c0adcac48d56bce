"""The two README commands and the pictures that can be made without a display."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Config = Callable[..., Path]


def colours(picture: Path, size: tuple[int, int] | None = None) -> int:
    """How many colours a picture has on a coarse grid; checks that it is one, of that size."""
    image = QImage(str(picture))
    assert not image.isNull()
    if size is not None:
        assert (image.width(), image.height()) == size
    spots = [(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)]
    return len({image.pixel(x, y) for x, y in spots})


@pytest.fixture
def no_display(environment: dict[str, str]) -> dict[str, str]:
    """As in a container: no screen, and nobody has said what Qt shall use instead."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR")
    for name in names:
        environment.pop(name, None)
    return environment


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "patchbay", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("display", ["", ":77"], ids=["none", "dead"])
def test_the_demo_without_a_display_draws_itself_and_tells_where(
    no_display: dict[str, str], display: str, tmp_path: Path
) -> None:
    more = {"DISPLAY": display} if display else {}

    done = run({**no_display, **more, "TMPDIR": str(tmp_path)}, "--demo")

    assert done.returncode == 0, done.stderr
    assert "drawing off screen" in done.stderr
    assert "Traceback" not in done.stderr
    picture = Path(done.stdout.strip())
    assert picture.parent == tmp_path
    assert colours(picture) > 100


def test_without_a_display_and_without_a_picture_to_draw_it_says_what_to_do(
    no_display: dict[str, str],
) -> None:
    done = run(no_display)

    assert done.returncode == 2
    assert "--screenshot" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_demo_is_drawn_in_both_themes_and_at_the_size_asked_for(
    patchbay: Patchbay, tmp_path: Path
) -> None:
    shades: list[int] = []
    for theme, size in (("light", (1000, 640)), ("dark", (1440, 900))):
        picture = tmp_path / f"{theme}.png"

        done = patchbay(
            "--demo", "--theme", theme, "--size", f"{size[0]}x{size[1]}", "--screenshot", picture
        )

        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == str(picture)
        assert colours(picture, size) > 100
        shades.append(QImage(str(picture)).pixelColor(3, size[1] - 3).lightness())
    assert shades[0] > 200
    assert shades[1] < 80


ALL_PAGES = ("tools", "prompts", "resources", "log", "traffic", "configuration")


@pytest.mark.parametrize(
    "pages", [("log", "configuration"), pytest.param(ALL_PAGES, marks=pytest.mark.slow)]
)
def test_the_pages_of_a_server_can_be_drawn_and_nothing_starts(
    patchbay: Patchbay, config: Config, tmp_path: Path, pages: tuple[str, ...]
) -> None:
    sentinel = tmp_path / "it ran"
    file = config(
        two={"command": "npx", "args": ["x"]}, one={"command": "touch", "args": [str(sentinel)]}
    )
    drawn: set[bytes] = set()
    for page in pages:
        picture = tmp_path / f"{page}.png"

        done = patchbay(file, "--server", "one", "--page", page, "--screenshot", picture)

        assert done.returncode == 0, done.stderr
        assert colours(picture, (1280, 800)) > 10
        drawn.add(picture.read_bytes())
    assert len(drawn) == len(pages), "two pages look the same"
    assert not sentinel.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("nowhere.json", "--screenshot", "x.png"), (2, 4), "nowhere.json"),
        (("--demo", "--screenshot", "no/such/folder/x.png"), (2,), "x.png"),
        (("--size", "large"), (2,), "large"),
        (("--theme", "pink"), (2,), "pink"),
        (("mcp.json", "--server", "nobody", "--screenshot", "x.png"), (2,), "nobody"),
    ],
    ids=["no file", "no folder", "size", "theme", "no server"],
)
def test_what_cannot_be_drawn_is_told_in_words(
    patchbay: Patchbay,
    config: Config,
    arguments: tuple[str, ...],
    code: tuple[int, ...],
    words: str,
) -> None:
    config(one="workshop.py")

    done = patchbay(*arguments)

    assert done.returncode in code, done.stdout
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_the_demo_leaves_no_process_and_nothing_outside_its_home(
    environment: dict[str, str], tmp_path: Path
) -> None:
    before = set(tmp_path.iterdir())

    picture = Path(environment["HOME"]) / "picture.png"

    done = run({**environment, "TMPDIR": str(tmp_path)}, "--demo", "--screenshot", str(picture))

    assert done.returncode == 0
    assert not re.search(r"Traceback|core dumped", done.stderr)
    assert set(tmp_path.iterdir()) - before <= {tmp_path / "home"}
    assert not [
        folder for folder in Path("/proc").glob("[0-9]*") if _home(folder) == environment["HOME"]
    ]


def _home(folder: Path) -> str:
    try:
        words = (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    found = [os.fsdecode(word[5:]) for word in words if word.startswith(b"HOME=")]
    return found[0] if found else ""
