"""Logs of tournaments' matches in which a seat is silent for too long, and tamperings with what was noted about it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from engines.kit import seat_id
from server.logs.store.entry import Entry
from server.matches.facts import AbsenceInPlay, InPlay, TournamentTable
from server.matches.play import absence
from server.runtime.times import parse_timestamp, timestamp
from tests.secrecy.verifiers.scribe import Scribe, person
from tests.secrecy.verifiers.tampering import (
    Forger,
    Log,
    Tampering,
    changed,
    of_log,
    place_of,
    repeated,
    with_entry,
    with_fact,
)

THEN: Final[tuple[InPlay, ...]] = ("bot", "waiting", "forfeit")


def begun(then: InPlay, excused: int, **more: object) -> Scribe:
    """Begin a duel of a tournament with this rule for absence, and with `more` settings."""
    terms = {
        "show_submitted": True,
        "absence": AbsenceInPlay(then, 20, excused),
        "tournament": TournamentTable("5" * 26, 1, 1),
        **more,
    }
    duel = Scribe("wizards_duel", "genius_3_3", terms=terms)
    duel.start()
    return duel


def silent(then: InPlay, **more: object) -> list[Entry]:
    """
    Write a duel in which `b` misses a phase that is excused, submits in the grace of the next one, and is silent in the
    third. If it is not over then, someone else goes on.
    """
    duel = begun(then, 1, **more)
    duel.submit("a")
    duel.close()
    duel.submit("a")
    duel.close()
    duel.submit("b")
    duel.close()
    duel.submit("a")
    duel.close()
    duel.close()
    if then == "waiting":
        duel.act(absence.fill, seat_id("b"), person("Cy"), duel.now)
    duel.play_out(absent=0)
    return duel.log


def _of_bot() -> Log:
    return silent("bot")


def _not_noted(log: Log) -> Tampering:
    """Let the phase with the grace close at the first deadline."""
    at = place_of(log, "absence_noted")
    closed = place_of(log, "phase_closed", 1)
    return Tampering([*log[:at], *log[closed:]], at + 1)


def _grace_moved(log: Log) -> Tampering:
    at = place_of(log, "absence_noted")
    until = parse_timestamp(str(log[at].facts[-1].fact["closes_at"])) + timedelta(seconds=1)
    return Tampering(with_entry(log, at, changed(log[at], "deadline_set", closes_at=timestamp(until))), at + 1)


def _too_early(log: Log) -> Tampering:
    at = place_of(log, "absence_noted")
    early = timestamp(parse_timestamp(log[at].at) - timedelta(seconds=1))
    return Tampering(with_entry(log, at, replace(log[at], at=early)), at + 1)


TAMPERED_SILENCE: Final[dict[str, Forger]] = {
    name: of_log(_of_bot, forger)
    for name, forger in {
        "a silence that is not noted": _not_noted,
        "a silence noted before the deadline": _too_early,
        "a silence noted twice": repeated("absence_noted"),
        "a silence of another seat": with_fact("absence_noted", seats=["a"]),
        "a silence without its grace": with_fact("absence_noted", then="bot"),
        "another end of silence": with_fact("absence_noted", 1, then="waiting"),
        "a grace of another length": _grace_moved,
        "a grace out of bounds": with_fact(
            "match_created", absence={"then": "bot", "grace_seconds": 0, "excused_phases": 1}
        ),
        "a silence that the match does not show": with_fact("match_created", show_submitted=False),
    }.items()
}
