"""The property bites: a leak of each kind, planted in the real code, is found, and named by what gives it away."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.secrecy.leaks import LEAKS, Leak
from tests.secrecy.minimise import report, smallest
from tests.secrecy.test_noninterference import cases_of
from tests.secrecy.twins import run

_CASES = 12
"""In how many cases a leak must show at least once."""


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found_by_what_gives_it_away(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """The case in which it shows is without a difference when the code is as it should be."""
    cases = list(islice(cases_of(leak.game, leak.variant), _CASES))
    with monkeypatch.context() as planted:
        leak.plant(planted)
        case, failed = next((case, failed) for case in cases if (failed := run(case)).difference is not None)
        text = report(case, failed, most_runs=4)

    assert f", by: {leak.observation}" in text
    assert f"python -m tests.secrecy {case}" in text
    assert run(case).difference is None


def test_a_report_names_the_smallest_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all that differed in secret, the thoughts of one seat are enough to show a leak of who has submitted."""
    (leak,) = [leak for leak in LEAKS if leak.name == "who_has_submitted"]
    case = next(cases_of(leak.game, leak.variant))
    leak.plant(monkeypatch)

    changes, difference = smallest(case, run(case), most_runs=40)

    (change,) = changes
    assert change.startswith("phase 1: thoughts of ")
    assert difference.moment == "phase 1 (opening), moment 1"
