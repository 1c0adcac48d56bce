"""Kept secrets in the variables of an entry: after the environment and the env file."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from patchbay.core.config.model import Entry
from patchbay.core.config.reader import read
from patchbay.core.config.variables import Kept, Source, kept_wanted, resolve, sources
from patchbay.core.errors import Action, AppError
from patchbay.core.values import Json

VALUE = "sesame-open-4711"
MakeEntry = Callable[..., Entry]


def holding(values: dict[str, str]) -> Kept:
    return Kept(values, values)


@pytest.fixture
def make(tmp_path: Path) -> MakeEntry:
    """One server that is read from a file."""

    def make(**server: Json) -> Entry:
        path = tmp_path / "mcp.json"
        path.write_text(json.dumps({"mcpServers": {"x": {"command": "npx", **server}}}))
        (entry,) = read(path, {}).entries
        return entry

    return make


def test_a_kept_secret_is_inserted_and_hidden_whatever_its_name(make: MakeEntry) -> None:
    entry = make(args=["--city=${CITY}"], env={"PLACE": "<${CITY}>"})

    definition = resolve(entry, {}, kept=holding({"CITY": VALUE}))

    assert definition.env == {"PLACE": f"<{VALUE}>"}
    assert definition.args == (f"--city={VALUE}",)
    assert definition.masked_args == {0: "--city=•••"}
    assert VALUE in definition.secrets


def test_the_environment_and_the_env_file_come_before_it_and_the_default_after(
    make: MakeEntry, tmp_path: Path
) -> None:
    (tmp_path / "v.env").write_text("B=file\n")
    kept = {"A": "kept-a", "B": "kept-b", "C": "kept-c"}
    entry = make(args=["${A}", "${B}", "${C}", "${C:-default}", "${D:-default}"], envFile="v.env")

    definition = resolve(entry, {"A": "environment"}, kept=holding(kept))

    assert definition.args == ("environment", "file", "kept-c", "kept-c", "default")
    assert [use.source for use in sources(entry, {"A": "x"}, kept=kept)] == [
        Source.ENVIRONMENT,
        Source.ENV_FILE,
        Source.KEPT,
        Source.KEPT,
        Source.DEFAULT,
    ]
    assert kept_wanted(entry, {"A": "x"}, kept=kept) == {"C"}


def test_one_stands_in_for_a_variable_that_is_empty_and_has_a_default(make: MakeEntry) -> None:
    entry = make(args=["${A:-default}"])

    assert kept_wanted(entry, {"A": ""}, kept=["A"]) == {"A"}
    assert resolve(entry, {"A": ""}, kept=holding({"A": VALUE})).args == (VALUE,)


def test_one_in_a_default_is_found(make: MakeEntry) -> None:
    entry = make(env={"K": "${A:-${B}}"})

    assert kept_wanted(entry, {}, kept=["B", "C"]) == {"B"}
    assert resolve(entry, {}, kept=holding({"B": VALUE})).env == {"K": VALUE}


def test_an_unset_variable_can_be_set_at_once(make: MakeEntry) -> None:
    with pytest.raises(AppError) as caught:
        resolve(make(args=["${TWO}", "${ONE}"]), {})

    offered = [(each.action, each.label, each.value) for each in caught.value.remedies]
    assert offered == [
        (Action.SET_VALUE, "Set ONE…", "ONE"),
        (Action.SET_VALUE, "Set TWO…", "TWO"),
    ]


@pytest.mark.parametrize("field", ["command", "cwd", "envFile"])
def test_one_is_not_inserted_where_programs_folders_and_files_are_named(
    make: MakeEntry, field: str
) -> None:
    entry = make(**{field: "there/${API_KEY}"})
    assert not kept_wanted(entry, {}, kept=["API_KEY"])

    with pytest.raises(AppError, match="API_KEY is a kept secret") as caught:
        resolve(entry, {}, kept=holding({"API_KEY": VALUE}))

    assert VALUE not in repr(vars(caught.value))


def test_one_is_the_password_of_a_proxy_and_nothing_else_of_it(make: MakeEntry) -> None:
    far = {"url": "https://there.test/mcp", "command": None, "type": "http"}
    good = make(**far, proxy="http://me:${API_KEY}@office.test:8080")
    assert VALUE in resolve(good, {}, kept=holding({"API_KEY": VALUE})).proxy

    bad = make(**far, proxy="http://${API_KEY}.office.test:8080")
    with pytest.raises(AppError, match="proxy holds a kept secret"):
        resolve(bad, {}, kept=holding({"API_KEY": VALUE}))


def test_each_line_of_a_long_one_is_hidden(make: MakeEntry) -> None:
    lines = ["first-line-of-a-key", "second-line-of-a-key"]

    definition = resolve(make(env={"K": "${PEM}"}), {}, kept=holding({"PEM": "\n".join(lines)}))

    assert {*lines, "\n".join(lines)} <= definition.secrets
