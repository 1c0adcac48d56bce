"""What a seed chooses in a document."""

import random

from patchbay.core.editing.lossless import Lossless
from patchbay.core.values import JsonPath


def some_existing_path(document: Lossless, chance: random.Random) -> JsonPath:
    """The way to something in a document, by keys and indexes; empty for the whole of it."""
    path: list[str | int] = []
    node = document.document.root
    while node is not None and node.children and chance.random() < 0.8:
        place = chance.randrange(len(node.children))
        node = node.children[place]
        path.append(node.key.text if node.key is not None else place)
    return tuple(path)
