"""The slim copy is small whatever comes, and with its table it still says everything."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from patchbay.relay import slim
from patchbay.relay.folder import Folder
from patchbay.relay.frames import SLIM
from patchbay.relay.slim import Slimmer
from patchbay.relay.spans import BadJsonError

Entries = list[dict[str, Any]]

scalars = (
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats(allow_nan=False)
    | some.text()
    | some.text(alphabet='\\"/ud8', min_size=60, max_size=90)
    | some.just("😀\ud800é" * 40)
)
values = some.recursive(
    scalars,
    lambda inner: (
        some.lists(inner, max_size=15)
        | some.dictionaries(some.text(max_size=5), inner, max_size=15)
    ),
    max_leaves=60,
)


def cut(text: bytes, folder: Path) -> tuple[Any, Entries]:
    """The parsed slim copy and the table, after the promises about them were checked."""
    copy, table = Slimmer(text, 0, len(text), Folder(str(folder))).run()
    assert len(copy) <= SLIM
    assert len(json.dumps(table)) < 64 * 1024
    assert b"\n" not in copy
    return json.loads(copy), json.loads(json.dumps(table))


def put_back(copy: Any, table: Entries, text: bytes) -> Any:
    """The copy with everything in its place that the table says was taken out."""
    for entry in table:
        original = json.loads(text[entry["a"] : entry["b"]])
        *way, last = entry["p"] or [None]
        holder = copy
        for part in way:
            holder = holder[part]
        placeholder = holder[last]
        assert type(placeholder) is type(original) or entry["k"] == "num"
        if entry["k"] == "str":
            assert original.startswith(placeholder)
        holder[last] = original
    return copy


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(value=values, ascii_only=some.booleans(), indent=some.sampled_from([None, 1]))
def test_copy_and_table_together_are_the_message(
    tmp_path: Path, *, value: Any, ascii_only: bool, indent: int | None
) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "result": value}
    text = json.dumps(message, ensure_ascii=ascii_only, indent=indent).encode(
        "utf-8", "replace" if not ascii_only else "strict"
    )
    small = pytest.MonkeyPatch()
    with small.context() as patch:
        for name, limit in (("_LONG_TEXT", 64), ("_MANY_ITEMS", 8), ("_DEEPEST", 3)):
            patch.setattr(slim, name, limit)
        patch.setattr(slim, "_PREVIEW", 30)
        copy, table = cut(text, tmp_path)

    assert put_back(copy, table, text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"result": [["x" * 4000] * 199] * 199}),
        json.dumps({"result": {f"k{n}": ["y" * 3000] * 150 for n in range(190)}}),
        json.dumps({f"member {n}": "z" * 200 for n in range(3000)}),
        json.dumps({"id": 1, "result": {"content": [{"type": "text", "text": "x" * 5000}] * 5000}}),
        '{"id":1,"result":' + "[" * 300_000 + "]" * 300_000 + "}",
        '{"id":1,"result":' + '{"a":' * 100_000 + "1" + "}" * 100_000 + "}",
        '{"id":1,"result":' + "9" * 300_000 + "}",
        '{"' + "k" * 300_000 + '":1,"id":1}',
        '{"id":"' + "i" * 300_000 + '"}',
        '{"id":1,"result":{"a":"' + "\\u0000" * 60_000 + '"}}',
        "[" + ",".join(['{"jsonrpc":"2.0","id":1}'] * 10_000) + "]",
        json.dumps({"result": {"ä" * 300 + str(n): ["ö" * 400] * 9 for n in range(199)}}),
    ],
    ids=lambda text: text[:24],
)
def test_the_copy_is_small_whatever_comes(text: str, tmp_path: Path) -> None:
    copy, _ = cut(text.encode(), tmp_path)

    if text.startswith('{"id":1,'):
        assert copy["id"] == 1


def test_bad_bytes_cannot_make_the_copy_grow_too_large(tmp_path: Path) -> None:
    text = (
        b'{"id":1,"result":{"text":"' + b"\xff" * 3000 + b'","more":["' + b"\xfe" * 55_000 + b'"]}}'
    )

    copy, table = cut(text, tmp_path)

    assert copy["id"] == 1
    assert table


def test_everything_small_stays_byte_for_byte(tmp_path: Path) -> None:
    odd = b'{"n":1.10,"e":1e400,"i":-0,"n":2,"t":"\\ud800\\/","x":NaN}'
    text = b'{"id":1,"result":' + odd + b',"big":"' + b"x" * 70_000 + b'"}'

    copy, _ = Slimmer(text, 0, len(text), Folder(str(tmp_path))).run()

    assert odd in copy


DATA = bytes(range(256)) * 500


@pytest.mark.parametrize(
    "encoded",
    [
        base64.b64encode(DATA).decode(),
        base64.b64encode(DATA).decode().rstrip("="),
        base64.urlsafe_b64encode(DATA).decode(),
        base64.b64encode(DATA).decode().replace("/", "\\/"),
        base64.encodebytes(DATA).decode().replace("\n", "\\n"),
        base64.encodebytes(DATA).decode().replace("\n", "\\r\\n"),
    ],
    ids=["plain", "no padding", "url-safe", "escaped slashes", "line breaks", "crlf"],
)
@pytest.mark.parametrize("piece", [64, 7, 1 << 20])
def test_base64_is_decoded_in_its_dialects_and_in_any_pieces(
    encoded: str, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patchbay.relay.base64_file._PIECE", piece * 40)
    text = '{"result":{"contents":[{"uri":"a:b","blob":"' + encoded + '"}]}}'

    _, (entry,) = cut(text.encode(), tmp_path)

    assert (entry["k"], entry["n"]) == ("blob", len(DATA))
    assert (tmp_path / entry["f"]).read_bytes() == DATA


@pytest.mark.parametrize(
    ("where", "data"),
    [
        ('{"result":{"structuredContent":{"content":[{"data":"%s"}]}}}', "AAAA" * 5000),
        ('{"result":{"data":"%s"}}', "AAAA" * 5000),
        ('{"result":{"content":[{"data":"%s"}]}}', "not base64! " * 500),
        ('{"result":{"content":[{"data":"%s"}]}}', "AAAA" * 5000 + "?" + "AAAA" * 500),
    ],
    ids=["structured content", "elsewhere", "other text", "damaged"],
)
def test_what_is_not_a_blob_stays_text(where: str, data: str, tmp_path: Path) -> None:
    _, (entry,) = cut((where % data).encode(), tmp_path)

    assert (entry["k"], entry["f"]) == ("str", None)
    assert not list(tmp_path.iterdir())


def test_a_long_list_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slim, "_COUNTING", 60.0)  # as long as a busy machine takes
    text = json.dumps({"id": 1, "result": {"tools": [{"name": f"t{n}"} for n in range(5000)]}})

    copy, (entry,) = cut(text.encode(), tmp_path)

    assert copy == {"id": 1, "result": {"tools": []}}
    assert (entry["p"], entry["k"], entry["n"]) == (["result", "tools"], "list", 5000)


def test_keys_in_a_path_are_decoded(tmp_path: Path) -> None:
    text = '{"result":{"a\\u002fb~":{"0":"' + "x" * 5000 + '"}}}'

    _, (entry,) = cut(text.encode(), tmp_path)

    assert entry["p"] == ["result", "a/b~", "0"]


@pytest.mark.parametrize(
    "text",
    [b'{"a":[1,2', b'{"a":"x', b'{"a":1}}', b'{"a" 1}', b'{"a":1,}', b"{,}", b'{"a":1} {"b":2}'],
)
def test_a_message_that_is_not_json_is_refused(text: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadJsonError):
        Slimmer(text, 0, len(text), Folder(str(tmp_path))).run()
