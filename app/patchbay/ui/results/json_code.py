"""Small JSON as text."""

import json

from patchbay.core.values import Json


def written(value: Json) -> str:
    """JSON as people like to read it."""
    return json.dumps(value, ensure_ascii=False, indent=2)
