"""`patchbay doctor`: each server looked into by itself, in words and as JSON."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Config = Callable[..., Path]


def test_every_server_is_started_in_turn_and_told_apart(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    code = "import sys; sys.stderr.write('Error: BRAVE_API_KEY is required'); sys.exit(2)"
    file = config(
        keyless={"command": sys.executable, "args": ["-c", code]},
        missing={"command": "uvx", "args": ["x"], "env": {"PATH": "/nowhere"}},
        good="sdk.py",
        parked={"command": sys.executable, "disabled": True},
        far={"url": "http://127.0.0.1:9/mcp", "headers": {"X": "${PATCHBAY_UNSET}"}},
    )

    told = patchbay("doctor", file, "--trust", env={"PATH": "/nowhere/at/all"})

    assert told.returncode == 4, told.stderr
    keyless, missing, good, parked, far = told.stdout.split("\n  problems")[1:]
    assert "exited with code 2" in keyless
    assert "BRAVE_API_KEY is missing or empty." in keyless
    assert "no program called uvx in the one folder of the search path: /nowhere/at/all" in missing
    assert "ready in" in good
    assert "6 tools" in good
    assert "not tried: it is disabled" in parked
    assert "PATCHBAY_UNSET is not set" in far
    assert told.stdout.endswith("5 servers: 2 fine, 3 not.\n")


def test_without_a_consent_nothing_starts_and_json_says_so(
    patchbay: Patchbay, config: Config, allowed: None, tmp_path: Path
) -> None:
    proof = tmp_path / "it ran"
    code = f"open({str(proof)!r}, 'w')"
    file = config(one={"command": sys.executable, "args": ["-c", code]}, two="sdk.py")

    told = patchbay("doctor", file, "one", "--json")

    assert told.returncode == 3, told.stderr
    (found,) = json.loads(told.stdout)
    assert (found["name"], found["status"]) == ("one", "refused")
    assert found["program"]["path"] == sys.executable
    assert "patchbay trust" in found["error"]["hint"]
    assert not proof.exists()


def test_a_server_that_says_nothing_is_given_up_after_the_time_that_was_given(
    patchbay: Patchbay, config: Config, allowed: None
) -> None:
    file = config(
        mute={"command": sys.executable, "args": ["-c", "import time; time.sleep(99)"]},
    )

    told = patchbay("doctor", file, "--trust", "--start-timeout", "0.5")

    assert told.returncode == 5, told.stderr
    assert "mute did not come up within 0.5 s." in told.stdout
