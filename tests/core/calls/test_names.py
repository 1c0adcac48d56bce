"""The names of tools, and finding a tool by them."""

import pytest

from patchbay.core.calls.names import find_tool, model_name, tool_id
from patchbay.core.errors import AppError, Kind


def test_a_model_name_has_hyphens_for_everything_unusual() -> None:
    assert model_name("get.weather/now é_2") == "get-weather-now--_2"


def test_an_id_holds_both_names_verbatim() -> None:
    assert tool_id("my server", "a/b::c") == "mcp::my server::a/b::c"


def test_a_tool_is_found_by_its_name_or_by_its_id() -> None:
    tools = ["read", "a::b", "mcp::files::odd"]

    assert find_tool("read", "files", tools) == "read"
    assert find_tool("mcp::files::read", "files", tools) == "read"
    assert find_tool("mcp::files::a::b", "files", tools) == "a::b"
    assert find_tool("mcp::files::odd", "files", tools) == "mcp::files::odd"


@pytest.mark.parametrize(
    ("wanted", "cause"),
    [
        ("write", "It has read, list."),
        ("mcp::other::read", "mcp::other::read belongs to another server."),
        ("mcp::files::write", "It has read, list."),
    ],
)
def test_a_tool_that_is_not_there_is_an_error_that_helps(wanted: str, cause: str) -> None:
    with pytest.raises(AppError) as caught:
        find_tool(wanted, "files", ["read", "list"])

    assert caught.value.kind is Kind.MISSING
    assert caught.value.title == f"files has no tool called {wanted}"
    assert caught.value.cause == cause
