"""How starting and stopping a server may turn out."""


class SpawnError(Exception):
    """The server could not be started.

    `why` is `bad-cwd`, `no-such-command`, `not-executable`, `bad-interpreter`, `bad-format`,
    `too-long` or `other`; `path` is what it is about, `number` the errno if there is one.
    """

    def __init__(self, why: str, path: str, number: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.path = path
        self.number = number


class Stopped:
    """How a stop went: signals that had to be sent, processes that would not die, seconds."""

    __slots__ = ("did", "left", "took")

    def __init__(self, did: list[str], left: list[int], took: float) -> None:
        self.did = did
        self.left = left
        self.took = took
