"""The one border where foreign exceptions become words for people."""

import json
from collections.abc import Iterator
from typing import cast

import httpx2
from mcp import MCPError
from mcp_types import CONNECTION_CLOSED, METHOD_NOT_FOUND, REQUEST_TIMEOUT
from pydantic import ValidationError

from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.sessions.repair import REFUSED


def explain(error: BaseException) -> AppError:
    """What this exception means, unwrapped from its groups."""
    cause = root_cause(error)
    match cause:
        case AppError():
            words = cause
        case MCPError():
            words = _protocol(cause)
        case ValidationError():
            words = AppError(
                Family.PROTOCOL,
                "The server's answer does not follow the protocol",
                cause=_first_fault(cause),
                hint="The traffic page shows the message as it came.",
            )
        case httpx2.HTTPError():
            words = _network(cause)
        case TimeoutError():
            words = AppError(Family.CONNECTION, "Nothing came back in time", kind=Kind.DEADLINE)
        case RuntimeError() if "protocol version" in str(cause):
            words = AppError(
                Family.PROTOCOL,
                "The server speaks no protocol version Patchbay knows",
                cause=str(cause).rstrip(".") + ".",
                hint="Update the server, or set its protocol to “legacy”.",
            )
        case _:
            words = AppError(Family.CONNECTION, "The connection failed", cause=str(cause).strip())
    return words


def root_cause(error: BaseException) -> BaseException:
    """The first exception inside nested groups that is not a mere cancellation."""
    return next(_leaves(error), error)


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        # The group's type argument is lost in isinstance().
        for inner in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _protocol(error: MCPError) -> AppError:
    code, message = error.code, error.message
    evidence = {"code": str(code)}
    if code == CONNECTION_CLOSED and message == "Connection closed":
        return AppError(Family.CONNECTION, "The server closed the connection", evidence=evidence)
    if code == REQUEST_TIMEOUT:
        return AppError(Family.CONNECTION, "The server did not answer in time", kind=Kind.DEADLINE)
    if code == REFUSED:
        return AppError(
            Family.PROTOCOL,
            "The server's answer could not be used",
            cause=message.rstrip(".") + ".",
            hint="The traffic page shows the message as it came.",
        )
    if code == METHOD_NOT_FOUND:
        return AppError(
            Family.PROTOCOL,
            "The server does not know this request",
            cause=message,
            evidence=evidence,
        )
    if error.data is not None:
        evidence["data"] = _as_json(error.data)[:2000]
    return AppError(
        Family.PROTOCOL, "The server answered with an error", cause=message, evidence=evidence
    )


def _as_json(data: object) -> str:
    try:
        return json.dumps(data, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(data)


def _network(error: httpx2.HTTPError) -> AppError:
    words = str(error) or type(error).__name__
    if isinstance(error, httpx2.TimeoutException):
        return AppError(
            Family.CONNECTION, "The server did not answer in time", cause=words, kind=Kind.DEADLINE
        )
    if "CERTIFICATE_VERIFY_FAILED" in words:
        return AppError(
            Family.CONNECTION,
            "The server's certificate is not trusted",
            cause=words,
            hint="Add its certificate authority to the system's trust store.",
        )
    return AppError(
        Family.CONNECTION,
        "The address cannot be reached",
        cause=words.rstrip(".") + ".",
        hint="Check that the server runs and that the address and port are right.",
    )


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    place = "/".join(str(part) for part in fault["loc"])
    return f"{fault['msg']} at /{place}."
