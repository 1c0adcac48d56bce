"""What can be typed after `patchbay`, and what comes of it for the window."""

from pathlib import Path

import pytest

from patchbay.ui.options import Options, parse

LINK = "patchbay:add?name=charts"


def parsed(*words: str) -> Options:
    return parse(words, ("tools",))


def test_several_files_and_links_may_be_named_among_the_options() -> None:
    options = parsed("one.json", "--page", "log", LINK, "two.json")

    assert options.files == (Path("one.json"), Path("two.json"))
    assert options.links == (LINK,)
    assert options.page == "log"


def test_a_wish_names_its_files_from_the_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "token")

    wish = parsed("one.json", "--server", "charts").wish

    assert wish.files == (tmp_path / "one.json",)
    assert (wish.server, wish.activation) == ("charts", "token")


@pytest.mark.parametrize("words", [("--new-window",), ("--demo",), ("--screenshot", "a.png")])
def test_some_windows_are_none_of_the_running_ones_business(words: tuple[str, ...]) -> None:
    assert parsed(*words).is_apart
    assert not parsed("one.json").is_apart


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--server", "charts"), "--server needs one FILE"),
        (("--server", "charts", "one.json", "two.json"), "--server needs one FILE"),
        ((LINK, "--screenshot", "a.png"), "--screenshot does not draw"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed(*words)

    assert ended.value.code == 2
    assert told in capsys.readouterr().err
