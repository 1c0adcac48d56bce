"""What the window asks of a relay in its first frame."""

import codecs
import json

from patchbay.relay.frames import CAP, UNTOUCHED, VERSION

_WIDE = ("utf-16", "utf-32")


class BadSpecError(Exception):
    """The relay cannot do what was asked: `version`, `bad-encoding`."""

    def __init__(self, why: str, about: str) -> None:
        super().__init__(why)
        self.why = why
        self.about = about


class Spec:
    """One server to start and how to treat it.

    JSON members: `v` (version), `command` (argv[0]), `executable` (absolute path), `args`, `env`
    (complete), `cwd` (or null), `encoding`, `spool` (folder for large messages, made if missing),
    `cap` and `untouched` (bytes), `grace` ([seconds for the end of stdin, seconds for TERM]),
    `cidfile` (or null: the container named in that file is removed after the stop).
    """

    __slots__ = (
        "args",
        "cap",
        "cidfile",
        "command",
        "cwd",
        "encoding",
        "env",
        "executable",
        "grace",
        "spool",
        "untouched",
    )

    def __init__(self, body: bytes) -> None:
        raw = json.loads(body)
        if raw.get("v") != VERSION:
            raise BadSpecError("version", str(raw.get("v")))
        self.command: str = raw["command"]
        self.executable: str = raw["executable"]
        self.args: list[str] = raw["args"]
        self.env: dict[str, str] = raw["env"]
        self.cwd: str | None = raw.get("cwd")
        self.spool: str = raw["spool"]
        self.cap: int = raw.get("cap", CAP)
        self.untouched: int = min(raw.get("untouched", UNTOUCHED), UNTOUCHED)
        self.grace: list[float] = raw.get("grace", [2.0, 2.0])
        self.cidfile: str | None = raw.get("cidfile")
        self.encoding = _encoding(raw.get("encoding", "utf-8"))


def _encoding(name: str) -> str | None:
    """The codec to transcode from; nothing for UTF-8. Lines of wide codecs cannot be told apart."""
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        raise BadSpecError("bad-encoding", name) from None
    if codec.startswith(_WIDE):
        raise BadSpecError("bad-encoding", name)
    return None if codec in {"utf-8", "ascii", "utf-8-sig"} else codec
