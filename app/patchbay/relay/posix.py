"""Starts and stops a server on Linux and macOS: own session, process group, nothing left behind."""

import contextlib
import errno
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable

from patchbay.relay.descendants import Descendants
from patchbay.relay.outcomes import SpawnError, Stopped
from patchbay.relay.pipes import prepare
from patchbay.relay.spec import Spec

_BURST = 3.0
_LOOK = 0.05
_AFTERMATH = 0.1
_RESET = ("SIGPIPE", "SIGXFSZ", "SIGXFZ", "SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGCHLD")
_REASONS = {
    errno.ENOENT: "bad-interpreter",
    errno.ENOEXEC: "bad-format",
    errno.EACCES: "not-executable",
    errno.E2BIG: "too-long",
}


def start_server(spec: Spec) -> "PosixServer":
    """Raises `SpawnError` if it cannot be started."""
    _check(spec)
    return PosixServer(spec)


def _check(spec: Spec) -> None:
    """Tell apart what exec would report with one and the same errno."""
    if spec.cwd is not None:
        try:
            os.close(os.open(spec.cwd, os.O_RDONLY | os.O_DIRECTORY))
            if not os.access(spec.cwd, os.X_OK):
                raise SpawnError("bad-cwd", spec.cwd, errno.EACCES)
        except OSError as error:
            raise SpawnError("bad-cwd", spec.cwd, error.errno) from error
    if not os.path.isabs(spec.executable) or not os.path.exists(spec.executable):
        raise SpawnError("no-such-command", spec.executable, errno.ENOENT)
    if os.path.isdir(spec.executable) or not os.access(spec.executable, os.X_OK):
        raise SpawnError("not-executable", spec.executable, errno.EACCES)


class PosixServer:
    """A server in a session of its own. Must be made by the main thread before any other starts.

    The death signal of Linux fires when the *thread* that forked ends, and forking with threads
    running is not safe.
    """

    exit_code: int | None = None
    exit_signal: int | None = None

    def __init__(self, spec: Spec) -> None:
        self._descendants = Descendants()
        self._changed = threading.Condition()
        self._leader_ended = False
        self._childless = False
        self._helpers: dict[int, bool] = {}
        self._descendants.before_fork()
        self._spawn(spec)
        threading.Thread(target=self._reap, daemon=True).start()

    def wait_for_leader(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._leader_ended)

    def stop(self, patience: float, mercy: float) -> Stopped:
        began = time.monotonic()
        did: list[str] = []
        self._wait(patience, lambda: self._leader_ended)
        if not self._wait(_AFTERMATH, self._is_gone):
            did.append("TERM")
            self._signal(signal.SIGTERM, signal.SIGCONT)
            self._wait(mercy, self._is_gone)
        until = time.monotonic() + _BURST
        while not self._is_gone() and time.monotonic() < until:
            if "KILL" not in did:
                did.append("KILL")
            self._kill_all()
            self._wait(_LOOK, self._is_gone)
        left = [] if self._is_gone() else sorted(self._descendants.alive())
        return Stopped(did, left, time.monotonic() - began)

    def run_helper(self, arguments: list[str], env: dict[str, str], seconds: float) -> None:
        with self._changed:
            try:
                helper = os.posix_spawn(arguments[0], arguments, env)
            except OSError:
                return
            self._helpers[helper] = False
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._helper_ended(helper):
            time.sleep(0.02)

    def _helper_ended(self, helper: int) -> bool:
        """The reaping thread may have had it, while it ran."""
        if self._helpers[helper]:
            return True
        try:
            return os.waitpid(helper, os.WNOHANG)[0] == helper
        except ChildProcessError:
            return True

    def _spawn(self, spec: Spec) -> None:
        their_stdin, self.stdin = os.pipe()
        self.stdout, their_stdout = os.pipe()
        self.stderr, their_stderr = os.pipe()
        trouble, their_trouble = os.pipe()
        theirs = (their_stdin, their_stdout, their_stderr)
        prepare(their_stdout)
        parent = os.getpid()
        try:
            self.pid = os.fork()
        except OSError as error:
            raise SpawnError("other", spec.executable, error.errno) from error
        if self.pid == 0:
            self._become(spec, theirs, their_trouble, parent)
        for handle in (*theirs, their_trouble):
            os.close(handle)
        told = os.read(trouble, 64)
        os.close(trouble)
        if told:
            os.waitpid(self.pid, 0)
            number = int(told)
            why = _REASONS.get(number, "other")
            raise SpawnError(why, spec.executable, number or None)
        self._descendants.follow(self.pid)

    def _become(self, spec: Spec, streams: tuple[int, int, int], trouble: int, parent: int) -> None:
        """In the child: turn into the server, or report the errno and end."""
        try:
            os.setsid()
            self._descendants.in_child(parent)
            for number, handle in enumerate(streams):
                os.dup2(handle, number)
            for name in _RESET:
                if hasattr(signal, name):
                    signal.signal(getattr(signal, name), signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            if spec.cwd is not None:
                os.chdir(spec.cwd)
            os.execve(  # noqa: S606 - never through a shell
                spec.executable, [spec.command, *spec.args], spec.env
            )
        except OSError as error:
            os.write(trouble, str(error.errno or 0).encode())
        except BaseException:  # noqa: BLE001 - nothing may climb out of the forked child
            os.write(trouble, b"0")
        finally:
            os._exit(127)

    def _reap(self) -> None:
        while True:
            try:
                process, status = os.waitpid(-1, 0)
            except ChildProcessError:
                break
            with self._changed:
                if process == self.pid:
                    code = os.waitstatus_to_exitcode(status)
                    self.exit_code = code if code >= 0 else None
                    self.exit_signal = -code if code < 0 else None
                    self._leader_ended = True
                elif process in self._helpers:
                    self._helpers[process] = True
                self._changed.notify_all()
        with self._changed:
            self._childless = self._leader_ended = True
            self._changed.notify_all()

    def _is_gone(self) -> bool:
        if self._descendants.ADOPTS:
            return self._childless
        return self._leader_ended and not self._descendants.alive()

    def _wait(self, seconds: float, reached: Callable[[], bool]) -> bool:
        """Wait for a condition that a reaped process, or on some systems time alone, brings."""
        until = time.monotonic() + seconds
        with self._changed:
            while not reached():
                rest = until - time.monotonic()
                if rest <= 0:
                    return False
                self._changed.wait(min(rest, rest if self._descendants.ADOPTS else _LOOK))
            return True

    def _signal(self, number: int, also: int) -> None:
        """Reach the server's group at once, and those who left the group one by one."""
        family = self._descendants.alive()
        if self.pid in family.values():
            with contextlib.suppress(OSError):
                os.killpg(self.pid, number)
        _send(number, (process for process, group in family.items() if group != self.pid))
        _send(also, family)

    def _kill_all(self) -> None:
        """Stop everybody first, until nobody new turns up: a fast forker cannot outrun that."""
        stopped: set[int] = set()
        while new := set(self._descendants.alive()) - stopped:
            _send(signal.SIGSTOP, new)
            stopped |= new
        _send(signal.SIGKILL, stopped)


def _send(number: int, processes: Iterable[int]) -> None:
    for process in processes:
        with contextlib.suppress(OSError):
            os.kill(process, number)
