"""A scripted web server: a good MCP server, but for the steps where its script says otherwise.

A script maps steps to an answer or a list of answers, of which the last is used from then on. A
step is a method and path (`"POST /mcp"`, `"GET /mcp"`, `"DELETE /mcp"`, `"GET /sse"`) or an MCP
method (`"tools/call"`, `"notifications/initialized"`); the former is asked first. What no step
names, and the answer `{}`, is answered well: `/mcp` speaks streamable HTTP (its GET answers 405),
`/sse` with `/messages` the older SSE transport, both with one tool `echo(text)`. An answer's keys:

What is said. With none of these it is the good answer, changed by the keys further down:
- `result`, `error`: a JSON-RPC reply with the request's id.
- `status`: 200 if not given; alone, the body is empty.
- `body`: text as it stands, `%ID%` for the request's id; `text/plain` unless `type` says otherwise.
- `events`: a list for an event stream: a JSON-RPC message (`"id": "%ID%"` for the request's), or an
  object of SSE fields (`event`, `id`, `retry`, `data`), or text as it stands. The reply, where
  `result` or `error` is given too, is the last event.

How it is said:
- `as`: `"sse"` sends a reply as the one event of a stream; `"json"` is the default.
- `type`: the content type; `""` sends none. `headers`: further ones, as an object.
- `pad`: the result's content is one text of so many letters.
- `pause`: seconds before each event. `then`: after the last event `"end"` the stream (default),
  `"cut"` the connection, or let it `"stay"` open.
- `cut`: promise the whole body, send so many bytes of it, and close.

When, or never:
- `delay`: seconds before anything is sent. `hold`: true waits for `WebServer.release()`.
- `drop`: true closes without a reply. `silence`: true never answers and keeps the connection;
  without TLS, `WebServer.left` tells of whom that waits no more.

Over `/messages` the reply travels on the stream of its session: `status` answers the POST itself,
`events` and `body` (as data) are put on the stream, `drop` and `then: "cut"` cut the stream. The
good answer to `GET /sse` is `{"endpoint": "/messages"}`, which can be given to any GET.
"""

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import override

from tests.servers.answers import Answer, Script
from tests.servers.network import Tls
from tests.servers.threads import ThreadedServer
from tests.servers.web_requests import Handler, Recorded, Stream


class WebServer(ThreadedServer):
    """Answers as its script says, and keeps every request in `requests`, in order of arrival.

    `era` says which protocol the good answers speak. A legacy session answers `session_life`
    requests (`None`: any number), then it is lost; a lost one is answered with `lost_status`.
    """

    def __init__(
        self,
        script: Script,
        *,
        era: Literal["legacy", "modern"] = "legacy",
        session_life: int | None = None,
        lost_status: int = 404,
        tls: Tls | None = None,
    ) -> None:
        super().__init__(tls)
        self.era, self.session_life, self.lost_status = era, session_life, lost_status
        self.requests: list[Recorded] = []
        self.sessions: dict[str, int] = {}
        """The living ones, and how many requests each has answered."""
        self.left: list[Recorded] = []
        """Requests whose silence was ended by the other side."""
        self.streams: dict[str, Stream] = {}
        """The open streams of the older SSE transport."""
        self.released = threading.Event()
        self._arrived = threading.Condition()
        self._used: Counter[str] = Counter()
        self._scheme = "http" if tls is None else "https"
        self._script: dict[str, Sequence[Answer]] = {}
        for step, answers in script.items():
            self.answer(step, *([answers] if isinstance(answers, Mapping) else answers))

    @property
    def origin(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        return f"{self.origin}/mcp"

    @property
    def sse_address(self) -> str:
        return f"{self.origin}/sse"

    def answer(self, step: str, *answers: Answer) -> None:
        """Answer this step so from now on; without an answer, well again."""
        with self._arrived:
            self._script[step] = answers
            self._used[step] = 0

    def count(self, step: str) -> int:
        """How many requests of this step (MCP method, or method and path) have arrived."""
        with self._arrived:
            return sum(step in {each.step, each.place} for each in self.requests)

    def wait_for(self, step: str, times: int = 1, seconds: float = 10.0) -> None:
        """Block until so many requests of this step have arrived; in a coroutine, in a thread.

        Raises:
            TimeoutError: they did not.
        """
        with self._arrived:
            if not self._arrived.wait_for(lambda: self.count(step) >= times, seconds):
                raise TimeoutError(f"{self.count(step)} of {times} {step} have arrived")

    def wait_for_leaving(self, step: str, seconds: float = 10.0) -> None:
        """Block until the other side gave up such a request that got no answer.

        Raises:
            TimeoutError: it did not.
        """
        with self._arrived:
            gone = self._arrived.wait_for(lambda: step in [one.step for one in self.left], seconds)
            if not gone:
                raise TimeoutError(f"{step} is still waited for")

    def release(self) -> None:
        """Send the answers that are held, and hold none that comes after."""
        self.released.set()

    def lose_sessions(self) -> None:
        """Forget every session, as a server that was started again."""
        self.sessions.clear()

    @override
    def start(self) -> None:
        self.released.clear()
        super().start()

    @override
    def woken(self) -> None:
        self.released.set()
        self.lose_sessions()
        for stream in list(self.streams.values()):
            stream.put(None)

    @override
    def serve(self, connection: Any) -> None:
        Handler(connection, self)

    def note(self, request: Recorded) -> None:
        with self._arrived:
            self.requests.append(request)
            self._arrived.notify_all()

    def note_leaving(self, request: Recorded) -> None:
        with self._arrived:
            self.left.append(request)
            self._arrived.notify_all()

    def scripted(self, *steps: str) -> Answer:
        """The next answer of the first of these steps that is scripted."""
        with self._arrived:
            for step in steps:
                if answers := self._script.get(step):
                    place = min(self._used[step], len(answers) - 1)
                    self._used[step] += 1
                    if answers[place]:
                        return answers[place]
        return {}
