"""
Entries that neither a request nor the server can have written: tampering as data, as in `forgeries`.
"""

from __future__ import annotations

from dataclasses import replace

from server.matches import commands
from server.matches.seeds import commitment_to
from tests.secrecy.verifiers.scribe import Scribe, eventful, invited
from tests.secrecy.verifiers.tampering import (
    Forger,
    Json,
    Log,
    Tampering,
    changed,
    of_log,
    person_json,
    place_of,
    to_everyone,
    with_entry,
    with_fact,
)

REASONS = {
    "too long": "é" * 501,
    "of two lines": "tea\ntime",
    "with a line's end": "tea\n",
    "that steers the terminal": "\x1b[2J",
    "that turns the writing around": "tea\u202e",
}

LABELS = {**REASONS, "too long": "é" * 81, "without a letter": "", "of nothing to see": "\u2003\u3164"}

NAMES = {
    **REASONS,
    "too long": "é" * 41,
    "without a letter": " ",
    "of nothing to see": "\u2003\u3164",
    "that looks like another": "A\u200bda",
}

IDS = {"too short": "0" * 25, "too long": "0" * 27, "of other letters": "o" * 26, "in capitals": "A" * 26}

HASHES = {"that is none": "x", "too short": "0" * 63, "in capitals": "A" * 64}
NONCES = {"that is none": "x", "too short": "0" * 31, "in capitals": "A" * 32}
SEEDS = {"of no bytes": "", "of 8 bytes": "00" * 8, "in capitals": "AA" * 32, "with gaps": "00 " * 31 + "00"}


def _played() -> Log:
    return eventful(2)


def _adjudicated() -> Log:
    return eventful(2, "adjudicated")


def _voided() -> Log:
    return eventful(2, "void")


def _ranked(place: Json) -> Forger:
    outcome = {"rank": {"a": 1, "b": place}, "consequences": {"a": [], "b": []}}
    return of_log(_adjudicated, with_fact("match_adjudicated", outcome=outcome))


def _seated_at_first(player: Json) -> Forger:
    sits = to_everyone("seat_taken", seat="a", player=player, entropy=None)
    return lambda log: Tampering([replace(log[0], facts=(*log[0].facts, sits)), *log[1:]], 1)


def _at_table(**changes: Json) -> Forger:
    return with_fact("match_created", tournament={"tournament_id": "0" * 26, "round": 1, "table": 1, **changes})


def _under_way(fact_type: str, **changes: Json) -> Forger:
    """Apply to a log that does not reach its seed."""
    return of_log(lambda: _played()[:30], with_fact(fact_type, **changes))


def _with_nonce(nonce: str) -> Forger:
    return lambda log: Tampering(with_entry(log, 9, replace(log[9], nonce=nonce)), 10)


def _with_seed(text: str) -> Forger:
    """Replace the seed by one that fits its commitment and from which nothing was drawn."""

    def tamper(_: Log) -> Tampering:
        first, last = _voided()[0], _voided()[-1]
        commitment = commitment_to(bytes.fromhex(text))
        forged = [
            changed(first, "match_created", seed_commitment=commitment),
            changed(last, "seed_revealed", seed=text),
        ]
        return Tampering(forged, 2)

    return tamper


def _closed_as_if_early(_: Log) -> Tampering:
    """Mark the close of a phase as early: all have submitted, but the deadline had passed before it was closed."""
    match = Scribe("wizards_duel", "colosseum", terms={"pace": "eager"})
    match.start()
    for seat in match.seats:
        match.submit(seat)
    assert match.live.state.closes_at is not None
    match.now = match.live.state.closes_at
    match.write(commands.close(match.live.state, match.seed, "all_submitted", match.now))
    match.play_out()
    return Tampering(match.log, place_of(match.log, "phase_closed") + 1)


_BY_REASON: dict[str, Forger] = {
    f"a {fact} for a reason {what}": of_log(log, with_fact(fact, reason=reason))
    for what, reason in REASONS.items()
    for fact, log in (
        ("match_paused", _played),
        ("seat_muted", _played),
        ("match_adjudicated", _adjudicated),
        ("match_voided", _voided),
    )
}

_BY_PERSON: dict[str, Forger] = {
    f"{role} with {part} {what}": forger
    for field, part, values in (("name", "a name", NAMES), ("player_id", "an id", IDS))
    for what, value in values.items()
    for player in ({**person_json("Ada"), field: value},)
    for role, forger in (
        ("a host", with_fact("match_created", host=player)),
        ("a player from the beginning", _seated_at_first(player)),
        ("a player", with_fact("seat_taken", player=player)),
        ("a player who takes over", with_fact("seat_taken", 4, player=player)),
    )
}

OUT_OF_BOUNDS: dict[str, Forger] = {
    **_BY_REASON,
    **_BY_PERSON,
    **{f"a match with an id {what}": with_fact("match_created", match_id=value) for what, value in IDS.items()},
    **{f"a label {what}": with_fact("match_created", label=text) for what, text in LABELS.items()},
    **{f"a tournament with an id {what}": _at_table(tournament_id=value) for what, value in IDS.items()},
    **{f"a {part} {number}": _at_table(**{part: number}) for part in ("round", "table") for number in (0, 10**6 + 1)},
    **{
        f"a rematch with an id {what}": of_log(invited, with_fact("rematch_called", rematch_id=value))
        for what, value in IDS.items()
    },
    **{f"a lag of {lag} rounds": with_fact("match_created", spectator_lag=lag) for lag in (-1, 101, 2**53 - 1)},
    **{f"a seat of rank {place}": _ranked(place) for place in (-1, 0, 65)},
    **{f"a commitment {what}": _under_way("match_created", seed_commitment=text) for what, text in HASHES.items()},
    **{f"a nonce {what}": _with_nonce(text) for what, text in NONCES.items()},
    **{f"a seed {what}": _with_seed(text) for what, text in SEEDS.items()},
    "a phase closed as if early": _closed_as_if_early,
}
