"""Telling the parts of a line apart."""

from patchbay.ui.editor.tokens import tokens


def test_references_and_comments_are_told_apart_from_strings() -> None:
    line = '"key": "a ${VAR} b", // "not a key": 1'
    found = {line[token.start : token.end]: token.colour for token in tokens(line)}

    assert found['"key"'] == "syn_key"
    assert found["${VAR}"] == "syn_lit"
    assert found['// "not a key": 1'] == "syn_com"


def test_a_line_inside_a_block_comment_is_comment_up_to_its_end() -> None:
    line = 'still */ "key": 1'
    first, second, *_ = tokens(line, commented=True)

    assert (line[first.start : first.end], first.italic) == ("still */", True)
    assert line[second.start : second.end] == '"key"'


def test_yaml_keys_strings_and_comments_are_coloured() -> None:
    line = '  - name: "charts" # the first'
    found = {line[token.start : token.end]: token.colour for token in tokens(line, yaml=True)}

    assert found["name"] == "syn_key"
    assert found['"charts"'] == "syn_str"
    assert found["# the first"] == "syn_com"
