"""A fast MCP server on stdio whose answers are made beforehand; standard library only.

Arguments: `image=MB`, `text=MB` and `tree=MB` add a tool of that name whose result is so large on
the wire (`image-16`, a real BMP in base64; `text-8`, lines of a log; `tree-16`, structured);
`flood=SECONDS`, `chatter=N` and `steps=N` add tools of that name that write 10,000 lines a second
on stderr, send so many notifications or tell of so many steps, before they answer;
`tools=N` lists so many tools more; `stubborn` ignores SIGTERM and the end of stdin; anything else
is ignored and makes the process easy to find. The tool `echo` answers at once with a short text.
"""

import base64
import json
import random
import signal
import struct
import sys
import time

MB = 1_000_000


def image(size: int) -> bytes:
    side = int((size * 3 / 4 / 3) ** 0.5) // 4 * 4
    pixels = random.Random(side).randbytes(3 * side * 16) * (side // 16)
    pixels = pixels.ljust(3 * side * side, b"\x80")
    head = struct.pack("<2sIHHI", b"BM", 54 + len(pixels), 0, 0, 54)
    head += struct.pack("<IiiHHIIiiII", 40, side, side, 1, 24, 0, len(pixels), 2835, 2835, 0, 0)
    data = base64.b64encode(head + pixels)
    return b'{"content":[{"type":"image","mimeType":"image/bmp","data":"' + data + b'"}]}'


def text(size: int) -> bytes:
    line = r"2026-11-30 12:00:00 INFO harbour: berth 7 is free, 3 vessels wait for the tide\n"
    return b'{"content":[{"type":"text","text":"' + line.encode() * (size // len(line)) + b'"}]}'


def tree(size: int) -> bytes:
    row = b'{"id":%d,"name":"row","tags":["a","b","c"],"at":{"x":1.25,"y":-3.5},"ok":true}'
    rows = b",".join(row % number for number in range(size // len(row)))
    words = b'"content":[{"type":"text","text":"see structured"}]'
    return b"{" + words + b',"structuredContent":{"rows":[' + rows + b"]}}"


def made() -> dict[str, bytes]:
    """The results of all tools, by name."""
    results = {"echo": b'{"content":[{"type":"text","text":"echo"}]}'}
    for word in sys.argv[1:]:
        kind, _, size = word.partition("=")
        if kind in NOISY:
            results[kind] = b'{"content":[{"type":"text","text":"done"}]}'
        if kind in ("image", "text", "tree"):
            make = {"image": image, "text": text, "tree": tree}[kind]
            results[f"{kind}-{size}"] = make(int(size) * MB)
    return results


def flood(seconds: int, _token: object) -> None:
    """10,000 lines a second, in a hundred bursts each, and a last one."""
    began = time.monotonic()
    for burst in range(100 * seconds):
        sys.stderr.write(f"line of burst {burst}, as long as lines usually are\n" * 100)
        sys.stderr.flush()
        time.sleep(max(0.0, began + burst / 100 - time.monotonic()))
    sys.stderr.write("the last line\n")
    sys.stderr.flush()


def notify(method: bytes, params: bytes, count: int) -> None:
    line = b'{"jsonrpc":"2.0","method":"notifications/' + method + b'","params":' + params + b"}\n"
    sys.stdout.buffer.writelines(line % number for number in range(count))


def chatter(count: int, _token: object) -> None:
    notify(b"resources/updated", b'{"uri":"harbour:/berth/%d"}', count)


def steps(count: int, token: object) -> None:
    head = b'{"progressToken":' + json.dumps(token).encode() + b',"progress":%d,"total":'
    notify(b"progress", head + b'%d,"message":"a step"}' % count, count)


NOISY = {"flood": flood, "chatter": chatter, "steps": steps}


def listed(names: list[str], more: int) -> bytes:
    schema = {"type": "object", "properties": {"words": {"type": "string", "default": "hello"}}}
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
    tools += [
        {
            "name": f"tool_{number:05}",
            "description": f"Does thing {number} to the harbour, and says how it went.",
            "inputSchema": schema,
            "annotations": {"readOnlyHint": number % 2 == 0},
        }
        for number in range(more)
    ]
    return json.dumps({"tools": tools}).encode()


def serve() -> None:
    results = made()
    more = sum(int(word[6:]) for word in sys.argv[1:] if word.startswith("tools="))
    hello: dict[str, object] = {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "large", "version": "1"},
    }
    fixed = {"initialize": json.dumps(hello).encode(), "tools/list": listed([*results], more)}
    words = [word.partition("=") for word in sys.argv[1:]]
    noise = {kind: int(count) for kind, _, count in words if kind in NOISY}
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "id" not in request or "method" not in request:
            continue
        result = fixed.get(request["method"])
        if request["method"] == "tools/call":
            name = request["params"]["name"]
            result = results[name]
            if name in noise:
                NOISY[name](noise[name], request["params"].get("_meta", {}).get("progressToken"))
        head = b'{"jsonrpc":"2.0","id":' + json.dumps(request["id"]).encode()
        if result is None:
            out.write(head + b',"error":{"code":-32601,"message":"Method not found"}}\n')
        else:
            out.writelines((head, b',"result":', result, b"}\n"))
        out.flush()


if "stubborn" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve()
if "stubborn" in sys.argv:
    time.sleep(3600)
