"""What Linux tells about this process and those it started."""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def own_processes() -> dict[str, float]:
    """PSS in MB of this process, and the sum over its relays and over its decoder."""
    found = {"window": _pss(os.getpid())}
    for pid, kind in _helpers():
        found[kind] = found.get(kind, 0.0) + _pss(pid)
    return found


def resident(pid: int) -> float:
    """MB of a process in memory; what it shares counts whole, whoever else runs."""
    return _memory(pid, "Rss:")


def cpu_seconds() -> dict[str, float]:
    """CPU used so far by this process, and by its relays and its decoder together."""
    helpers = sum(_cpu(pid) for pid, _ in _helpers())
    return {"window": _cpu(os.getpid()), "helpers": helpers}


def count_marked(mark: str) -> int:
    """How many processes have this word in their command line."""
    return sum(mark.encode() in words for words in map(_words, _pids()))


def _helpers() -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for pid in _pids():
        words = _words(pid)
        if b"-I" not in words or _parent(pid) != os.getpid():
            continue
        kind = "decoder" if any(b"patchbay.relay.decoder" in word for word in words) else "relay"
        found.append((pid, kind))
    return found


def _pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]


def _words(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def _fields(pid: int) -> list[str]:
    """The fields of `stat` after the name, which may hold anything."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["?"] * 50


def _parent(pid: int) -> int:
    parent = _fields(pid)[1]
    return int(parent) if parent.isdecimal() else 0


def _cpu(pid: int) -> float:
    user, system = _fields(pid)[11:13]
    return (int(user) + int(system)) / _TICKS if user.isdecimal() else 0.0


def _pss(pid: int) -> float:
    return _memory(pid, "Pss:")


def _memory(pid: int, kind: str) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith(kind):
            return int(line.split()[1]) / 1000
    return 0.0
