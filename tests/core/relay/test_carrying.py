"""Messages pass whole whatever surrounds them; the rest is told apart and counted."""

import json
import resource
import sys
from pathlib import Path

import pytest

from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.relay_events import Dropped, Remark
from tests.core.relay.rig import Heard, Rig, open_files, request, take, take_all, until

ONE = b'{"jsonrpc":"2.0","method":"one"}'
TWO = b'{"jsonrpc":"2.0","method":"two","params":{"text":"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"}}'
PNG = "iVBORw0KGgo" * 30000 + "AA=="


def save(folder: Path, data: bytes) -> str:
    path = folder / "said.bin"
    path.write_bytes(data)
    return str(path)


@pytest.mark.parametrize("how", ["say", "slowly"])
async def test_messages_pass_byte_for_byte_however_they_are_split(
    rig: Rig, tmp_path: Path, how: str
) -> None:
    spaced = b'{ "jsonrpc" : "2.0", "method":"three", "params":{"n":1e400,"n":1.10} }'
    said = save(tmp_path, ONE + b"\n\n" + TWO + b"\r\n" + spaced + b"\n")
    link = await rig.open(f"{how}={said}", "exit=0")

    bodies = [message.body for message in await take_all(link)]

    assert bodies == [ONE, TWO, spaced]


async def test_requests_and_answers_go_round(rig: Rig) -> None:
    link = await rig.open()

    for number in range(50):
        await link.send(request(number, text="ä" * number))
        answer = json.loads((await take(link)).body)
        assert (answer["id"], answer["result"]) == (number, {"text": "ä" * number})


async def test_a_large_request_reaches_the_server(rig: Rig) -> None:
    link = await rig.open(limits=Limits(untouched=1000))

    await link.send(request(1, text="x" * 5_000_000))
    answer = await take(link)

    assert answer.size > 5_000_000
    assert json.loads(answer.body)["id"] == 1


async def test_what_is_no_message_is_passed_on_as_noise(rig: Rig, tmp_path: Path) -> None:
    noise = b'Starting up\n[1,2]\n{"level":30,"msg":"hi"}\nnull\n"jsonrpc"\n'
    link = rig.link(rig.launch("say=" + save(tmp_path, noise + ONE + b"\n"), "exit=0"))
    heard = Heard(link)
    await link.open()

    assert [message.body for message in await take_all(link)] == [ONE]
    assert heard.noise == noise.decode().splitlines()


@pytest.mark.parametrize(
    ("line", "noise"),
    [
        (b"Loading... " + ONE, ["Loading..."]),
        (ONE + b" done", ["done"]),
        (b"\xef\xbb\xbf" + ONE, []),
        (b'Ready: {"id":1,"result":{},"jsonrpc":"2.0"}', ["Ready:"]),
    ],
    ids=["prefix", "suffix", "byte order mark", "prefix before another order"],
)
async def test_a_message_is_salvaged_from_its_line(
    rig: Rig, tmp_path: Path, line: bytes, noise: list[str]
) -> None:
    link = rig.link(rig.launch("say=" + save(tmp_path, line + b"\n"), "exit=0"))
    heard = Heard(link)
    await link.open()

    found = [json.loads(message.body)["jsonrpc"] for message in await take_all(link)]

    assert found == ["2.0"]
    assert heard.noise == noise


async def test_a_large_message_is_salvaged_from_its_line(rig: Rig, tmp_path: Path) -> None:
    large = b'{"jsonrpc":"2.0","id":1,"result":{"text":"' + b"x" * 100_000 + b'"}}'
    link = rig.link(rig.launch("say=" + save(tmp_path, b"Loading " + large + b"  \n"), "exit=0"))
    heard = Heard(link)
    await link.open()

    (message,) = await take_all(link)

    assert message.file is not None
    assert message.file.read_bytes()[message.start : message.end] == large
    assert heard.noise == ["Loading"]


async def test_bad_bytes_are_replaced_with_one_remark(rig: Rig, tmp_path: Path) -> None:
    bad = b'{"jsonrpc":"2.0","method":"\xd6\xd0"}\n'
    link = rig.link(rig.launch("say=" + save(tmp_path, bad * 3), "exit=0"))
    heard = Heard(link)
    await link.open()

    bodies = [json.loads(message.body)["method"] for message in await take_all(link)]

    assert bodies == ["\ufffd\ufffd"] * 3
    assert [type(event) for event in heard.control].count(Remark) == 1


async def test_another_encoding_is_translated_both_ways(rig: Rig, tmp_path: Path) -> None:
    said = '{"jsonrpc":"2.0","method":"中文"}\n'
    large = '{"jsonrpc":"2.0","method":"' + "中文" * 50_000 + '"}\n'
    data = (said + large).encode("gbk")
    link = await rig.open("say=" + save(tmp_path, data), "exit=0", encoding="gbk")

    small, slim = await take_all(link)

    assert json.loads(small.body)["method"] == "中文"
    assert slim.file is not None
    assert json.loads(slim.file.read_bytes())["method"] == "中文" * 50_000


async def test_a_picture_is_decoded_into_a_file(rig: Rig, tmp_path: Path) -> None:
    block = {"type": "image", "mimeType": "image/png", "data": PNG}
    result = save(tmp_path, json.dumps({"content": [block]}).encode())
    link = await rig.open()

    await link.send(request(1, "file", file=result))
    message = await take(link)

    (handle,) = message.handles
    assert (handle.path, handle.kind) == (("result", "content", 0, "data"), "blob")
    assert handle.decoded is not None
    assert handle.decoded.stat().st_size == handle.count == len(PNG) // 4 * 3 - 2
    assert json.loads(message.body)["result"]["content"][0]["data"] == ""


async def test_an_answer_over_the_cap_is_dropped_and_the_next_one_works(rig: Rig) -> None:
    link = rig.link(rig.launch(), Limits(message_cap=200_000))
    heard = Heard(link)
    await link.open()

    await link.send(request(7, text="x" * 300_000))
    await link.send(request(8))
    message = await take(link)

    assert json.loads(message.body)["id"] == 8
    (dropped,) = [event for event in heard.control if isinstance(event, Dropped)]
    assert (dropped.why, dropped.request_id, dropped.file) == ("cap", 7, None)
    assert dropped.size > 300_000


async def test_an_answer_without_an_end_is_dropped_at_the_cap(rig: Rig, tmp_path: Path) -> None:
    begun = b'{"jsonrpc":"2.0","id":7,"result":{"text":"' + b"x" * 300_000
    words = ("say=" + save(tmp_path, begun), "deaf")
    link = rig.link(rig.launch(*words), Limits(message_cap=200_000))
    heard = Heard(link)
    await link.open()

    await until(lambda: any(isinstance(event, Dropped) for event in heard.control))

    (dropped,) = [event for event in heard.control if isinstance(event, Dropped)]
    assert (dropped.why, dropped.request_id) == ("cap", 7)


async def test_an_answer_that_is_not_json_is_dropped_with_its_text_kept(
    rig: Rig, tmp_path: Path
) -> None:
    broken = b'{"jsonrpc":"2.0","id":"a","result":[' + b"1," * 50_000 + b"}\n"
    link = rig.link(rig.launch("say=" + save(tmp_path, broken), "exit=0"))
    heard = Heard(link)
    await link.open()

    assert await take_all(link) == []
    (dropped,) = [event for event in heard.control if isinstance(event, Dropped)]
    assert dropped.why.startswith("unreadable: ")
    assert dropped.request_id == "a"
    assert dropped.file is not None
    assert dropped.file.read_bytes() == broken.rstrip()


@pytest.mark.skipif(sys.platform != "linux", reason="limits another process")
async def test_on_a_full_disk_only_the_large_answer_fails(rig: Rig) -> None:
    link = rig.link(rig.launch(), Limits())
    heard = Heard(link)
    await link.open()
    assert link.spawned is not None
    resource.prlimit(link.spawned.relay_pid, resource.RLIMIT_FSIZE, (200_000, 200_000))

    await link.send(request(7, text="x" * 300_000))
    await link.send(request(8))
    message = await take(link)

    assert json.loads(message.body)["id"] == 8
    (dropped,) = [event for event in heard.control if isinstance(event, Dropped)]
    assert (dropped.why, dropped.request_id) == ("disk:EFBIG", 7)


@pytest.mark.skipif(sys.platform != "linux", reason="limits another process")
async def test_a_picture_that_no_file_can_be_made_for_stays_text(rig: Rig, tmp_path: Path) -> None:
    result = json.dumps({"content": [{"type": "image", "data": "AAAA" * 30_000}]})
    link = await rig.open()
    assert link.spawned is not None
    relay = link.spawned.relay_pid
    taken = open_files(relay)
    _, second = [number for number in range(100) if number not in taken][:2]
    resource.prlimit(relay, resource.RLIMIT_NOFILE, (second + 1, second + 1))

    await link.send(request(1, "file", file=save(tmp_path, result.encode())))
    (handle,) = (await take(link)).handles

    assert (handle.kind, handle.decoded) == ("str", None)


async def test_the_answer_to_a_forgotten_request_is_thrown_away(rig: Rig) -> None:
    link = await rig.open()
    await link.send(request(1, text="x" * 300_000, delay=0.1))
    await link.send(request(2, text="small"))
    await link.send(request("three", text="wanted"))
    await link.forget(1)
    await link.forget(2)

    message = await take(link)

    assert json.loads(message.body)["id"] == "three"
    assert not list((rig.spool.root).glob("*/*.json"))


async def test_a_flood_on_stderr_is_thinned_out_and_counted(rig: Rig) -> None:
    link = rig.link(rig.launch("flood=200000", "exit=0"))
    heard = Heard(link)
    await link.open()

    await take_all(link, 20)

    assert heard.stderr[0] == "line 0"
    assert heard.stderr[-1] == "line 199999"
    assert len(heard.stderr) + heard.dropped == 200_000
    assert len(heard.stderr) < 100_000


async def test_a_flood_of_noise_is_thinned_out_and_counted(rig: Rig, tmp_path: Path) -> None:
    lines = b"".join(b"noise %d\n" % number for number in range(20_000))
    link = rig.link(rig.launch("say=" + save(tmp_path, lines + ONE + b"\n"), "exit=0"))
    heard = Heard(link)
    await link.open()

    assert [message.body for message in await take_all(link)] == [ONE]
    assert heard.noise[0] == "noise 0"
    assert heard.noise[-1] == "noise 19999"
    assert len(heard.noise) + heard.dropped == 20_000


async def test_answers_stay_quick_while_stderr_floods(rig: Rig) -> None:
    link = await rig.open("flood=100000")

    await link.send(request(1))

    assert json.loads((await take(link)).body)["id"] == 1


async def test_while_nobody_takes_messages_the_server_waits_and_memory_stays_small(
    rig: Rig,
) -> None:
    link = rig.link(rig.launch("chatter=200000", "complain=done", "exit=0"))
    heard = Heard(link)
    await link.open()
    assert link.spawned is not None
    server, relay = link.spawned.pid, link.spawned.relay_pid

    await until(lambda: _sleeps(server))
    assert not heard.stderr
    assert _resident(relay) < 25 << 20
    messages = await take_all(link, 30)

    assert len(messages) == 200_000
    assert heard.stderr == ["done"]


def _sleeps(process: int) -> bool:
    """Whether a process waits for its stdout, seen twice in a row."""
    waits = [Path(f"/proc/{process}/wchan").read_text() for _ in range(2)]
    return all("pipe_write" in wait for wait in waits)


def _resident(process: int) -> int:
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


async def test_the_last_words_of_a_server_come_before_its_end(rig: Rig, tmp_path: Path) -> None:
    link = rig.link(rig.launch("say=" + save(tmp_path, ONE), "complain=bye", "exit=3"))
    heard = Heard(link)
    await link.open()

    assert [message.body for message in await take_all(link)] == [ONE]
    assert heard.stderr == ["bye"]
    assert link.exited is heard.control[-1]
