"""The tap meets every message of every server: nothing that one can say may stop it."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from patchbay.core.sessions.answer import Origin
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.traffic import Traffic
from patchbay.core.values import Json, JsonObject

METHODS = [
    "initialize",
    "server/discover",
    "tools/call",
    "tools/list",
    "prompts/get",
    "prompts/list",
    "resources/read",
]
WORD = st.text("ab\u00b2-5", max_size=3)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "true", "--5", "\u00b2", "-1", "1.0", 1e400])
    | st.just(5000).map(lambda digits: 10**digits),  # too long for hypothesis to print itself
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORD, inner, max_size=2),
    max_leaves=4,
)


def objects(**keys: st.SearchStrategy[Json]) -> st.SearchStrategy[JsonObject]:
    """Objects of some of these keys, each with a likely value or with any."""
    return st.fixed_dictionaries({}, optional={key: keys[key] | VALUES for key in keys})


TOOL = objects(name=WORD, inputSchema=objects(type=st.just("object")))
RESULT = objects(
    isError=VALUES,
    content=VALUES,
    tools=st.lists(TOOL, max_size=2),
    resultType=VALUES,
    supportedVersions=st.lists(VALUES, max_size=2),
    capabilities=VALUES,
    serverInfo=objects(name=VALUES),
    _meta=VALUES,
)
ERROR = objects(code=VALUES, message=VALUES, data=VALUES)
ANSWER = st.fixed_dictionaries(
    {"id": st.just(1) | st.sampled_from(["1", "--5", "\u00b2"]) | VALUES},
    optional={"jsonrpc": VALUES, "result": RESULT, "error": st.none() | ERROR},
)
NOTICE = objects(
    id=VALUES,
    method=st.sampled_from(["notifications/message", "notifications/tools/list_changed"]),
    params=objects(data=VALUES, level=VALUES, logger=VALUES, name=VALUES, uri=VALUES),
)
ANYTHING = objects(id=VALUES, method=VALUES, params=VALUES, result=VALUES, error=VALUES)


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(METHODS), st.lists(ANSWER | NOTICE | ANYTHING, min_size=1, max_size=3))
async def test_no_message_makes_the_tap_raise(method: str, messages: list[JsonObject]) -> None:
    tap = Tap(Traffic(), Log())
    tap.outgoing({"jsonrpc": "2.0", "id": 1, "method": method}, "{}", 2)

    for message in messages:
        waiting = tap.outstanding
        seen = tap.incoming(message, "{}", Origin(2))
        assert seen is None or "method" in seen or seen["id"] in waiting


@pytest.mark.parametrize(
    "answer",
    [
        {"id": 1, "result": {"isError": []}},
        {"id": 1, "error": {"code": "--5"}},
        {"id": 1, "error": {"code": "\u00b2"}},
        {"id": "--5", "result": {}},
        {"id": 10**5000, "result": {}},
        {"method": "notifications/message", "params": {"data": 10**5000}},
    ],
    ids=["flag", "code", "digit", "id", "long id", "long number"],
)
def test_the_oddest_answers_do_not_stop_it(answer: JsonObject) -> None:
    tap = Tap(Traffic(), Log())
    tap.outgoing({"jsonrpc": "2.0", "id": 1, "method": "tools/call"}, "{}", 2)

    tap.incoming(answer, "{}", Origin(2))

    assert tap.outstanding == (() if answer.get("id") == 1 else (1,))
