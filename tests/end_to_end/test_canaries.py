"""No secret of a config is ever printed, or kept outside of the copies of the config itself.

A result that a tool gave without an error is the one exception: it is what a person asked for.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.end_to_end.canaries import VARIABLES, Nest, kept_files, leaks, telling_socket
from tests.remote import StartProxy, StartWeb

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Config = Callable[..., Path]


def test_no_command_gives_a_secret_away(
    patchbay: Patchbay,
    config: Config,
    web: StartWeb,
    proxy: StartProxy,
    tmp_path: Path,
    allowed: None,
) -> None:
    with telling_socket() as socket:
        file = config(**Nest(tmp_path, web, proxy, socket).servers)
        seen: dict[str, str] = {}
        for line in (
            ("servers", file),
            ("check", file),
            ("trust", file, "local"),
            ("doctor", file, "--trust"),
            ("doctor", file, "--trust", "--json"),
            ("tools", file, "local"),
            ("tools", file, "local", "--json"),
            ("call", file, "local", "fail"),
            ("call", file, "local", "refuse", "--json"),
            ("call", file, "local", "die"),
            ("set", file, "local", "cwd=/tmp"),
        ):
            told = patchbay(*line, env=VARIABLES)
            words = f"patchbay {' '.join(str(each) for each in line if each != file)}"
            assert "Traceback" not in told.stderr, told.stderr
            assert told.stdout + told.stderr, words
            seen[words] = told.stdout + told.stderr

    assert "••••••" in seen["patchbay doctor --trust"]
    own = tmp_path / "home" / "patchbay"
    kept = kept_files(own, (own / "data/versions", own / "data/journal"))
    found = leaks({**seen, **kept})
    assert not found, "\n".join(found)
