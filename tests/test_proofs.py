"""What `make proofs` writes into docs/proofs.md (`tests/proofs.py`)."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from tests.proofs import PAGE, PROOFS, page_with, passed_whole, proof_of, results_of, row_of

REPORT = """
<testsuite>
  <testcase classname="tests.engines.test_chance" time="0.5"/>
  <testcase classname="tests.engines.test_chance" time="1.5"><failure/></testcase>
  <testcase classname="tests.secrecy.wire.test_wire" time="6"/>
  <testcase classname="tests.web.test_people" time="0"><skipped/></testcase>
  <testcase classname="tests.faults.test_failovers" time="1">
    <properties><property name="found" value="10 failures"/></properties>
  </testcase>
  <testcase classname="tests.test_codes" time="1"/>
</testsuite>
"""


def test_cases_are_counted_by_proof() -> None:
    results = results_of(ElementTree.fromstring(REPORT).iter("testcase"))

    rules, browser = results["rules of the games"], results["journeys in the browser"]
    assert (rules.passed, rules.failed, rules.seconds) == (1, 1, 2.0)
    assert results["twins on the wire"].passed == 1
    assert (browser.passed, browser.skipped) == (0, 1)
    assert results["commands, pages and the rest"].passed == 1
    assert "| 10 failures |" in row_of("failovers", results["failovers of the database"], "c0ffee", 1)


def test_new_rows_replace_old_ones_and_others_stay() -> None:
    results = results_of(ElementTree.fromstring(REPORT).iter("testcase"))
    old = {name: row_of(name, result, "0ld", 1) for name, result in results.items()}
    new = {"fuzz": row_of("fuzz", results["fuzz"], "c0ffee", 10)}
    text = PAGE.read_text(encoding="utf-8")

    page = page_with(page_with(text, old, "abc1234"), new, None)

    assert "Last whole run: commit `abc1234`." in page
    assert page.count("| `c0ffee` | 10 |") == 1
    assert page.count("| `0ld` | 1 |") == len(PROOFS) - 1


def test_a_proof_has_passed_by_its_row_or_else_by_the_last_run_of_all() -> None:
    results = results_of(ElementTree.fromstring(REPORT).iter("testcase"))
    rows = {name: row_of(name, result, "c0ffee", 1) for name, result in results.items()}
    shallow = {"fuzz": row_of("fuzz", results["fuzz"], "c0ffee", 0.1)}

    commits = passed_whole(page_with(page_with(PAGE.read_text(encoding="utf-8"), rows, "abc1234"), shallow, None))

    assert commits == dict.fromkeys(PROOFS, "c0ffee") | dict.fromkeys(("rules of the games", "fuzz"), "abc1234")


def test_every_test_belongs_to_a_proof_and_every_proof_has_tests() -> None:
    root = Path(__file__).parents[1]
    modules = [path.relative_to(root).with_suffix("") for path in root.glob("tests/**/test_*.py")]

    assert {proof_of(".".join(module.parts)) for module in modules} == PROOFS.keys()
