"""The server and everything that descends from it, with the means of this system.

Each system's `Server` offers the same:

- `start_server(spec)` starts it, or raises `SpawnError`;
- `pid`, and our ends of its pipes: `stdin`, `stdout`, `stderr`;
- `exit_code` or `exit_signal`, set once the server itself has ended;
- `wait_for_leader()` returns when the server itself has ended; its descendants may live on;
- `stop(patience, mercy)` ends everything once stdin is closed: waits `patience` seconds for the
  server to end by itself, asks firmly and waits `mercy` seconds, then kills until none is left;
- `run_helper(arguments, env, seconds)` runs a short program of our own to its end.

It is a matter of names and not of a base class because `abc` and `typing` cost every relay memory
and time at its start.
"""

import sys

if sys.platform == "win32":
    from patchbay.relay.windows import WindowsServer as Server
    from patchbay.relay.windows import start_server
else:
    from patchbay.relay.posix import PosixServer as Server
    from patchbay.relay.posix import start_server

__all__ = ["Server", "start_server"]
