"""What the first start of a server waits for, in a process of its own: an import happens once."""

import subprocess
import sys

_CODE = """
import asyncio, gc, sys, threading
from patchbay.core.sessions import sdk
seen = []
class Watch:
    def find_spec(self, name, path=None, target=None):
        seen.append((name, threading.current_thread() is threading.main_thread()))
sys.meta_path.insert(0, Watch())
asyncio.run(sdk.load())
on_loop = [name for name, main in seen if main and name.startswith(("mcp", "pydantic", "anyio"))]
assert not on_loop, on_loop
assert "anyio._backends._asyncio" in sys.modules
assert gc.isenabled()
"""


def test_the_sdk_is_imported_whole_and_off_the_loops_thread() -> None:
    command = [sys.executable, "-W", "error::ImportWarning", "-c", _CODE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
