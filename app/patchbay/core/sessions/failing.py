"""Chooses the evidence that tells why a server did not start, or why it went away."""

from collections.abc import Sequence
from typing import Protocol

from mcp import MCPError
from mcp_types import CONNECTION_CLOSED

from patchbay.core.config.model import Definition
from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.diagnosis.exits import died_early
from patchbay.core.sessions.diagnosis.proxy import proxy_words
from patchbay.core.sessions.diagnosis.signs import read_signs
from patchbay.core.sessions.diagnosis.spawn import spawn_error
from patchbay.core.sessions.diagnosis.transport import is_of_transport
from patchbay.core.sessions.diagnosis.web import web_error
from patchbay.core.sessions.explain import explain, root_cause
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.remote.refusal import Refusal
from patchbay.core.sessions.stdio import StdioTransport


class RemoteTransport(Protocol):
    """What a transport to an address saw: the last HTTP answer that was none, and its end."""

    @property
    def refusal(self) -> Refusal | None: ...
    @property
    def failure(self) -> BaseException | None: ...


def process_error(error: BaseException, transport: StdioTransport, log: Log) -> AppError:
    """Why a program did not come up."""
    if isinstance(cause := root_cause(error), AppError):
        return cause
    if transport.spawn_failed is not None:
        return spawn_error(transport.spawn_failed)
    if transport.exited is not None and not transport.exited.asked:
        return died_early(transport.exited, log)
    found = explain(error)
    if found.family is Family.PROTOCOL and not found.hint and (sign := read_signs(found.cause)):
        found.hint, found.remedies = sign.hint, sign.remedies
    return found


def address_error(
    error: BaseException,
    transport: RemoteTransport,
    definition: Definition,
    earlier: Sequence[AppError] = (),
) -> AppError:
    """Why a server at an address did not come up, after the failures of `earlier` attempts.

    `definition` has the transport of this one.
    """
    cause = root_cause(error)
    found = cause if isinstance(cause, AppError) else _of_address(error, transport, definition)
    found.evidence.setdefault("transport", definition.transport.value)
    if earlier:
        found.evidence["attempts"] = "\n".join(map(_attempt, (*earlier, found)))
    return found


def _of_address(
    error: BaseException, transport: RemoteTransport, definition: Definition
) -> AppError:
    """The HTTP answer where that ended the start: there are others that mean nothing."""
    proxy = proxy_words(definition)
    if transport.failure is not None:
        return explain(transport.failure, proxy=proxy)
    cause = root_cause(error)
    refused = isinstance(cause, MCPError) and (
        cause.code == CONNECTION_CLOSED or is_of_transport(cause.message)
    )
    if refused and transport.refusal is not None:
        return web_error(transport.refusal)
    return explain(error, proxy=proxy)


def _attempt(error: AppError) -> str:
    """One attempt in one line: how it was made, and what came of it."""
    told = error.evidence.get("status") or error.title
    how = error.evidence.get("transport", "")
    return f"{how}: {told}" if how else told
