"""Hides in what traffic shows what a person may have answered a form's wish for a secret with."""

from patchbay.core.config.secrets import is_secret_name
from patchbay.core.sessions.redaction import MASK
from patchbay.core.values import JsonObject, as_object, is_object


def masked(message: JsonObject) -> JsonObject:
    """A message of ours without the values of fields whose names tell of secrets.

    One that holds none is handed back as it is.
    """
    if "method" not in message:
        result = as_object(message.get("result"))
        shown = _reply(result)
        return message if shown is result else {**message, "result": shown}
    params = as_object(message.get("params"))
    replies = as_object(params.get("inputResponses"))
    each = {key: _reply(reply) if is_object(reply) else reply for key, reply in replies.items()}
    if each == replies:
        return message
    return {**message, "params": {**params, "inputResponses": each}}


def _reply(reply: JsonObject) -> JsonObject:
    if "action" not in reply:
        return reply
    content = as_object(reply.get("content"))
    shown = {name: MASK if is_secret_name(name) else value for name, value in content.items()}
    return reply if shown == content else {**reply, "content": shown}
