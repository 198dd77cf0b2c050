"""
`moirai verify`: check whether a log is genuine (docs/verify.md).

The hash chain shows that nothing was changed afterwards. In addition, every step is decided again
(`server.cli.logs.steps`), with the revealed seed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from server.cli.logs.event_steps import EventSteps
from server.cli.logs.redactions import check_redactions
from server.cli.logs.seal_checks import HEADS, look_for
from server.cli.logs.seals import Kept
from server.cli.logs.series_steps import SeriesSteps
from server.cli.logs.steps import check_steps
from server.cli.logs.tournament_steps import TournamentSteps
from server.cli.logs.verdict import Verdict
from server.logs.store.entry import GENESIS, Entry, hash_of
from server.matches.seeds import commitment_to
from server.runtime.times import parse_timestamp, timestamp

_SEED = "[0-9a-f]{64}"
_NONCE = "[0-9a-f]{32}"
_EARLIEST = "1970-01-01T00:00:00.000000Z"  # Languages disagree about earlier times, above all before the year 1.


@dataclass(frozen=True, slots=True)
class SeedFacts:
    """
    The facts of a kind of log that commit to its seed and reveal it, those that may not come without it, and what is
    not checked without it.
    """

    committed: str
    revealed: str
    ends: frozenset[str]
    unknown: str


MATCH: Final = SeedFacts(
    "match_created",
    "seed_revealed",
    frozenset({"match_ended", "match_adjudicated", "match_voided"}),
    "the draws and the results of phases",
)
_EVENTS: Final[Sequence[type[EventSteps[Any]]]] = (TournamentSteps, SeriesSteps)

NO_LOGS: Final[Mapping[str, Sequence[Entry]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result for a file of logs: whether everything is good, and the lines to print."""

    good: bool
    lines: list[str]


def judge(logs: Mapping[str, Sequence[Entry]], kept: Kept) -> Judgement:
    """Check the logs of matches, tournaments and series, and compare them with what someone saved."""
    verdicts = [verify(log_id, entries, logs) for log_id, entries in logs.items()]
    findings = look_for(kept, logs)
    good = all(finding.good for finding in findings) and not any(verdict.faults for verdict in verdicts)
    lines = [line for verdict in verdicts for line in verdict.lines()]
    return Judgement(good, [*lines, *(finding.line for finding in findings)])


def verify(log_id: str, entries: Sequence[Entry], logs: Mapping[str, Sequence[Entry]] = NO_LOGS) -> Verdict:
    """Check one log: its chain, its seed, and every step; `logs` may hold the matches of a tournament or a series."""
    verdict = Verdict(log_id, len(entries), entries[-1].hash)
    _check_chain(entries, verdict)
    check_redactions(entries, verdict)
    for steps in _EVENTS:
        name = steps.kind.name
        seed_facts = SeedFacts(f"{name}_created", f"{name}_over", frozenset(), "the draws")
        if any(told.type == seed_facts.committed for told in entries[0].facts):
            steps(_find_seed(entries, verdict, seed_facts), logs).check(entries, verdict)
            return verdict
    withheld = sum(entry.withheld for entry in entries)
    if withheld:
        verdict.unchecked.append(f"{withheld} private messages are withheld; only their kind and place were checked.")
    seed = _find_seed(entries, verdict, MATCH)
    check_steps(entries, seed, verdict)
    return verdict


def _check_chain(entries: Sequence[Entry], verdict: Verdict) -> None:
    previous = GENESIS
    for expected, entry in enumerate(entries, start=1):
        if entry.seq != expected:
            verdict.fault(entry.seq, f"expected entry {expected}: entries are missing, moved or inserted")
            return  # Everything after it would be out of place too.
        if entry.previous != previous:
            verdict.fault(entry.seq, "does not follow the previous entry: `previous` is not its hash")
        if not (entry.withheld or _is_time(entry.at)):
            verdict.fault(entry.seq, "its time is not valid, or not in the required form")
        if not (entry.body is not None or re.fullmatch(_NONCE, entry.nonce)):
            verdict.fault(entry.seq, "its nonce is not 16 bytes in hexadecimal")
        if _recompute(entry) != entry.hash:
            verdict.fault(entry.seq, "was changed: its hash does not fit its content")
        if any(told.fact.get("head", previous) != previous for told in entry.facts if told.type in HEADS):
            verdict.fault(entry.seq, "contains a head that is not the hash of the previous entry")
        previous = entry.hash


def _is_time(text: str) -> bool:
    try:
        return timestamp(parse_timestamp(text)) == text and text >= _EARLIEST
    except (ValueError, OverflowError):
        return False


def _recompute(entry: Entry) -> str:
    try:
        return hash_of(entry)
    except (ValueError, RecursionError):  # it contains what has no canonical JSON
        return ""


def _find_seed(entries: Sequence[Entry], verdict: Verdict, where: SeedFacts) -> bytes | None:
    """The revealed seed, if it matches the commitment."""
    commitment = _first(entries, where.committed, "seed_commitment")
    revealed = _first(entries, where.revealed, "seed")
    if revealed is None:
        for entry in entries:
            if any(told.type in where.ends for told in entry.facts):
                verdict.fault(entry.seq, "ends the match without revealing the seed")
        verdict.unchecked.append(f"The seed is not in the log (yet), so {where.unknown} were not checked.")
        return None
    seq, text = revealed
    try:
        seed = _read_seed(text)
    except ValueError:
        verdict.fault(seq, "the revealed seed is not valid")
        return None
    if commitment is None or commitment_to(seed) != commitment[1]:
        verdict.fault(seq, "the revealed seed does not match the commitment")
        return None
    return seed


def _read_seed(text: object) -> bytes:
    """Return 32 bytes from hexadecimal; raises ValueError if it is not a valid seed."""
    if not isinstance(text, str) or not re.fullmatch(_SEED, text):
        raise ValueError("no seed")
    return bytes.fromhex(text)


def _first(entries: Sequence[Entry], fact_type: str, name: str) -> tuple[int, Any] | None:
    for entry in entries:
        for told in entry.facts:
            if told.type == fact_type:
                return entry.seq, told.fact.get(name)
    return None
