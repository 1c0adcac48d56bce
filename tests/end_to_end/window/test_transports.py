"""Every transport in the window, against real servers over real sockets."""

import base64
from contextlib import ExitStack

import pytest
from mcp.server.mcpserver import MCPServer
from mcp_types import ImageContent
from PySide6.QtCore import QSize

from patchbay.core.calls.run import Run, Status
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Ready, Stopped
from patchbay.ui.results.picture import PictureBlock
from patchbay.ui.servers import RetryBar
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until
from tests.remote import (
    FAR_HOST,
    PrivateCa,
    RemoteServer,
    StartProxy,
    StartRemote,
    StartSocks,
    StartWeb,
)
from tests.servers.forward_proxy import Asked
from tests.servers.network import PATHS, Kind, Listener, application
from tests.servers.workshop import png

FAR = f"https://{FAR_HOST}/mcp"
KINDS = ("http", "sse", "websocket")
PICTURE = png(5_000_000)
SIDE = 1290

gallery = MCPServer("gallery")


@gallery.tool()
def draw() -> ImageContent:
    """A picture of coloured noise."""
    data = base64.b64encode(PICTURE).decode()
    return ImageContent(type="image", data=data, mime_type="image/png")


async def failure(person: Person, name: str) -> Failed:
    """Start a server, agree, and wait for its failure."""
    session = person.choose_server(name)
    await person.press("F5")
    person.click((await person.consent()).once)
    return await failed(session)


async def failed(session: Session) -> Failed:
    await until(lambda: isinstance(session.state, Failed), what="the failure")
    assert isinstance(session.state, Failed)
    return session.state


async def filled(person: Person, tool: str, **values: object) -> None:
    """Choose a tool and type these into its form."""
    person.choose_item(tool)
    for name, value in values.items():
        person.form_row(name).focus()
        await person.press("Ctrl+A")
        await person.write(str(value))


async def added(person: Person, a: int, b: int) -> Run:
    await filled(person, "add", a=a, b=b)
    run = await person.run_chosen()
    assert str(a + b) in person.reads(person.page.tools.results)
    return run


@pytest.mark.parametrize(
    ("kind", "era", "protocol"),
    [
        ("http", "legacy", "MCP 2025-11-25"),
        ("http", "modern", "MCP 2026-07-28"),
        ("sse", "both", "MCP 2026-07-28"),
        ("websocket", "legacy", "MCP 2025-11-25"),
        ("websocket", "modern", "MCP 2026-07-28"),
    ],
)
async def test_a_server_is_used_a_call_cancelled_and_the_server_started_again(
    person: Person, file: Files, remote_server: StartRemote, kind: Kind, era: str, protocol: str
) -> None:
    person.drop(file(far={"type": kind, "url": remote_server(kind, era).address}))
    session = await person.start("far")
    header = person.reads(person.page.header)
    assert f"over {kind}" in header
    assert protocol in header

    await added(person, 20, 22)
    await filled(person, "wait", seconds=600)
    await person.press("Ctrl+Return")
    results = person.page.tools.results
    await until(lambda: "Waiting for wait" in person.reads(results), what="the call")
    await person.press("Ctrl+.")
    await until(lambda: session.runs[-1].status is Status.CANCELLED, what="the cancel")
    assert isinstance(session.state, Ready)

    person.press_button("Stop", person.page.header)
    await until(lambda: isinstance(session.state, Stopped), what="the stop")
    await person.press("F5")
    await person.ready(session)
    await added(person, 30, 33)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_picture_of_5_mb_is_seen(
    person: Person, file: Files, stopping: ExitStack, kind: Kind
) -> None:
    server = Listener(lambda: application(gallery, kind))
    server.start()
    stopping.callback(server.stop)
    scheme = "ws" if kind == "websocket" else "http"
    url = f"{scheme}://127.0.0.1:{server.port}{PATHS[kind]}"
    person.drop(file(far={"type": kind, "url": url}))
    await person.start("far")

    await person.run("draw")

    picture = person.find(PictureBlock).picture
    assert picture is not None
    assert picture.size == QSize(SIDE, SIDE)


async def test_sse_is_fallen_back_to_and_the_window_says_so(
    person: Person, file: Files, sse_server: RemoteServer
) -> None:
    person.drop(file(far={"url": sse_server.address}))

    await person.start("far")

    assert "over sse" in person.reads(person.page.header)
    assert "far, running, sse" in person.reads(person.window.sidebar.list)
    person.window.resize(900, 600)
    await person.settled()
    assert "over sse" in person.reads(person.page.header)
    await added(person, 1, 2)
    assert "trying sse" in person.reads(person.choose_page("Log"))


async def test_a_private_ca_is_refused_until_its_file_is_written_into_the_form(
    person: Person, file: Files, tls_server: RemoteServer, private_ca: PrivateCa
) -> None:
    person.drop(file(far={"type": "http", "url": tls_server.address}))
    await failure(person, "far")
    told = person.reads(person.page.failure)
    assert "certificate is not trusted" in told
    assert "an authority that this computer does not know" in told
    assert "Start failed" in person.reads(person.page.header)

    person.press_button("Edit CA file", person.page.failure)
    await person.settled()
    focused = person.window.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "CA file"
    await person.write(str(private_ca.file))
    await until(lambda: person.session("far").entry.ca_file, what="the CA file")
    await person.press("F5")
    person.click((await person.consent()).once)
    await person.ready(person.session("far"))

    person.choose_page("Tools")
    await added(person, 4, 5)


async def test_a_proxy_is_for_far_hosts_and_not_for_this_computer(
    person: Person,
    file: Files,
    tls_server: RemoteServer,
    http_server: RemoteServer,
    private_ca: PrivateCa,
    proxy: StartProxy,
    socks_proxy: StartSocks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hosts = {FAR_HOST: ("127.0.0.1", tls_server.port)}
    office, socks = proxy(hosts=hosts), socks_proxy(hosts=hosts)
    monkeypatch.setenv("https_proxy", office.address)
    monkeypatch.setenv("http_proxy", office.address)
    ca = str(private_ca.file)
    person.drop(
        file(
            far={"url": FAR, "ca_file": ca},
            socks={"url": FAR, "ca_file": ca, "proxy": socks.address},
            near={"url": http_server.address},
        )
    )

    for name in ("far", "socks", "near"):
        await person.start(name)
        await added(person, 2, 3)

    assert set(office.asked) == {Asked("CONNECT", FAR_HOST, 443, "", is_refused=False)}
    assert {each.host for each in socks.asked} == {FAR_HOST}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_that_comes_back_is_found_at_once_by_retry_now(
    person: Person, file: Files, remote_server: StartRemote, kind: Kind
) -> None:
    server = remote_server(kind)
    person.drop(file(far={"type": kind, "url": server.address}))
    session = await person.start("far")
    server.stop()
    await filled(person, "add", a=1, b=1)
    if isinstance(session.state, Ready):  # HTTP has no connection whose loss could be noticed
        await person.press("Ctrl+Return")
    await until(lambda: person.all(RetryBar), what="the retry bar")
    assert "Trying again" in person.reads(person.find(RetryBar))

    server.start()
    person.press_button("Retry now")

    await until(lambda: isinstance(session.state, Ready), what="the way back")
    assert not person.all(RetryBar)
    await added(person, 3, 4)


async def test_a_forgotten_session_is_renewed_and_no_call_repeated(
    person: Person, file: Files, web: StartWeb
) -> None:
    server = web({})
    person.drop(file(far={"type": "http", "url": server.address}))
    session = await person.start("far")
    server.lose_sessions()

    await filled(person, "echo", text="lost")
    await person.run_chosen()
    assert "forgotten" in person.reads(person.page.tools.results)
    await until(lambda: server.count("initialize") == 2 and isinstance(session.state, Ready))
    await filled(person, "echo", text="found")
    await person.run_chosen()

    assert "found" in person.reads(person.page.tools.results)
    assert server.count("tools/call") == 2


async def test_servers_of_every_kind_live_side_by_side(
    person: Person, file: Files, http_server: RemoteServer, websocket_server: RemoteServer
) -> None:
    person.drop(
        file(
            http={"url": http_server.address},
            socket={"url": websocket_server.address},
            here=entry("workshop.py"),
        )
    )
    for name in ("http", "socket", "here"):
        await person.start(name)

    calls = [person.session(name).call_tool("add", {"a": 1, "b": 1}) for name in ("http", "socket")]
    person.choose_server("here")
    await person.run("surroundings")
    await until(lambda: all(run.took is not None for run in calls), what="the answers")

    assert [run.status for run in calls] == [Status.DONE, Status.DONE]
    assert "3 of 3 running" in person.reads(person.window.sidebar)
    person.toggle_server("http")
    await until(lambda: isinstance(person.session("http").state, Stopped))
    assert isinstance(person.session("socket").state, Ready)
