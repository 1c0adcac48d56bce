"""Which proxy is used: the entry's, the environment's, and never one for this computer."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import AppError, Kind
from patchbay.core.sessions.remote.proxies import proxy_for

FAR = "https://api.far.test/mcp"
OFFICE = {"HTTPS_PROXY": "http://office:3128", "HTTP_PROXY": "plain:8080"}


def proxy(
    url: str = FAR, environment: Mapping[str, str] = OFFICE, *, written: str = ""
) -> str | None:
    definition = Definition("far", Path("mcp.json"), Transport.HTTP, url=url, proxy=written)
    return proxy_for(definition, environment)


@pytest.mark.parametrize(
    ("url", "environment", "found"),
    [
        (FAR, OFFICE, "http://office:3128"),
        ("wss://api.far.test/mcp", OFFICE, "http://office:3128"),
        ("http://api.far.test/mcp", OFFICE, "http://plain:8080"),
        ("ws://api.far.test/mcp", OFFICE, "http://plain:8080"),
        (FAR, {}, None),
        (FAR, {"HTTP_PROXY": "http://plain:8080"}, None),
        (FAR, {"ALL_PROXY": "socks5h://[fd00::1]"}, "socks5h://[fd00::1]:1080"),
        (FAR, {"ALL_PROXY": "http://all", **OFFICE}, "http://office:3128"),
        (FAR, {"https_proxy": "https://small", **OFFICE}, "https://small:443"),
        (FAR, {"https_proxy": "", **OFFICE}, None),
        (FAR, {"HTTPS_PROXY": " user:p%40ss@office:80 "}, "http://user:p%40ss@office:80"),
        (FAR, {"HTTPS_PROXY": "http://token@office"}, "http://token:@office:80"),
    ],
)
def test_the_environment_names_the_proxy_for_a_scheme(
    url: str, environment: Mapping[str, str], found: str | None
) -> None:
    assert proxy(url, environment) == found


@pytest.mark.parametrize(
    "url", ["http://localhost:1/", "https://127.0.0.9/", "http://[::1]/", "ws://a.localhost/"]
)
def test_nothing_for_this_computer_goes_to_a_proxy(url: str) -> None:
    assert proxy(url) is None
    assert proxy(url, written="http://office:1") is None


@pytest.mark.parametrize(
    ("spared", "is_spared"),
    [
        ("*", True),
        ("far.test", True),
        (".far.test", True),
        ("*.far.test", True),
        ("other, API.FAR.TEST", True),
        ("api.far.test:443", True),
        ("api.far.test:8443", False),
        ("r.test", False),
        ("api.far.test.evil", False),
        ("", False),
        (" , ", False),
    ],
)
def test_hosts_that_are_spared_are_reached_directly(spared: str, *, is_spared: bool) -> None:
    assert (proxy(environment={**OFFICE, "NO_PROXY": spared}) is None) is is_spared
    assert proxy(environment={**OFFICE, "NO_PROXY": spared}, written="http://own:1")


def test_addresses_and_nets_are_spared_by_number() -> None:
    spared = {**OFFICE, "no_proxy": "10.0.0.0/8,fd00::/8,[fe80::1]"}

    assert proxy("https://10.1.2.3/", spared) is None
    assert proxy("https://[fd12::3]/", spared) is None
    assert proxy("https://[fe80::1]/", spared) is None
    assert proxy("https://11.1.2.3/", spared) == "http://office:3128"


def test_what_the_entry_says_counts_before_the_environment() -> None:
    assert proxy(written="none") is None
    assert proxy(written="socks5://own") == "socks5://own:1080"


@pytest.mark.parametrize(
    "bad",
    [
        "http://user:s3cr3t@office:bar",
        "http://user:s3cr3t#x@office:80",
        "http://user:s3cr3t@office:80/path",
        "http://user:s3cr3t@",
        "http://user:s3cr3t@off ice:80",
        "socks4://user:s3cr3t@office:1",
        "ftp://user:s3cr3t@office:1",
        "http://user:s3cr3t@[office:1",
    ],
)
def test_a_proxy_that_cannot_be_is_told_by_its_variable_and_never_by_its_password(bad: str) -> None:
    with pytest.raises(AppError) as of_variable:
        proxy(environment={"ALL_PROXY": bad})
    with pytest.raises(AppError) as of_entry:
        proxy(written=bad)

    assert "The variable ALL_PROXY" in of_variable.value.cause
    assert of_variable.value.evidence == {"source": "ALL_PROXY"}
    assert of_entry.value.evidence == {"field": "proxy"}
    for error in (of_variable.value, of_entry.value):
        assert error.kind is Kind.REFUSED
        assert "s3cr3t" not in f"{error} {error.evidence}"
    assert ("only socks5" in of_entry.value.cause) is bad.startswith("socks4")
