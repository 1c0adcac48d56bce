"""What an unquoted YAML scalar is, by the rules of YAML 1.1."""

from collections.abc import Callable
from typing import cast

import yaml
from yaml.events import ScalarEvent
from yaml.resolver import Resolver

from patchbay.core.config.document import NodeKind

# The stubs leave its type open.
_resolve_tag = cast("Callable[[Resolver, object, str, object], str]", Resolver.resolve)  # pyright: ignore[reportUnknownMemberType]
_RESOLVER = Resolver()
_KINDS: dict[str, NodeKind] = {
    "tag:yaml.org,2002:int": "number",
    "tag:yaml.org,2002:float": "number",
    "tag:yaml.org,2002:null": "null",
}
_TRUE = {"true", "yes", "on"}


def is_plain_string(text: str) -> bool:
    """Whether `text` without quotes is a string to YAML 1.1, and neither a key to merge nor `=`."""
    tag = _resolve_tag(_RESOLVER, yaml.ScalarNode, text, (True, False))
    return tag == "tag:yaml.org,2002:str"


def is_merge_key(event: ScalarEvent) -> bool:
    return _tag(event) == "tag:yaml.org,2002:merge"


def kind_of(event: ScalarEvent) -> NodeKind:
    """What a scalar says; one with a tag of its own that is not known here is a string."""
    tag = _tag(event)
    if tag == "tag:yaml.org,2002:bool":
        return "true" if event.value.lower() in _TRUE else "false"
    return _KINDS.get(tag, "string")


def _tag(event: ScalarEvent) -> str:
    if event.tag is not None and event.tag != "!":
        return event.tag
    return _resolve_tag(_RESOLVER, yaml.ScalarNode, event.value, event.implicit)
