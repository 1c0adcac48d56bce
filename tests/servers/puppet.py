"""A line server that does what its arguments say, good or bad; the standard library alone.

Arguments, done in order: `mark=TEXT` (ignored, makes the process easy to find), `say=FILE` (write
the file's bytes to stdout), `slowly=FILE` (the same byte by byte), `print=TEXT` and `complain=TEXT`
(one line on stdout, on stderr), `flood=N` (N lines on stderr), `chatter=N` (N notifications),
`stubborn` (ignore SIGTERM and the end of stdin), `child=KIND` (leave a stubborn child: `plain`,
`quiet` with no pipes, `setsid`, `daemon` with an empty environment, `hidden`
with other limits too), `fork-bomb` (processes that
replace themselves), `freeze` (SIGSTOP), `deaf` (never read stdin), `exit=CODE`, `die=SIGNAL`.
Then it answers each line: `{"method": "echo"}` with the request's params, `{"method": "file"}`
with the text of the file `params.file` in place of the result, after `params.delay` seconds.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def answer(line: str) -> None:
    request = json.loads(line)
    params = request.get("params", {})
    time.sleep(params.get("delay", 0))
    head = '{"jsonrpc":"2.0","id":' + json.dumps(request.get("id")) + ',"result":'
    if request.get("method") == "file":
        say(head + Path(params["file"]).read_text("utf-8") + "}")
    elif "id" in request:
        say(head + json.dumps(params) + "}")


def write_file(path: str, step: int) -> None:
    data = Path(path).read_bytes()
    for start in range(0, len(data), step):
        os.write(1, data[start : start + step])


def leave_child(kind: str) -> None:
    mark = next((word for word in sys.argv if word.startswith("mark=")), "mark=none")
    command = [sys.executable, "-S", __file__, mark, "stubborn", "linger"]
    nowhere = subprocess.DEVNULL if kind == "quiet" else None
    if kind not in ("daemon", "hidden"):
        subprocess.Popen(
            command,
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            start_new_session=kind == "setsid",
        )
        return
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            if kind == "hidden":
                change_limits()
            os.execve(command[0], command, {})
        os._exit(0)


def change_limits() -> None:
    """Drop the limits that were inherited, as far as anybody may."""
    import resource  # noqa: PLC0415 - not on Windows

    _, hard = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
    resource.setrlimit(resource.RLIMIT_MSGQUEUE, (hard // 2, hard - 1))


def fork_bomb() -> None:
    """A few chains of processes, each of which forks its successor and ends."""
    for chain in range(4):
        if os.fork() == 0:
            while True:
                if os.fork() != 0:
                    os._exit(0)
                if chain % 2:
                    os.setsid()
                time.sleep(0.002)


def act(name: str, value: str) -> None:
    actions = {
        "say": lambda: write_file(value, 1 << 20),
        "slowly": lambda: write_file(value, 1),
        "print": lambda: say(value),
        "complain": lambda: print(value, file=sys.stderr, flush=True),
        "flood": lambda: sys.stderr.write("".join(f"line {n}\n" for n in range(int(value)))),
        "chatter": lambda: [say('{"jsonrpc":"2.0","method":"n"}') for _ in range(int(value))],
        "stubborn": lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
        "child": lambda: leave_child(value),
        "fork-bomb": fork_bomb,
        "freeze": lambda: os.kill(os.getpid(), signal.SIGSTOP),
        "deaf": lambda: time.sleep(3600),
        "linger": lambda: time.sleep(3600),
        "exit": lambda: os._exit(int(value)),
        "die": lambda: os.kill(os.getpid(), int(value)),
    }
    if name in actions:
        actions[name]()


if __name__ == "__main__":
    for word in sys.argv[1:]:
        act(*word.partition("=")[::2])
    for line in sys.stdin:
        answer(line)
    if "stubborn" in sys.argv:
        time.sleep(3600)
