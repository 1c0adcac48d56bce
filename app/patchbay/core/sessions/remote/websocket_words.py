"""Why no WebSocket came about, in words."""

from websockets.exceptions import (
    InvalidMessage,
    InvalidProxy,
    InvalidProxyStatus,
    InvalidStatus,
    InvalidURI,
    NegotiationError,
    ProxyError,
    WebSocketException,
)

from patchbay.core.errors import AppError, Family, Remedy
from patchbay.core.remedies import EDIT_PROXY, EDIT_URL


def handshake_words(error: WebSocketException) -> AppError:
    """Why no WebSocket connection came about; never repeats an address, which may hold secrets."""
    match error:
        case InvalidURI():
            words = _refused(
                "The address is no WebSocket address",
                f"It cannot be used: {error.msg}.",
                "It begins with wss:// (or ws:// on this computer).",
                EDIT_URL,
            )
        case InvalidProxy():
            words = _refused(
                "The proxy's address cannot be used",
                f"It says: {error.msg}.",
                "Correct “proxy” in the server's entry, or the proxy variables.",
                EDIT_PROXY,
            )
        case InvalidProxyStatus() if error.response.status_code == 407:
            words = _refused(
                "The proxy wants a login",
                "It answered 407.",
                "Put name and password into the address of the proxy.",
                EDIT_PROXY,
            )
        case ProxyError():
            words = _refused(
                "The proxy did not let the connection through",
                f"It said: {_innermost(error)}.",
                "Check the proxy, or set “proxy” to none to go without.",
                EDIT_PROXY,
            )
        case InvalidStatus():
            words = _refused(
                "The address does not speak WebSocket",
                f"It answered {error.response.status_code} instead of changing to WebSocket.",
                "Check the path, or use “http” if the server offers streamable HTTP.",
                EDIT_URL,
            )
        case NegotiationError():
            words = _refused(
                "The server does not speak MCP here",
                f"Patchbay asked for the subprotocol “mcp”; the answer was: {error}.",
                "Check the path of the address.",
                EDIT_URL,
            )
        case InvalidMessage() if isinstance(error.__cause__, EOFError):
            words = _refused(
                "The server broke off the connection",
                "It took the connection and closed it without an answer.",
                "Check host and port; a server with TLS needs an address with wss://.",
                EDIT_URL,
            )
        case _:
            words = _refused(
                "The address does not speak WebSocket",
                f"Its answer is no WebSocket handshake: {_innermost(error)}.",
                "Check host, port and path.",
                EDIT_URL,
            )
    return words


def _refused(title: str, cause: str, hint: str, remedy: Remedy) -> AppError:
    short = "proxy" if remedy is EDIT_PROXY else "no websocket"
    return AppError(
        Family.CONNECTION, title, cause=cause, hint=hint, short=short, remedies=(remedy,)
    )


def _innermost(error: BaseException) -> str:
    """What lies at the bottom of an exception that says little itself."""
    while isinstance(error, InvalidMessage | ProxyError) and error.__cause__ is not None:
        error = error.__cause__
    return str(error).rstrip(".") or type(error).__name__
