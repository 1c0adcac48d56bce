"""The test servers at an address work with the bare SDK client, each in its plainest way."""

import asyncio
import json
import ssl
import subprocess
import sys
from collections.abc import Iterator

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from tests.remote import (
    FAR_HOST,
    PrivateCa,
    RemoteServer,
    StartProxy,
    StartRemote,
    StartSocks,
    StartWeb,
)
from tests.servers.eras import Era
from tests.servers.sdk import __file__ as sdk_file


def words(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


async def test_a_server_over_http_speaks_both_eras_or_one_and_comes_back_at_its_address(
    remote_server: StartRemote,
) -> None:
    eras: tuple[Era, ...] = ("both", "legacy", "modern")
    servers = [remote_server("http", era) for era in eras]
    spoken: list[str] = []
    for server in servers:
        async with Client(server.address) as client:
            spoken.append(client.protocol_version)
    servers[0].stop()
    servers[0].start()
    async with Client(servers[0].address) as client:
        assert words(await client.call_tool("add", {"a": 2, "b": 3})) == "5"

    assert spoken == ["2026-07-28", "2025-11-25", "2026-07-28"]


async def test_a_server_with_sse_alone_refuses_a_post_to_its_stream(
    sse_server: RemoteServer,
) -> None:
    async with Client(sse_client(sse_server.address), mode="legacy") as client:
        assert words(await client.call_tool("add", {"a": 2, "b": 3})) == "5"

    async with httpx2.AsyncClient() as client:
        assert (await client.post(sse_server.address, json={})).status_code == 405


async def test_a_websocket_server_carries_one_message_per_frame(
    websocket_server: RemoteServer,
) -> None:
    me = {"name": "test", "version": "1"}
    about = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": me}
    opening = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}

    async with connect(websocket_server.address, subprotocols=[Subprotocol("mcp")]) as connection:
        assert connection.subprotocol == "mcp"
        await connection.send(json.dumps(opening))
        assert json.loads(await connection.recv())["result"]["serverInfo"]["name"] == "sdk"


@pytest.fixture
def program(private_ca: PrivateCa) -> Iterator["subprocess.Popen[str]"]:
    files = private_ca.server
    command = [sys.executable, sdk_file, "--http", "0", "--legacy"]
    command += ["--tls", str(files.certificate), str(files.key)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


@pytest.mark.slow  # a whole start of Python; the suite has the same server in a thread
async def test_the_server_as_a_program_tells_its_port_and_shows_the_certificate_it_was_given(
    program: "subprocess.Popen[str]", private_ca: PrivateCa
) -> None:
    assert program.stdout is not None
    port = int(await asyncio.to_thread(program.stdout.readline))
    trusting = ssl.create_default_context(cafile=str(private_ca.file))
    async with httpx2.AsyncClient(verify=trusting) as web_client:
        transport = streamable_http_client(f"https://127.0.0.1:{port}/mcp", http_client=web_client)
        async with Client(transport) as client:
            assert client.protocol_version == "2025-11-25"


async def test_a_server_with_tls_is_trusted_with_its_ca_and_may_want_a_certificate_back(
    tls_server: RemoteServer, mutual_tls_server: RemoteServer, private_ca: PrivateCa
) -> None:
    trusting = ssl.create_default_context(cafile=str(private_ca.file))
    async with httpx2.AsyncClient(verify=trusting) as client:
        assert (await client.get(tls_server.address)).status_code == 400
        with pytest.raises(httpx2.TransportError):
            await client.get(mutual_tls_server.address)
    trusting.load_cert_chain(private_ca.client.both)
    async with httpx2.AsyncClient(verify=trusting) as client:
        assert (await client.get(mutual_tls_server.address)).status_code == 400
    async with httpx2.AsyncClient() as client:
        with pytest.raises(httpx2.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
            await client.get(tls_server.address)


async def test_a_scripted_server_answers_well_but_for_its_script_and_keeps_what_it_was_asked(
    web: StartWeb,
) -> None:
    server = web({"tools/call": [{}, {"as": "sse", "pad": 2000}, {"status": 503}]})
    async with Client(server.address) as client:
        assert words(await client.call_tool("echo", {"text": "hi"})) == "hi"
        assert words(await client.call_tool("echo", {"text": "hi"})) == "x" * 2000
        with pytest.raises(MCPError):
            await client.call_tool("echo", {"text": "hi"})
        server.answer("tools/call")
        server.lose_sessions()
        with pytest.raises(MCPError, match="Session not found"):
            await client.call_tool("echo", {"text": "hi"})

    assert server.count("tools/call") == 4
    assert server.count("GET /mcp") == 1
    assert [each.step for each in server.requests][:2] == ["server/discover", "initialize"]
    modern = web(era="modern")
    async with Client(modern.address) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["echo"]
    older = web({"POST /mcp": {"status": 405}, "GET /mcp": {"endpoint": "/messages"}})
    async with Client(sse_client(older.address), mode="legacy") as client:
        assert words(await client.call_tool("echo", {"text": "hi"})) == "hi"


async def test_proxies_reach_a_server_by_another_name_for_those_they_know(
    web: StartWeb, proxy: StartProxy, socks_proxy: StartSocks, private_ca: PrivateCa
) -> None:
    plain, secured = web(), web(tls=private_ca.tls())
    hosts = {FAR_HOST: ("127.0.0.1", secured.port), "plain.test": ("127.0.0.1", plain.port)}
    forward = proxy(hosts=hosts, user="ann", password="word")  # noqa: S106 - of a proxy of this test
    trusting = ssl.create_default_context(cafile=str(private_ca.file))
    known = forward.address_for("ann", "word")
    async with httpx2.AsyncClient(proxy=known, verify=trusting) as client:
        assert (await client.get(f"https://{FAR_HOST}/mcp")).status_code == 405
        assert (await client.get("http://plain.test/mcp")).status_code == 405
    async with httpx2.AsyncClient(proxy=forward.address) as client:
        assert (await client.get("http://plain.test/mcp")).status_code == 407

    asked = [(each.method, each.host, each.port, each.is_refused) for each in forward.asked]
    assert asked == [
        ("CONNECT", FAR_HOST, 443, False),
        ("GET", "plain.test", 80, False),
        ("GET", "plain.test", 80, True),
    ]
    socks = socks_proxy(hosts=hosts)
    reading, writing = await asyncio.open_connection("127.0.0.1", socks.port)
    writing.write(b"\5\1\0" + b"\5\1\0\3\x0aplain.test\0\x50")
    writing.write(b"GET /mcp HTTP/1.0\r\n\r\n")
    assert await reading.readexactly(12) == b"\5\0\5\0\0\1\0\0\0\0\0\0"
    assert (await reading.readline()).startswith(b"HTTP/1.1 405")
    writing.close()
    await writing.wait_closed()
    assert socks.asked[0].host == "plain.test"
