"""A small program that opens relay links, to be killed by a test or to kill its own relay.

Arguments: folder of the spool, mark, task (`wait` or `kill-relay`), and for each server a word.
Says `ready`, then the process id of the first relay, and when it kills that one, the id of an
orphan of its own and finally `closed`.
"""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from patchbay.core.sessions.launch import Launch, Limits
from patchbay.core.sessions.orphans import become_subreaper
from patchbay.core.sessions.relay_link import RelayLink
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.sessions.spool import Spool

PUPPET = Path(__file__).parents[2] / "servers" / "puppet.py"


async def main(folder: Path, mark: str, task: str, words: list[str]) -> None:
    become_subreaper()
    spawner, spool = Spawner(), Spool(folder, 1 << 30)
    links: list[RelayLink] = []
    for word in words:
        args = ("-S", str(PUPPET), mark, word)
        launch = Launch(sys.executable, sys.executable, args, dict(os.environ), None)
        limits = Limits(patience=0.25, mercy=0.3)
        links.append(RelayLink(launch, spool.folder("puppet"), limits, spawner))
    await asyncio.gather(*(link.open() for link in links))
    for link in links:
        await link.send(b'{"jsonrpc":"2.0","id":1,"method":"echo"}')
        await anext(link.messages())
    assert links[0].spawned is not None
    say("ready")
    say(links[0].spawned.relay_pid)
    if task == "wait":
        await asyncio.sleep(3600)
    say(stranger())
    os.kill(links[0].spawned.relay_pid, signal.SIGKILL)
    async for _ in links[0].messages():
        pass
    await links[0].close()
    say("closed")
    await asyncio.sleep(3600)


def say(word: object) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def stranger() -> int:
    """An orphan that this process adopts and that has nothing to do with a relay."""
    found = subprocess.run(
        ["sh", "-c", "sleep 60 >/dev/null & echo $!"], stdout=subprocess.PIPE, check=True
    )
    return int(found.stdout)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]))
