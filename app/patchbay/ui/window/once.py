"""Keeps a key that is pressed twice from opening a dialog twice."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

A = TypeVar("A")


class Once:
    """Knows which kinds of dialogs are open."""

    def __init__(self) -> None:
        self._open: set[str] = set()

    def is_open(self, kind: str) -> bool:
        return kind in self._open

    async def ask(self, kind: str, ask: Callable[[], Awaitable[A]], otherwise: A) -> A:
        """The answer; `otherwise` while another of the kind is open."""
        if kind in self._open:
            return otherwise
        self._open.add(kind)
        try:
            return await ask()
        finally:
            self._open.discard(kind)
