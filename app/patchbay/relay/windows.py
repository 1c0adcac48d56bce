"""Starts and stops a server on Windows: a job object that dies with its last handle holds it all.

Killing the relay closes the job, and with it ends everything that descends from the server.
"""

import _winapi
import ctypes
import msvcrt
import os
import time
from ctypes import wintypes

from patchbay.relay.outcomes import SpawnError, Stopped
from patchbay.relay.quoting import batch_command_line, command_line, is_batch
from patchbay.relay.spec import Spec

_SUSPENDED = 0x00000004
_NO_WINDOW = 0x08000000
_UNICODE_ENVIRONMENT = 0x00000400
_EXTENDED_STARTUP = 0x00080000
_USE_STREAMS = 0x00000100
_KILL_ON_CLOSE = 0x00002000
_NOTHING, _LISTED = False, True  # which handles a child inherits
_ACCOUNTING, _PROCESSES, _EXTENDED_LIMITS = 1, 3, 9
_FOR_EVER = 0xFFFFFFFF
_SIGNALLED = 0
_MOST_LISTED = 256
_BURST = 3.0
_LOOK = 0.05
_AFTERMATH = 0.1
_REASONS = {
    2: "no-such-command",
    3: "no-such-command",
    5: "not-executable",
    193: "bad-format",
    206: "too-long",
    216: "bad-format",
    267: "bad-cwd",
}


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
        ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
        ("LimitFlags", wintypes.DWORD),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", wintypes.DWORD),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", wintypes.DWORD),
        ("SchedulingClass", wintypes.DWORD),
    )


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_ulonglong * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


class _Accounting(ctypes.Structure):
    _fields_ = (
        ("TotalUserTime", wintypes.LARGE_INTEGER),
        ("TotalKernelTime", wintypes.LARGE_INTEGER),
        ("ThisPeriodTotalUserTime", wintypes.LARGE_INTEGER),
        ("ThisPeriodTotalKernelTime", wintypes.LARGE_INTEGER),
        ("TotalPageFaultCount", wintypes.DWORD),
        ("TotalProcesses", wintypes.DWORD),
        ("ActiveProcesses", wintypes.DWORD),
        ("TotalTerminatedProcesses", wintypes.DWORD),
    )


class _ProcessList(ctypes.Structure):
    _fields_ = (
        ("NumberOfAssignedProcesses", wintypes.DWORD),
        ("NumberOfProcessIdsInList", wintypes.DWORD),
        ("ProcessIdList", ctypes.c_size_t * _MOST_LISTED),
    )


class _Job:
    """A job object that this process alone holds; its handle is never inherited."""

    def __init__(self) -> None:
        self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        self._kernel.CreateJobObjectW.restype = wintypes.HANDLE
        self._handle = wintypes.HANDLE(self._kernel.CreateJobObjectW(None, None))
        limits = _ExtendedLimits()
        limits.BasicLimitInformation.LimitFlags = _KILL_ON_CLOSE
        size = ctypes.sizeof(limits)
        self._check(
            self._kernel.SetInformationJobObject(
                self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size
            )
        )

    def adopt(self, process: int, thread: int) -> None:
        """Take a suspended process in and let it run."""
        self._check(self._kernel.AssignProcessToJobObject(self._handle, wintypes.HANDLE(process)))
        self._kernel.ResumeThread(wintypes.HANDLE(thread))

    def is_empty(self) -> bool:
        found = _Accounting()
        self._query(_ACCOUNTING, found)
        return not found.ActiveProcesses

    def processes(self) -> list[int]:
        found = _ProcessList()
        self._query(_PROCESSES, found)
        return sorted(found.ProcessIdList[: found.NumberOfProcessIdsInList])

    def terminate(self) -> None:
        self._kernel.TerminateJobObject(self._handle, 1)

    def _query(self, what: int, into: ctypes.Structure) -> None:
        self._kernel.QueryInformationJobObject(
            self._handle, what, ctypes.byref(into), ctypes.sizeof(into), None
        )

    def _check(self, succeeded: int) -> None:
        if not succeeded:
            raise ctypes.WinError(ctypes.get_last_error())


class _Startup:
    """What `_winapi.CreateProcess` reads from: the three streams, and no other handle."""

    def __init__(self, stdin: int, stdout: int, stderr: int) -> None:
        self.dwFlags = _USE_STREAMS
        self.wShowWindow = 0
        self.hStdInput = stdin
        self.hStdOutput = stdout
        self.hStdError = stderr
        self.lpAttributeList = {"handle_list": [stdin, stdout, stderr]}


def start_server(spec: Spec) -> "WindowsServer":
    """Raises `SpawnError` if it cannot be started."""
    if spec.cwd is not None and not os.path.isdir(spec.cwd):
        raise SpawnError("bad-cwd", spec.cwd)
    if not os.path.isabs(spec.executable) or not os.path.exists(spec.executable):
        raise SpawnError("no-such-command", spec.executable)
    if os.path.isdir(spec.executable):
        raise SpawnError("not-executable", spec.executable)
    return WindowsServer(spec)


class WindowsServer:
    """A server in a job of its own."""

    exit_code: int | None = None
    exit_signal: int | None = None

    def __init__(self, spec: Spec) -> None:
        self._job = _Job()
        their_stdin, our_stdin = _winapi.CreatePipe(None, 0)
        our_stdout, their_stdout = _winapi.CreatePipe(None, 0)
        our_stderr, their_stderr = _winapi.CreatePipe(None, 0)
        theirs = [_inheritable(handle) for handle in (their_stdin, their_stdout, their_stderr)]
        try:
            self._spawn(spec, _Startup(*theirs))
        except OSError as error:
            why = _REASONS.get(error.winerror or 0, "other")
            raise SpawnError(why, spec.executable, error.winerror) from error
        except ValueError as error:
            raise SpawnError("other", spec.executable) from error
        for handle in theirs:
            _winapi.CloseHandle(handle)
        self.stdin = msvcrt.open_osfhandle(our_stdin, os.O_WRONLY | os.O_BINARY)
        self.stdout = msvcrt.open_osfhandle(our_stdout, os.O_RDONLY | os.O_BINARY)
        self.stderr = msvcrt.open_osfhandle(our_stderr, os.O_RDONLY | os.O_BINARY)

    def wait_for_leader(self) -> None:
        self._wait_for_leader(_FOR_EVER)

    def stop(self, patience: float, mercy: float) -> Stopped:
        """There is no signal that asks firmly here, so `mercy` is added to `patience`."""
        began = time.monotonic()
        did: list[str] = []
        self._wait_for_leader(int((patience + mercy) * 1000))
        if not self._wait_for_all(_AFTERMATH):
            did.append("KILL")
            self._job.terminate()
            self._wait_for_all(_BURST)
            self._wait_for_leader(0)
        left = [] if self._job.is_empty() else self._job.processes()
        return Stopped(did, left, time.monotonic() - began)

    def run_helper(self, arguments: list[str], env: dict[str, str], seconds: float) -> None:
        line = _line(arguments[0], arguments[0], arguments[1:])
        try:
            process, thread, _, _ = _winapi.CreateProcess(
                None, line, None, None, _NOTHING, _NO_WINDOW, env, None, None
            )
        except OSError:
            return
        _winapi.CloseHandle(thread)
        _winapi.WaitForSingleObject(process, int(seconds * 1000))
        _winapi.CloseHandle(process)

    def _spawn(self, spec: Spec, startup: _Startup) -> None:
        """Suspended until it is in the job: a fast child would escape otherwise."""
        flags = _SUSPENDED | _NO_WINDOW | _UNICODE_ENVIRONMENT | _EXTENDED_STARTUP
        line = _line(spec.executable, spec.command, spec.args)
        program = _command_interpreter() if is_batch(spec.executable) else spec.executable
        self._process, thread, self.pid, _ = _winapi.CreateProcess(
            program, line, None, None, _LISTED, flags, spec.env, spec.cwd, startup
        )
        try:
            self._job.adopt(self._process, thread)
        except OSError:
            _winapi.TerminateProcess(self._process, 1)
            raise
        finally:
            _winapi.CloseHandle(thread)

    def _wait_for_leader(self, milliseconds: int) -> None:
        if _winapi.WaitForSingleObject(self._process, milliseconds) == _SIGNALLED:
            self.exit_code = _winapi.GetExitCodeProcess(self._process)

    def _wait_for_all(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not self._job.is_empty():
            if time.monotonic() > until:
                return False
            time.sleep(_LOOK)
        return True


def _line(executable: str, command: str, args: list[str]) -> str:
    if is_batch(executable):
        return batch_command_line(executable, args)
    return command_line(command, args)


def _command_interpreter() -> str:
    root = os.environ.get("SYSTEMROOT", r"C:\Windows")
    return rf"{root}\System32\cmd.exe"


def _inheritable(handle: int) -> int:
    ours = _winapi.GetCurrentProcess()
    copy = _winapi.DuplicateHandle(ours, handle, ours, 0, _LISTED, _winapi.DUPLICATE_SAME_ACCESS)
    _winapi.CloseHandle(handle)
    return copy
