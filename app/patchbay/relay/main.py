"""The relay: starts one server, carries its messages, and ends with nothing of it left running.

WaitSpec -> Spawning -> SpawnFailed | Running -> Draining -> Sweeping -> Reported. Running ends when
the window asks or its pipe ends (it crashed or was killed), on SIGTERM, or when the
server itself ends.
"""

import os
import signal
import sys
import threading

from patchbay.relay.container import remove_container
from patchbay.relay.downlink import Downlink, write_messages
from patchbay.relay.folder import Folder
from patchbay.relay.forgotten import Forgotten
from patchbay.relay.outcomes import SpawnError, Stopped
from patchbay.relay.pipes import prepare
from patchbay.relay.processes import Server, start_server
from patchbay.relay.spec import BadSpecError, Spec
from patchbay.relay.stderr import Stderr
from patchbay.relay.stdout import Stdout
from patchbay.relay.uplink import Uplink

_LAST_STDOUT = 0.5
_LAST_STDERR = 0.3
_LAST_WORDS = 3.0
_WHOLE_STOP = 5.0

Streams = tuple[Stdout, Stderr]


class Relay:
    """One server's relay, from its first frame to its last."""

    def __init__(self, down: int, up: int) -> None:
        self._forgotten = Forgotten()
        self._downlink = Downlink(down, self._forgotten)
        self._uplink = Uplink(up, on_gone=lambda: self._end("eof"))
        self._ending = threading.Event()
        self._reason = ""

    def run(self) -> None:
        body = self._downlink.spec()
        if body is None:
            return
        if sys.platform != "win32":
            signal.signal(signal.SIGTERM, self._terminated)
        try:
            spec = Spec(body)
            folder = Folder(spec.spool)
            server = start_server(spec)
        except BadSpecError as error:
            self._uplink.event("spawn-failed", why=error.why, path=error.about, errno=None)
        except SpawnError as error:
            self._uplink.event("spawn-failed", why=error.why, path=error.path, errno=error.number)
        except OSError as error:
            self._uplink.event("spawn-failed", why="no-spool", path="", errno=error.errno)
        else:
            self._serve(spec, folder, server)

    def _serve(self, spec: Spec, folder: Folder, server: Server) -> None:
        self._uplink.event("spawned", pid=server.pid, path=spec.executable, relay=os.getpid())
        threading.excepthook = self._fault
        streams = self._begin(spec, folder, server)
        self._ending.wait()
        self._downlink.queue.close()
        stopped = server.stop(*spec.grace)
        container = remove_container(spec, server, _WHOLE_STOP - stopped.took)
        report = threading.Thread(
            target=self._report, args=(server, stopped, container, streams), daemon=True
        )
        report.start()
        report.join(_LAST_WORDS)
        if self._uplink.gone.is_set():
            folder.remove_all()

    def _terminated(self, *_: object) -> None:
        self._end("sigterm")

    def _begin(self, spec: Spec, folder: Folder, server: Server) -> Streams:
        stdout = Stdout(spec, folder, self._uplink, self._forgotten)
        stderr = Stderr(self._uplink)
        for work in (
            lambda: self._end(self._downlink.run()),
            lambda: write_messages(self._downlink.queue, server.stdin, spec.encoding),
            lambda: stdout.run(server.stdout),
            lambda: stderr.run(server.stderr),
            self._uplink.pump,
            lambda: self._watch(server),
        ):
            threading.Thread(target=work, daemon=True).start()
        return stdout, stderr

    def _watch(self, server: Server) -> None:
        server.wait_for_leader()
        self._end("")

    def _end(self, reason: str) -> None:
        """Begin to stop; the first reason given is the one reported."""
        if not self._ending.is_set():
            self._reason = reason
            self._ending.set()

    def _report(
        self, server: Server, stopped: Stopped, container: str | None, streams: Streams
    ) -> None:
        """Say the last words. The window may be stuck, so this runs beside the main thread."""
        stdout, stderr = streams
        stdout.ended.wait(_LAST_STDOUT)
        stderr.ended.wait(_LAST_STDERR)
        self._uplink.finish()
        self._uplink.event(
            "exited",
            code=server.exit_code,
            signal=server.exit_signal,
            asked=self._reason or None,
            took=round(stopped.took, 3),
            did=stopped.did,
            left=stopped.left,
            container=container,
        )

    def _fault(self, happened: threading.ExceptHookArgs) -> None:
        """Tell what broke and where, never with which values, and stop."""
        trace = happened.exc_traceback
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = ""
        if trace is not None:
            where = f" at {os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        self._uplink.event("note", what=f"fault: {happened.exc_type.__name__}{where}")
        self._end("fault")


def main() -> None:
    """Serve the window on standard input and output; never returns."""
    down, up = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    prepare(down, up)
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    Relay(down, up).run()
    os._exit(0)
