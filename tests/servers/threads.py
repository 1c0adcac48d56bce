"""A server whose connections are threads; the base of the scripted web server and the proxies."""

import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress

from tests.servers.network import Tls, bound


class ThreadedServer:
    """Serves on 127.0.0.1 from `start` to `stop`, which cuts every connection at once.

    After `stop` it can be started again, at the same port. Every thread has ended when `stop` has.
    """

    def __init__(self, tls: Tls | None = None) -> None:
        self.port = 0
        self.stopping = threading.Event()
        self._context = None if tls is None else tls.context()
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        self.stopping.clear()
        listening = bound(self.port)
        self.port = listening.getsockname()[1]
        self._begin(lambda: self._accept(listening))

    def stop(self) -> None:
        if self.stopping.is_set() or not self.port:
            return
        self.stopping.set()
        self.woken()
        with suppress(OSError):  # wakes the thread that accepts
            socket.create_connection(("127.0.0.1", self.port)).close()
        self.cut_all()
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def cut_all(self) -> None:
        """Cut the connections that are open, as a network does; new ones are served."""
        with self._lock:
            for connection in self._open:
                cut(connection)

    def serve(self, connection: socket.socket) -> None:
        """Serve one connection in its own thread; it is closed afterwards."""
        raise NotImplementedError

    def woken(self) -> None:
        """Wake what waits for anything but a socket; the server is stopping."""

    def track(self, connection: socket.socket) -> None:
        """Have a further socket cut when the server stops."""
        with self._lock:
            self._open.add(connection)

    def _begin(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self, listening: socket.socket) -> None:
        with listening:
            while True:
                connection, _ = listening.accept()
                self.track(connection)
                if self.stopping.is_set():
                    self._forget(connection)
                    return
                self._begin(lambda connection=connection: self._serve(connection))

    def _serve(self, connection: socket.socket) -> None:
        try:
            # Whatever the other side does, cutting the connection included, is no fault of a test.
            with suppress(OSError, ValueError):
                if self._context is None:
                    self.serve(connection)
                else:
                    self._serve_securely(connection, self._context)
        finally:
            self._forget(connection)

    def _serve_securely(self, connection: socket.socket, context: ssl.SSLContext) -> None:
        with context.wrap_socket(connection.dup(), server_side=True) as secured:
            self.track(secured)
            try:
                self.serve(secured)
            finally:
                self._forget(secured)

    def _forget(self, connection: socket.socket) -> None:
        with self._lock:
            self._open.discard(connection)
        cut(connection)
        connection.close()


def cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
