"""What a short run tries of large products, and what it never leaves out (`tests/sampling.py`, `tests/rooms.py`)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.planted import FAULTS, planted_in
from tests.rooms import ROOMS, whole_after
from tests.sampling import Sample

ROOT = Path(__file__).parents[1]

PARTS = [
    f"{path.relative_to(ROOT)}{'/any.py' if path.is_dir() else ''}"
    for folder in ("engines", "server", "clients")
    for path in sorted((ROOT / folder).iterdir())
    if path.name not in ("__pycache__", "__init__.py", "py.typed", "examples") and not path.name.startswith(".")
]
"""A file in each part of the code."""

OFF = ("-p", "no:hypothesispytest", "-p", "no:schemathesis", "-p", "no:anyio")
"""Plugins that this process has imported already, which they warn of."""

OF_A_SUITE = """
import pytest

pytest_plugins = ("tests.sampling",)
"""

SUITE = """
import pytest

@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request):
    return request.param

@pytest.mark.sampled
@pytest.mark.parametrize("row", range(40))
def test_rows(row):
    pass

@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("number", range(5))
def test_few(number):
    pass

@pytest.mark.sampled(each=lambda params: params["kind"])
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("kind", ["one", "other"])
def test_kinds(kind, number):
    pass

def test_database(database_url):
    pass

def test_alone():
    pass

def test_random(sample):
    assert len(sample.seeds(30)) == (3 if sample._depth == 0.1 else 30 * sample._depth)
"""


@pytest.fixture(autouse=True)
def _configured(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makeconftest(OF_A_SUITE)


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """A small suite with one product of each form."""
    pytester.makepyfile(SUITE)
    return pytester


def _run(suite: pytest.Pytester, *arguments: str) -> list[str]:
    """Return what has passed."""
    done = suite.runpytest_inprocess("-v", *OFF, *arguments)
    return [line.split(" ")[0].partition("::")[2] for line in done.outlines if " PASSED" in line]


def test_a_short_run_tries_a_tenth_of_each_product(suite: pytest.Pytester) -> None:
    passed = _run(suite, "--depth", "0.1", "--seed", "one")

    count = {name: sum(each.startswith(name) for each in passed) for name in ("test_rows", "test_few")}
    assert count == {"test_rows": 4, "test_few": 2}
    assert sum(each.startswith("test_kinds[one") for each in passed) == 1
    assert sum(each.startswith("test_kinds[other") for each in passed) == 1
    assert {"test_alone", "test_random"} <= set(passed)


def test_a_run_that_is_not_whole_tries_a_test_on_one_database(suite: pytest.Pytester) -> None:
    passed = _run(suite, "--depth", "0.9")

    assert sum(each.startswith("test_database") for each in passed) == 1


def test_the_same_seed_tries_the_same_and_another_one_something_else(suite: pytest.Pytester) -> None:
    first, again, other = (_run(suite, "--seed", seed) for seed in ("one", "one", "other"))

    assert first == again
    assert first != other


def test_a_short_run_tries_half_of_the_tests_that_call_a_server(pytester: pytest.Pytester) -> None:
    """All of those about secrecy and of tables."""
    calls = "import pytest\n@pytest.fixture\ndef world(): pass\n"
    calls += "\n".join(f"def test_{number}(world): pass" for number in range(40))
    for folder in ("attacks", "secrecy"):
        path = pytester.path / "tests" / folder
        path.mkdir(parents=True)
        (path / f"test_{folder}.py").write_text(calls)

    tried = {seed: _run(pytester, "--seed", seed) for seed in ("one", "other")}
    whole = _run(pytester, "--depth", "1")

    assert [len(passed) for passed in tried.values()] != [80, 80]
    for passed in tried.values():
        assert 10 < len(passed) - 40 < 30
    assert tried["one"] != tried["other"]
    assert len(whole) == 80


def test_a_whole_run_tries_everything(suite: pytest.Pytester) -> None:
    passed = _run(suite, "--depth", "1")

    assert len(passed) == 40 + 5 + 10 + 2 + 1 + 1


def test_a_longer_run_tries_more_random_cases(suite: pytest.Pytester) -> None:
    assert "test_random" in _run(suite, "--depth", "3")


def test_a_run_says_what_it_tries_and_a_failure_how_to_repeat_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_wrong():\n    assert False\n")

    done = pytester.runpytest_inprocess("-q", *OFF, "--depth", "0.2", "--seed", "abc")

    done.stdout.fnmatch_lines(["Tried with --depth 0.2 --seed abc*", "*::test_wrong' --depth 0.2 --seed abc"])


def test_a_test_that_draws_a_sample_gets_the_same_with_the_same_seed() -> None:
    drawn = [Sample(0.1, Random(seed)).of(range(100)) for seed in ("one", "one", "other")]

    assert drawn[0] == drawn[1] != drawn[2]
    assert [len(each) for each in drawn] == [10, 10, 10]


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_code_has_tests_that_are_never_sampled_after_a_change(part: str) -> None:
    found = [path for prefix in whole_after([part]) for path in ROOT.glob(f"{prefix}*")]

    assert found, f"{part} needs a row in tests/rooms.py"


def test_every_row_of_the_table_of_rooms_names_what_exists() -> None:
    missing = [path for path in ROOMS if not list(ROOT.glob(f"{path}*"))]
    missing += [test for tests in ROOMS.values() for test in tests if not list(ROOT.glob(f"{test}*"))]

    assert missing == []


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_to_plant_has_its_place_in_the_code(name: str) -> None:
    """`python -m tests.planted` says which runs find them."""
    fault = FAULTS[name]

    assert fault.wrong in planted_in((ROOT / fault.path).read_text(encoding="utf-8"), fault)
