"""The one border where foreign exceptions become words for people."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import cast

import httpx2
from mcp import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    METHOD_NOT_FOUND,
    REQUEST_TIMEOUT,
    UNSUPPORTED_PROTOCOL_VERSION,
    URL_ELICITATION_REQUIRED,
)
from mcp_types.version import SUPPORTED_PROTOCOL_VERSIONS
from pydantic import ValidationError

from patchbay.core.errors import Action, AppError, Family, Kind, Remedy
from patchbay.core.remedies import SHOW_TRAFFIC
from patchbay.core.sessions.diagnosis.network import network_error
from patchbay.core.sessions.diagnosis.transport import transport_words
from patchbay.core.sessions.questions import asks_in_the_older_way, page_first
from patchbay.core.sessions.repair import REFUSED
from patchbay.core.values import JsonObject, as_list, as_object, as_text

_SEE_TRAFFIC = "The traffic page shows the message as it came."
_LEGACY = Remedy(Action.SET_PROTOCOL, "Use legacy protocol", "legacy")
_OURS = re.compile(r".*Request(?:Params)?$")
"""Models of what is sent; what does not fit these came from our side."""
_MOST_DATA = 2000
_NO_WAY_TO_ASK = "no back-channel for server-initiated requests"
"""What a server made with the SDK says when it wants to ask as it could before 2026-07-28."""


def explain(error: BaseException, *, proxy: str = "") -> AppError:
    """What this exception means, unwrapped from its groups.

    `proxy` tells which proxy the connection goes through, if one does.
    """
    cause = root_cause(error)
    match cause:
        case AppError():
            words = cause
        case MCPError():
            words = _protocol(cause)
        case ValidationError():
            words = _invalid(cause)
        case httpx2.HTTPError():
            words = network_error(cause, tuple(_behind(cause)), proxy)
        case TimeoutError():
            words = AppError(Family.CONNECTION, "Nothing came back in time", kind=Kind.DEADLINE)
        case OSError():
            words = network_error(cause, tuple(_behind(cause)), proxy)
        case RuntimeError() if "protocol version" in str(cause):
            words = _no_common_version(re.findall(r"\d{4}-\d\d-\d\d", str(cause)))
        case _:
            words = AppError(
                Family.CONNECTION,
                "The connection failed",
                cause=str(cause).strip() or type(cause).__name__,
            )
    return words


def offer_legacy(refused: AppError) -> None:
    """What else may work with a server that agreed on the newest protocol and then refused."""
    if refused.family is Family.PROTOCOL and not refused.hint:
        refused.hint = (
            "It agreed on the newest protocol and then refused. "
            "If it only knows older ones, set its protocol to “legacy”."
        )
        refused.remedies = (_LEGACY, SHOW_TRAFFIC)


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


def _behind(error: BaseException) -> Iterator[BaseException]:
    """What an exception was raised from, the nearest first, groups unwrapped."""
    seen: set[int] = set()
    left = [error.__cause__ or error.__context__]
    while left:
        each = left.pop(0)
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        leaves = tuple(_leaves(each))
        if leaves == (each,):
            yield each
            left.append(each.__cause__ or each.__context__)
        else:
            left.extend(leaves)


def _protocol(error: MCPError) -> AppError:
    # A server may use these codes for errors of its own; the words tell them apart.
    match error.code, error.message:
        case (code, "Connection closed") if code == CONNECTION_CLOSED:
            title, evidence = "The server closed the connection", {"code": str(code)}
            return AppError(Family.CONNECTION, title, evidence=evidence)
        case (code, message) if code == REQUEST_TIMEOUT and message.endswith("timed out"):
            title = "The server did not answer in time"
            return AppError(Family.CONNECTION, title, kind=Kind.DEADLINE)
        case (code, message) if code == REFUSED:
            return _unusable(message)
        case (code, _) if code == UNSUPPORTED_PROTOCOL_VERSION:
            return _versions_told(as_object(error.data))
        case (_, message):
            return transport_words(message) or _answered_error(error)


def _unusable(message: str) -> AppError:
    return AppError(
        Family.PROTOCOL,
        "The server's answer could not be used",
        cause=message.rstrip(".") + ".",
        hint=_SEE_TRAFFIC,
        remedies=(SHOW_TRAFFIC,),
    )


def _versions_told(data: JsonObject) -> AppError:
    known = [each for each in as_list(data.get("supported")) if isinstance(each, str)]
    return _no_common_version(known, as_text(data.get("requested")))


def _answered_error(error: MCPError) -> AppError:
    if _NO_WAY_TO_ASK in error.message:
        return asks_in_the_older_way()
    if error.code == URL_ELICITATION_REQUIRED:
        return page_first(error.message, as_object(error.data))
    evidence = {"code": str(error.code)}
    if error.data is not None:
        evidence["data"] = _as_json(error.data)[:_MOST_DATA]
    title = "The server answered with an error"
    if error.code == METHOD_NOT_FOUND:
        title = "The server does not know this request"
    return AppError(Family.PROTOCOL, title, cause=error.message, evidence=evidence)


def _no_common_version(theirs: Sequence[str], asked: str = "") -> AppError:
    """Neither side speaks what the other does; dates are the names of versions."""
    said = f"It speaks {', '.join(theirs)}" if theirs else "It names none that it speaks"
    common = [each for each in theirs if each in SUPPORTED_PROTOCOL_VERSIONS]
    remedies: tuple[Remedy, ...] = ()
    hint = "Update the server, or Patchbay if the server is the newer one."
    if common:
        remedies = (Remedy(Action.SET_PROTOCOL, f"Use {max(common)}", max(common)),)
        hint = f"Set its protocol to {max(common)}, which both know."
    return AppError(
        Family.PROTOCOL,
        "The server speaks no protocol version Patchbay knows",
        cause=f"{said}; Patchbay speaks {', '.join(sorted(SUPPORTED_PROTOCOL_VERSIONS))}.",
        hint=hint,
        short="version",
        evidence={"asked for": asked} if asked else {},
        remedies=remedies,
    )


def _invalid(error: ValidationError) -> AppError:
    """Something did not fit the protocol: mostly the server's answer, never its error."""
    faults = error.errors(include_url=False, include_input=False)
    place = "/".join(str(part) for part in faults[0]["loc"])
    if _OURS.fullmatch(error.title):
        return AppError(
            Family.CONFIGURATION,
            "Patchbay could not put the request together",
            cause=f"A value does not fit at /{place}, so nothing was sent.",
            hint="Check the arguments.",
        )
    if any("resultType" in fault["loc"] for fault in faults):
        return AppError(
            Family.PROTOCOL,
            "The server answers in the shapes of an older protocol",
            cause="It agreed on the newest protocol, but does not keep to it.",
            hint="Set its protocol to “legacy”, or update the server.",
            remedies=(_LEGACY, SHOW_TRAFFIC),
        )
    return AppError(
        Family.PROTOCOL,
        "The server's answer does not follow the protocol",
        cause=f"{faults[0]['msg']} at /{place}.",
        hint=_SEE_TRAFFIC,
        remedies=(SHOW_TRAFFIC,),
    )


def _as_json(data: object) -> str:
    try:
        return json.dumps(data, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(data)
