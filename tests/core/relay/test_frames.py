"""A stream is cut into the same lines wherever its chunks end."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from patchbay.relay.frames import Splitter
from patchbay.relay.lines import answered_id, could_be_message, sort

DATA = b"one\n\nthree\r\n" + b"x" * 20 + b"\nlast"


@pytest.mark.parametrize("size", range(1, len(DATA) + 1))
def test_lines_are_the_same_however_the_stream_is_split(size: int) -> None:
    splitter = Splitter()
    lines: list[bytes] = []

    for start in range(0, len(DATA), size):
        lines += splitter.feed(DATA[start : start + size])

    assert lines == DATA.split(b"\n")[:-1]
    assert splitter.waiting == len(b"last")


@given(some.lists(some.binary(max_size=8)))
def test_any_chunks_give_the_lines_of_the_whole(chunks: list[bytes]) -> None:
    splitter = Splitter()

    lines = [line for chunk in chunks for line in splitter.feed(chunk)]

    assert lines == b"".join(chunks).split(b"\n")[:-1]


@pytest.mark.parametrize(
    ("head", "tail", "found"),
    [
        (b'{"jsonrpc":"2.0","id":3,"result":{"id":4', b"}}", 3),
        (b'{ "id" : "a" , "result":[', b"]}", "a"),
        (b'{"result":{"id":4,"x":[', b'],"y":1},"jsonrpc":"2.0","id":5}', 5),
        (b'{"result":{"id":4,"x":[', b'],"y":{"id":4}}}', None),
        (b'{"result":"', b'\\"id\\":4"}', None),
        (b'{"id":3,"method":"ask","params":[', b"]}", None),
        (b'{"id":null,"result":[', b"]}", None),
        (b'{"id":1.5,"result":[', b"]}", None),
        (b"", b"", None),
    ],
)
def test_the_id_of_a_large_answer_is_only_taken_from_its_outermost_object(
    head: bytes, tail: bytes, found: int | str | None
) -> None:
    assert answered_id(head, tail) == found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"2.0"}'),
        (b'{"id":1,"result":{}}', b'{"id":1,"result":{}}'),
        (b'[{"jsonrpc":"2.0"}]', b'[{"jsonrpc":"2.0"}]'),
        (b'x {"jsonrpc":"2.0","a":{"b":1}} y', b'{"jsonrpc":"2.0","a":{"b":1}}'),
        (b'{x} {"id":1,"jsonrpc":"2.0"}', b'{x} {"id":1,"jsonrpc":"2.0"}'),
        (b'\xc3\xa4 {"jsonrpc":"2.0"}', b'{"jsonrpc":"2.0"}'),
        (b'say "jsonrpc"', b""),
        (b'{"level":30}', b""),
        (b"{}", b""),
    ],
)
def test_messages_are_told_from_noise(line: bytes, message: bytes) -> None:
    assert sort(line).message == message


def test_an_endless_line_of_noise_is_known_early() -> None:
    assert not could_be_message(b"x" * 70_000)
    assert could_be_message(b"  {" + b"x" * 70_000)
