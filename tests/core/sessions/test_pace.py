"""How often something may happen."""

from patchbay.core.sessions.pace import Pace


def test_a_burst_passes_and_then_nothing_until_time_goes_by() -> None:
    pace = Pace(burst=3, per_second=0.001)

    assert [pace.lets() for _ in range(5)] == [True, True, True, False, False]


def test_time_lets_more_through_but_never_more_than_a_burst() -> None:
    pace = Pace(burst=2, per_second=1e9)

    assert all(pace.lets() for _ in range(10))
