"""Why a WebSocket ended that nobody here ended, in words."""

from typing import NamedTuple

from websockets.exceptions import ConnectionClosed
from websockets.frames import Close, CloseCode

from patchbay.core.errors import AppError, Family, Remedy
from patchbay.core.remedies import EDIT_HEADERS, EDIT_URL
from patchbay.core.sessions.remote.intake import too_long


class _Words(NamedTuple):
    title: str
    cause: str
    hint: str
    remedies: tuple[Remedy, ...] = ()


_LOGIN = "Check the token in the headers of the server's entry."
_LATER = "Start it again in a moment."
_BY_SERVER: dict[int, _Words] = {
    1000: _Words("The server ended the connection", "It did so in good order.", _LATER),
    1001: _Words("The server went away", "It is being shut down, or it moved.", _LATER),
    1002: _Words(
        "The server broke off the connection",
        "It says that the WebSocket protocol was broken.",
        "A proxy on the way may have changed something; its own log may tell more.",
    ),
    1003: _Words(
        "The server does not take text messages",
        "MCP is text.",
        "Check that the address is an MCP endpoint.",
        (EDIT_URL,),
    ),
    1005: _Words("The server ended the connection", "It gave no reason.", _LATER),
    1007: _Words(
        "The server could not read a message",
        "It says that the text was not valid.",
        "Its own log may tell more.",
    ),
    1008: _Words(
        "The server refused to go on",
        "The connection broke a rule of it; often the login is missing or has run out.",
        _LOGIN,
        (EDIT_HEADERS,),
    ),
    1009: _Words(
        "A message was too large for the server",
        "It accepts smaller ones only.",
        "Send less at once, or raise the limit of the server.",
    ),
    1010: _Words(
        "The server wants more of WebSocket than Patchbay has",
        "It insists on an extension.",
        "Turn that extension off in the server.",
    ),
    1011: _Words(
        "The server stumbled over a fault of its own",
        "It ended the connection for it.",
        "Its own log tells more.",
    ),
    1012: _Words("The server is restarting", "It will be back.", _LATER),
    1013: _Words("The server has too much to do", "It asks to try again later.", _LATER),
    1014: _Words(
        "The gateway got no valid answer from the server",
        "The server behind it may be down.",
        _LATER,
    ),
    3000: _Words(
        "The server wants a login", "It does not know who connects.", _LOGIN, (EDIT_HEADERS,)
    ),
    3003: _Words(
        "The server forbids access", "The login may not use this server.", _LOGIN, (EDIT_HEADERS,)
    ),
    3008: _Words("The server waited too long", "It ended the connection for it.", _LATER),
}
_LIKE_HTTP = {4401: 3000, 4403: 3003, 4408: 3008}
"""Codes of applications that many take from the status of HTTP."""
_BY_US: dict[int, _Words] = {
    1002: _Words(
        "The server broke the WebSocket protocol",
        "What it sent is no part of a WebSocket connection.",
        "A proxy on the way may have changed something.",
    ),
    1007: _Words(
        "The server sent text that is no text", "It is not valid UTF-8.", "Update the server."
    ),
}


def closed_words(closed: ConnectionClosed, message_cap: int) -> AppError:
    """Why a connection ended that neither side was asked to end."""
    received, sent = closed.rcvd, closed.sent
    if sent is not None and (received is None or not closed.rcvd_then_sent):
        return _ended_by_us(sent, message_cap)
    if received is not None:
        return _ended_by_server(received)
    return _told(
        _Words(
            "The connection to the server was cut",
            "It ended without a goodbye: the server died, or the network failed.",
            "See whether the server still runs, then start it again.",
        ),
        Close(CloseCode.ABNORMAL_CLOSURE, ""),
        "lost",
    )


def silent_words(seconds: float) -> AppError:
    """The server did not answer a ping."""
    return AppError(
        Family.CONNECTION,
        "The server stopped answering",
        cause=f"It was asked for a sign of life and gave none for {seconds:g} s.",
        hint="It may hang, or the network failed. Start it again.",
        short="silent",
    )


def _ended_by_us(sent: Close, message_cap: int) -> AppError:
    if sent.code == CloseCode.MESSAGE_TOO_BIG:
        words = _Words(
            "The server sent a message that is too large",
            f"{too_long(message_cap)}. WebSocket ends the connection for it.",
            "Ask the server for less at once.",
        )
        return _told(words, Close(sent.code, ""), "too large")
    return _told(_BY_US.get(sent.code, _BY_US[CloseCode.PROTOCOL_ERROR]), sent)


def _ended_by_server(received: Close) -> AppError:
    code = _LIKE_HTTP.get(received.code, received.code)
    words = _BY_SERVER.get(code)
    if words is None:
        words = _Words(
            "The server ended the connection",
            f"It gave code {received.code}, whose meaning is its own.",
            "Its own log may tell more.",
        )
    return _told(words, received)


def _told(words: _Words, close: Close, short: str = "") -> AppError:
    evidence = {"close code": str(int(close.code))}
    cause = words.cause
    if close.reason:
        evidence["reason"] = close.reason
        cause = f"{cause} It said: {close.reason.rstrip('.')}."
    return AppError(
        Family.CONNECTION,
        words.title,
        cause=cause,
        hint=words.hint,
        short=short or f"closed {int(close.code)}",
        evidence=evidence,
        remedies=words.remedies,
    )
