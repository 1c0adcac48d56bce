"""Names that servers can get in a file."""

import pytest

from patchbay.core.editing.names import free_name, free_names


def test_a_name_that_is_free_stays_as_it_is() -> None:
    assert free_name("x", {"x-2"}) == "x"


def test_a_name_that_is_taken_gets_the_first_free_number() -> None:
    assert free_name("x", {"x", "x-2", "x-4"}) == "x-3"


@pytest.mark.parametrize(
    ("names", "free"),
    [
        (["a", "a", "a"], ["a", "a-2", "a-3"]),
        (["x", "x"], ["x-3", "x-4"]),
        (["b", "b-2"], ["b", "b-2"]),
    ],
)
def test_free_names_never_meet(names: list[str], free: list[str]) -> None:
    assert free_names(names, {"x", "x-2"}) == free
