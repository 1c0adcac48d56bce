"""One connection to the scripted web server: what arrives is recorded, what leaves is scripted."""

import json
import queue
import socket
import ssl
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from typing_extensions import override

from patchbay.core.values import JsonObject, as_object
from tests.servers.answers import Answer, body_of, events_of, good_answer, laid_over

if TYPE_CHECKING:
    from tests.servers.web import WebServer

Stream = queue.SimpleQueue[bytes | None]
"""What shall be written to an SSE stream; `None` cuts it."""


_REFUSED: dict[str, Answer] = {
    path: {"status": 405, "headers": {"allow": allowed}}
    for path, allowed in (("/mcp", "POST"), ("/sse", "GET"), ("/messages", "POST"))
}


@dataclass(frozen=True)
class Recorded:
    """A request as it arrived; `step` is its MCP method, or else its method and path."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    """Names in small letters."""
    body: bytes
    message: JsonObject
    """The JSON object in the body, empty if there is none."""

    @property
    def step(self) -> str:
        return self.message.get("method") or self.place

    @property
    def place(self) -> str:
        return f"{self.method} {self.path}"


class Handler(BaseHTTPRequestHandler):
    """Serves one connection until either side has had enough; used up when it has been made."""

    protocol_version = "HTTP/1.1"

    def __init__(self, connection: socket.socket, web: "WebServer") -> None:
        self._web = web
        super().__init__(connection, ("127.0.0.1", 0), None)  # pyright: ignore[reportArgumentType] - the server is not asked for anything

    def do_GET(self) -> None:
        request = self._recorded()
        lost = self._lost(request)
        steps = (request.place,) if lost else (request.place, request.step)
        answer = laid_over(lost or self._good(request), self._web.scripted(*steps))
        if request.message.get("method") == "initialize" and "result" in answer:
            answer = {**answer, "headers": {**self._session(), **answer.get("headers", {})}}
        if request.path == "/messages" and "status" not in answer:
            self._accept()
            if self._is_time(request, answer):
                self._put_on_stream(request, answer)
        elif self._is_time(request, answer) and not answer.get("drop"):
            self._send(request, answer)
        else:
            self.close_connection = True

    do_POST = do_DELETE = do_PUT = do_HEAD = do_OPTIONS = do_GET  # noqa: N815 - names of the standard library

    def _send(self, request: Recorded, answer: Answer) -> None:
        if "endpoint" in answer:
            self._open_stream(answer["endpoint"])
        elif "events" in answer or answer.get("as") == "sse":
            self._send_events(answer, request.message)
        else:
            self._send_body(answer, request.message)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _recorded(self) -> Recorded:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            message = as_object(json.loads(body or b"null"))
        except ValueError:
            message = {}
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Recorded(self.command, parts.path, parts.query, headers, body, message)
        self._web.note(request)
        return request

    def _good(self, request: Recorded) -> Answer:
        match request.method, request.path.rstrip("/"):
            case "POST", "/mcp":
                return self._reply(request)
            case "DELETE", "/mcp":
                self._web.sessions.pop(request.headers.get("mcp-session-id", ""), None)
                return {"status": 200}
            case "POST", "/messages":
                return self._reply(request) if self._stream(request) else {"status": 404}
            case "GET", "/sse":
                return {"endpoint": "/messages"}
            case _, path:
                return _REFUSED.get(path, {"status": 404})

    def _reply(self, request: Recorded) -> Answer:
        return good_answer(request.message, is_modern=self._web.era == "modern")

    def _session(self) -> dict[str, str]:
        if self._web.era == "modern":
            return {}
        identity = uuid.uuid4().hex
        self._web.sessions[identity] = 0
        return {"mcp-session-id": identity}

    def _lost(self, request: Recorded) -> Answer | None:
        """The refusal of a request whose session is not known any more."""
        identity, sessions = request.headers.get("mcp-session-id"), self._web.sessions
        if identity is None or request.method != "POST":
            return None
        life = self._web.session_life
        if life is not None and sessions.get(identity, 0) >= life:
            sessions.pop(identity, None)
        if identity in sessions:
            sessions[identity] += "id" in request.message
            return None
        error = {"code": -32001, "message": "Session not found"}
        return {"status": self._web.lost_status, "error": error}

    def _is_time(self, request: Recorded, answer: Answer) -> bool:
        """Wait as the answer says; false means that nothing shall be sent any more."""
        if answer.get("hold"):
            self._web.released.wait()
        if answer.get("silence"):
            self._keep_silent(request)
            return False
        self._web.stopping.wait(answer.get("delay", 0))
        return not self._web.stopping.is_set()

    def _keep_silent(self, request: Recorded) -> None:
        """Until the server stops, or the other side leaves, where that can be seen."""
        if request.path == "/messages" or isinstance(self.connection, ssl.SSLSocket):
            self._web.stopping.wait()
        elif not self.connection.recv(1, socket.MSG_PEEK):
            self._web.note_leaving(request)

    def _begin(self, answer: Answer, kind: str, **more: Any) -> None:
        self.send_response(answer.get("status", 200))
        headers = {"content-type": answer.get("type", kind), **more, **answer.get("headers", {})}
        for name, value in headers.items():
            if value:
                self.send_header(name.replace("_", "-"), value)
        if self.close_connection:  # or the client might use a connection that is about to end
            self.send_header("connection", "close")
        self.end_headers()

    def _send_body(self, answer: Answer, message: JsonObject) -> None:
        body = body_of(answer, message)
        is_reply = "result" in answer or "error" in answer
        kind = "application/json" if is_reply else "text/plain" if body else ""
        self._begin(answer, kind, content_length=str(len(body)))
        if "cut" in answer:
            body, self.close_connection = body[: answer["cut"]], True
        self.wfile.write(body)

    def _send_events(self, answer: Answer, message: JsonObject) -> None:
        self._begin(answer, "text/event-stream", transfer_encoding="chunked")
        for event in events_of(answer, message):
            if self._web.stopping.wait(answer.get("pause", 0)):
                return
            self._write_chunk(event)
        if answer.get("then") == "stay":
            self._web.stopping.wait()
        if answer.get("then", "end") == "end":
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True

    def _write_chunk(self, block: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(block), block))

    def _open_stream(self, endpoint: str) -> None:
        identity, stream = uuid.uuid4().hex, Stream()
        self._web.streams[identity] = stream
        self._begin({}, "text/event-stream", transfer_encoding="chunked")
        self._write_chunk(f"event: endpoint\ndata: {endpoint}?session={identity}\n\n".encode())
        self.close_connection = True
        try:
            while not self._web.stopping.is_set() and (block := stream.get()) is not None:
                self._write_chunk(block)
        finally:
            del self._web.streams[identity]

    def _stream(self, request: Recorded) -> Stream | None:
        return self._web.streams.get(parse_qs(request.query).get("session", [""])[0])

    def _accept(self) -> None:
        """The POST is answered before its reply is thought of, which may take longer."""
        self.close_connection = True
        self._begin({"status": 202}, "", content_length="0", connection="close")

    def _put_on_stream(self, request: Recorded, answer: Answer) -> None:
        stream = self._stream(request)
        if stream is None or answer.get("drop"):
            blocks: list[bytes | None] = [None]
        elif "body" in answer:
            blocks = [b"event: message\ndata: %s\n\n" % body_of(answer, request.message)]
        else:
            blocks = list(events_of(answer, request.message))
        for block in [*blocks, *[None] * (answer.get("then") == "cut")]:
            self._web.stopping.wait(answer.get("pause", 0))
            if stream is not None:
                stream.put(block)
