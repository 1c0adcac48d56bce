"""The command line in a real terminal: it asks, waits for the answer, and can be interrupted."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.processes import VARIABLE, end_all, marked, wait_until_none

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")

Config = Callable[..., Path]
LONG = 30.0


class Terminal:
    """A program in a terminal of its own: what it wrote so far, and what is typed."""

    def __init__(self, environment: dict[str, str], *arguments: str | Path) -> None:
        self.said = ""
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "patchbay", *map(str, arguments)],
            env=environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def wait_for(self, words: str) -> None:
        """Read until these words stand there."""
        end = time.monotonic() + LONG
        while words not in self.said:
            assert time.monotonic() < end, self.said
            if not self._read():
                break
        assert words in self.said, self.said

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def end(self) -> int:
        """Read to the end; the exit code."""
        end = time.monotonic() + LONG
        while self._read():
            assert time.monotonic() < end, self.said
        return self.process.wait(LONG)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def _read(self) -> bool:
        """Take what there is, or wait a little for it; false at the end."""
        ready, _, _ = select.select([self._ours], [], [], 1)
        if not ready:
            return True
        try:
            found = os.read(self._ours, 65536)
        except OSError:  # Linux says so when the other side is gone
            return False
        self.said += found.decode(errors="replace").replace("\r\n", "\n")
        return bool(found)


@pytest.fixture
def mark() -> Iterator[str]:
    mark = uuid.uuid4().hex
    yield mark
    end_all(mark)


OpenTerminal = Callable[..., Terminal]


@pytest.fixture
def terminal(environment: dict[str, str], mark: str) -> Iterator[OpenTerminal]:
    config = Path(environment["PATCHBAY_HOME"]) / "config"
    config.mkdir(parents=True)
    settings = {"allow": [sys.executable], "pass_variables": [VARIABLE]}
    (config / "settings.json").write_text(json.dumps(settings))
    opened: list[Terminal] = []

    def open_one(*arguments: str | Path) -> Terminal:
        opened.append(Terminal({**environment, VARIABLE: mark}, *arguments))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


def test_once_is_asked_each_time_and_always_is_remembered(
    terminal: OpenTerminal, config: Config
) -> None:
    file = config(one={**_workshop(), "env": {"TOKEN": "value-of-it"}})

    first = terminal("call", file, "one", "refuse")
    first.wait_for("[n]o: ")
    assert f"{sys.executable} " in first.said
    assert "TOKEN" in first.said
    assert "value-of-it" not in first.said
    first.type("once")
    assert first.end() == 1
    assert "not on a Sunday" in first.said

    second = terminal("tools", file, "one")
    second.wait_for("[n]o: ")
    second.type("always")
    assert second.end() == 0

    third = terminal("tools", file, "one")
    assert third.end() == 0
    assert "[n]o" not in third.said


@pytest.mark.parametrize("answer", ["n", "", "yes please"])
def test_anything_but_a_clear_yes_starts_nothing(
    terminal: OpenTerminal, config: Config, answer: str, tmp_path: Path
) -> None:
    asked = terminal("tools", config(one=_workshop()), "one")
    asked.wait_for("[n]o: ")
    asked.type(answer)

    assert asked.end() == 3
    assert "You did not give your consent" in asked.said


def test_a_command_line_cannot_hide_itself_from_the_terminal(
    terminal: OpenTerminal, config: Config
) -> None:
    asked = terminal("tools", config(one=_workshop("\x1b[2K\rnpx nice", "a\nb\u202ec")), "one")

    asked.wait_for("[n]o: ")

    assert "\x1b" not in asked.said
    assert "\u202e" not in asked.said
    assert r"\x1b[2K\rnpx nice" in asked.said
    asked.type("n")
    assert asked.end() == 3


def test_what_a_server_says_cannot_command_the_terminal(
    terminal: OpenTerminal, config: Config
) -> None:
    words = "\x1b]0;owned\x07 and\ttab"
    done = terminal("call", config(one=_workshop()), "one", "say", f"stderr={words}", "--trust")

    assert done.end() == 0
    assert r"\x1b]0;owned\x07 and" in done.said
    assert "\x1b" not in done.said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_call_leaves_no_process(
    terminal: OpenTerminal, config: Config, mark: str, number: signal.Signals
) -> None:
    calling = terminal("call", config(one=_workshop("child=setsid")), "one", "stall", "--trust")
    calling.wait_for("the workshop is open")
    _wait_until(lambda: len(marked(mark)) >= 4)

    calling.process.send_signal(number)

    wait_until_none(mark, 7)
    calling.end()
    assert "Traceback" not in calling.said


BERTH: dict[str, object] = {
    "message": "Which \x1b[2Kberth?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "quay": {"type": "string", "enum": ["north", "south"]},
            "number": {"type": "integer", "minimum": 1, "default": 3},
            "mail": {"type": "string", "format": "email"},
            "password": {"type": "string"},
            "shore_power": {"type": "boolean"},
        },
        "required": ["quay"],
    },
}
ERAS = pytest.mark.parametrize("era", [(), ("--modern",)], ids=["legacy", "modern"])


def _ask(terminal: OpenTerminal, file: Path, *options: str, **question: object) -> Terminal:
    questions = f"questions:={json.dumps([question or BERTH])}"
    return terminal("call", file, "one", "ask", questions, "--trust", *options)


@ERAS
def test_a_question_of_the_server_is_answered_field_by_field(
    terminal: OpenTerminal, config: Config, era: tuple[str, ...]
) -> None:
    asked = _ask(terminal, config(one=_server("asker.py", *era)))
    asked.wait_for("[c]ancel: ")
    assert r"one asks: Which \x1b[2Kberth?" in asked.said
    assert "“password” looks like a secret" in asked.said
    asked.type("")
    asked.wait_for("quay (enum, required): ")
    assert "one of: north, south" in asked.said
    asked.type("east")
    asked.wait_for("One of north, south")
    asked.type("south")
    asked.wait_for("number (integer ≥ 1) [3]: ")
    asked.type("")
    asked.wait_for("mail (string, email): ")
    asked.type("nobody")
    asked.wait_for("password (string): ")
    asked.type("open sesame")
    asked.wait_for("shore_power (boolean): ")
    asked.type("")
    asked.wait_for("mail: Needs an e-mail address")
    asked.wait_for("address\nmail (string, email): ")
    asked.type("ida@example.org")

    assert asked.end() == 0
    said, _, printed = asked.said.partition("[{")
    assert "open sesame" not in said
    (reply,), _ = json.JSONDecoder().raw_decode("[{" + printed)
    assert reply["action"] == "accept"
    assert reply["content"] == {
        "quay": "south",
        "number": 3,
        "password": "open sesame",
        "mail": "ida@example.org",
    }


@ERAS
@pytest.mark.parametrize(("typed", "action"), [("d", "decline"), ("cancel", "cancel")])
def test_a_question_can_be_declined_or_put_aside(
    terminal: OpenTerminal, config: Config, era: tuple[str, ...], typed: str, action: str
) -> None:
    asked = _ask(terminal, config(one=_server("asker.py", *era)))
    asked.wait_for("[c]ancel: ")
    asked.type(typed)

    assert asked.end() == 0
    assert f'[{{"action": "{action}"}}]' in asked.said


def test_an_address_is_shown_and_not_opened(terminal: OpenTerminal, config: Config) -> None:
    url = "http://pay.example.org/dues"
    asked = _ask(terminal, config(one=_server("asker.py")), mode="url", message="Pay", url=url)
    asked.wait_for("[c]ancel: ")
    assert url in asked.said
    assert "It leads to pay.example.org. Patchbay does not open it." in asked.said
    assert "warning: It is not encrypted" in asked.said
    asked.type("")
    asked.type("o")

    assert asked.end() == 0
    assert '[{"action": "accept"}]' in asked.said


def test_an_interrupt_at_a_question_cancels_the_call(
    terminal: OpenTerminal, config: Config, mark: str
) -> None:
    asked = _ask(terminal, config(one=_server("asker.py")))
    asked.wait_for("[c]ancel: ")

    asked.process.send_signal(signal.SIGINT)

    wait_until_none(mark, 7)
    asked.end()
    assert "Traceback" not in asked.said


@ERAS
def test_without_a_terminal_a_question_is_declined_and_stderr_says_so(
    environment: dict[str, str], terminal: OpenTerminal, config: Config, era: tuple[str, ...]
) -> None:
    del terminal  # it has written the settings
    words = ["call", config(one=_server("asker.py", *era)), "one", "ask", "--trust", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "patchbay", *map(str, words), f"questions:={json.dumps([BERTH])}"],
        check=False,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONG,
    )

    assert "Declined a question of the server, “Which" in done.stderr
    assert "nobody is there to answer" in done.stderr
    assert "[c]ancel" not in done.stdout + done.stderr
    if not era:
        assert "Elicitation not supported" in json.loads(done.stdout)["content"][0]["text"]
    else:
        assert done.returncode != 0


def _workshop(*words: str) -> dict[str, object]:
    return _server("workshop.py", *words)


def _server(program: str, *words: str) -> dict[str, object]:
    path = Path(__file__).parents[1] / "servers" / program
    return {"command": sys.executable, "args": [str(path), *words]}


def _wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
