"""What a server's own `config` becomes: a capability of ours, said at the handshake."""

from patchbay.core.values import Json, JsonObject, as_object, is_object

CONFIG_KEY = "patchbay/config"
_META_KEY = "io.modelcontextprotocol/clientCapabilities"


def amended(message: JsonObject, config: Json) -> JsonObject:
    """A message of ours with `config` among the experimental client capabilities it tells.

    Up to 2025-11-25 `initialize` tells them once, from 2026-07-28 on the `_meta` of each request
    does. Other messages, and all when there is no config, are handed back as they are.
    """
    if not is_object(config):
        return message
    params = as_object(message.get("params"))
    if message.get("method") == "initialize":
        return {**message, "params": _with_config(params, "capabilities", config)}
    meta = as_object(params.get("_meta"))
    if _META_KEY not in meta:
        return message
    return {**message, "params": {**params, "_meta": _with_config(meta, _META_KEY, config)}}


def _with_config(holder: JsonObject, key: str, config: JsonObject) -> JsonObject:
    capabilities = as_object(holder.get(key))
    experimental = {**as_object(capabilities.get("experimental")), CONFIG_KEY: config}
    return {**holder, key: {**capabilities, "experimental": experimental}}
