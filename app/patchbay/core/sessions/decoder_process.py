"""One decoder process: asked with lines of JSON, answered in any order."""

import asyncio
import json

from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.spawner import Child, Spawner
from patchbay.core.values import JsonObject
from patchbay.relay.frames import Splitter

_LARGE = 64 * 1024


class DecoderProcess:
    """One decoder process and the questions it has not answered yet."""

    def __init__(self, child: Child, spawner: Spawner) -> None:
        self._child = child
        self._spawner = spawner
        self._count = 0
        self._waiting: dict[int, asyncio.Future[JsonObject]] = {}
        self._reading = asyncio.create_task(self._read(), name="decoder")

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def has_ended(self) -> bool:
        return self._reading.done()

    async def ask(self, question: JsonObject) -> JsonObject:
        self._count += 1
        number = self._count
        answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            await self._child.write(json.dumps({"id": number, **question}).encode() + b"\n")
            return await answer
        except ConnectionError as error:
            raise failed("its helper process ended") from error
        finally:
            self._waiting.pop(number, None)

    async def close(self) -> None:
        self._child.hang_up()
        await asyncio.wait({self._reading}, timeout=1.0)
        self._reading.cancel()
        await self._child.close()

    async def _read(self) -> None:
        splitter = Splitter()
        try:
            while chunk := await self._child.read():
                for line in splitter.feed(chunk):
                    self._take(await self._parsed(line))
        finally:
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(failed("its helper process ended"))

    async def _parsed(self, line: bytes) -> JsonObject:
        """Large answers are parsed in the worker thread: they may take some milliseconds."""
        if len(line) <= _LARGE:
            return json.loads(line)
        return await self._spawner.run(lambda: json.loads(line))

    def _take(self, raw: JsonObject) -> None:
        answer = self._waiting.get(raw["id"])
        if answer is None or answer.done():
            return
        if "error" in raw:
            answer.set_exception(failed(raw["error"]))
        else:
            answer.set_result(raw["ok"])


def failed(why: str) -> AppError:
    """Why nothing could be read."""
    return AppError(
        Family.PROTOCOL,
        "This part of the answer cannot be shown",
        cause=f"{why[:1].upper()}{why[1:]}.",
        hint="The answer as a whole can still be saved to a file.",
    )
