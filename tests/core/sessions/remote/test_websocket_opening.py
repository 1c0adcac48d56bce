"""WebSocket: how a connection comes about, and the words when none does."""

import asyncio
from dataclasses import replace
from http import HTTPStatus

import pytest
from mcp_types import JSONRPCResponse
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from tests.core.sessions.remote.websocket_line import (
    answer,
    connected,
    definition_of,
    refused,
    serving,
)
from tests.core.sessions.waiting import LONG
from tests.remote import FAR_HOST, PrivateCa, StartProxy, StartRemote


async def test_a_server_may_leave_out_the_subprotocol_but_not_choose_another() -> None:
    def other(connection: ServerConnection, request: Request, response: Response) -> Response:
        response.headers["Sec-WebSocket-Protocol"] = "graphql"
        return response

    async with serving(answer, subprotocols=None) as address, connected(address) as line:
        assert isinstance(await line.ask(1, "a"), JSONRPCResponse)
        (told,) = line.log.lines
        assert (told.level, "“mcp”" in told.text) == ("warning", True)

    async with serving(answer, subprotocols=None, process_response=other) as address:
        error = await refused(address)
        assert error.title == "The server does not speak MCP here"
        assert "graphql" in error.cause


@pytest.mark.parametrize(
    ("status", "headers", "body", "title"),
    [
        (401, {"WWW-Authenticate": "Bearer"}, "", "The server wants a login"),
        (404, {}, "nothing here", "There is no MCP server at this address"),
        (503, {"Retry-After": "5"}, "", "The server is in trouble"),
        (200, {"Content-Type": "text/html"}, "<p>", "The address answered with a web page"),
        (200, {"Content-Type": "application/json"}, "{}", "The address does not speak WebSocket"),
        (302, {"Location": "https://other.example/mcp"}, "", "The address leads elsewhere"),
    ],
)
async def test_what_a_web_server_answers_instead_is_told_as_over_http(
    status: int, headers: dict[str, str], body: str, title: str
) -> None:
    def refuse(connection: ServerConnection, request: Request) -> Response:
        return Response(status, HTTPStatus(status).phrase, Headers(headers), body.encode())

    async with serving(answer, process_request=refuse) as address:
        error = await refused(address)

    assert error.title == title
    assert error.evidence.get("status", f"{status}").startswith(f"{status}")
    if status == 302:
        (remedy,) = error.remedies
        assert remedy.value == "wss://other.example/mcp"


async def test_no_secret_is_in_the_words_about_an_address_or_header() -> None:
    errors = [
        await refused("ws://user:secret@127.0.0.1:1/#secret"),
        await refused("https://127.0.0.1/secret"),
        await refused(definition_of("ws://127.0.0.1:1", headers={"X-Key": "secret\r\nA: b"})),
        await refused(definition_of("ws://127.0.0.1:1", headers={"X-Key": "secret €"})),
    ]

    assert [each.title for each in errors] == [
        "The address is no WebSocket address",
        "The address is no WebSocket address",
        "The header X-Key cannot be sent",
        "The header X-Key cannot be sent",
    ]
    assert not any("secret" in f"{each} {each.evidence}" for each in errors)


async def test_what_cannot_be_reached_or_is_no_web_server_has_words() -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.0 404 Not Found\r\n\r\n")
        writer.close()

    titles: list[str] = []
    for handler in (hang_up, other):
        async with await asyncio.start_server(handler, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            titles.append((await refused(f"ws://127.0.0.1:{port}")).title)
    gone = await refused(f"ws://127.0.0.1:{port}")

    assert titles == ["The server broke off the connection", "The address does not speak WebSocket"]
    assert gone.title == "The address cannot be reached"
    assert f"127.0.0.1:{port}" in gone.cause


async def test_a_server_that_never_answers_the_handshake_is_left_in_time() -> None:
    gone = asyncio.Event()

    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        gone.set()

    async with await asyncio.start_server(wait, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(TimeoutError):
            async with connected(definition_of(f"ws://127.0.0.1:{port}", connect_timeout=0.05)):
                pytest.fail("connected")
        async with asyncio.timeout(LONG):
            await gone.wait()


async def test_tls_is_checked_and_a_proxy_used_as_the_entry_says(
    remote_server: StartRemote, proxy: StartProxy, private_ca: PrivateCa
) -> None:
    server = remote_server("websocket", tls=private_ca.tls())
    account = {"user": "me", "password": "word"}
    way = proxy(hosts={FAR_HOST: ("127.0.0.1", server.port)}, **account)
    near = definition_of(server.address, ca_file=private_ca.file)
    far = replace(near, url=f"wss://{FAR_HOST}/mcp", proxy=way.address_for(**account))

    for definition in (near, far):
        async with connected(definition) as line:
            assert not line.transport.closed.is_set()
    strange = await refused(server.address)
    no_login = await refused(replace(far, proxy=way.address))

    assert [each.method for each in way.asked] == ["CONNECT", "CONNECT"]
    assert strange.title == "The server's certificate is not trusted"
    assert no_login.title == "The proxy wants a login"
