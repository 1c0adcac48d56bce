"""Proxy, certificates and total time-out: from the file to the definition, and what is hidden."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from patchbay.core.config.masking import masked_text
from patchbay.core.config.model import Definition, Entry
from patchbay.core.config.reader import language, read_document, read_text
from patchbay.core.config.variables import resolve, sources
from patchbay.core.editing.lossless import Lossless
from patchbay.core.errors import AppError, Kind

FILE = Path("/p/mcp.json")
FAR: dict[str, object] = {"type": "http", "url": "https://far.test/mcp"}


def entry_of(**fields: object) -> Entry:
    (entry,) = read_text(FILE, json.dumps({"mcpServers": {"far": {**FAR, **fields}}})).entries
    return entry


def told(entry: Entry) -> list[str]:
    return [f"{each.severity}: {each.message}" for each in entry.problems]


def definition(environment: dict[str, str] | None = None, **fields: object) -> Definition:
    return resolve(entry_of(**fields), environment or {"HOME": "/h"})


def test_the_fields_are_read_in_both_spellings_and_resolved_from_the_folder_of_the_file() -> None:
    small = entry_of(
        ca_file="ca.pem", client_cert="~/me.pem", client_key="${KEYS}/me.key", proxy="NONE"
    )
    camel = entry_of(
        caFile="ca.pem", clientCert="~/me.pem", clientKey="${KEYS}/me.key", totalTimeout=7200
    )

    assert told(small) == told(camel) == []
    assert not small.kept
    assert not camel.kept
    assert camel.total_timeout == 7200
    found = resolve(small, {"HOME": "/h", "KEYS": "/k"})
    assert found.ca_file == Path("/p/ca.pem")
    assert found.client_cert == Path("/h/me.pem")
    assert found.client_key == Path("/k/me.key")
    assert found.proxy == "none"
    assert [use.field for use in sources(small, {})] == ["client key"]
    with pytest.raises(AppError, match="KEYS is not set"):
        resolve(small, {})


def test_a_whole_call_may_last_an_hour_or_as_long_as_its_silence_may() -> None:
    assert definition().total_timeout == 3600
    patient = replace(entry_of(), request_timeout=7200)
    assert resolve(patient, {"HOME": "/h"}).total_timeout == 7200
    assert definition(total_timeout=5).total_timeout == 5


def test_what_is_likely_a_mistake_is_told() -> None:
    stdio = entry_of(type="stdio", command="uvx", proxy="http://office:1", caFile="ca.pem")

    assert [line for line in told(stdio) if "no effect" in line] == [
        "warning: ca_file has no effect on a server that is started by a command",
        "warning: proxy has no effect on a server that is started by a command",
    ]
    assert told(entry_of(client_key="k.pem")) == [
        "warning: client_key has no effect without client_cert"
    ]
    assert told(entry_of(url="http://localhost:1/mcp", proxy="http://office:1")) == [
        "warning: The proxy is not used: the url is an address of this computer"
    ]
    assert told(entry_of(total_timeout=10, request_timeout=20)) == [
        "warning: total_timeout ends a call after 10 s, before the request_timeout of 20 s"
    ]
    assert told(entry_of(total_timeout=3_600_000)) == [
        "warning: total_timeout is in seconds; 3.6e+06 looks like milliseconds and is not applied"
    ]


def test_a_proxy_that_cannot_be_is_an_error_that_repeats_nothing_of_it() -> None:
    wrong = "http://me:s3cr3t@office:bar"
    (line,) = told(entry_of(proxy=wrong))
    assert line == "error: The proxy has a wrong host or port"

    assert told(entry_of(proxy="${OFFICE}")) == []
    with pytest.raises(AppError) as caught:
        definition({"OFFICE": wrong}, proxy="${OFFICE}")
    assert caught.value.kind is Kind.REFUSED
    assert "s3cr3t" not in f"{caught.value}"


@pytest.mark.parametrize(
    "written",
    ["http://me:s3cr3tword@office:1", "me:s3cr3tword@office", "http://me:s3cr3tword@office:bar"],
)
def test_the_password_of_a_proxy_is_a_secret_wherever_text_is_shown(written: str) -> None:
    text = json.dumps({"mcpServers": {"far": {**FAR, "proxy": written}}})
    source = Lossless(text, language(FILE, text))
    file = read_document(FILE, source.document)

    shown = masked_text(file, source.document.root)

    assert "s3cr3tword" not in shown
    assert len(shown) == len(text)
    assert "office" in shown
    if "bar" not in written:
        assert "s3cr3tword" in definition(proxy=written).secrets
