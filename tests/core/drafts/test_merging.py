"""Two changed versions of one file come together server by server."""

from pathlib import Path

from patchbay.core.config.decoding import Decoded
from patchbay.core.drafts.merging import REST, BothSides, Side, can_merge, differences, merged
from patchbay.core.drafts.reading import Reading, read_draft
from tests.core.drafts.conftest import CONFIG


def read(text: str, name: str = "mcp.json") -> Reading:
    return read_draft(Path(name), text, Decoded(text))


def sides(mine: str, theirs: str, base: str = CONFIG) -> BothSides:
    return BothSides(read(base), read(mine), read(theirs))


def test_servers_changed_on_one_side_only_are_merged_without_a_question() -> None:
    mine = CONFIG.replace('"weather-mcp"', '"sky-mcp"')
    theirs = CONFIG.replace('"debug"', '"info"')
    both = sides(mine, theirs)

    assert {each.name: each.side for each in differences(both)} == {
        "weather": Side.MINE,
        "files": Side.THEIRS,
    }
    assert merged(both, {}) == mine.replace('"debug"', '"info"')


def test_a_server_added_on_each_side_stays_on_both() -> None:
    mine = CONFIG.replace('"files": {', '"mine": {"command": "npx"},\n    "files": {')
    theirs = CONFIG.replace('"weather":', '"theirs": {"command": "uvx"},\n    "weather":')

    text = merged(sides(mine, theirs), {})

    assert [entry.name for entry in read(text).file.entries] == [
        "theirs",
        "weather",
        "mine",
        "files",
    ]
    assert "// shared with the team" in text
    assert "// quick" in text


def test_a_server_both_sides_changed_is_decided_by_the_person() -> None:
    mine = CONFIG.replace('"debug"', '"info"')
    theirs = CONFIG.replace('"debug"', '"error"')
    both = sides(mine, theirs)

    (conflict,) = differences(both)
    assert conflict.is_conflict
    assert merged(both, {"files": Side.MINE}) == mine
    assert merged(both, {"files": Side.THEIRS}) == theirs


def test_a_server_one_side_removed_goes() -> None:
    theirs = CONFIG.replace(
        '    "weather": {"command": "uvx", "args": ["weather-mcp"]}, // quick\n', ""
    )
    mine = CONFIG.replace('"debug"', '"info"')

    text = merged(sides(mine, theirs), {})

    assert [entry.name for entry in read(text).file.entries] == ["files"]
    assert '"info"' in text


def test_what_is_no_server_follows_the_side_that_changed_it() -> None:
    mine = CONFIG.replace("shared with the team", "mine alone")
    theirs = CONFIG.replace('"debug"', '"info"')

    assert merged(sides(mine, theirs), {}) == mine.replace('"debug"', '"info"')


def test_a_rest_that_both_changed_is_decided_by_the_person() -> None:
    mine = CONFIG.replace("shared with the team", "mine alone")
    theirs = CONFIG.replace("shared with the team", "theirs alone")
    both = sides(mine, theirs)

    assert [each.name for each in differences(both)] == [REST]
    assert merged(both, {REST: Side.MINE}) == mine
    assert merged(both, {REST: Side.THEIRS}) == theirs


def test_yaml_is_merged_as_well() -> None:
    base = "# top\nmcpServers:\n  a:\n    command: npx\n  b:\n    command: uvx  # fast\n"
    mine = base.replace("npx", "node")
    theirs = base + "  c:\n    command: docker\n"
    both = BothSides(*(read(text, "mcp.yaml") for text in (base, mine, theirs)))

    assert merged(both, {}) == theirs.replace("npx", "node")


def test_what_does_not_parse_cannot_be_merged() -> None:
    assert not can_merge(sides(CONFIG, "{"))
    assert can_merge(sides(CONFIG, CONFIG))
