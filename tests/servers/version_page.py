"""A web server on this computer that tells a version, and keeps what it was asked."""

import http.server
import threading
from collections.abc import Generator
from contextlib import contextmanager

from typing_extensions import override


class VersionPage(http.server.ThreadingHTTPServer):
    """Answers every GET with `status` and `body`; `asked` holds paths and headers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status, self.body = 200, b"9.9.9\n"
        self.asked: list[tuple[str, dict[str, str]]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/version"


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, VersionPage)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.asked.append((self.path, headers))
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(self.server.body)))
        self.send_header("Location", "/elsewhere")
        self.end_headers()
        self.wfile.write(self.server.body)

    @override
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def version_page() -> Generator[VersionPage]:
    page = VersionPage()
    thread = threading.Thread(target=page.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield page
    finally:
        page.shutdown()
        thread.join()
        page.server_close()
