"""How one Patchbay speaks to another of the same user on the same computer."""

import os
import socket
import struct
import sys
import threading

GREETING = b"patchbay 1\n"
"""Said by the running window first: one that hangs is never told what it would do too late."""
TAKEN = b"taken\n"

if sys.platform == "win32":
    import ctypes

    def hand_over(address: str, line: bytes, seconds: float) -> bool:
        """Whether the window at `address` has taken what `line` says."""
        # Any process may come to the front instead of this one, which the person just started.
        ctypes.windll.user32.AllowSetForegroundWindow(-1)
        answers: list[bool] = []
        # A pipe knows no time-out; the thread ends with the process.
        thread = threading.Thread(target=lambda: answers.append(_speak(address, line)), daemon=True)
        thread.start()
        thread.join(max(seconds, 0))
        return answers == [True]

    def _speak(address: str, line: bytes) -> bool:
        try:
            with open(address, "r+b", buffering=0) as pipe:  # noqa: PTH123 - not a path
                if pipe.readline() != GREETING:
                    return False
                pipe.write(line)
                return pipe.readline() == TAKEN
        except OSError:
            return False
else:

    def hand_over(address: str, line: bytes, seconds: float) -> bool:
        """Whether the window at `address` has taken what `line` says."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as near:
                near.settimeout(max(seconds, 0.001))
                near.connect(address)
                if not is_of_same_user(near):
                    return False
                with near.makefile("rb") as answers:
                    if answers.readline(len(GREETING)) != GREETING:
                        return False
                    near.sendall(line)
                    return answers.readline(len(TAKEN)) == TAKEN
        except OSError:
            return False

    if sys.platform == "darwin":

        def _user_of(connection: socket.socket) -> int:
            # struct xucred of sys/ucred.h, by LOCAL_PEERCRED of sys/un.h: version, user, groups.
            return struct.unpack_from("Ii", connection.getsockopt(0, 1, 76))[1]
    else:

        def _user_of(connection: socket.socket) -> int:
            size = struct.calcsize("3i")
            told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
            return struct.unpack("3i", told)[1]


def is_of_same_user(connection: socket.socket | None) -> bool:
    """Whether the process at the other end belongs to the user of this one."""
    if sys.platform == "win32":
        return True  # the system lets nobody else write to the pipe
    return connection is not None and _user_of(connection) == os.geteuid()
