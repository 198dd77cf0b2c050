"""
How much of the large products a run tries, and which part of them (CONTRIBUTING.md, "Three rings").

A product is what has many cases of one kind: rows of a table, random matches, damaged logs. With `--depth 0.1` a run
tries about a tenth of each, at least one case; with 1 it tries all; with 10 it plays ten times as many random matches.
The tests that call a server of their own are many, too, though each asks something else: a run with 0.1 tries about
half of them. `--seed` chooses which part. What differs from the commit at which its proof last passed whole is tried
whole.
"""

from __future__ import annotations

import math
import subprocess
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

import pytest
from xdist.workermanage import WorkerController

from tests.proofs import PAGE, passed_whole, proof_of
from tests.rooms import whole_after

ROOT: Final = Path(__file__).parents[1]

SAMPLE_DEPTH: Final = 0.1
"""The depth of `make test`."""

EVERY: Final = (
    "tests/faults/",
    "tests/server/api/test_lists.py",
    "tests/server/runtime/database/",
    "tests/server/logs/store/",
    "tests/server/organising/series/test_killed_servers.py",
    "tests/server/notifications/webhooks/test_kills.py",
)
"""Tests that always run on both databases: contracts, lists, the schema, faults of the store, kills."""

ALWAYS: Final = (
    *EVERY,
    "tests/docs/",
    "tests/fuzz/",
    "tests/cli/",
    "tests/secrecy/",
    "tests/server/people/accounts/test_origin.py",
    "tests/server/api/test_bad_input.py",
    "tests/server/api/test_conventions.py",
    "tests/server/api/test_document.py",
    "tests/server/api/test_example_formats.py",
    "tests/server/api/test_links.py",
    "tests/server/api/test_parameters.py",
    "tests/server/api/streams/test_asyncapi.py",
)
"""Tests with servers of which all are tried: of secrecy, of tables, and of what is written."""

CALLING_SHARE: Final = 5
"""Of the other tests with servers, this many times the depth is tried."""

MOST_LISTED: Final = 12
"""How many of the tests that are tried whole are named at the top of a run."""

_SERVED: Final = frozenset({"database_url", "module_world", "postgres_url", "sqlite_url", "world"})
"""What tests with servers ask for."""

_DATABASE: Final = "database_url"

T = TypeVar("T")

Params: TypeAlias = Mapping[str, Any]


class Sample:
    """What one test tries of products that it makes itself."""

    def __init__(self, depth: float, random: Random) -> None:
        self.is_whole = depth >= 1
        self._depth = depth
        self._random = random

    def count(self, whole: int, *, least: int = 1, share: float = 1) -> int:
        """Return how many of so many are tried: in a short run, at least `least`, and a `share` of the usual part."""
        return math.ceil(whole * self._depth) if self.is_whole else max(least, math.ceil(whole * self._depth * share))

    def of(self, cases: Sequence[T], *, least: int = 1, share: float = 1) -> list[T]:
        """Return the cases that are tried, in their order."""
        if self.is_whole:
            return list(cases)
        numbers = self._random.sample(
            range(len(cases)), min(len(cases), self.count(len(cases), least=least, share=share))
        )
        return [cases[number] for number in sorted(numbers)]

    def seeds(self, whole: int, *, least: int = 1, share: float = 1) -> list[int]:
        """Return seeds of random cases: `whole` of them, a part of these, or more."""
        return list(range(self.count(whole))) if self.is_whole else self.of(range(whole), least=least, share=share)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options."""
    group = parser.getgroup("sampling")
    group.addoption("--depth", type=float, default=SAMPLE_DEPTH, help="share of large products: 1 is all of them")
    group.addoption("--seed", help="chooses the part; by default, the hash of the commit")


def pytest_configure(config: pytest.Config) -> None:
    """Decide what this run tries, once: processes that run tests are handed it."""
    config.addinivalue_line("markers", "sampled(least, share, each, of): a short run tries a part of its cases")
    option = config.option
    if hasattr(config, "workerinput"):
        vars(option).update(config.workerinput["sampling"])
    else:
        option.seed = option.seed or _git("rev-parse", "--short=12", "HEAD") or "0"
        option.differing = _differing_by_proof()
    Run.depth, Run.seed = option.depth, option.seed


class Run:
    """This run. Programs that import tests, such as benchmarks, try everything once."""

    depth: float = 1
    seed: str = "0"


def more() -> int:
    """How many times as long as usual a run goes on with what is random: 10 with `--depth 10`, otherwise 1."""
    return max(1, round(Run.depth))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    """Hand the decision to a process that runs tests."""
    names = ("seed", "differing")
    node.workerinput["sampling"] = {name: getattr(node.config.option, name) for name in names}


def pytest_sessionstart(session: pytest.Session) -> None:
    """Say at the top what the run tries."""
    if not hasattr(session.config, "workerinput"):
        option = session.config.option
        print(f"Tried with --depth {option.depth:g} --seed {option.seed}", end="")
        print(f"; whole: {_listed(sorted({each for prefixes in option.differing.values() for each in prefixes}))}")


def _listed(prefixes: Sequence[str]) -> str:
    """Return prefixes of tests for people: without those below another one, and not more than fit on some lines."""
    outer = [each for each in prefixes if not any(each != other and each.startswith(other) for other in prefixes)]
    more = [f"and {len(outer) - MOST_LISTED} more"] if len(outer) > MOST_LISTED else []
    return " ".join([*outer[:MOST_LISTED], *more]) or "nothing"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run does not try."""
    kept = set(_chosen(items))
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say at each failure how to repeat it."""
    report = yield
    if report.failed:
        report.sections.append(("To repeat this", _command_of(item)))
    return report


@pytest.fixture
def sample(request: pytest.FixtureRequest) -> Sample:
    """Return what a test asks how much it tries."""
    node, seed = request.node, request.config.option.seed
    return Sample(depth_of(node), Random(f"{seed} {node.nodeid}"))


def _command_of(item: pytest.Item) -> str:
    return f".venv/bin/pytest '{item.nodeid}' --depth {depth_of(item):g} --seed {item.config.option.seed}"


def depth_of(item: pytest.Item) -> float:
    """Return the depth of a test, at least 1 if its room differs from the last commit at which its proof has passed."""
    option = item.config.option
    module = item.nodeid.partition("::")[0].removesuffix(".py").replace("/", ".")
    proof = proof_of(module) if module.startswith("tests.") else ""
    differs = any(item.nodeid.startswith(prefix) for prefix in option.differing.get(proof, ()))
    depth: float = max(1, option.depth) if differs else option.depth
    return depth


def _chosen(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Of each product keep a sample, and on one database what does not need both."""
    products: defaultdict[tuple[str, ...], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled") and depth_of(item) < 1:
            products[_product_of(item)].append(item)
    left_out = {other for product, cases in products.items() for other in _left_out(product, cases)}
    left_out |= _on_the_other_database(items)
    left_out |= {item for item in items if _is_left_to_others(item)}
    return [item for item in items if item not in left_out]


def _product_of(item: pytest.Item) -> tuple[str, ...]:
    marker = item.get_closest_marker("sampled")
    assert marker is not None
    each: Callable[[Params], object] | None = marker.kwargs.get("each")
    return (marker.kwargs.get("of", _function(item)), str(each(_params(item))) if each else "")


def _left_out(product: tuple[str, ...], cases: Sequence[pytest.Item]) -> Sequence[pytest.Item]:
    marker = cases[0].get_closest_marker("sampled")
    assert marker is not None
    option, how = cases[0].config.option, {name: marker.kwargs.get(name, 1) for name in ("least", "share")}
    tried = {*Sample(option.depth, Random(f"{option.seed} {product}")).of(cases, **how)}
    return [case for case in cases if case not in tried]


def _is_left_to_others(item: pytest.Item) -> bool:
    """Return whether other runs try this test, which calls a server."""
    asks = {*getattr(item, "fixturenames", ())}
    if not asks & _SERVED or "sample" in asks or item.nodeid.startswith(ALWAYS) or item.get_closest_marker("sampled"):
        return False
    option, chance = item.config.option, CALLING_SHARE * depth_of(item)
    return Random(f"{option.seed} {_function(item)}").random() >= chance


def _on_the_other_database(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that run on the other database in this run, which is chosen by their names."""
    pairs: defaultdict[str, dict[object, pytest.Item]] = defaultdict(dict)
    for item in items:
        params = _params(item)
        if _DATABASE in params and not item.nodeid.startswith(EVERY) and depth_of(item) < 1:
            pairs[item.nodeid.replace(str(params[_DATABASE]), "")][params[_DATABASE]] = item
    seed = next((item.config.option.seed for pair in pairs.values() for item in pair.values()), "")
    return {
        pair[Random(f"{seed} {name}").choice(sorted(map(str, pair)))] for name, pair in pairs.items() if len(pair) == 2
    }


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _params(item: pytest.Item) -> Params:
    return item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}


def _differing_by_proof() -> dict[str, list[str]]:
    """Return by proof the tests whose rooms differ from the commit at which it has last passed, by docs/proofs.md."""
    commits = passed_whole(PAGE.read_text(encoding="utf-8"))
    of_commit = {commit: whole_after(_differing(commit)) for commit in set(commits.values())}
    return {proof: of_commit[commit] for proof, commit in commits.items()}


def _differing(commit: str) -> list[str]:
    """Return the files that differ; none if this repository does not have the commit."""
    return _git("diff", "--name-only", commit).splitlines()


def _git(*arguments: str) -> str:
    """Return what git says, or nothing where there is no git or no repository."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
