"""Which processes descend from the server: a question each system answers in its own way.

Each system's `Descendants` offers the same:

- `ADOPTS`: orphans come back to us, so having no child proves that no descendant is left;
- `before_fork()` makes this process responsible for what it is about to start;
- `in_child(parent)` runs in the new process before the server's program replaces it;
- `follow(server)` begins to watch a server that was just started;
- `alive()` gives the living descendants: process ids, each with its process group.
"""

import sys

if sys.platform == "linux":
    from patchbay.relay.linux import AdoptedDescendants as Descendants
else:
    from patchbay.relay.macos import SeenDescendants as Descendants

__all__ = ["Descendants"]
