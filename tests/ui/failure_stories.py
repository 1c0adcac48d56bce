"""The panel that says why a server is not running, in its telling states."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from patchbay.core.errors import Action, AppError, Family, Remedy
from patchbay.core.sessions.diagnosis.exits import died_early
from patchbay.core.sessions.diagnosis.web import web_error
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.relay_events import Exited
from patchbay.core.sessions.remote.refusal import Refusal
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Stopped
from patchbay.core.trust.allow import check_address
from patchbay.ui.controls import column
from patchbay.ui.servers import FailurePanel
from tests.ui.form_stories import a_session
from tests.ui.stories import Story

WIDE, NARROW = (1_016, 320), (696, 320)
URL = "https://mcp.example.org/mcp"


def exited() -> Session:
    session = a_session(Stopped())
    session.log.begin()
    session.log.add_all(
        Source.STDERR,
        (
            "14:02:11 INFO  weather-mcp 0.9.1",
            "Traceback (most recent call last):",
            '  File "weather_mcp/server.py", line 88, in main',
            '    key = os.environ["WEATHER_API_KEY"]',
            "KeyError: 'WEATHER_API_KEY'",
        ),
    )
    error = died_early(Exited(1, None, None, 0.0, (), (), None), session.log)
    session.state = Failed(error, error.short)
    return session


def redirected() -> Session:
    target = "https://eu.mcp.example.org/v2/mcp"
    refusal = Refusal(308, "Permanent Redirect", URL, {"location": target}, "", target)
    return failed(web_error(refusal))


def tried_twice() -> Session:
    error = web_error(Refusal(404, "Not Found", URL, {}, ""))
    error.evidence["attempts"] = "http: 405 Method Not Allowed\nsse: 404 Not Found"
    return failed(error)


def older_shapes() -> Session:
    error = AppError(
        Family.PROTOCOL,
        "The server answers in the shapes of an older protocol",
        cause="It agreed on the newest protocol, but does not keep to it.",
        hint="Set its protocol to “legacy”, or update the server.",
        remedies=(
            Remedy(Action.SET_PROTOCOL, "Use legacy protocol", "legacy"),
            Remedy(Action.SHOW_TRAFFIC, "Show traffic"),
        ),
    )
    return failed(error)


def insecure() -> Session:
    try:
        check_address("http://printer.office.example/mcp")
    except AppError as error:
        return a_session(Stopped(blocked=error))
    raise AssertionError("an insecure address was let pass")


def failed(error: AppError) -> Session:
    return a_session(Failed(error, error.short))


def panel(session: Session, *, wide: bool) -> QWidget:
    """The panel above the room that its pages take."""
    page, shown = QWidget(), FailurePanel(session)
    shown.set_wide(wide=wide)
    page.setLayout(column(shown, None, gap=0))
    return page


MAKERS = {
    "failure-exit": exited,
    "failure-redirect": redirected,
    "failure-attempts": tried_twice,
    "failure-older-shapes": older_shapes,
    "failure-insecure": insecure,
}


def story(name: str, *, wide: bool) -> Story:
    make = MAKERS[name]

    def made(folder: Path) -> QWidget:
        del folder
        return panel(make(), wide=wide)

    return Story(name if wide else f"{name}-narrow", made, *(WIDE if wide else NARROW))


FAILURE_STORIES = tuple(story(name, wide=wide) for name in MAKERS for wide in (True, False))
