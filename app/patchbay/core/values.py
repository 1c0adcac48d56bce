"""The types of JSON values, named once."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""Any JSON value: `None`, `bool`, `int`, `float`, `str`, a list or a dict of them."""

JsonObject: TypeAlias = dict[str, Any]
JsonPath: TypeAlias = tuple[str | int, ...]
"""Where a value sits in a document: keys and indexes from the root."""

Strings: TypeAlias = Mapping[str, str]
Lines: TypeAlias = Sequence[str]
