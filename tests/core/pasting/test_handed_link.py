"""Links that reach Patchbay from outside: what they carry, and what is said of bad ones."""

import base64
import json
from urllib.parse import quote

import pytest

from patchbay.core.errors import AppError
from patchbay.core.pasting.handed_link import MAX_LINK, text_to_paste
from patchbay.core.pasting.pasting import paste

SERVER = {"command": "npx", "args": ["-y", "charts mcp", "ä&b"], "env": {"A": "1+1"}}
JSON = json.dumps(SERVER)
BASE64 = base64.b64encode(JSON.encode()).decode()
WRAPPED = json.dumps({"mcpServers": {"charts": SERVER}})

TITLE_ONLY = '{"title": "none"}'
WITH_VARIABLE = '{"env": {"KEY": "hunter2"}}'


@pytest.mark.parametrize(
    "link",
    [
        f"patchbay:add?name=charts&config={quote(JSON)}",
        f"patchbay://add?name=charts&config={quote(JSON, safe='')}",
        f"patchbay://add/?name=charts&config={BASE64}",
        f"patchbay:add?config={BASE64.rstrip('=').replace('+', '-')}&name=charts",
        f"patchbay:add?config={quote(WRAPPED)}",
        f"cursor://anysphere.cursor-deeplink/mcp/install?name=charts&config={quote(BASE64)}",
        f"vscode:mcp/install?{quote(json.dumps({'name': 'charts', **SERVER}))}",
    ],
)
def test_the_server_of_a_link_is_found_whatever_its_form(link: str) -> None:
    (server,) = paste(text_to_paste(link)).servers

    assert server.name == "charts"
    assert (server.command, server.args) == ("npx", ("-y", "charts mcp", "ä&b"))
    assert server.env == {"A": "1+1"}


def test_a_link_that_nobody_encoded_is_read_as_it_is_meant() -> None:
    link = 'patchbay:add?name=charts&config={"command": "npx", "args": ["(a)", "<b>"]}'

    (server,) = paste(text_to_paste(link)).servers

    assert server.args == ("(a)", "<b>")


@pytest.mark.parametrize(
    ("link", "cause"),
    [
        ("patchbay:run?command=rm", "begins with “patchbay:”"),
        ("https://example.org/mcp.json", "begins with “https:”"),
        ("patchbay:add?name=charts", "neither JSON nor JSON in base64"),
        ("patchbay:add?name=charts&config=%FF%FE", "neither JSON"),
        ("patchbay:add?name=charts&config=c2VjcmV0", "neither JSON nor"),
        (f"patchbay:add?config={quote(TITLE_ONLY)}", "has a command or a url"),
        (f"patchbay:add?config={'a' * MAX_LINK}", "longer than 64 thousand"),
    ],
)
def test_a_bad_link_says_what_is_wrong_and_how_one_looks(link: str, cause: str) -> None:
    with pytest.raises(AppError) as refused:
        text_to_paste(link)

    assert refused.value.title == "This link adds no server"
    assert cause in refused.value.cause
    assert "patchbay:add?name=" in refused.value.hint


def test_no_value_of_a_bad_link_is_told() -> None:
    link = f"patchbay:add?name=a&config={quote(WITH_VARIABLE)}"

    with pytest.raises(AppError) as refused:
        text_to_paste(link)

    assert "hunter2" not in f"{refused.value.cause}{refused.value.hint}"
