"""The SDK alone, without a window: `bare.py start|call|kill SERVERS COMMAND…`; prints JSON.

`start`: seconds until so many servers, started at once, have listed their tools. `call`: the
median of many calls of `echo`, in milliseconds.
"""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack
from statistics import median

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

_CALLS = 200


async def connect(stack: AsyncExitStack, command: list[str]) -> Client:
    server = StdioServerParameters(command=command[0], args=command[1:])
    client = await stack.enter_async_context(Client(stdio_client(server), mode="legacy"))
    await client.list_tools()
    return client


async def connect_and_wait(command: list[str], up: asyncio.Event, end: asyncio.Event) -> None:
    async with AsyncExitStack() as stack:
        await connect(stack, command)
        up.set()
        await end.wait()


async def start(servers: int, command: list[str]) -> float:
    began = time.perf_counter()
    ups, end = [asyncio.Event() for _ in range(servers)], asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for up in ups:
            tasks.create_task(connect_and_wait(command, up, end))
        for up in ups:
            await up.wait()
        took = time.perf_counter() - began
        end.set()
    return took


async def call(command: list[str]) -> float:
    took: list[float] = []
    async with AsyncExitStack() as stack:
        client = await connect(stack, command)
        for _ in range(_CALLS):
            began = time.perf_counter()
            await client.call_tool("echo", {})
            took.append(time.perf_counter() - began)
    return median(took) * 1000


def main() -> None:
    what, servers, *command = sys.argv[1:]
    measured = asyncio.run(start(int(servers), command) if what == "start" else call(command))
    sys.stdout.write(json.dumps(measured) + "\n")


main()
